/** The keys of the stage, and which of them are for the focused element instead. */

/** The keys of a step forward or back, among them those of clickers. @type {Record<string, number>} */
export const STEP_KEYS = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 };
/** The keys that make a presented stage black, and show it again. */
export const BLACK_KEYS = new Set(['b', 'B', '.']);

/** Whether the space bar presses an element. @param {Element} target */
export const isPressedBySpace = (target) => target.closest('button, a, summary, label') !== null;

/**
 * Whether a key is for the focused element, such as a heatmap or a field. An empty field for an answer has no
 * use for the keys that move.
 *
 * @param {KeyboardEvent} event
 */
export function isUsed(event) {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement && target.name === 'answer' && target.value === '')
    return event.key === ' ' || STEP_KEYS[event.key] === undefined;
  return (
    target instanceof Element &&
    target.closest('[role=application], input, textarea, select, [contenteditable]') !== null
  );
}
