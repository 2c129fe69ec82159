import { exact, fixed, positional, round, shortest, withoutZeros } from './decimal.js';

const MINUS = '−';
/** Shown for a number that does not fit, even rounded. */
const TOO_LONG = '…';
/**
 * With this number of decimals the 0 before the point may stay; with fewer, its place goes to another
 * decimal.
 */
const ENOUGH = 2;

/**
 * The text of a number in a cell: all of it if it fits, otherwise as many decimals as fit.
 *
 * Only an exact 0 is written as 0: a number that rounds to it keeps its point (0.00) or its sign (−0). A
 * number below 1 that rounds to 1 keeps its point, too.
 *
 * @param {number} value
 * @param {number} maxChars
 * @returns {string} at most `maxChars` characters, such as 0.24, .24, −.02, 8, −∞, 1.2e6
 */
export function cellText(value, maxChars) {
  if (Number.isNaN(value)) return maxChars >= 3 ? 'NaN' : '?';
  if (value === 0) return '0';
  const sign = value < 0 ? MINUS : '';
  const room = maxChars - sign.length;
  const size = Math.abs(value);
  const text = size === Infinity ? '∞' : (decimalText(size, room, sign !== '') ?? exponentText(size, room));
  return text === null || text.length > room ? TOO_LONG : sign + text;
}

/**
 * With a point, or without one for an integer. Null if not even the digits before the point fit.
 *
 * @param {number} size - above 0
 * @param {number} room - without the sign
 * @param {boolean} signed
 */
function decimalText(size, room, signed) {
  const { whole, fraction } = positional(shortest(size));
  const all = fraction === '' ? whole : `${whole}.${fraction}`;
  if (all.length <= room) return all;
  if (fraction === '') return null;
  const long = widest(size, room, whole.length);
  if (whole !== '0' || (long !== null && decimalsOf(long) >= ENOUGH)) return long ?? bare(size, room, signed);
  const short = widest(size, room, 0);
  const better = short !== null && (long === null || decimalsOf(short) > decimalsOf(long)) ? short : long;
  return better ?? bare(size, room, signed);
}

/**
 * The maximum number of decimals that fit, at least one. Zeros at the end stay if digits were rounded away.
 *
 * There is room for this number of decimals, or for one less if rounding adds a digit, as when 9.96 becomes
 * 10.0.
 *
 * @param {number} size
 * @param {number} room
 * @param {number} before - digits before the point, unrounded; if 0, the 0 before the point is omitted
 */
export function widest(size, room, before) {
  for (let decimals = room - before - 1; decimals > 0; decimals -= 1) {
    const text = fixed(size, decimals);
    const shown = before === 0 ? text.replace(/^0/, '') : text;
    if (shown.length <= room) return shown;
  }
  return null;
}

/**
 * Without decimals.
 *
 * @param {number} size
 * @param {number} room
 * @param {boolean} signed
 */
function bare(size, room, signed) {
  const text = fixed(size, 0);
  if (text === '0') return signed ? text : null;
  const pointed = size < 1 ? `${text}.` : text;
  return pointed.length > room ? null : pointed;
}

/** @param {string} text */
function decimalsOf(text) {
  return text.split('.')[1].length;
}

/**
 * A number too long for positional notation: 1.2e6.
 *
 * @param {number} size
 * @param {number} room
 */
function exponentText(size, room) {
  for (let decimals = room; decimals >= 0; decimals -= 1) {
    const { digits, exponent } = round(exact(size), decimals + 1);
    if (exponent < 0) return null;
    const fraction = withoutZeros(digits.slice(1, decimals + 1));
    const text = `${digits[0]}${fraction && `.${fraction}`}e${exponent}`;
    if (text.length <= room) return text;
  }
  return null;
}
