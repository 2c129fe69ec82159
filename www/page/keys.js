import { element } from '../ui/dom.js';
/** @import { Strings } from './words/en.js' */

/**
 * The list of keyboard shortcuts, in a dialog.
 *
 * @param {Strings} t
 * @param {readonly (readonly [string, string])[]} keys - the keys and their effects
 */
export function showKeys(t, keys) {
  const rows = keys.map(([key, does]) =>
    element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, does)),
  );
  const heading = element('h2', { id: 'keys-heading' }, t.keysHelp.heading);
  const close = element(
    'button',
    { type: 'button', class: 'primary', onclick: () => dialog.close() },
    t.page.close,
  );
  const dialog = element(
    'dialog',
    { 'aria-labelledby': heading.id, onclose: () => dialog.remove() },
    heading,
    element('dl', {}, ...rows),
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @typedef {{ undo: () => void, redo: () => void, step: (by: number) => void, present: () => void, keys: () => void }} Actions */

/**
 * Shortcuts that work everywhere on the page, except in fields.
 *
 * @param {Actions} actions
 * @returns {() => void} takes them away again
 */
export function pageKeys(actions) {
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    // While a dialog is open, shortcuts have no effect on the page behind it.
    if (event.defaultPrevented || isTyped(event) || document.querySelector('dialog[open]')) return;
    const act = plain(event, actions) ?? (event.ctrlKey || event.metaKey ? controlled(event, actions) : null);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

/** @param {KeyboardEvent} event @param {{ undo: () => void, redo: () => void }} actions */
function controlled(event, { undo, redo }) {
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? redo : undo;
  return key === 'y' ? redo : null;
}

/** @param {KeyboardEvent} event @param {Actions} actions */
function plain(event, { step, present, keys }) {
  // Many keyboards type brackets with AltGr or Option, which set Ctrl and Alt, so the character decides.
  if (event.key === '[') return () => step(-1);
  if (event.key === ']') return () => step(1);
  // If nothing has the focus, the arrow keys move between steps, as the bar below a step shows.
  const turn = event.target === document.body ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
  if (turn !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) return () => step(turn);
  if (event.key === 'p' && !event.ctrlKey && !event.metaKey && !event.altKey) return present;
  return event.key === '?' ? keys : null;
}

/**
 * Whether the key is typed into a field. Fields are in shadow trees, so the composed path is searched.
 *
 * @param {KeyboardEvent} event
 */
function isTyped(event) {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=range]), textarea, select, [contenteditable]')
  );
}
