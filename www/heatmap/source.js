import { toMatrix, matrixFromText } from '../format/matrix.js';
import { fetched } from '../element/fetched.js';
/** @import { MatrixData } from '../types.js' */

/**
 * A matrix with its labels and name.
 *
 * @typedef {object} Input
 * @property {MatrixData} matrix
 * @property {Uint8Array | null} [states] - one for each cell: 0 a value, 1 masked, 2 not shown, 3 not picked
 * @property {string[] | null} [queryLabels]
 * @property {string[] | null} [keyLabels]
 * @property {string | null} [name]
 */

/** The maximum number of characters in a file. A matrix that can be drawn is shorter. */
const MAX_LENGTH = 16 * 2 ** 20;

/**
 * Validates the property `data`: rows of numbers, or `{ rows, cols, data }` with labels and a name, where
 * `data` or `weights` may also be rows.
 *
 * @param {any} data
 * @returns {Input}
 * @throws {Error} that names the sizes
 */
export function inputOf(data) {
  const { states, queryLabels, keyLabels, name } = data ?? {};
  const matrix = toMatrix(
    Array.isArray(data?.weights) || Array.isArray(data?.data?.[0]) ? (data.weights ?? data.data) : data,
  );
  const count = matrix.rows * matrix.cols;
  if (states && states.length !== count)
    throw new Error(`${states.length} states but ${matrix.rows} × ${matrix.cols} cells`);
  return {
    matrix,
    states: states ? Uint8Array.from(states) : null,
    queryLabels: labels(queryLabels),
    keyLabels: labels(keyLabels),
    name: typeof name === 'string' ? name : null,
  };
}

/** @param {unknown} list */
function labels(list) {
  return Array.isArray(list) ? list.map(String) : null;
}

/**
 * The matrix with one number replaced.
 *
 * @param {MatrixData} matrix
 * @param {{ row: number, col: number }} cell
 * @param {number} value
 * @returns {MatrixData}
 */
export function withNumber({ rows, cols, data }, { row, col }, value) {
  const numbers = data.slice();
  numbers[row * cols + col] = value;
  return { rows, cols, data: numbers };
}

/**
 * Loads a matrix from a URL: JSON in the form of `data`, or a text table.
 *
 * @param {string} src
 * @param {string} base - the base of a relative URL
 * @param {AbortSignal} signal
 * @returns {Promise<Input>}
 * @throws {Error} that names the file
 */
export async function readSource(src, base, signal) {
  const { file, response } = await fetched(src, base, signal);
  const text = await response.text();
  if (text.length > MAX_LENGTH) throw new Error(`${file} is too long: ${text.length} characters`);
  try {
    return /^\s*{/.test(text) ? inputOf(parsedJson(text)) : { matrix: matrixFromText(text) };
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** @param {string} text */
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}
