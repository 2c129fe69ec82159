/** @import { MatrixData } from '../types.js' */

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
 * The one-hot embeddings of `tokens` different tokens: token i has a 1 at feature i (counted round when there are more tokens than features).
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
