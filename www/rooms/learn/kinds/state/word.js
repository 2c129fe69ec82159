import { wordOf } from '../../compute/state.js';
/** @import { Model } from '../../../../types.js' */

/** The words that the steps show first, counted from 0. @type {Record<string, number>} */
const FIRST = { write: 1, read: 2, erase: 2, decay: 2 };

/** The matrices on the board of each step, by id without the word. @type {Record<string, string[]>} */
const ON_BOARD = {
  write: ['addedBefore', 'valueRow', 'keyColumn', 'added', 'addedState', 'plain'],
  read: ['before', 'keyRow', 'read', 'valueRow', 'unrolled'],
  erase: [
    ...['before', 'keyRow', 'read', 'valueRow', 'change', 'keyColumn', 'written', 'state'],
    ...['unrolled', 'plainRow'],
  ],
  decay: ['fadedBefore', 'faded', 'fadedState', 'fading'],
};

/**
 * The word on the stage, counted from 0: that of the selected cell, if its matrix is on the board of the
 * step. In a table it is the word of the row.
 *
 * @param {Model} model @param {string} step
 */
export function shownWord({ state: { cursor }, lesson }, step) {
  if (!cursor || !ON_BOARD[step]?.includes(cursor.matrix.replace(/\d$/, ''))) return FIRST[step] ?? 0;
  return Math.min(wordOf(cursor.matrix) ?? cursor.row, lesson.tokens.length - 1);
}
