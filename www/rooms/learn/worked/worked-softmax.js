import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { inSum } from '../../../figure/digits.js';
import { joined, term, valueAt } from './sums.js';
/** @import { MatrixData, Model } from '../../../types.js' */
/** @import { Line } from './sums.js' */

/**
 * The calculation of a weight: e to the power of the score minus the largest score of its group, divided by
 * the sum of the group.
 *
 * @param {Model} model
 * @param {string} id - `weights` or `weightsRows`, with the head
 * @param {number} row
 * @param {number} col
 * @param {boolean} masked
 * @returns {Line[]}
 */
export function softmaxLines(model, id, row, col, masked) {
  const { switches, state } = model;
  const result = /** @type {Line} */ (['= ', { strong: inSum(state, valueAt(model, id, row, col)) }]);
  if (masked) return [['e^(−∞) = 0'], result];
  const logits = ofHead(switches.mask === 'none' ? 'scaled' : 'masked', headOf(id));
  const logit = { strong: term(model, valueAt(model, logits, row, col)) };
  const { shift, exponentials, sums } = partsOf(model, id);
  const exponential = inSum(state, exponentials.data[row * exponentials.cols + col]);
  const largest = inGroup(shift, row, col);
  const power =
    switches.softmaxForm === 'stable' ? ['e^(', logit, ` − ${term(model, largest)})`] : ['e^', logit];
  return [
    [...power, ' ÷ ', `Σ`],
    sumLine(model, id, row, col),
    ['= ', { strong: exponential }, ` ÷ ${inSum(state, inGroup(sums, row, col))}`],
    result,
  ];
}

/** The intermediate results of the softmax of a matrix. @param {Model} model @param {string} id */
function partsOf(model, id) {
  const { softmax, softmaxRows } = model.heads?.each[headOf(id) ?? 0] ?? model;
  return baseOf(id) === 'weightsRows' && softmaxRows ? softmaxRows : softmax;
}

/**
 * The sum of the exponentials of a group.
 *
 * @param {Model} model @param {string} id @param {number} row @param {number} col @returns {Line}
 */
function sumLine(model, id, row, col) {
  const { exponentials } = partsOf(model, id);
  const cells = groupCells(
    baseOf(id) === 'weightsRows' ? 'rows' : model.switches.softmaxAxis,
    exponentials,
    row,
    col,
  ).filter((cell) => exponentials.data[cell] !== 0 || cell === row * exponentials.cols + col);
  const line = joined(model, cells, (cell) => [inSum(model.state, exponentials.data[cell])]);
  return ['Σ ', ...line];
}

/** @param {string} axis @param {MatrixData} matrix @param {number} row @param {number} col */
function groupCells(axis, { rows, cols }, row, col) {
  if (axis === 'rows') return Array.from({ length: cols }, (_, j) => row * cols + j);
  if (axis === 'columns') return Array.from({ length: rows }, (_, i) => i * cols + col);
  return Array.from({ length: rows * cols }, (_, cell) => cell);
}

/**
 * The number of a cell's group in a matrix with one number for each row (rows × 1), for each column
 * (1 × cols) or for all cells (1 × 1).
 *
 * @param {MatrixData} matrix @param {number} row @param {number} col
 */
function inGroup(matrix, row, col) {
  return matrix.data[Math.min(row, matrix.rows - 1) * matrix.cols + Math.min(col, matrix.cols - 1)];
}
