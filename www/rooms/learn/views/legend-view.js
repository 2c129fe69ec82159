import { inSum } from '../numbers.js';
import { significant } from '../../../format/display.js';
import { matrixName } from '../../../figure/heads.js';
import { scaleIn } from '../../../figure/scale.js';
import { element, setText } from '../../../ui/dom.js';
import { isInLines } from './bands.js';
import { legendPainter } from '../../../figure/legend.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { Engine, Legend } from '../../../figure/legend.js' */

/** The significant digits of the ends of a scale. */
const DIGITS = 3;

/**
 * The legend: the scale of weights, and the scale of the selected matrix.
 *
 * @param {Engine} engine
 * @param {(legend: HTMLElement) => Appearance} look - the appearance of the legend
 */
export function legendView(engine, look) {
  const heading = element('h3');
  const axes = element('p', { class: 'axes' });
  const node = element('section', { class: 'legend' }, heading, axes);
  const paint = legendPainter(engine, node);
  return {
    node,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      const { t } = model;
      setText(heading, t.legend.heading);
      setText(axes, t.legend.axes);
      axes.hidden = showsConcepts(model);
      paint(legendOf(model, activeCell), look(node));
    },
  };
}

/**
 * The scales and marks of a lesson; only what is visible is explained.
 *
 * @param {Model} model
 * @param {Cell | null} activeCell
 * @returns {Legend}
 */
function legendOf(model, activeCell) {
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
const showsConcepts = (model) => Boolean(model.lesson.ratings) && isInLines(model);

/** The matrix whose scale is shown by default. @param {Model} model */
function fallback(model) {
  const { matrices, lesson } = model;
  if (showsConcepts(model)) return 'ratings';
  if (lesson.schemes) return 'scoresNone';
  return 'x' in matrices ? 'x' : 'q';
}
