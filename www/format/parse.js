/** @import { Separator } from './display.js' */
/** @import { MatrixData } from '../types.js' */

/** The maximum number of characters of a number that an error message quotes. */
const CLIP = 20;

/** A number with a comma that may be a thousands separator: 1,234 but not 0,234. */
const GROUPED = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

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

/**
 * The error of a pasted matrix. Rows and columns are counted from 1.
 *
 * @typedef {{ error: 'empty', figures: {} }
 *   | { error: 'ragged', figures: { row: number, got: number, expected: number } }
 *   | { error: 'notNumber', figures: { row: number, column: number, text: string } }} MatrixError
 */

/**
 * Parses a matrix: rows separated by line ends or semicolons, with numbers separated by blanks, tabs or
 * commas; or with the brackets of NumPy, printed (`[[ 1.  -2.5]`) or typed (`np.array([[1, -2.5], [3,
 * 4]])`), where a row may span several lines.
 *
 * Spreadsheets separate cells by tabs, so in a row with tabs a comma is a decimal comma. So it is if blanks
 * separate numbers and all commas are within them: `0,25 0,75`.
 *
 * @param {string} text
 * @param {typeof parseNumber} [parse] - parses a number
 * @returns {MatrixData | MatrixError}
 */
export function parseMatrix(text, parse = parseNumber) {
  const rows = text.includes('[') ? bracketed(text) : lines(text);
  if (!Array.isArray(rows)) return rows;
  if (!rows.some((row) => row.length > 0)) return { error: 'empty', figures: {} };
  /** @type {number[]} */
  const data = [];
  for (const [index, row] of rows.entries()) {
    for (const [place, cell] of row.entries()) {
      const read = parse(cell);
      if ('error' in read) return notNumber(index, place, cell);
      data.push(read.value);
    }
    if (row.length !== rows[0].length)
      return { error: 'ragged', figures: { row: index + 1, got: row.length, expected: rows[0].length } };
  }
  return { rows: rows.length, cols: rows[0].length, data: Float64Array.from(data) };
}

/** @param {string} text */
function lines(text) {
  return text
    .split(/[\n\r;]+/)
    .filter((line) => line.trim() !== '')
    .map(cells);
}

/**
 * Splits a text with brackets. The innermost brackets are the rows. Only brackets and commas are allowed
 * around them, a name or a call before the first row, and the end of the call after the last.
 *
 * @param {string} text
 * @returns {string[][] | MatrixError}
 */
function bracketed(text) {
  const body = text.replace(/^[^[\d]*(?=\[)/, '').replace(/\](?:\s*,\s*dtype\s*=\s*[\w.]+)?[\s);]*$/, ']');
  if (/\[\s*\[\s*\[/.test(body)) return notNumber(0, 0, '[[[');
  const rows = [];
  let end = 0;
  for (const match of body.matchAll(/\[([^[\]]*)\]/g)) {
    const between = body.slice(end, match.index);
    if (!/^[\s,[]*$/.test(between)) return notNumber(rows.length, 0, stray(between));
    rows.push(cells(match[1].replace(/[\n\r]+/g, ' ')));
    end = match.index + match[0].length;
  }
  const rest = body.slice(end);
  return /^[\s,\]]*$/.test(rest) ? rows : notNumber(rows.length, 0, stray(rest));
}

/** The text between rows, without the commas around it. @param {string} text */
function stray(text) {
  return text
    .replace(/^[\s,]+/, '')
    .trim()
    .replace(/,$/, '');
}

/** @param {string} line */
function cells(line) {
  const single = line.trim().replace(/[^\S\t]+/g, ' ');
  const ended = single.replace(/ ?,$/, '');
  if (ended === '') return [];
  if (single.includes('\t')) return ended.split(/,? ?\t ?/);
  const hasDecimalCommas = / /.test(ended) && /,/.test(ended) && !/(?<!\d),|,(?!\d)/.test(ended);
  return ended.split(hasDecimalCommas ? / / : / ?, ?| /);
}

/** @param {number} row @param {number} column @param {string} text @returns {MatrixError} */
function notNumber(row, column, text) {
  return { error: 'notNumber', figures: { row: row + 1, column: column + 1, text: clip(text) } };
}
