import { element, markCurrent, setText } from '../../../ui/dom.js';
import { FIGURES } from '../figures.js';
/** @import { ContrastModel } from '../session.js' */

/**
 * The mistakes, to click or to walk with the arrow keys, and what happens in the chosen one.
 *
 * @param {(figure: string) => void} go
 */
export function listView(go) {
  const title = element('h2', { class: 'title' });
  const text = element('p', { class: 'step-text', 'aria-live': 'polite' });
  const chips = FIGURES.map(() => element('span'));
  const buttons = FIGURES.map(({ id }, place) =>
    element(
      'button',
      { type: 'button', value: id, onclick: () => go(id) },
      element('b', {}, String(place + 1)),
      ' ',
      chips[place],
    ),
  );
  const list = element(
    'ol',
    { class: 'steps', onkeydown: onKey },
    ...buttons.map((button) => element('li', {}, button)),
  );
  const node = element('div', { class: 'list-view' }, list, title, text);

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const at = buttons.findIndex((button) => button === event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined || to < 0 || to >= buttons.length) return;
    event.preventDefault();
    buttons[to].focus();
    go(buttons[to].value);
  }

  return {
    node,
    /** @param {ContrastModel} model */
    update({ figure, t }) {
      const words = t.contrast.figures;
      list.setAttribute('aria-label', t.contrast.list);
      setText(title, words[figure.id].title);
      const { happens, tries } = words[figure.id];
      setText(text, tries ? `${happens} ${tries}` : happens);
      FIGURES.forEach(({ id }, place) => setText(chips[place], words[id].chip));
      markCurrent(
        buttons,
        buttons.find((button) => button.value === figure.id),
        'true',
      );
    },
  };
}
