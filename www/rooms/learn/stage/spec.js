import { cellIn, operationOf } from '../operations/index.js';
import { cellTimes, DROPPED, momentOf, OUTLINED, timelineOf } from './motion.js';
/**
 * The figure of a step as data: its matrices and their arrangement.
 *
 * @typedef {object} Product - a matrix product, arranged as it is computed by hand
 * @property {'product'} form
 * @property {string} left
 * @property {string} right
 * @property {string} result
 * @property {string} [over] - a matrix of one row above the left operand, such as the singular values
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
 * @typedef {(Product | Line | Bars) & Computed} MatrixSpec
 *
 * @typedef {object} Computed
 * @property {Node} [node] - how the result is computed, if the step shows another way than the lesson uses
 * @property {Motion} [motion] - by default that of the form
 */
/** @import { Graph, Model, Node } from '../../../types.js' */
/** @import { At } from '../operations/operation.js' */
/** @import { Motion, Place } from './motion.js' */

/** A matrix alone. @param {string} id @returns {MatrixSpec} */
export const only = (id) => ({ form: 'line', parts: [id], signs: [], result: id });

/**
 * The figure that shows how a matrix is computed.
 *
 * @param {Graph} graph
 * @param {string} result
 * @returns {MatrixSpec}
 */
export const specOf = (graph, result) => specFor(graph[result], result);

/**
 * The figure of a way to compute a matrix.
 *
 * @param {Node} node @param {string} result @returns {MatrixSpec}
 */
export const specFor = (node, result) => operationOf(node).figure?.(node, result) ?? only(result);

/**
 * A cell of the result, and how it is computed.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {{ row: number, col: number }} cell @returns {At}
 */
export function cellOfResult(model, { result, node }, cell) {
  const at = cellIn(model, result, cell);
  return node ? { ...at, node } : at;
}

/** The matrices of a figure. @param {MatrixSpec} spec */
export function matricesOf(spec) {
  if (spec.form === 'product') return [spec.left, spec.right, spec.result, ...(spec.over ? [spec.over] : [])];
  return spec.form === 'line' ? spec.parts : [spec.from, spec.result];
}

/** Whether two cells of the result are the same. @param {Place | null} a @param {Place | null} b */
export const isSamePlace = (a, b) => a?.row === b?.row && a?.col === b?.col;

/** The kind of motion of a step. @param {MatrixSpec} spec @returns {Motion} */
export function motionOf({ motion, ...spec }) {
  if (spec.form !== 'line') return spec.form;
  return spec.parts.length < 2 ? 'none' : (motion ?? 'rows');
}

/**
 * The motion of a step, and the cell of its question, open or answered.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Place | null} asked
 */
export const timelineIn = (model, spec, asked) =>
  timelineOf(motionOf(spec), model.matrices[spec.result], asked);

/**
 * The times of a motion between which a reader moves.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Place | null} asked
 */
export const cellTimesIn = (model, spec, asked) =>
  cellTimes(motionOf(spec), model.matrices[spec.result], asked);

/**
 * The state of a motion at a time; null without motion.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {number | null} time
 * @param {Place | null} asked - the cell of a question, open or answered
 */
export function momentIn(model, spec, time, asked) {
  const motion = motionOf(spec);
  if (time === null || motion === 'none') return null;
  return momentOf(motion, model.matrices[spec.result], time, asked);
}

/**
 * The number of terms of the sum that are shown during a motion.
 *
 * @param {number} terms @param {import('./motion.js').Moment | null} moment
 */
export function termsShown(terms, moment) {
  if (!moment || moment.isAsked) return terms;
  return Math.floor((Math.max(0, moment.part - OUTLINED) / (DROPPED - OUTLINED)) * terms + 1);
}
