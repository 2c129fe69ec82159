import * as engine from '../../../engine/attention.js';
import { compute } from '../compute/compute.js';
import { freshState } from '../state/state.js';
import { showWorksheet } from './dialog.js';
/** @import { Model, State } from '../../../types.js' */

/**
 * The matrices of stories are a model's, too wide to be computed by hand: their worksheet is that of a lesson
 * on the same computation.
 *
 * @type {Record<string, string>}
 */
const BY_HAND = {
  first: 'words',
  ahead: 'scale-mask',
  scaling: 'scale-mask',
  'two-heads': 'heads',
  order: 'positions',
};

/**
 * Shows the worksheet of the lesson that a state shows, with the numbers of that state.
 *
 * @param {State} state
 * @param {Pick<Model, 't' | 'language'>} words
 */
export function worksheet(state, words) {
  const other = BY_HAND[state.lesson];
  const shown = other ? freshState(other, state) : state;
  const model = compute(engine, { ...shown, rows: { ...shown.rows, show: 'all' } });
  showWorksheet({ ...model, ...words });
}
