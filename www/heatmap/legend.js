import { legend, paint } from '../engine/attention.js';
import { MASKED } from '../figure/reveal.js';
import { number } from '../format/display.js';
import { element, setText } from '../ui/dom.js';
import { bar, HEIGHT, put, SAMPLE, sample, WIDTH } from '../figure/legend-parts.js';
/** @import { Appearance } from '../element/appearance.js' */
/** @import { Figure } from './figure.js' */

/** The maximum number of decimals at the ends of a scale. */
const DECIMALS = 3;

/** The legend of a standalone heatmap: its color scale and its axes. */
export function mapLegend() {
  const axes = element('span', { class: 'axes' });
  const scale = bar();
  const masked = sample();
  const missing = sample();
  const node = element(
    'div',
    { class: 'legend', part: 'legend' },
    axes,
    scale.node,
    masked.node,
    missing.node,
  );
  let painted = '';

  /** @param {Figure} figure @param {Appearance} appearance */
  function colours({ map = 'ember', kind }, { theme, ratio }) {
    const now = `${map} ${kind} ${theme} ${ratio}`;
    if (now === painted) return;
    painted = now;
    put(
      scale.canvas,
      legend({ map, kind, theme, width: Math.round(WIDTH * ratio), height: Math.round(HEIGHT * ratio) })
        .image,
    );
    const side = Math.round(SAMPLE * ratio);
    const options = /** @type {const} */ ({
      rows: 1,
      cols: 1,
      cellWidth: side,
      cellHeight: side,
      gap: 0,
      map,
      kind: 'sequential',
      low: 0,
      high: 1,
      theme,
    });
    put(masked.canvas, paint(options, Float64Array.of(0), Uint8Array.of(MASKED)).image);
    put(missing.canvas, paint(options, Float64Array.of(NaN), new Uint8Array(1)).image);
  }

  return {
    node,
    /** @param {Figure} figure @param {Appearance} appearance @param {typeof import('./words/en.js').map} words */
    update(figure, appearance, words) {
      const { matrix, states, name, low, high, rowAxis = '', colAxis = '' } = figure;
      setText(axes, words.axes(rowAxis, colAxis));
      scale.say(number(low, DECIMALS), number(high, DECIMALS), name);
      setText(masked.text, words.masked);
      setText(missing.text, words.missing);
      masked.node.hidden = !states?.includes(MASKED);
      missing.node.hidden = !matrix.data.some((value, cell) => Number.isNaN(value) && !states?.[cell]);
      colours(figure, appearance);
    },
  };
}
