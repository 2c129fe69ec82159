/** How long the buttons stay after the pointer has moved, in milliseconds. */
const AWAKE = 2500;

/**
 * The presentation: fills the screen with the stage, or the window if full screen is refused. A ring
 * highlights the pointer, and buttons appear while it moves. The stage can be made black.
 *
 * @param {HTMLElement} node - the stage
 * @param {() => void} draw - called when it begins and when it is over
 */
export function presentation(node, draw) {
  let isOn = false;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let timer = 0;
  /** What had the focus before the stage became black. @type {Element | null} */
  let hadFocus = null;
  const ring = document.createElement('div');
  ring.className = 'ring';
  ring.setAttribute('aria-hidden', 'true');

  /** @param {PointerEvent} event */
  function follow({ clientX, clientY, pointerType }) {
    node.classList.add('awake');
    clearTimeout(timer);
    timer = setTimeout(() => node.classList.remove('awake'), AWAKE);
    ring.hidden = pointerType === 'touch';
    ring.style.transform = `translate(${clientX}px, ${clientY}px)`;
  }

  /** @param {KeyboardEvent} event */
  function escape(event) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  }

  const isFullScreen = () => node.matches(':fullscreen');

  /** Most browsers handle Escape in full screen, and fire only this event. */
  function changed() {
    if (!isFullScreen()) leave();
  }

  /** The size has changed when the browser fires this event. */
  const resized = () => draw();

  function enter() {
    isOn = true;
    node.classList.add('presenting');
    node.append(ring);
    ring.hidden = true;
    node.addEventListener('pointermove', follow);
    // With the focus inside, the page around the figure does not get the key.
    node.addEventListener('keydown', escape);
    document.addEventListener('keydown', escape);
    globalThis.addEventListener('resize', resized);
    draw();
    if (!node.contains(node.ownerDocument.activeElement)) node.focus({ preventScroll: true });
    // Frames and some phones refuse full screen. Then the stage fills the window.
    node
      .requestFullscreen?.()
      .then(() => {
        if (isOn) document.addEventListener('fullscreenchange', changed);
        // The reader has left before the screen was filled.
        else if (isFullScreen()) document.exitFullscreen().catch(() => {});
      })
      .catch(() => {});
  }

  /** Shows a black stage again. Returns whether it was black. */
  function light() {
    if (!node.classList.contains('black')) return false;
    node.classList.remove('black');
    if (hadFocus instanceof HTMLElement) hadFocus.focus({ preventScroll: true });
    return true;
  }

  function leave() {
    if (!isOn) return;
    isOn = false;
    node.classList.remove('presenting', 'awake', 'black');
    clearTimeout(timer);
    ring.remove();
    node.removeEventListener('pointermove', follow);
    node.removeEventListener('keydown', escape);
    document.removeEventListener('keydown', escape);
    document.removeEventListener('fullscreenchange', changed);
    globalThis.removeEventListener('resize', resized);
    if (isFullScreen()) document.exitFullscreen().catch(() => {});
    draw();
  }

  node.tabIndex = -1;
  return {
    isOn: () => isOn,
    /** Makes a presented stage black, or shows it again. Returns whether the stage is presented. */
    blacken() {
      if (!isOn || light()) return isOn;
      hadFocus = /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement;
      node.classList.add('black');
      // What had the focus is hidden, and the next key must come here.
      node.focus({ preventScroll: true });
      return true;
    },
    light,
    toggle: () => (isOn ? leave() : enter()),
    leave,
  };
}
