import { BLANK } from '../../../figure/reveal.js';
import { figureOf } from '../figure-of.js';
import { textsOf } from '../numbers.js';
import { operandsIn } from './outlines.js';
import { shownMatrix } from './scene.js';
import { describeUntil, shownUntil, widenTexts } from './shown.js';
import { hiddenRows } from './spec.js';
/** @import { Model, Scale } from '../../../types.js' */
/** @import { Placed } from './layout.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * The figure of a heatmap that shows a matrix of a scene, on the screen and in pictures.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Placed} place @param {Scale} scale
 * @param {{ chosen: Place, asked: Place | null, moment: Moment | null }} at - the cell of the sum, the cell of
 *   an open question, and the state of a motion
 */
export function placedFigure(model, spec, place, scale, { chosen, asked, moment }) {
  const { id, cell, digits, precision } = place;
  const matrix = shownMatrix(model, spec, id);
  const isResult = id === spec.result;
  const texts = textsOf(model, id, matrix, precision);
  const results = asked ? [] : [chosen];
  const inSum = isResult ? results : operandsIn(model, spec, place, chosen).map(({ rect }) => rect);
  for (const rect of inSum) widenTexts(model, place, rect, texts);
  const whole = figureOf(model, id, {
    cellWidth: cell.width,
    cellHeight: cell.height,
    rowLabels: false,
  });
  const hidden = spec.form === 'board' ? hiddenRows(spec, id, matrix.rows, moment !== null) : [];
  for (const row of hidden) {
    whole.states.fill(BLANK, row * matrix.cols, (row + 1) * matrix.cols);
    texts.fill('', row * matrix.cols, (row + 1) * matrix.cols);
  }
  return {
    ...whole,
    ...(matrix === model.matrices[id] ? {} : { matrix, states: new Uint8Array(matrix.data.length) }),
    ...scale,
    colLabels: null,
    table: false,
    quiet: false,
    texts,
    textSize: digits,
    cellGap: 2,
    cornerRadius: 3,
    ...(isResult && {
      ...shownUntil(model, spec, asked, moment, { matrix, states: whole.states, texts, precision }),
      describe: describeUntil(model, asked, moment, whole.describe),
    }),
  };
}
