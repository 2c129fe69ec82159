/** Keys that move within a field, a list or a slider. */
const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);
const PAGES = new Set(['PageUp', 'PageDown']);
/** Keys that change a text besides characters. */
const EDITS = new Set(['Backspace', 'Delete', 'Enter']);
/** Types of inputs that are pressed rather than typed into. */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit']);

/**
 * Keeps the keys that a figure uses from the page around it, such as slides that an arrow key moves: those
 * that the figure has handled, and so prevented, and those that the focused control handles. All other keys
 * reach the page.
 *
 * @param {ShadowRoot} root
 */
export function keepUsedKeys(root) {
  root.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent && (event.defaultPrevented || isForControl(event)))
      event.stopPropagation();
  });
}

/** Whether the focused control handles a key. @param {KeyboardEvent} event */
function isForControl(event) {
  const [control] = event.composedPath();
  if (!(control instanceof HTMLElement)) return false;
  const isTyped = event.getModifierState('AltGraph') || !(event.altKey || event.ctrlKey || event.metaKey);
  if (!isTyped) return false;
  const { key } = event;
  if (control.isContentEditable || control instanceof HTMLTextAreaElement)
    return isText(key) || MOVES.has(key) || PAGES.has(key);
  if (control instanceof HTMLSelectElement)
    return isCharacter(key) || key === 'Enter' || MOVES.has(key) || PAGES.has(key);
  if (control instanceof HTMLInputElement) return isForInput(key, control);
  if (control instanceof HTMLAnchorElement) return key === 'Enter';
  return control.matches('button, summary') && (key === 'Enter' || key === ' ');
}

/** @param {string} key @param {HTMLInputElement} input */
function isForInput(key, { type, value }) {
  if (type === 'range') return MOVES.has(key) || PAGES.has(key);
  if (type === 'radio') return key === ' ' || key.startsWith('Arrow');
  if (PRESSED.has(type)) return key === ' ' || key === 'Enter';
  // There is nowhere to move in an empty field.
  return isText(key) || (value !== '' && MOVES.has(key)) || (type === 'number' && key.startsWith('Arrow'));
}

/** @param {string} key */
const isCharacter = (key) => [...key].length === 1;

/** @param {string} key */
const isText = (key) => isCharacter(key) || EDITS.has(key);
