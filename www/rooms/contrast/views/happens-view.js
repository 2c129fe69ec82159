import { element, setText } from '../../../ui/dom.js';
/** @import { ContrastModel } from '../session.js' */

/** What happens in a figure, where the list of all of them is left out. */
export function happensView() {
  const title = element('p', { class: 'name' });
  const text = element('p', { class: 'step-text', 'aria-live': 'polite' });
  return {
    node: element('div', { class: 'happens' }, title, text),
    /** @param {ContrastModel} model */
    update({ figure, t }) {
      const words = t.contrast.figures[figure.id];
      setText(title, words.title);
      setText(text, words.happens);
    },
  };
}
