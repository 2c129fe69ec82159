import { positional, shortest } from './decimal.js';

/** Python writes an exponent for 1e16 and more, and for less than 1e-4. */
const LARGE = 16;
const SMALL = -4;

/**
 * A float as Python's repr() writes it: the shortest digits that parse back to the same float.
 *
 * @param {number} value
 * @returns {string} such as 0.1, 1.0, -0.0, 1e-05, inf, nan
 */
export function repr(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const decimal = shortest(value);
  const sign = decimal.negative ? '-' : '';
  if (decimal.exponent >= SMALL && decimal.exponent < LARGE) {
    const { whole, fraction } = positional(decimal);
    return `${sign}${whole}.${fraction || '0'}`;
  }
  const [first, ...rest] = decimal.digits;
  return sign + first + (rest.length > 0 ? `.${rest.join('')}` : '') + exponentText(decimal.exponent, 2);
}

/**
 * An exponent with its sign and at least `digits` digits: e+08.
 *
 * @param {number} exponent
 * @param {number} digits
 */
export function exponentText(exponent, digits) {
  return `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(digits, '0')}`;
}
