import { inSum } from './digits.js';
import { significant } from '../format/display.js';
import { matrixName } from './heads.js';
import { scaleIn } from './scale.js';
import { element, setText } from '../ui/dom.js';
import { bar, paintBar, paintSamples, sample } from './legend-parts.js';
/** @import { Cell, Model } from '../types.js' */
/** @import { Appearance } from '../element/appearance.js' */

/** The significant digits of the ends of a scale. */
const DIGITS = 3;

/**
 * The legend: the scale of weights, and the scale of the selected matrix.
 *
 * @param {Pick<typeof import('../engine/attention.js'), 'legend' | 'paint'>} engine
 * @param {(legend: HTMLElement) => Appearance} look - the appearance of the legend
 */
export function legendView(engine, look) {
  const heading = element('h3');
  const weights = bar();
  const values = bar();
  const masked = sample();
  const missing = sample();
  const axes = element('p', { class: 'axes' });
  const children = [heading, axes, weights.node, values.node, masked.node, missing.node];
  const node = element('section', { class: 'legend' }, ...children);
  /** The look of the samples that were painted last. */
  let painted = '';

  /** @param {Model['state']['map']} map */
  function paint(map) {
    const { theme, ratio } = look(node);
    const key = `${map} ${theme} ${ratio}`;
    if (key === painted) return;
    painted = key;
    paintBar(engine, weights, { map, kind: 'sequential', theme, ratio });
    paintBar(engine, values, { map, kind: 'diverging', theme, ratio });
    paintSamples(engine, { masked, missing }, { map, theme, ratio });
  }

  return {
    node,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      const { t, state, matrices } = model;
      const matrix =
        activeCell && matrices[activeCell.matrix] && scaleIn(model, activeCell.matrix).kind === 'diverging'
          ? activeCell.matrix
          : fallback(model);
      const { low, high } = scaleIn(model, matrix);
      setText(heading, t.legend.heading);
      setText(axes, t.legend.axes);
      weights.say('0', '1', t.legend.weights);
      const isAttention = !showsConcepts(model);
      const name = model.scales?.[matrix] ? t.positions.scores : matrixName(t, matrix);
      values.say(
        inSum(state, significant(low, DIGITS)),
        inSum(state, significant(high, DIGITS)),
        model.scales?.[matrix]
          ? t.legend.values({ name })
          : t.legend[isAttention ? 'ownScale' : 'ownScales']({ name }),
      );
      // The legend explains only what is visible.
      for (const each of [weights.node, axes]) each.hidden = !isAttention;
      masked.node.hidden = !isAttention || model.switches?.mask === 'none';
      missing.node.hidden = !Object.values(matrices).some(({ data }) => data.some(Number.isNaN));
      setText(masked.text, t.legend.masked);
      setText(missing.text, t.legend.missing);
      paint(state.map);
    },
  };
}

/** Whether the lesson on concepts is past its steps with attention. @param {Model} model */
const showsConcepts = ({ lesson, state }) => Boolean(lesson.ratings) && state.step >= 7;

/** The matrix whose scale is shown by default. @param {Model} model */
function fallback(model) {
  const { matrices, lesson } = model;
  if (showsConcepts(model)) return 'ratings';
  if (lesson.schemes) return 'scoresNone';
  return 'x' in matrices ? 'x' : 'q';
}
