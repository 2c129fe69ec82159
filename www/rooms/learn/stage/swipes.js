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
