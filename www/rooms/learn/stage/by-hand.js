import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { shownMatrix } from './matrix-figure.js';
import { keySize } from '../worked/worked-after.js';
import { inLine } from './numbers.js';
/** @import { Model } from '../../../types.js' */
/** @import { MatrixSpec } from './spec.js' */

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
  const shownAt = (/** @type {string} */ id, /** @type {number} */ r, /** @type {number} */ c) =>
    asShown(matrices[id].data[r * matrices[id].cols + c]);
  if (spec.form === 'product') {
    if (spec.over || spec.then) return null;
    const right = shownMatrix(model, spec, spec.right);
    const terms = Array.from(
      { length: right.rows },
      (_, index) => shownAt(spec.left, row, index) * asShown(right.data[index * right.cols + col]),
    );
    return terms.reduce((sum, term) => sum + term, 0);
  }
  if (spec.form === 'bars') {
    const node = graph[spec.result];
    if (node.kind !== 'softmax' || node.axis !== 'rows') return null;
    const { cols } = matrices[spec.from];
    const powers = Array.from({ length: cols }, (_, key) => Math.exp(shownAt(spec.from, row, key)));
    return powers[col] / powers.reduce((sum, power) => sum + power, 0);
  }
  const base = baseOf(spec.result);
  if (base === 'scaled') {
    const score = shownAt(ofHead('scores', headOf(spec.result)), row, col);
    return switches.scale === 'sqrt' ? score / Math.sqrt(keySize(model)) : null;
  }
  if (base === 'x') return spec.parts.slice(0, -1).reduce((sum, id) => sum + shownAt(id, row, col), 0);
  return null;
}
