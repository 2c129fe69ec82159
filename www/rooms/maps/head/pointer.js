import { cellAt, panned, zoomed } from './sight.js';
/** @import { Frame, Pair, Sight } from './sight.js' */

/**
 * The actions of keys and pointers on a map.
 *
 * @typedef {object} MapActions
 * @property {() => Frame | null} frame - the viewport of the next draw
 * @property {() => Pair} cursor - or its initial cell
 * @property {(sight: Sight | null) => void} see
 * @property {(cell: Pair, follow: boolean) => void} select
 * @property {(cell: Pair | null) => void} point
 * @property {() => void} hint - explains that the wheel alone does not zoom
 */

/** The greatest movement of a click, in CSS pixels. */
const STILL = 4;
/**
 * The zoom of a turn of a mouse wheel, and of a pinch on a touchpad, which browsers report as Ctrl with small
 * turns.
 */
const [WHEEL, PAD] = [0.002, 0.012];
/** Larger turns come from a mouse, in CSS pixels. */
const NOTCH = 40;
/** The height of a line, for wheels that scroll by lines, in CSS pixels. */
const LINE = 16;

/**
 * Binds mouse, pen and touch to a map. Hovering points at a cell, a click moves the cursor, a drag pans, and
 * two fingers zoom, as does the wheel with Ctrl or if the map has the focus. If the whole map is visible, a
 * finger scrolls the page.
 *
 * @param {HTMLElement} plot
 * @param {MapActions} actions
 */
export function bindPointer(plot, actions) {
  /** @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  let dragged = false;

  /** @param {{ clientX: number, clientY: number }} event */
  function at(event) {
    const { left, top, width, height } = plot.getBoundingClientRect();
    const frame = actions.frame();
    // A page may scale the map.
    return {
      x: (event.clientX - left) * ((frame?.width ?? width) / (width || 1)),
      y: (event.clientY - top) * ((frame?.height ?? height) / (height || 1)),
    };
  }
  /** @param {{ x: number, y: number }} place @param {number} by */
  function zoom(place, by) {
    const frame = actions.frame();
    if (frame) actions.see(zoomed(frame, place, by));
  }
  /** @param {PointerEvent} event */
  function move(event) {
    const frame = actions.frame();
    const before = down.get(event.pointerId);
    if (!frame || !before) return;
    const now = at(event);
    const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (!other && !dragged && Math.hypot(now.x - before.x, now.y - before.y) < STILL) return;
    dragged = true;
    down.set(event.pointerId, now);
    if (!other)
      return void (
        frame.cell > frame.least && actions.see(panned(frame, before.x - now.x, before.y - now.y))
      );
    // The point between the fingers stays between them.
    const [from, to] = [before, now].map(({ x, y }) => ({ x: (x + other.x) / 2, y: (y + other.y) / 2 }));
    const apart = (/** @type {typeof now} */ place) =>
      Math.max(8, Math.hypot(place.x - other.x, place.y - other.y));
    zoom(from, apart(now) / apart(before));
    const next = actions.frame();
    if (next) actions.see(panned(next, from.x - to.x, from.y - to.y));
  }
  /** @param {PointerEvent} event @param {boolean} clicked */
  function up(event, clicked) {
    if (!down.delete(event.pointerId)) return;
    const frame = actions.frame();
    const cell = frame && cellAt(frame, at(event));
    if (clicked && !dragged && cell) actions.select(cell, false);
    if (down.size === 0) dragged = false;
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      if (event.button !== 0 || down.size > 1) return;
      plot.focus({ preventScroll: true });
      down.set(event.pointerId, at(event));
      if (down.size > 1) dragged = true;
      plot.setPointerCapture(event.pointerId);
    },
    /** @param {PointerEvent} event */
    pointermove(event) {
      if (down.has(event.pointerId)) return move(event);
      const frame = actions.frame();
      if (frame && event.pointerType !== 'touch') actions.point(cellAt(frame, at(event)));
    },
    pointerup: (event) => up(event, true),
    pointercancel: (event) => up(event, false),
    pointerleave: () => actions.point(null),
    dblclick: (event) => zoom(at(event), event.shiftKey ? 0.5 : 2),
    /** @param {WheelEvent} event */
    wheel(event) {
      const frame = actions.frame();
      const modified = event.ctrlKey || event.metaKey;
      if (!frame) return;
      // In an article the wheel always scrolls the page.
      if (!modified && !plot.matches(':focus:not(.figure *)')) return actions.hint();
      const unit = event.deltaMode === 1 ? LINE : 1;
      const [right, far] = [event.deltaX * unit, event.deltaY * unit];
      // If the whole map is visible, zooming out scrolls the page.
      if (!modified && far >= 0 && frame.cell <= frame.least) return;
      event.preventDefault();
      if (!modified && (event.shiftKey || Math.abs(right) > Math.abs(far)))
        return actions.see(panned(frame, right || far, 0));
      zoom(at(event), Math.exp(-far * (event.ctrlKey && Math.abs(far) < NOTCH ? PAD : WHEEL)));
    },
  };
  for (const [type, listener] of Object.entries(listeners))
    plot.addEventListener(type, listener, { passive: false });
  // Two fingers zoom the map, and not the page; one scrolls the page while all is visible.
  plot.addEventListener(
    'touchmove',
    (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(),
    { passive: false },
  );
}
