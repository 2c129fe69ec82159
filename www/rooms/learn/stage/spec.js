import { cellIn, operationOf } from '../operations/index.js';
import { DROPPED, OUTLINED } from './motion.js';
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
 * @typedef {object} Board - matrices in stacks, which need not be a single sum
 * @property {'board'} form
 * @property {string} result
 * @property {Place} first - the cell that is selected by default
 * @property {(isNarrow: boolean) => Stack[]} stacks
 * @property {string[][]} scales - groups of matrices that share a color scale
 * @property {string[]} scaleNames - what the matrices of each group are called in the legend
 * @property {number} [current] - the row whose labels are highlighted; by default that of the chosen cell
 * @property {Marking} [marked] - how cells of keys that were picked, or not, are marked
 *
 * @typedef {{ lines: Block[][], align?: string }} Stack - lines of blocks, one below the other. Beside another stack,
 *   its first line is at the height of the matrix `align`
 *
 * @typedef {object} Block - a matrix on a board
 * @property {string} id
 * @property {number} x - its left edge in the stack, in cells
 * @property {number} [gaps] - gaps between cells to the left of it
 * @property {boolean} [follows] - whether it follows the block before it and its name, instead of `x`
 * @property {boolean} [isAfter] - whether it is empty until the result is computed
 * @property {boolean} [isClose] - whether its line is close to the one above
 * @property {'right' | 'left' | 'above' | 'below'} [name] - where its notation is
 * @property {string} [sign] - an operator before it
 * @property {boolean} [rows] - whether it has row labels
 * @property {boolean} [columns] - whether it has column labels
 * @property {string} [title]
 * @property {string} [note] - below it; a line break is kept
 * @property {number} [upTo] - how many rows are shown; the others are empty
 * @property {boolean} [bars] - whether bars from 0 to 1 are beside its rows
 *
 * @typedef {object} Marking
 * @property {string} by - the matrix with 1 for picked keys
 * @property {string[]} framed - matrices in which picked cells have a frame
 * @property {string[]} missed - matrices in which the other cells are dashed
 *
 * @typedef {(Product | Line | Bars | Board) & Computed} MatrixSpec
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
  if (spec.form === 'board')
    return spec
      .stacks(false)
      .flatMap(({ lines }) => lines.flat())
      .map(({ id }) => id);
  if (spec.form === 'product') return [spec.left, spec.right, spec.result, ...(spec.over ? [spec.over] : [])];
  return spec.form === 'line' ? spec.parts : [spec.from, spec.result];
}

/** Whether two cells of the result are the same. @param {Place | null} a @param {Place | null} b */
export const isSamePlace = (a, b) => a?.row === b?.row && a?.col === b?.col;

/** The kind of motion of a step. @param {MatrixSpec} spec @returns {Motion} */
export function motionOf({ motion, ...spec }) {
  if (spec.form === 'board') return motion ?? 'rows';
  if (spec.form !== 'line') return spec.form;
  return spec.parts.length < 2 ? 'none' : (motion ?? 'rows');
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

/**
 * The rows of a matrix on a board that are still empty: those of later words, or all until the result is
 * computed.
 *
 * @param {Board} spec @param {string} id @param {number} rows @param {boolean} isMoving - whether the result is
 *   still to be computed
 */
export function hiddenRows(spec, id, rows, isMoving) {
  const blocks = spec.stacks(false).flatMap(({ lines }) => lines.flat());
  const { upTo = rows, isAfter = false } = blocks.find((block) => block.id === id) ?? {};
  const from = isAfter && isMoving ? 0 : upTo;
  return Array.from({ length: Math.max(0, rows - from) }, (_, row) => from + row);
}
