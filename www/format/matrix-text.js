/** @import { MatrixData } from '../types.js' */

/** The exact text of a matrix in an attribute: `1 0; 0.25 0.75`. @param {MatrixData} matrix */
export function matrixText({ rows, cols, data }) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from(data.subarray(row * cols, (row + 1) * cols), String).join(' '),
  ).join('; ');
}
