import { MINUS } from './cell-text.js';
import { exact, fixed, positional, round, shortest, withoutZeros } from './decimal.js';

export { cellText } from './cell-text.js';

/** The narrow no-break space between a number and its unit. */
const NARROW = '\u202F';
/** Numbers of this size are written with an exponent. */
const HUGE = 1e10;
/** Shares of this size are no useful percentages, and may be written with an exponent. */
const HUGE_SHARE = 1e4;

/**
 * A number for a sentence: rounded to this number of decimals, without trailing zeros.
 *
 * Only 0 is written as 0. A number too small for its decimals gets another decimal, and then an exponent.
 *
 * @param {number} value
 * @param {number} decimals
 * @returns {string} such as 0.2361, −3, 7.39e−5, −∞, NaN
 */
export function number(value, decimals) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? `${MINUS}∞` : '∞';
  if (value === 0) return '0';
  const sign = value < 0 ? MINUS : '';
  const { exponent } = shortest(value);
  if (Math.abs(value) >= HUGE || -exponent > Math.max(decimals, 2))
    return sign + scientific(value, Math.max(0, decimals - 1));
  return sign + trimmed(fixed(Math.abs(value), Math.max(decimals, -exponent)));
}

/**
 * A number with one digit before the point and an exponent, without trailing zeros.
 *
 * @param {number} value - finite
 * @param {number} decimals
 */
function scientific(value, decimals) {
  const { digits, exponent } = round(exact(value), decimals + 1);
  const fraction = withoutZeros(digits.slice(1, decimals + 1));
  return `${digits[0]}${fraction && `.${fraction}`}e${exponent < 0 ? MINUS : ''}${Math.abs(exponent)}`;
}

/**
 * A number rounded to a few significant digits, ties to even.
 *
 * @param {number} value
 * @param {number} digits
 */
export function significant(value, digits) {
  if (!Number.isFinite(value)) return value;
  const kept = round(exact(value), digits);
  return Number(`${value < 0 ? '-' : ''}${kept.digits}e${kept.exponent - kept.digits.length + 1}`);
}

/** @param {string} text */
function trimmed(text) {
  return text.includes('.') ? withoutZeros(text).replace(/\.$/, '') : text;
}

/**
 * A share as a whole percentage. Only an exact 0 is written as 0 %, and only an exact 1 as 100 %.
 *
 * @param {number} value - 1 is 100 %
 */
export function percent(value) {
  if (!Number.isFinite(value) || Math.abs(value) >= HUGE_SHARE) return `${number(value * 100, 0)}${NARROW}%`;
  if (value > 0 && value < 0.01) return `<1${NARROW}%`;
  if (value < 0 && value > -0.01) return `>${MINUS}1${NARROW}%`;
  if (value > 0.99 && value < 1) return `>99${NARROW}%`;
  // The digits are multiplied by 100, because as a float 0.285 would become 28.499999999999996.
  const decimal = exact(value);
  const { whole } = positional({ ...decimal, exponent: decimal.exponent + 2 }, 0);
  return `${value < 0 ? MINUS : ''}${whole}${NARROW}%`;
}
