/** The maximum number of characters of a number that an error message quotes. */
const CLIP = 20;

/** A number with a comma that may be a thousands separator: 1,234 but not 0,234. */
const GROUPED = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** @import { Separator } from './separator.js' */

/**
 * Parses one number: digits with a point or a comma; an exponent; a minus sign of either kind. A comma that
 * may be a thousands separator is rejected, unless the language of the reader has decimal commas.
 *
 * Only finite numbers are accepted, and no other notation: Infinity, NaN, 0x10 and 1/2 are rejected.
 *
 * @param {string} text
 * @param {Separator} [separator] - the decimal separator of the language
 * @returns {{ value: number } | { error: 'empty' | 'notNumber', figures: { text: string } }}
 */
export function parseNumber(text, separator = '.') {
  const trimmed = text.trim();
  if (trimmed === '') return { error: 'empty', figures: { text: '' } };
  const signed = trimmed.replace(/^−/, '-').replace(/e−/i, 'e-');
  const pointed =
    (separator === '.' && GROUPED.test(signed)) || signed.includes('.') ? signed : signed.replace(',', '.');
  const value = PLAIN.test(pointed) ? Number(pointed) : NaN;
  return Number.isFinite(value) ? { value } : { error: 'notNumber', figures: { text: clip(trimmed) } };
}

/**
 * A number without the separators between its groups of three digits, for where it is known to be large
 * enough to have them.
 *
 * @param {string} text
 * @param {Separator} separator - the decimal separator of the language
 */
export const withoutGroups = (text, separator) =>
  text.replace(separator === '.' ? /(?<=\d),(?=\d{3}(\D|$))/g : /(?<=\d)\.(?=\d{3}(\D|$))/g, '');

/** Shortens a text to some characters, with an ellipsis. @param {string} text @param {number} [most] */
export function clip(text, most = CLIP) {
  // A character of a long text is at most two code units.
  const characters = Array.from(text.slice(0, 4 * most));
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
