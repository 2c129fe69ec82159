/** @import { MapsState } from '../../types.js' */

/**
 * The cell that is held in a new text: the last token and what it looks at most, unless another token is
 * held.
 *
 * @param {MapsState} state
 * @param {number} tokens - of the text
 * @param {number | null} before - the number of tokens that were shown
 * @param {(layer: number, head: number) => Float32Array} rowOf - the last row of a head's map
 * @returns {MapsState['cursor']}
 */
export function cursorOf({ layer, head, cursor }, tokens, before, rowOf) {
  const isOther = cursor !== null && before !== null && cursor.query !== before - 1;
  if (isOther && cursor.query < tokens) return cursor;
  const row = rowOf(layer, head);
  if (cursor !== null && before === null && cursor.query < tokens && cursor.key < row.length) return cursor;
  const key = row.indexOf(row.reduce((most, weight) => Math.max(most, weight), -Infinity));
  return { query: tokens - 1, key };
}
