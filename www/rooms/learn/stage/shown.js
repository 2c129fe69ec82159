import { BLANK, MASKED } from '../../../figure/reveal.js';
import { textsOf } from '../numbers.js';
import { matricesOf, motionOf } from './spec.js';
import { ADVANCE } from './layout.js';
/** @import { MatrixData, Model } from '../../../types.js' */
/** @import { Precision } from '../numbers.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { Placed } from './layout.js' */

/**
 * @typedef {object} Shown - what is drawn of a matrix
 * @property {MatrixData} matrix
 * @property {Uint8Array} states
 * @property {string[]} texts
 * @property {Precision} [precision]
 */

/**
 * The result as far as it is computed, without the cell of an open question. Cells that are not computed yet
 * are blank. With a curtain, cells that it has not reached show their score.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Place | null} asked @param {Moment | null} moment
 * @param {Shown} whole
 * @returns {Shown}
 */
export function shownUntil(model, spec, asked, moment, whole) {
  const shown = moment ? partly(model, spec, moment, whole) : whole;
  if (!asked) return shown;
  const cell = asked.row * whole.matrix.cols + asked.col;
  const isOther = (/** @type {unknown} */ _, /** @type {number} */ each) => each !== cell;
  return {
    ...shown,
    states: shown.states.map((state, each) => (isOther(state, each) ? state : BLANK)),
    texts: shown.texts.map((text, each) => (isOther(text, each) ? text : '')),
  };
}

/** @param {Model} model @param {MatrixSpec} spec @param {Moment} moment @param {Shown} whole @returns {Shown} */
function partly(model, spec, moment, { matrix, states, texts, precision }) {
  const { cols } = matrix;
  const shown = (/** @type {number} */ cell) => moment.isShown(Math.floor(cell / cols), cell % cols);
  if (motionOf(spec) !== 'curtain')
    return {
      matrix,
      states: states.map((state, cell) => (shown(cell) ? state : BLANK)),
      texts: texts.map((text, cell) => (shown(cell) ? text : '')),
    };
  const before = matricesOf(spec)[0];
  const plain = textsOf(model, before, model.matrices[before], precision);
  return {
    matrix: model.matrices[before],
    states: states.map((state, cell) => (state === MASKED && !shown(cell) ? 0 : state)),
    texts: texts.map((text, cell) => (states[cell] === MASKED && !shown(cell) ? plain[cell] : text)),
  };
}

/**
 * What is read aloud for the cells of a result with an open question. Screen readers must not get the answer
 * or a later cell either.
 *
 * @param {Model} model @param {Place | null} asked @param {Moment | null} moment
 * @param {(row: number, col: number) => string} describe - of all cells
 */
export function describeUntil({ t }, asked, moment, describe) {
  if (!asked) return describe;
  return (/** @type {number} */ row, /** @type {number} */ col) => {
    if (row === asked.row && col === asked.col) return t.stage.asked;
    return moment && !moment.isShown(row, col) ? t.figure.hidden : describe(row, col);
  };
}

/**
 * Cells of a matrix in the current sum: one cell, a row or a column.
 *
 * @typedef {Place & { rows?: number, cols?: number }} Rect
 */

/** The space around a number in a widened cell, both sides together. */
const AROUND = 7;
/** How far the outline of cells exceeds them, both sides together. */
const OUTLINE = 3;

/**
 * The cells of a sum that show all of their decimals, as the sum does, although their matrix has one decimal.
 * `cells` are their indices, and `excess` is their extra width. Null if the matrix shows all decimals anyway,
 * and for a row, which has no room for them.
 *
 * @param {Model} model @param {Placed} place @param {Rect} rect
 * @returns {{ cells: number[], texts: string[], excess: number } | null}
 */
export function widened(
  model,
  { id, cell, digits, cols, precision },
  { row, col, rows = 1, cols: wide = 1 },
) {
  if (precision !== 'least' || digits === 0 || wide > 1) return null;
  const all = textsOf(model, id, model.matrices[id]);
  const cells = Array.from({ length: rows }, (_, index) => (row + index) * cols + col);
  const texts = cells.map((index) => all[index]);
  const needed = Math.max(...texts.map(({ length }) => Math.ceil(length * digits * ADVANCE) + AROUND));
  return { cells, texts, excess: Math.max(0, needed - (cell.width + OUTLINE)) };
}

/**
 * Writes all decimals into the cells of a sum, and removes numbers that widened cells would cover partly.
 *
 * @param {Model} model @param {Placed} place @param {Rect} rect
 * @param {string[]} texts - of all cells; changed
 */
export function widenTexts(model, place, rect, texts) {
  const wide = widened(model, place, rect);
  if (!wide) return;
  wide.cells.forEach((at, index) => (texts[at] = wide.texts[index]));
  const { cols, cell, digits } = place;
  if (cols < 2) return;
  for (const neighbor of wide.cells.map((at) => at + (growsRight(place, rect) ? 1 : -1))) {
    const beside = (cell.width - (texts[neighbor]?.length ?? 0) * digits * ADVANCE) / 2;
    if (wide.excess > Math.max(0, beside)) texts[neighbor] = '';
  }
}

/**
 * Whether widened cells grow to the right. Those in the last column grow to the left.
 *
 * @param {Placed} place @param {Rect} rect
 */
export const growsRight = ({ cols }, { col }) => col < cols - 1;
