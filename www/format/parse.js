/** Numbers and matrices of texts. For a text that a reader wrote, an error is the key of a message. */
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

/** The maximum number of rows, and of columns, of a matrix that is drawn cell by cell. */
export const LARGEST = 512;

/**
 * Copies a matrix from the page: `{ rows, cols, data }` in row-major order, or rows of numbers.
 *
 * @param {unknown} value
 * @param {number} [most] - the maximum number of rows, and of columns
 * @returns {MatrixData}
 * @throws {Error} with the figures, if it is not a matrix
 */
export function toMatrix(value, most = LARGEST) {
  if (isList(value)) return fromRows(value, most);
  const { rows, cols, data } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (!isSize(rows) || !isSize(cols))
    throw new Error('a matrix is { rows, cols, data } or rows of numbers, with at least one cell');
  bounded(rows, cols, most);
  if (!isList(data)) throw new Error('the data of a matrix is a list of numbers');
  if (data.length !== rows * cols)
    throw new Error(`${data.length} number${data.length === 1 ? '' : 's'} but ${rows} × ${cols} cells`);
  return { rows, cols, data: numbers(data, cols) };
}

/**
 * Parses a matrix in an attribute or a text file: rows separated by line ends or semicolons, rows in JSON,
 * or an array printed by NumPy. Infinities are allowed, because masked scores are minus infinity, and so is
 * NaN.
 *
 * @param {string} text
 * @returns {MatrixData}
 * @throws {Error} with the position of the error, if it is not a matrix
 */
export function matrixFromText(text) {
  const read = parseMatrix(text, anyNumber);
  if (!('error' in read)) {
    bounded(read.rows, read.cols, LARGEST);
    return read;
  }
  if (read.error === 'empty') throw new Error('there is no number in it');
  if (read.error === 'notNumber')
    throw new Error(
      `row ${read.figures.row}, column ${read.figures.column}: ${JSON.stringify(read.figures.text)} is not a number`,
    );
  throw new Error(uneven(read.figures.row, read.figures.got, read.figures.expected));
}

/** The exact text of a matrix in an attribute: `1 0; 0.25 0.75`. @param {MatrixData} matrix */
export function matrixToText({ rows, cols, data }) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from(data.subarray(row * cols, (row + 1) * cols), String).join(' '),
  ).join('; ');
}

/** Infinities and NaN, as NumPy, Python's JSON and JavaScript write them: inf, Infinity, nan, NaN. */
const NOT_FINITE = /^([+-]?)(nan|inf(?:inity)?)$/i;

/** @type {typeof parseNumber} */
function anyNumber(text) {
  const found = NOT_FINITE.exec(text.trim().replace('−', '-').replace('∞', 'inf'));
  if (!found) return parseNumber(text);
  return { value: /nan/i.test(found[2]) ? NaN : found[1] === '-' ? -Infinity : Infinity };
}

/** @param {ArrayLike<unknown>} rows @param {number} most @returns {MatrixData} */
function fromRows(rows, most) {
  const first = rows[0];
  if (!isList(first) || first.length === 0)
    throw new Error('a matrix is rows of numbers, with at least one cell');
  bounded(rows.length, first.length, most);
  const data = new Float64Array(rows.length * first.length);
  for (let row = 0; row < rows.length; row += 1) {
    const line = rows[row];
    if (!isList(line)) throw new Error(`row ${row + 1} is not a row of numbers`);
    if (line.length !== first.length) throw new Error(uneven(row + 1, line.length, first.length));
    data.set(numbers(line, first.length, row), row * first.length);
  }
  return { rows: rows.length, cols: first.length, data };
}

/**
 * The numbers of a list, including infinities and NaN.
 *
 * @param {ArrayLike<unknown>} list
 * @param {number} cols
 * @param {number} [from] - the first row, for errors
 */
function numbers(list, cols, from = 0) {
  return Float64Array.from({ length: list.length }, (_, place) => {
    const value = list[place];
    if (typeof value === 'number') return value;
    throw new Error(
      `row ${from + Math.floor(place / cols) + 1}, column ${(place % cols) + 1}: ${shown(value)} is not a number`,
    );
  });
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

/** @param {unknown} value @returns {value is number} */
function isSize(value) {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

/** @param {number} rows @param {number} cols @param {number} most */
function bounded(rows, cols, most) {
  if (rows > most || cols > most)
    throw new Error(`${rows} × ${cols} cells are too many: ${most} × ${most} can be drawn`);
}

/** @param {number} row @param {number} got @param {number} expected */
function uneven(row, got, expected) {
  return `row ${row} has ${got} number${got === 1 ? '' : 's'} and the first has ${expected}`;
}
