import * as engine from '../../../engine/attention.js';
import { compute } from '../compute/compute.js';
import { freshState } from '../state/state.js';
import { showWorksheet } from './dialog.js';
/** @import { Model, State } from '../../../types.js' */

/**
 * The lessons whose worksheets stories use. The matrices of stories come from a trained model and are too
 * wide to compute by hand.
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
 * Shows the worksheet of a lesson with the numbers of a state.
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
