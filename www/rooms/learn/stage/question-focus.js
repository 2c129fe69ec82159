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
