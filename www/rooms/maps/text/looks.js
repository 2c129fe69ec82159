/**
 * What a token looks at, and what looks at it: the row of a query, or the column of a key.
 *
 * `at`: the token is a query, and the text shows the weights of its row. `by`: the token is a key, and the
 * text shows the weights of its column.
 *
 * @typedef {'at' | 'by'} Direction
 */
/** @import { MapInfo } from '../types.js' */
/** @import { ColumnOf, RowOf } from '../head/numbers.js' */
/** @import { Cell } from '../head/viewport.js' */

/** @typedef {{ rowOf: RowOf, columnOf: ColumnOf }} Stores */

/** The index of the largest number; -1 if there is none above 0. @param {ArrayLike<number>} numbers */
export function largestOf(numbers) {
  let largest = -1;
  for (let at = 0; at < numbers.length; at += 1)
    if (numbers[at] > (largest < 0 ? 0 : numbers[largest])) largest = at;
  return largest;
}

/**
 * The weights that the text shows for a pair of the map: those of its query or of its key.
 *
 * @param {Direction} direction @param {MapInfo} info @param {Cell} pair @param {Stores} stores
 */
export function weightsOf(direction, info, pair, { rowOf, columnOf }) {
  return direction === 'at' ? rowOf(info, pair.query) : columnOf(info, pair.key);
}

/**
 * The pair of a token and of what it looks at most, or what looks at it most.
 *
 * @param {Direction} direction @param {number} token - a query or a key
 * @param {MapInfo} info @param {Stores} stores
 * @returns {Cell | null} null while the weights are pending
 */
export function pairOfToken(direction, token, info, stores) {
  const isAt = direction === 'at';
  const weights = weightsOf(direction, info, { query: token, key: token }, stores);
  if (!weights) return null;
  const other = Math.max(0, largestOf(weights));
  return isAt ? { query: token, key: other } : { query: other, key: token };
}
