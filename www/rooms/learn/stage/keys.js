/** The keys of a step forward or back, among them those of clickers. @type {Record<string, number>} */
const STEP_KEYS = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 };
/** The keys that make a presented stage black, and show it again. */
const BLACK_KEYS = new Set(['b', 'B', '.']);

/**
 * What the keys of a stage do. Each action returns whether there was something to do; if not, the page gets
 * the key.
 *
 * @typedef {object} KeyActions
 * @property {(by: number) => boolean} move - goes to the next or the previous step
 * @property {(by: number) => boolean} moveCell - goes to the next or the previous cell of a motion
 * @property {(end: 'Home' | 'End') => boolean} moveToEnd - goes to the first or the last step
 * @property {() => boolean} toggleSlow - makes motions slower, or as quick as before
 * @property {() => boolean} blacken - makes a presented stage black, and shows it again
 * @property {() => boolean} light - shows a black stage again
 */

/**
 * Listens to the keys of a stage.
 *
 * @param {HTMLElement} node - the stage
 * @param {KeyActions} actions
 */
export function stageKeys(node, { move, moveCell, moveToEnd, toggleSlow, blacken, light }) {
  /** @param {KeyboardEvent} event */
  function actOn({ key, shiftKey, target }) {
    if (BLACK_KEYS.has(key)) return blacken();
    if (key === 's' || key === 'S') return toggleSlow();
    const by = STEP_KEYS[key];
    // Nothing moves unseen: a key that moves first shows a black stage again.
    if ((by !== undefined || key === 'Home' || key === 'End') && light()) return true;
    if (shiftKey && key.startsWith('Arrow')) return by !== undefined && moveCell(by);
    // A clicker sends Page Up and Page Down. Space presses a button that has the focus.
    if (key === ' ' && target instanceof Element && isPressedBySpace(target)) return false;
    if (by !== undefined) return move(by);
    return (key === 'Home' || key === 'End') && moveToEnd(key);
  }

  node.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isUsed(event)) return;
    if (!actOn(event)) return;
    event.preventDefault();
    // The page around a figure, such as slides, does not use the key too.
    event.stopPropagation();
  });
}

/** Whether the space bar presses an element. @param {Element} target */
const isPressedBySpace = (target) => target.closest('button, a, summary, label') !== null;

/**
 * Whether a key is for the focused element, such as a heatmap or a field. An empty field for an answer has no
 * use for the keys that move.
 *
 * @param {KeyboardEvent} event
 */
function isUsed(event) {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement && target.name === 'answer' && target.value === '')
    return event.key === ' ' || STEP_KEYS[event.key] === undefined;
  return (
    target instanceof Element &&
    target.closest('[role=application], input, textarea, select, [contenteditable]') !== null
  );
}
