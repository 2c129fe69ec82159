import { baseOf } from '../../../figure/heads.js';
import { DROPPED, momentOf, OUTLINED } from './motion.js';
/**
 * The figure of a step as data: which matrices stand on the stage, and how.
 *
 * @typedef {object} Product - a product as it is worked by hand
 * @property {'product'} form
 * @property {string} left
 * @property {string} right
 * @property {string} result
 * @property {string} [over] - a matrix of one row above the left operand, such as the singular values
 * @property {(model: Model, row: number, col: number) => import('./sum.js').Term[]} [then] - what stands in
 *   the sum after the dot product, where the result is not the dot product itself
 *
 * @typedef {object} Line - matrices of the same rows in a line, with operators between them; the last one is
 *   the result
 * @property {'line'} form
 * @property {string[]} parts
 * @property {string[]} signs
 * @property {string} result
 * @property {number} [shift] - a cell of the result comes from the operand's cell so many columns further
 *   right; by default 0
 * @property {number} [first] - the column whose cell is selected by default; by default the first
 *
 * @typedef {object} Bars - rows of scores that softmax turns into shares
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
 * The figure of how a matrix is computed: a product, a sum, or a softmax of each row.
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

/** How a step moves. @param {MatrixSpec} spec @returns {import('./motion.js').Motion} */
export function motionOf(spec) {
  if (spec.form === 'line')
    return spec.parts.length < 2 ? 'none' : baseOf(spec.result) === 'masked' ? 'curtain' : 'rows';
  return spec.form;
}

/**
 * Where the motion of a step is; null when it is over.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {number | null} time
 */
export function momentIn(model, spec, time) {
  const motion = motionOf(spec);
  return time === null || motion === 'none' ? null : momentOf(motion, model.matrices[spec.result], time);
}

/**
 * How many terms of the sum are there at a moment.
 *
 * @param {number} terms @param {import('./motion.js').Moment | null} moment
 */
export function termsShown(terms, moment) {
  if (!moment) return terms;
  return Math.floor((Math.max(0, moment.part - OUTLINED) / (DROPPED - OUTLINED)) * terms + 1);
}
