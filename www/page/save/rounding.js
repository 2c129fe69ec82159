/** Rounds numbers to fewer bits for smaller files, and measures the largest error. */
import { atOnce } from './turns.js';

/** The 8-bit code of a missing number. */
const MISSING = 255;
/** The largest 8-bit code of a number. */
const STEPS = 254;

/**
 * @typedef {{ bits: 8 | 16 | 32, bytes: Uint8Array<ArrayBuffer>, low: number, step: number, power: number, error: number }} Rounded -
 *   `error` is the largest rounding error
 */

/** Rounding yields after this many numbers: a power of two. */
const MANY = 2 ** 16;

/**
 * Rounds numbers as `rounding` does, without a pause.
 *
 * @param {Float32Array} numbers @param {8 | 16 | 32} bits @returns {Rounded}
 */
export const rounded = (numbers, bits) => atOnce(rounding(numbers, bits));

/**
 * Rounds numbers to 32 bits (unchanged), 16 bits (floats) or 8 bits. A number n of 8 bits, 0 to 254, stands
 * for `low + step · n ** power`: with negative numbers the steps are equal from the minimum to the maximum
 * (power 1); otherwise they begin at 0 and grow (power 2). NaN is a missing number and stays one.
 *
 * @param {Float32Array} numbers - if one is infinite, the error in 8 bits is infinite
 * @param {8 | 16 | 32} bits
 * @returns {Generator<void, Rounded>}
 */
export function* rounding(numbers, bits) {
  const view = new DataView(new ArrayBuffer((numbers.length * bits) / 8));
  const bytes = new Uint8Array(view.buffer);
  let [low, high, error] = [Infinity, -Infinity, 0];
  if (bits === 32) {
    for (let place = 0; place < numbers.length; place += 1) {
      view.setFloat32(4 * place, numbers[place], true);
      if (place % MANY === 0) yield;
    }
    return { bits, bytes, low: 0, step: 0, power: 1, error };
  }
  if (bits === 16) {
    for (let place = 0; place < numbers.length; place += 1) {
      const half = halfOf(numbers[place]);
      view.setUint16(2 * place, half, true);
      error = Math.max(error, Math.abs(valueOfHalf(half) - numbers[place]) || 0);
      if (place % MANY === 0) yield;
    }
    return { bits, bytes, low: 0, step: 0, power: 1, error };
  }
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place];
    if (number < low) low = number;
    if (number > high) high = number;
    if (place % MANY === 0) yield;
  }
  if (low > high) low = high = 0;
  // Without negative numbers the steps are small near 0, so that weights that are spread over many keys stay.
  const power = low >= 0 ? 2 : 1;
  if (power === 2) low = 0;
  const step = (high - low) / STEPS ** power;
  if (!Number.isFinite(step)) return { bits, bytes, low: 0, step: 0, power, error: Infinity };
  // The file is decoded in 32 bits.
  const values = Float32Array.from({ length: STEPS + 1 }, (_, code) => low + step * code ** power);
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place];
    if (place % MANY === 0) yield;
    if (Number.isNaN(number)) {
      bytes[place] = MISSING;
      continue;
    }
    const share = step > 0 ? (number - low) / step : 0;
    const below = Math.min(STEPS, Math.floor(power === 2 ? Math.sqrt(share) : share));
    const code = below < STEPS && values[below + 1] - number < number - values[below] ? below + 1 : below;
    bytes[place] = code;
    error = Math.max(error, Math.abs(values[code] - number));
  }
  return { bits, bytes, low, step, power, error };
}

/** The numbers that rounded ones stand for, as a file is read. @param {Rounded} rounded */
export function valuesOf({ bits, bytes, low, step, power }) {
  const view = new DataView(bytes.buffer);
  const valueAt = {
    8: (/** @type {number} */ at) => (bytes[at] === MISSING ? NaN : low + step * bytes[at] ** power),
    16: (/** @type {number} */ at) => valueOfHalf(view.getUint16(2 * at, true)),
    32: (/** @type {number} */ at) => view.getFloat32(4 * at, true),
  }[bits];
  return Float32Array.from({ length: (8 * bytes.length) / bits }, (_, at) => valueAt(at));
}

const word = new DataView(new ArrayBuffer(4));

/**
 * Rounds to the nearest 16-bit float (IEEE 754 binary16), ties to even.
 *
 * @param {number} number - a 32-bit float
 */
export function halfOf(number) {
  word.setFloat32(0, number);
  const bits = word.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const size = Math.abs(number);
  if (Number.isNaN(number)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  // Subnormal numbers are 2^-24 apart; others have 10 bits between powers of two.
  const exponent = Math.max(-14, ((bits >>> 23) & 255) - 127);
  const unit = 2 ** (exponent - 10);
  return sign | (((exponent + 14) << 10) + even(size / unit));
}

/** Rounds to the nearest whole number, ties to even. @param {number} value - below 2^24 */
function even(value) {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/** @param {number} half - 16 bits */
export function valueOfHalf(half) {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  const size =
    exponent === 31
      ? fraction
        ? NaN
        : Infinity
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25);
  return half & 0x8000 ? -size : size;
}
