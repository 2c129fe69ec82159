import { exact, positional, round, shortest, withoutZeros, exponentText } from './decimal.js';
import { longest } from './display.js';
/** @import { PrintOptions } from '../types.js' */
/** @import { Decimal } from './decimal.js' */

export { repr } from './decimal.js';

/**
 * NumPy's print options: `np.set_printoptions(precision=..., suppress=..., floatmode=...)`. `integer` prints
 * an array of an integer type.
 *
 * @typedef {Partial<PrintOptions> & { integer?: boolean }} Options
 */

/**
 * NumPy prints with an exponent if the largest magnitude, or its ratio to the smallest nonzero one, reaches
 * these.
 */
const LARGE = 1e8;
const SMALL = 1e-4;
const SPREAD = 1000;

/**
 * `maxprec` writes as many digits as each element needs, up to the precision; the other modes use the same
 * number for all.
 */
const DEFAULTS = { precision: 8, suppress: false, floatmode: 'maxprec', integer: false };

/**
 * The text of each element of an array as NumPy prints it, without the blanks that align the columns.
 *
 * The notation is chosen for the whole array, so a row may look different when it is printed alone.
 *
 * @param {{ rows: number, cols: number, data: ArrayLike<number> }} matrix
 * @param {Options} [options]
 * @returns {string[][]} (rows, cols)
 */
export function printMatrix({ rows, cols, data }, options = {}) {
  const { precision, suppress, floatmode, integer } = { ...DEFAULTS, ...options };
  const values = Array.from(data);
  const print = integer
    ? whole
    : hasExponent(values, suppress)
      ? scientific(values, precision)
      : plain(values, precision, floatmode);
  const texts = values.map((value) => (Number.isFinite(value) ? print(value) : notFinite(value)));
  return Array.from({ length: rows }, (_, row) => texts.slice(row * cols, (row + 1) * cols));
}

/** @param {number} value */
function notFinite(value) {
  return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
}

/** @param {number} value */
function whole(value) {
  return BigInt(Math.trunc(value)).toString();
}

/** @param {number[]} values @param {boolean} suppress */
function hasExponent(values, suppress) {
  const sizes = values.map(Math.abs).filter((size) => size > 0 && size < Infinity);
  if (sizes.length === 0) return false;
  const most = sizes.reduce((a, b) => Math.max(a, b));
  const least = sizes.reduce((a, b) => Math.min(a, b));
  return most >= LARGE || (!suppress && (least < SMALL || most / least > SPREAD));
}

/**
 * Positional notation. A number whose shortest digits fit the precision shows those; others are rounded from
 * the exact value.
 *
 * @param {number[]} values
 * @param {number} precision
 * @param {string} floatmode
 * @returns {(value: number) => string}
 */
function plain(values, precision, floatmode) {
  const first = (/** @type {number} */ value) => {
    const short = positional(shortest(value));
    const { whole: before, fraction } =
      short.fraction.length <= precision ? short : positional(exact(value), precision);
    return { before, fraction: withoutZeros(fraction) };
  };
  const sign = (/** @type {number} */ value) => (shortest(value).negative ? '-' : '');
  if (floatmode !== 'maxprec_equal') {
    return (value) => {
      const { before, fraction } = first(value);
      return `${sign(value)}${before}.${fraction}`;
    };
  }
  const decimals = longest(values.filter(Number.isFinite).map((value) => first(value).fraction));
  return (value) => {
    const { whole: before, fraction } = positional(exact(value), decimals);
    return `${sign(value)}${before}.${fraction.padEnd(decimals, '0')}`;
  };
}

/**
 * Exponential notation. All elements have as many decimals as the longest needs, within the precision.
 *
 * @param {number[]} values
 * @param {number} precision
 * @returns {(value: number) => string}
 */
function scientific(values, precision) {
  const finite = values.filter(Number.isFinite);
  const first = finite.map((value) => {
    const short = shortest(value);
    return short.digits.length - 1 <= precision ? short : round(exact(value), precision + 1);
  });
  const decimals = longest(first.map(({ digits }) => withoutZeros(digits.slice(1, precision + 1))));
  const width = Math.max(2, ...first.map(({ exponent }) => String(Math.abs(exponent)).length));
  return (value) => mantissa(round(exact(value), decimals + 1), decimals, width);
}

/** @param {Decimal} decimal @param {number} decimals @param {number} width - digits of the exponent */
function mantissa({ negative, digits, exponent }, decimals, width) {
  return `${negative ? '-' : ''}${digits[0]}.${digits.slice(1, decimals + 1).padEnd(decimals, '0')}${exponentText(exponent, width)}`;
}
