import { element } from '../ui/dom.js';
/** @import { Strings } from '../words/languages.js' */

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
    // It is scrolled where it is higher than the screen; the heading and the button stay.
    element('dl', { tabindex: 0, 'aria-labelledby': heading.id }, ...rows),
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @typedef {{ undo: () => void, redo: () => void, step: (by: number) => void, moveCell: (by: number) =>
 * void, present: () => void, showKeys: () => void }} Actions
 */

/**
 * Adds the shortcuts that work everywhere on the page, except in fields.
 *
 * @param {Actions} actions
 */
export function addShortcuts(actions) {
  document.addEventListener('keydown', (event) => {
    // While a dialog is open, shortcuts have no effect on the page behind it.
    if (event.defaultPrevented || isTyped(event) || document.querySelector('dialog[open]')) return;
    const act = plainKey(event, actions) ?? (event.ctrlKey || event.metaKey ? ctrlKey(event, actions) : null);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** The action of a key with Ctrl or Cmd. @param {KeyboardEvent} event @param {Actions} actions */
function ctrlKey(event, { undo, redo }) {
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? redo : undo;
  return key === 'y' ? redo : null;
}

/** The action of a key without Ctrl. @param {KeyboardEvent} event @param {Actions} actions */
function plainKey(event, { step, moveCell, present, showKeys }) {
  // Many keyboards type brackets with AltGr or Option, which set Ctrl and Alt, so the character decides.
  if (event.key === '[') return () => step(-1);
  if (event.key === ']') return () => step(1);
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
  if (event.target === document.body && !hasModifier) {
    // If nothing has the focus, the arrow keys move between steps, as the bar below a step shows. With Shift,
    // they move between the cells of a motion.
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by !== undefined) return () => (event.shiftKey ? moveCell : step)(by);
    const page = { PageUp: -1, PageDown: 1, ' ': 1 }[event.key];
    if (page !== undefined && fitsScreen()) return () => step(page);
  }
  if (event.key === 'p' && !hasModifier) return present;
  return event.key === '?' ? showKeys : null;
}

/**
 * Whether the page fits the screen, except for a part below it that is less than half as high. Then the keys
 * of a clicker, Page Up, Page Down and Space, move between steps instead of scrolling.
 */
const fitsScreen = () => document.documentElement.scrollHeight < 1.5 * innerHeight;

/**
 * Whether a key is typed into a field. Fields are in shadow trees, so the composed path has the target.
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
