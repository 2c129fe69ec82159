/** @typedef {ReturnType<typeof import('./presentation.js').presentation>} Stand */

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
 * @property {Stand} stand - the presentation
 */

/**
 * Listens to the keys of a stage.
 *
 * @param {HTMLElement} node - the stage
 * @param {KeyActions} actions
 */
export function stageKeys(node, { move, moveCell, moveToEnd, toggleSlow, stand }) {
  /** @param {KeyboardEvent} event */
  function actOn({ key, shiftKey, target }) {
    if (BLACK_KEYS.has(key)) return stand.blacken();
    if (key === 's' || key === 'S') return toggleSlow();
    const by = STEP_KEYS[key];
    // Nothing moves unseen: a key that moves first shows a black stage again.
    if ((by !== undefined || key === 'Home' || key === 'End') && stand.light()) return true;
    if (shiftKey && key.startsWith('Arrow')) return by !== undefined && moveCell(by);
    // A clicker sends Page Up and Page Down. Space presses a button that has the focus.
    if (key === ' ' && target instanceof Element && isPressedBySpace(target)) return false;
    if (by !== undefined) return move(by);
    return (key === 'Home' || key === 'End') && moveToEnd(key);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !actOn(event)) return;
    event.preventDefault();
    // The page around a figure, such as slides, does not use the key too.
    event.stopPropagation();
  }

  node.addEventListener('keydown', (event) => !isUsed(event, stand.isOn()) && onKey(event));
  // In a presentation, these keys come from a clicker, also if a heatmap has the focus, which uses them.
  node.addEventListener('keydown', (event) => stand.isOn() && event.key.startsWith('Page') && onKey(event), {
    capture: true,
  });
}

/** Whether the space bar presses an element. @param {Element} target */
const isPressedBySpace = (target) => target.closest('button, a, summary, label') !== null;

/** The keys that a field for an answer uses, if something is typed in it. */
const FIELD_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', '.', 's', 'S']);
/** The keys of clickers that are part of no answer. */
const CLICKER_KEYS = new Set([' ', 'PageDown', 'PageUp', 'b', 'B']);

/**
 * Whether a key is for the focused element, such as a heatmap or a field. A field for an answer has no use
 * for the keys of a clicker, and an empty one has none for those that move.
 *
 * @param {KeyboardEvent} event
 * @param {boolean} isPresented
 */
function isUsed(event, isPresented) {
  const [target] = event.composedPath();
  const { key } = event;
  if (target instanceof HTMLInputElement && target.name === 'answer') {
    if (isPresented && (CLICKER_KEYS.has(key) || (target.value === '' && FIELD_KEYS.has(key)))) return false;
    return !key.startsWith('Page') && !(target.value === '' && key.startsWith('Arrow'));
  }
  return (
    target instanceof Element &&
    target.closest('[role=application], input, textarea, select, [contenteditable]') !== null
  );
}

/** Minimum horizontal distance of a swipe, in CSS pixels, and its minimum ratio to the vertical distance. */
const FAR = 60;
const SIDEWAYS = 2;

/**
 * A swipe to the left is a step forward, one to the right a step back. Elements that scroll sideways, and a
 * slider, keep their swipes.
 *
 * @param {HTMLElement} node
 * @param {(by: number) => void} move
 */
export function swipes(node, move) {
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  node.addEventListener(
    'touchstart',
    (event) => {
      // A heatmap in a figure that is scrolled has a shadow tree of its own.
      const keeps = event
        .composedPath()
        .some((each) => each instanceof Element && each.matches('input, .progress, .scrolled'));
      const [touch] = event.touches;
      from = event.touches.length === 1 && !keeps ? { x: touch.clientX, y: touch.clientY } : null;
    },
    { passive: true },
  );
  node.addEventListener('touchend', (event) => {
    const [touch] = event.changedTouches;
    if (!from || !touch) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    from = null;
    if (Math.abs(x) > FAR && Math.abs(x) > SIDEWAYS * Math.abs(y)) move(x < 0 ? 1 : -1);
  });
}

/**
 * Moves the focus to the field of a question when the question comes, if the reader uses the keyboard or has
 * pressed the main button with a mouse. A tap would open the keyboard of a phone.
 *
 * @param {HTMLElement} node - the stage
 */
export function questionFocus(node) {
  /** What the reader used last: the keyboard, or the type of the pointer. */
  let device = '';
  /** Whether the reader has gone forward to a step, whose question may still come. */
  let isExpected = false;
  node.addEventListener('keydown', () => (device = 'key'), { capture: true });
  node.addEventListener('pointerdown', ({ pointerType }) => (device = pointerType), { capture: true });

  return {
    /** Follows a change of step. @param {boolean} isForward */
    expect(isForward) {
      isExpected = isForward;
    },
    /** The step is shown with its question, if it has one. */
    come() {
      if (!isExpected) return;
      isExpected = false;
      const { activeElement } = /** @type {Document | ShadowRoot} */ (node.getRootNode());
      const isOnMain = device === 'mouse' && activeElement?.matches('.next');
      if (!node.contains(activeElement) || !(device === 'key' || isOnMain)) return;
      const field = /** @type {HTMLElement | null} */ (
        node.querySelector('.turn:not(.kept) .question input')
      );
      field?.focus({ preventScroll: true });
    },
  };
}
