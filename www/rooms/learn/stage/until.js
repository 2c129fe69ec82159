import { BLANK, MASKED } from '../../../figure/reveal.js';
import { textsOf } from '../numbers.js';
import { matricesOf, motionOf } from './spec.js';
/** @import { MatrixData, Model } from '../../../types.js' */
/** @import { Precision } from '../numbers.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { MatrixSpec } from './spec.js' */

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
