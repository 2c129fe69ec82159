import { inSum } from '../numbers.js';
import { significant } from '../../../format/display.js';
import { matrixName } from '../../../figure/heads.js';
import { scaleIn } from '../../../figure/matrices.js';
import { isInLines } from './bands.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { Legend } from '../../../figure/legend.js' */

/** The significant digits of the ends of a scale. */
const DIGITS = 3;

/**
 * The scales and marks of a lesson; only what is visible is explained.
 *
 * @param {Model} model
 * @param {Cell | null} activeCell
 * @returns {Legend}
 */
export function legendOf(model, activeCell) {
  const { t, state, matrices } = model;
  const isAttention = !showsConcepts(model);
  const matrix =
    activeCell && matrices[activeCell.matrix] && scaleIn(model, activeCell.matrix).kind === 'diverging'
      ? activeCell.matrix
      : fallback(model);
  const { low, high } = scaleIn(model, matrix);
  const ends = [low, high].map((end) => inSum(model, significant(end, DIGITS)));
  const name = model.scales?.[matrix] ? t.positions.scores : matrixName(t, matrix);
  const textOf = t.legend[model.scales?.[matrix] ? 'values' : isAttention ? 'ownScale' : 'ownScales'];
  const isMissing = Object.values(matrices).some(({ data }) => data.some(Number.isNaN));
  return {
    map: state.map,
    bars: [
      ...(isAttention
        ? [{ kind: /** @type {const} */ ('sequential'), low: '0', high: '1', text: t.legend.weights }]
        : []),
      { kind: 'diverging', low: ends[0], high: ends[1], text: textOf({ name }) },
    ],
    samples: [
      ...(isAttention && model.switches?.mask !== 'none'
        ? [{ kind: /** @type {const} */ ('hatch'), text: t.legend.masked }]
        : []),
      ...(isMissing ? [{ kind: /** @type {const} */ ('cross'), text: t.legend.missing }] : []),
    ],
  };
}

/** Whether the lesson on concepts is past its steps with attention. @param {Model} model */
export const showsConcepts = (model) => Boolean(model.lesson.ratings) && isInLines(model);

/** The matrix whose scale is shown by default. @param {Model} model */
function fallback(model) {
  const { matrices, lesson } = model;
  if (showsConcepts(model)) return 'ratings';
  if (lesson.schemes) return 'scoresNone';
  return 'x' in matrices ? 'x' : 'q';
}
