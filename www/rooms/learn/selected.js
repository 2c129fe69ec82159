import { axesOf } from '../../figure/axes.js';
import { headOf, ofHead, queryHeadOf } from '../../figure/heads.js';
import { schemeOf, WEIGHTS } from '../../figure/schemes.js';
/** @import { Model } from '../../types.js' */
/** @import { Selected } from '../../element/events.js' */

/**
 * The query and the key of the cell under the cursor, and their weight.
 *
 * @param {Model} model
 * @returns {Selected | null}
 */
export function selectedIn({ state: { cursor }, matrices }) {
  const matrix = cursor && matrices[cursor.matrix];
  if (!cursor || !matrix || cursor.row >= matrix.rows || cursor.col >= matrix.cols) return null;
  const axes = axesOf(cursor.matrix);
  const at = (/** @type {string} */ axis) =>
    axes.row === axis ? cursor.row : axes.col === axis ? cursor.col : null;
  const [query, key] = [at('query'), at('key')];
  const scheme = schemeOf(cursor.matrix);
  const weights = matrices[scheme ? WEIGHTS[scheme] : ofHead('weights', headOf(cursor.matrix))];
  const weight = query === null || key === null || !weights ? null : weights.data[query * weights.cols + key];
  return { head: queryHeadOf(cursor.matrix), query, key, weight };
}
