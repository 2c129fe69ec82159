/**
 * The presentation: fills the screen with the stage, or the window if full screen is refused. A ring
 * highlights the pointer.
 *
 * @param {HTMLElement} node - the stage
 * @param {() => void} draw - called when it begins and when it is over
 */
export function presentation(node, draw) {
  let isOn = false;
  const ring = document.createElement('div');
  ring.className = 'ring';
  ring.setAttribute('aria-hidden', 'true');

  /** @param {PointerEvent} event */
  function follow({ clientX, clientY, pointerType }) {
    ring.hidden = pointerType === 'touch';
    ring.style.transform = `translate(${clientX}px, ${clientY}px)`;
  }

  /** @param {KeyboardEvent} event */
  function escape(event) {
    // In full screen, the browser handles Escape and fires an event.
    if (event.key === 'Escape' && !document.fullscreenElement) leave();
  }

  function changed() {
    if (!document.fullscreenElement) leave();
  }

  /** The size has changed when the browser fires this event. */
  const resized = () => draw();

  function enter() {
    isOn = true;
    node.classList.add('presenting');
    node.append(ring);
    ring.hidden = true;
    node.addEventListener('pointermove', follow);
    document.addEventListener('keydown', escape);
    globalThis.addEventListener('resize', resized);
    draw();
    if (!node.contains(node.ownerDocument.activeElement)) node.focus({ preventScroll: true });
    // Frames and some phones refuse full screen. Then the stage fills the window.
    node
      .requestFullscreen?.()
      .then(() => isOn && document.addEventListener('fullscreenchange', changed))
      .catch(() => {});
  }

  function leave() {
    if (!isOn) return;
    isOn = false;
    node.classList.remove('presenting');
    ring.remove();
    node.removeEventListener('pointermove', follow);
    document.removeEventListener('keydown', escape);
    document.removeEventListener('fullscreenchange', changed);
    globalThis.removeEventListener('resize', resized);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    draw();
  }

  node.tabIndex = -1;
  return {
    isOn: () => isOn,
    toggle: () => (isOn ? leave() : enter()),
    leave,
  };
}
