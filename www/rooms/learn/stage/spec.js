import { baseOf } from '../../../figure/heads.js';
import { DROPPED, momentOf, OUTLINED } from './motion.js';
/**
 * The figure of a step as data: its matrices and their arrangement.
 *
 * @typedef {object} Product - a matrix product, arranged as it is computed by hand
 * @property {'product'} form
 * @property {string} left
 * @property {string} right
 * @property {string} result
 * @property {string} [over] - a matrix of one row above the left operand, such as the singular values
 * @property {(model: Model, row: number, col: number) => import('./sum.js').Term[]} [then] - the
 *   terms after the dot product, if the result is not the dot product itself
 *
 * @typedef {object} Line - matrices with the same rows side by side, with operators between them; the last is
 *   the result
 * @property {'line'} form
 * @property {string[]} parts
 * @property {string[]} signs
 * @property {string} result
 * @property {number} [shift] - column of the operand minus column of the result, for the same cell; by
 *   default 0
 * @property {number} [first] - the column that is selected by default; by default 0
 *
 * @typedef {object} Bars - rows of scores that softmax turns into weights
 * @property {'bars'} form
 * @property {string} from
 * @property {string} result
 *
 * @typedef {Product | Line | Bars} MatrixSpec
 */
/** @import { Model } from '../../../types.js' */

/** A matrix alone. @param {string} id @returns {MatrixSpec} */
export const only = (id) => ({ form: 'line', parts: [id], signs: [], result: id });

/**
 * The figure that shows how a matrix is computed: a product, a sum, or a softmax.
 *
 * @param {import('../../../types.js').Graph} graph
 * @param {string} result
 * @returns {MatrixSpec}
 */
export function specOf(graph, result) {
  const node = graph[result];
  if (node.kind === 'product') return { form: 'product', left: node.left, right: node.right, result };
  if (node.kind === 'softmax') return { form: 'bars', from: node.of, result };
  if (node.kind !== 'same') return only(result);
  const signs = node.of.slice(1).map(() => '+');
  return { form: 'line', parts: [...node.of, result], signs: [...signs, '='], result };
}

/** The matrices of a figure. @param {MatrixSpec} spec */
export function matricesOf(spec) {
  if (spec.form === 'product') return [spec.left, spec.right, spec.result, ...(spec.over ? [spec.over] : [])];
  return spec.form === 'line' ? spec.parts : [spec.from, spec.result];
}

/** The kind of motion of a step. @param {MatrixSpec} spec @returns {import('./motion.js').Motion} */
export function motionOf(spec) {
  if (spec.form === 'line')
    return spec.parts.length < 2 ? 'none' : baseOf(spec.result) === 'masked' ? 'curtain' : 'rows';
  return spec.form;
}

/**
 * The state of a motion at a time; null without motion.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {number | null} time
 */
export function momentIn(model, spec, time) {
  const motion = motionOf(spec);
  return time === null || motion === 'none' ? null : momentOf(motion, model.matrices[spec.result], time);
}

/**
 * The number of terms of the sum that are shown during a motion.
 *
 * @param {number} terms @param {import('./motion.js').Moment | null} moment
 */
export function termsShown(terms, moment) {
  if (!moment) return terms;
  return Math.floor((Math.max(0, moment.part - OUTLINED) / (DROPPED - OUTLINED)) * terms + 1);
}
