/** @import { MatrixData } from '../../../types.js' */

/**
 * A matrix from its rows.
 *
 * @param {number[][]} rows - at least one, all of one length
 * @returns {MatrixData} row-major
 */
export function matrix(rows) {
  return { rows: rows.length, cols: rows[0].length, data: Float64Array.from(rows.flat()) };
}

/**
 * One-hot embeddings: token i has a 1 at feature i modulo `features`.
 *
 * @param {number} tokens
 * @param {number} features
 * @returns {MatrixData}
 */
export function oneHot(tokens, features) {
  const data = new Float64Array(tokens * features);
  for (let token = 0; token < tokens; token += 1) data[token * features + (token % features)] = 1;
  return { rows: tokens, cols: features, data };
}

/**
 * A matrix with ones on the diagonal.
 *
 * @param {number} rows
 * @param {number} cols
 * @returns {MatrixData}
 */
export function identity(rows, cols) {
  return {
    rows,
    cols,
    data: Float64Array.from({ length: rows * cols }, (_, cell) =>
      Math.floor(cell / cols) === cell % cols ? 1 : 0,
    ),
  };
}

/**
 * Converts input matrices from plain numbers.
 *
 * @template {string} K
 * @param {Record<K, { rows: number, cols: number, data: number[] }>} inputs - row-major
 * @returns {Record<K, MatrixData>}
 */
export function matrices(inputs) {
  const entries = /** @type {[K, { rows: number, cols: number, data: number[] }][]} */ (
    Object.entries(inputs)
  );
  return /** @type {Record<K, MatrixData>} */ (
    Object.fromEntries(
      entries.map(([id, { rows, cols, data }]) => [id, { rows, cols, data: Float64Array.from(data) }]),
    )
  );
}

/** @param {MatrixData} matrix @returns {MatrixData} */
export function transposed({ rows, cols, data }) {
  return {
    rows: cols,
    cols: rows,
    data: Float64Array.from(data, (_, cell) => data[(cell % rows) * cols + Math.floor(cell / rows)]),
  };
}

/** A row of a matrix, without copying it. @param {MatrixData} matrix @param {number} row */
export const rowOf = ({ cols, data }, row) => data.subarray(row * cols, (row + 1) * cols);

/** The rows of a matrix, without copying them. @param {MatrixData} matrix */
export const rowsOf = (matrix) => Array.from({ length: matrix.rows }, (_, row) => rowOf(matrix, row));

/** @param {Iterable<number>} numbers */
export const sum = (numbers) => [...numbers].reduce((total, number) => total + number, 0);
