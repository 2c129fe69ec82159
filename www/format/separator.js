import { cellText } from './cell-text.js';
/** @import { Language } from '../state/languages.js' */

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
