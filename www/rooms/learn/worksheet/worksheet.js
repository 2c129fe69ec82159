import * as engine from '../../../engine/attention.js';
import { compute } from '../compute/compute.js';
import { showWorksheet } from './dialog.js';
/** @import { Model, State } from '../../../types.js' */

/**
 * Shows the worksheet of the lesson that a state shows, with the numbers of that state.
 *
 * @param {State} state
 * @param {Pick<Model, 't' | 'language'>} words
 */
export function worksheet(state, words) {
  const model = compute(engine, { ...state, rows: { ...state.rows, show: 'all' } });
  showWorksheet({ ...model, ...words });
}
