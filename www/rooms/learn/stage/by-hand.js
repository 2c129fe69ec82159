import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { shownMatrix } from './matrix-figure.js';
import { keySize } from '../worked/worked-after.js';
import { inLine, valueAt } from './numbers.js';
/** @import { Model } from '../../../types.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * The pairs of numbers that are multiplied for a cell of a product: a row of the left operand with a column
 * of the right one.
 *
 * @param {Model} model
 * @param {Extract<MatrixSpec, { form: 'product' }>} spec
 * @param {{ row: number, col: number }} cell - of the result
 */
export function pairsOf(model, spec, { row, col }) {
  const right = shownMatrix(model, spec, spec.right);
  return Array.from({ length: right.rows }, (_, index) => [
    valueAt(model, spec.left, row, index),
    right.data[index * right.cols + col],
  ]);
}

/**
 * A cell of the result as a reader computes it: from the rounded numbers of the sum, not from all digits. The
 * two can differ in the last digit that is shown. Null where there is no sum.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell
 * @returns {number | null}
 */
export function byHand(model, spec, { row, col }) {
  const { graph, matrices, state, switches } = model;
  const asShown = (/** @type {number} */ value) =>
    Number.isFinite(value) ? Number(inLine(state, value).replace('−', '-')) : value;
  const shownAt = (/** @type {string} */ id, /** @type {number} */ key) =>
    asShown(valueAt(model, id, row, key));
  const total = (/** @type {number[]} */ terms) => terms.reduce((sum, term) => sum + term, 0);
  if (spec.form === 'product') {
    if (spec.over || spec.then) return null;
    return total(pairsOf(model, spec, { row, col }).map(([left, right]) => asShown(left) * asShown(right)));
  }
  if (spec.form === 'bars') {
    const node = graph[spec.result];
    if (node.kind !== 'softmax' || node.axis !== 'rows') return null;
    const { cols } = matrices[spec.from];
    const powers = Array.from({ length: cols }, (_, key) => Math.exp(shownAt(spec.from, key)));
    return powers[col] / total(powers);
  }
  const base = baseOf(spec.result);
  if (base === 'scaled') {
    const score = shownAt(ofHead('scores', headOf(spec.result)), col);
    return switches.scale === 'sqrt' ? score / Math.sqrt(keySize(model)) : null;
  }
  return base === 'x' ? total(spec.parts.slice(0, -1).map((id) => shownAt(id, col))) : null;
}
