import { legend, paint } from '../engine/attention-paint.js';
import { number } from '../format/display.js';
import { MASKED } from '../ui/cell-digits.js';
import { element, setText } from '../ui/dom.js';
import { bar, paintBar, paintSamples, sample } from '../figure/legend-parts.js';
/** @import { Appearance } from '../element/appearance.js' */
/** @import { Figure } from './figure.js' */
/** @import { Strings } from '../words/languages.js' */

/** The maximum number of decimals at the ends of a scale. */
const DECIMALS = 3;

/** The legend of a standalone heatmap: its color scale and its axes. */
function mapLegend() {
  const axes = element('span', { class: 'axes' });
  const scale = bar();
  const masked = sample();
  const missing = sample();
  const children = [axes, scale.node, masked.node, missing.node];
  const node = element('div', { class: 'legend', part: 'legend' }, ...children);
  /** The look of the samples that were painted last. */
  let painted = '';

  /** @param {Figure} figure @param {Appearance} appearance */
  function colors({ map = 'ember', kind }, { theme, ratio }) {
    const key = `${map} ${kind} ${theme} ${ratio}`;
    if (key === painted) return;
    painted = key;
    paintBar({ legend, paint }, scale, { map, kind, theme, ratio });
    paintSamples({ legend, paint }, { masked, missing }, { map, theme, ratio });
  }

  return {
    node,
    /** @param {Figure} figure @param {Appearance} appearance @param {Strings['map']} words */
    update(figure, appearance, words) {
      const { matrix, states, name, low, high, rowAxis = '', colAxis = '' } = figure;
      setText(axes, words.axes({ row: rowAxis, column: colAxis }));
      scale.say(number(low, DECIMALS), number(high, DECIMALS), name);
      setText(masked.text, words.masked);
      setText(missing.text, words.missing);
      masked.node.hidden = !states?.includes(MASKED);
      missing.node.hidden = !matrix.data.some((value, cell) => Number.isNaN(value) && !states?.[cell]);
      colors(figure, appearance);
    },
  };
}

/**
 * The parts around a standalone heatmap: a line for messages, a box in which a wide matrix scrolls, and the
 * legend.
 *
 * @param {HTMLElement} figure
 */
export function aroundMap(figure) {
  const legend = mapLegend();
  const notice = element('p', { class: 'notice', part: 'notice', role: 'status', hidden: true });
  const scroller = element('div', { class: 'scroller' }, figure);
  return {
    node: element('div', { class: 'own' }, notice, scroller, legend.node),
    legend,
    /** @param {string} text */
    say(text) {
      setText(notice, text);
      notice.hidden = text === '';
    },
  };
}
