import { matrixOf } from './matrices.js';
/** @import { MatrixData, Model } from '../types.js' */

/**
 * The color scale of a matrix: the scale that it shares with others, or its own.
 *
 * @param {Pick<Model, 'matrices' | 'scales'>} model
 * @param {string} id
 */
export function scaleIn({ matrices, scales }, id) {
  return scales?.[id] ?? scaleOf(id, matrices[id]);
}

/**
 * The own color scale of a matrix: from 0 to 1 for weights and masks, otherwise symmetric around 0 up to the
 * largest absolute value.
 *
 * @param {string} id
 * @param {MatrixData} matrix
 * @returns {{ kind: 'sequential' | 'diverging', low: number, high: number }}
 */
export function scaleOf(id, matrix) {
  const range = matrixOf(id)?.range;
  if (range) return { kind: 'sequential', low: range[0], high: range[1] };
  let largest = 0;
  for (const value of matrix.data) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  return { kind: 'diverging', low: -(largest || 1), high: largest || 1 };
}
