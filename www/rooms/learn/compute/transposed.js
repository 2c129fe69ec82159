/** @import { MatrixData } from '../../../types.js' */

/** @param {MatrixData} matrix @returns {MatrixData} */
export function transposed({ rows, cols, data }) {
  return {
    rows: cols,
    cols: rows,
    data: Float64Array.from(data, (_, cell) => data[(cell % rows) * cols + Math.floor(cell / rows)]),
  };
}
