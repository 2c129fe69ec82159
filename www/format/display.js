import { exact, fixed, positional, round, shortest, withoutZeros, repr } from './decimal.js';
/** @import { Language } from '../state/languages.js' */

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
  const exponents = MANTISSA_DECIMALS.map((digits) => withMantissa(digits));
  if (largest > 0 && exponent <= TINY) return exponents;
  // The largest number keeps two digits.
  const fewest = Math.max(0, 1 - exponent);
  const most = decimals <= EXACT ? decimals : Math.min(decimals, Math.max(DECIMALS, fewest));
  const least = Math.min(most, fewest);
  return [
    ...Array.from({ length: most - least + 1 }, (_, fewer) => withDecimals(most - fewer)),
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
const withDecimals = (decimals) => (value) => cellText(value, decimals);

/** @param {number} decimals @returns {Write} */
const withMantissa = (decimals) => (value) => {
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

/** @typedef {'.' | ','} Separator */

/** The decimal separators of languages. @type {Map<Language, Separator>} */
const known = new Map();

/**
 * The decimal separator of a language: a comma in Spanish and Portuguese.
 *
 * @param {Language} language
 * @returns {Separator}
 */
export function separatorOf(language) {
  const parts = () => new Intl.NumberFormat(language).formatToParts(0.5);
  const found =
    known.get(language) ??
    (parts().some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.');
  known.set(language, found);
  return found;
}

/**
 * Writes the decimal points of a text as a separator. Code and copied arrays keep points.
 *
 * @param {string} text @param {Separator} separator
 */
export const withSeparator = (text, separator) =>
  separator === '.' ? text : text.replace(/(\d)\.(?=\d)/g, `$1${separator}`);

/** A text with its numbers as a language writes them. @param {string} text @param {Language} language */
export const localized = (text, language) => withSeparator(text, separatorOf(language));

/**
 * A number with exactly this many decimals, as a language writes it.
 *
 * @param {Language} language @param {number} value @param {number} decimals
 */
export const decimal = (language, value, decimals) => localized(cellText(value, decimals), language);

/**
 * A list of numbers. Those with decimal commas are separated by semicolons.
 *
 * @param {string[]} numbers @param {Language} language
 */
export const listed = (numbers, language) => numbers.join(separatorOf(language) === ',' ? '; ' : ', ');
