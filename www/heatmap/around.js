import { legend, paint } from '../engine/painting.js';
import { number } from '../format/display.js';
import { withSeparator } from '../format/separator.js';
import { MASKED } from '../ui/cell-digits.js';
import { element, setText } from '../ui/dom.js';
import { legendPainter } from '../figure/legend.js';
/** @import { Appearance } from '../element/appearance.js' */
/** @import { Legend } from '../figure/legend.js' */
/** @import { Figure } from './figure.js' */
/** @import { Strings } from '../words/languages.js' */

/** The maximum number of decimals at the ends of a scale. */
const DECIMALS = 3;

/**
 * The parts around a standalone heatmap: a line for messages, a box in which a wide matrix scrolls, and the
 * legend with the axes.
 *
 * @param {HTMLElement} figure
 */
export function aroundMap(figure) {
  const axes = element('span', { class: 'axes' });
  const legendNode = element('div', { class: 'legend', part: 'legend' }, axes);
  const paintLegend = legendPainter({ legend, paint }, legendNode);
  const notice = element('p', { class: 'notice', part: 'notice', role: 'status', hidden: true });
  const scroller = element('div', { class: 'scroller' }, figure);
  return {
    node: element('div', { class: 'own' }, notice, scroller, legendNode),
    /** @param {Figure} figure @param {Appearance} appearance @param {Strings['map']} words */
    explain(figure, appearance, words) {
      const { rowAxis = '', colAxis = '' } = figure;
      setText(axes, words.axes({ row: rowAxis, column: colAxis }));
      paintLegend(legendOf(figure, words), appearance);
    },
    /** @param {string} text */
    say(text) {
      setText(notice, text);
      notice.hidden = text === '';
    },
  };
}

/** @param {Figure} figure @param {Strings['map']} words @returns {Legend} */
function legendOf({ matrix, states, name, map = 'ember', kind, low, high, separator = '.' }, words) {
  const write = (/** @type {number} */ value) => withSeparator(number(value, DECIMALS), separator);
  const isMasked = states?.includes(MASKED);
  const isMissing = matrix.data.some((value, cell) => Number.isNaN(value) && !states?.[cell]);
  return {
    map,
    bars: [{ kind, low: write(low), high: write(high), text: name }],
    samples: [
      ...(isMasked ? [{ kind: /** @type {const} */ ('hatch'), text: words.masked }] : []),
      ...(isMissing ? [{ kind: /** @type {const} */ ('cross'), text: words.missing }] : []),
    ],
  };
}
