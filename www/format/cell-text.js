import { exact, fixed, positional, round, shortest } from './decimal.js';
import { repr } from './repr.js';

export const MINUS = '−';
/** Readers can check a sum by eye with this number of decimals. */
const DECIMALS = 2;
/** Numbers with at most this many decimals are shown exactly if they fit. */
const EXACT = 4;
/** Numbers outside of these powers of ten may have an exponent. */
const [TINY, LARGE] = [-5, 5];
/** The number of decimals before an exponent, in order of preference. */
const MANTISSA_DECIMALS = [2, 1];

/** @typedef {(value: number) => string} Write - formats a number */

/**
 * The formats for the cells of a matrix, from the longest to the shortest. Each writes all numbers with the
 * same decimals, so that they can be compared and added by eye: two, or more if all numbers are small or
 * exact with a few more. The largest number keeps at least two digits.
 *
 * @param {ArrayLike<number>} data
 * @returns {Write[]}
 */
export function writersOf(data) {
  let [largest, decimals] = [0, 0];
  for (const value of Array.from(data)) {
    if (!Number.isFinite(value)) continue;
    largest = Math.max(largest, Math.abs(value));
    if (decimals < DECIMALS - TINY && !Number.isInteger(value))
      decimals = Math.max(decimals, positional(shortest(value)).fraction.length);
  }
  const { exponent } = shortest(largest);
  const exponents = MANTISSA_DECIMALS.map((digits) => scientific(digits));
  if (largest > 0 && exponent <= TINY) return exponents;
  // The largest number keeps two digits.
  const fewest = Math.max(0, 1 - exponent);
  const most = decimals <= EXACT ? decimals : Math.min(decimals, Math.max(DECIMALS, fewest));
  const least = Math.min(most, fewest);
  return [
    ...Array.from({ length: most - least + 1 }, (_, fewer) => decimal(most - fewer)),
    ...(exponent >= LARGE ? exponents : []),
  ];
}

/**
 * A number with a fixed number of decimals. If it rounds to zero, it has no sign.
 *
 * @param {number} value
 * @param {number} decimals
 * @returns {string} such as 0.24, −0.02, 8.00, −∞, NaN
 */
export function cellText(value, decimals) {
  if (Number.isNaN(value)) return 'NaN';
  const size = Math.abs(value);
  const text = size === Infinity ? '∞' : fixed(size, decimals);
  return value < 0 && /[1-9∞]/.test(text) ? MINUS + text : text;
}

/** @param {number} decimals @returns {Write} */
const decimal = (decimals) => (value) => cellText(value, decimals);

/** @param {number} decimals @returns {Write} */
const scientific = (decimals) => (value) => {
  if (!Number.isFinite(value) || value === 0) return cellText(value, 0);
  const { digits, exponent } = round(exact(value), decimals + 1);
  const sign = value < 0 ? MINUS : '';
  const fraction = digits.slice(1, decimals + 1).padEnd(decimals, '0');
  return `${sign}${digits[0]}.${fraction}e${exponent < 0 ? MINUS : ''}${Math.abs(exponent)}`;
};

/** The characters of the longest text. @param {string[]} texts */
export function longest(texts) {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

/** All digits of a number, as Python writes them. @param {number} value */
export const allDigits = (value) => plainInfinity(repr(value));

/** Replaces NumPy's texts of infinity and NaN. @param {string} text */
export function plainInfinity(text) {
  return text.replace('inf', '∞').replace('nan', 'NaN').replace('-∞', '−∞');
}
