import { clip, parseNumber } from './parse-number.js';
/** @import { MatrixData } from '../types.js' */

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
