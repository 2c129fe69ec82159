import { element, setText } from '../ui/dom.js';
import { mapLegend } from './legend.js';

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
