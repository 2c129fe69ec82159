import { BLANK, MASKED } from '../ui/cell-digits.js';
import { matrixOf } from './matrices.js';
/** @import { Model, State } from '../types.js' */

export { BLANK, MASKED };

/**
 * The state of each cell of a matrix: a value, masked, or not revealed yet.
 *
 * @param {Pick<Model, 'state' | 'switches' | 'matrices'>} model
 * @param {string} id
 * @returns {Uint8Array}
 */
export function cellStates({ state, switches, matrices }, id) {
  const { rows, cols } = matrices[id];
  const states = new Uint8Array(rows * cols);
  const { isMasked, byQuery, isOfWord } = matrixOf(id) ?? {};
  // A row of one word has the mask of this word.
  const first = isOfWord ? (Number(id.slice(-1)) - 1) * cols : 0;
  if (isMasked && switches.mask !== 'none')
    states.forEach((_, cell) => {
      if (matrices.allowed.data[first + cell] === 0) states[cell] = MASKED;
    });
  if (byQuery)
    for (let row = 0; row < rows; row += 1)
      if (!isShown(state.rows, row)) states.fill(BLANK, row * cols, (row + 1) * cols);
  return states;
}

/** Whether the row of a query is revealed. @param {State['rows']} rows @param {number} query */
function isShown({ show, query: current }, query) {
  if (show === 'one') return query === current;
  return show === 'all' || query <= current;
}
