import { clip, parseNumber, parseMatrix } from './parse.js';
/** @import { MatrixData } from '../types.js' */

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
