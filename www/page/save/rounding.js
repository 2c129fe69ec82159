/** Numbers in fewer bits, for files that are smaller: and how far the farthest of them is from what it was. */

/** In 8 bits, what is missing. */
const MISSING = 255;
/** The most that 8 bits tell apart beside that. */
const STEPS = 254;

/** @typedef {{ bits: 8 | 16 | 32, bytes: Uint8Array, low: number, step: number, error: number }} Rounded - `error` is the largest */

/**
 * Numbers in so many bits: 32 as they are, 16 as floats, 8 in steps of equal size from the least to the greatest. NaN, which is missing, stays so.
 *
 * @param {Float32Array} numbers - of which the infinite ones cannot be had in 8 bits: the error is infinite then
 * @param {8 | 16 | 32} bits
 * @returns {Rounded}
 */
export function rounded(numbers, bits) {
  const view = new DataView(new ArrayBuffer((numbers.length * bits) / 8));
  const bytes = new Uint8Array(view.buffer);
  let [low, high, error] = [Infinity, -Infinity, 0];
  if (bits === 32) {
    numbers.forEach((number, place) => view.setFloat32(4 * place, number, true));
    return { bits, bytes, low: 0, step: 0, error };
  }
  if (bits === 16) {
    numbers.forEach((number, place) => {
      const half = halfOf(number);
      view.setUint16(2 * place, half, true);
      error = Math.max(error, Math.abs(valueOfHalf(half) - number) || 0);
    });
    return { bits, bytes, low: 0, step: 0, error };
  }
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  if (low > high) low = high = 0;
  const step = (high - low) / STEPS;
  if (!Number.isFinite(step)) return { bits, bytes, low: 0, step: 0, error: Infinity };
  numbers.forEach((number, place) => {
    bytes[place] = Number.isNaN(number) ? MISSING : step > 0 ? Math.round((number - low) / step) : 0;
    // The reader of the file has 32 bits for the sum.
    error = Math.max(error, Math.abs(Math.fround(low + step * bytes[place]) - number) || 0);
  });
  return { bits, bytes, low, step, error };
}

const word = new DataView(new ArrayBuffer(4));

/**
 * The nearest float of 16 bits (IEEE 754 binary16), of two that are equally near the even one.
 *
 * @param {number} number - one of 32 bits
 */
export function halfOf(number) {
  word.setFloat32(0, number);
  const bits = word.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const size = Math.abs(number);
  if (Number.isNaN(number)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  // Below the least normal one all are 2^-24 apart; above it as many as 10 bits tell between powers of two.
  const exponent = Math.max(-14, ((bits >>> 23) & 255) - 127);
  const unit = 2 ** (exponent - 10);
  return sign | (((exponent + 14) << 10) + even(size / unit));
}

/** The nearest whole number, of two the even one. @param {number} value - below 2^24 */
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
