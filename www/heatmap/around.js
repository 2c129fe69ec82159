import { element, setText } from '../ui/dom.js';
import { mapLegend } from './legend.js';

/**
 * The parts around a standalone heatmap: a line for messages, a box in which a wide matrix scrolls, and its
 * legend.
 *
 * @param {HTMLElement} figure
 */
export function aroundMap(figure) {
  const legend = mapLegend();
  const notice = element('p', { class: 'notice', part: 'notice', role: 'status', hidden: true });
  return {
    node: element(
      'div',
      { class: 'own' },
      notice,
      element('div', { class: 'scroller' }, figure),
      legend.node,
    ),
    legend,
    /** @param {string} text */
    say(text) {
      setText(notice, text);
      notice.hidden = text === '';
    },
  };
}
