import { icon } from '../../ui/icons.js';
import { element } from '../../ui/dom.js';

/**
 * A button with a menu below it. It opens by click, Enter, Space and the arrow down; arrows go through it, Escape closes it.
 *
 * @param {object} texts
 * @param {string} texts.label
 * @param {{ text: string, hint: string, act: () => void }[]} texts.items
 */
export function menuOf({ label, items }) {
  const buttons = items.map(({ text, hint, act }) =>
    element(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: '-1',
        onclick: () => {
          close();
          act();
        },
      },
      element('span', {}, text),
      element('small', {}, hint),
    ),
  );
  const menu = element(
    'div',
    { role: 'menu', 'aria-label': label, hidden: true, onkeydown: walk },
    ...buttons,
  );
  const opener = element(
    'button',
    {
      type: 'button',
      class: 'opener',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      onclick: () => (menu.hidden ? open(0) : close()),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(event.key === 'ArrowDown' ? 0 : buttons.length - 1);
      },
    },
    `${label} `,
    icon('menu'),
  );
  const node = element('div', { class: 'save' }, opener, menu);
  /** @type {AbortController | null} */
  let outside = null;

  /** @param {number} place */
  function open(place) {
    menu.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    // Where there is no room to the one side it opens to the other.
    menu.classList.toggle('start', node.getBoundingClientRect().right < menu.offsetWidth + 8);
    buttons[place].focus();
    outside?.abort();
    outside = new AbortController();
    const leave = (/** @type {Event} */ event) => event.composedPath().includes(node) || close(false);
    for (const name of ['pointerdown', 'focusin'])
      document.addEventListener(name, leave, { signal: outside.signal });
  }
  /** @param {boolean} [back] - whether the focus goes back to the button */
  function close(back = true) {
    outside?.abort();
    if (menu.hidden) return;
    menu.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    if (back) opener.focus();
  }
  /** @param {KeyboardEvent} event */
  function walk(event) {
    const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: buttons.length - 1 }[event.key];
    // Away by Tab, as if the menu were not there.
    if (event.key === 'Tab') return close();
    if (event.key !== 'Escape' && to === undefined) return undefined;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) return close();
    return buttons[(to + buttons.length) % buttons.length].focus();
  }

  return { node, close };
}
