import { BLANK, MASKED } from '../ui/cell-digits.js';
import { matrixOf } from './matrices.js';
/** @import { MatrixData, Model, State } from '../types.js' */

export { BLANK, MASKED };

/**
 * Whether the row of a query is revealed.
 *
 * @param {State['rows']} rows
 * @param {number} query
 */
function isShown(rows, query) {
  if (rows.show === 'one') return query === rows.query;
  return rows.show === 'all' || query <= rows.query;
}

/**
 * The state of each cell of a matrix: a value, masked, or not revealed yet.
 *
 * @param {Pick<Model, 'state' | 'switches' | 'matrices'>} model
 * @param {string} id
 * @returns {Uint8Array}
 */
export function cellStates({ state, switches, matrices }, id) {
  const matrix = matrices[id];
  const states = new Uint8Array(matrix.rows * matrix.cols);
  const { isMasked, byQuery } = matrixOf(id) ?? {};
  if (isMasked && switches.mask !== 'none') markMasked(states, matrices.allowed);
  if (byQuery) blankRows(states, matrix, state.rows);
  return states;
}

/** @param {Uint8Array} states @param {MatrixData} allowed */
function markMasked(states, allowed) {
  allowed.data.forEach((value, cell) => {
    if (value === 0) states[cell] = MASKED;
  });
}

/** @param {Uint8Array} states @param {MatrixData} matrix @param {State['rows']} rows */
function blankRows(states, matrix, rows) {
  for (let row = 0; row < matrix.rows; row += 1) {
    if (!isShown(rows, row)) states.fill(BLANK, row * matrix.cols, (row + 1) * matrix.cols);
  }
}
