/** @import { MatrixData } from '../types.js' */

/**
 * The color scale around 0 up to the largest absolute value of a matrix.
 *
 * @param {MatrixData} matrix
 * @returns {{ kind: 'sequential' | 'diverging', low: number, high: number }}
 */
export function symmetric({ data }) {
  let largest = 0;
  for (const value of data) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  return { kind: 'diverging', low: -(largest || 1), high: largest || 1 };
}
