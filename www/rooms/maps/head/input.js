import { boxOf, cellAt, cellOf, moved, pairOf, pointIn } from '../../../ui/grid.js';
import { panned, zoomed } from './viewport.js';
/** @import { Cell, Sight, Viewport } from './viewport.js' */

/** @typedef {{ x: number, y: number }} Point */

/**
 * The actions of keys and pointers on a map.
 *
 * @typedef {object} MapActions
 * @property {() => Viewport | null} viewport - the current one, which may be newer than the drawn one
 * @property {() => Cell} cursor - or its initial cell
 * @property {(sight: Sight | null) => void} see
 * @property {(cell: Cell, follow: boolean) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {() => void} hint - explains that the wheel alone does not zoom
 */

/** The maximum movement of a click, in CSS pixels. */
const MAX_CLICK = 4;
/** The minimum distance of two fingers, so that a pinch does not zoom by a huge factor, in CSS pixels. */
const MIN_PINCH = 8;
/**
 * The zoom for a turn of a mouse wheel, and for a pinch on a touchpad, which browsers report as Ctrl with
 * small turns.
 */
const [WHEEL, TOUCHPAD] = [0.002, 0.012];
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
  /** The last position of each pressed pointer. @type {Map<number, Point>} */
  const pressed = new Map();
  let isDragged = false;

  /** The position in the map. @param {{ clientX: number, clientY: number }} event @returns {Point} */
  const positionOf = (event) => pointIn(plot, actions.viewport(), event);
  /** The cell in the map. @param {{ clientX: number, clientY: number }} event @returns {Cell | null} */
  const under = (event) => {
    const viewport = actions.viewport();
    const { x, y } = positionOf(event);
    return viewport && pairOf(cellAt(viewport, x, y));
  };
  /** @param {Point} point @param {number} factor */
  function zoom(point, factor) {
    const viewport = actions.viewport();
    if (viewport) actions.see(zoomed(viewport, point, factor));
  }
  /** @param {Point} from @param {Point} to */
  function pan(from, to) {
    const viewport = actions.viewport();
    if (viewport) actions.see(panned(viewport, from.x - to.x, from.y - to.y));
  }
  /** @param {PointerEvent} event */
  function drag(event) {
    const viewport = actions.viewport();
    const before = pressed.get(event.pointerId);
    if (!viewport || !before) return;
    const now = positionOf(event);
    const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && !isDragged && Math.hypot(now.x - before.x, now.y - before.y) < MAX_CLICK) return;
    isDragged = true;
    pressed.set(event.pointerId, now);
    if (!other) {
      if (viewport.cell > viewport.least) pan(before, now);
      return;
    }
    // The cell between the fingers stays between them.
    const [from, to] = [before, now].map(({ x, y }) => ({ x: (x + other.x) / 2, y: (y + other.y) / 2 }));
    const distance = (/** @type {Point} */ { x, y }) =>
      Math.max(MIN_PINCH, Math.hypot(x - other.x, y - other.y));
    zoom(from, distance(now) / distance(before));
    pan(from, to);
  }
  /** @param {PointerEvent} event @param {boolean} isClick */
  function release(event, isClick) {
    if (!pressed.delete(event.pointerId)) return;
    const cell = under(event);
    if (isClick && !isDragged && cell) actions.select(cell, false);
    if (pressed.size === 0) isDragged = false;
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      if (event.button !== 0 || pressed.size > 1) return;
      plot.focus({ preventScroll: true });
      pressed.set(event.pointerId, positionOf(event));
      if (pressed.size > 1) isDragged = true;
      plot.setPointerCapture(event.pointerId);
    },
    /** @param {PointerEvent} event */
    pointermove(event) {
      if (pressed.has(event.pointerId)) return drag(event);
      if (event.pointerType !== 'touch') actions.point(under(event));
    },
    pointerup: (event) => release(event, true),
    pointercancel: (event) => release(event, false),
    pointerleave: () => actions.point(null),
    dblclick: (event) => zoom(positionOf(event), event.shiftKey ? 0.5 : 2),
    /** @param {WheelEvent} event */
    wheel(event) {
      const viewport = actions.viewport();
      const isModified = event.ctrlKey || event.metaKey;
      if (!viewport) return;
      // In an article the wheel always scrolls the page.
      if (!isModified && !plot.matches(':focus:not(.figure *)')) return actions.hint();
      const unit = event.deltaMode === 1 ? LINE : 1;
      const [right, down] = [event.deltaX * unit, event.deltaY * unit];
      // If the whole map is visible, zooming out scrolls the page.
      if (!isModified && down >= 0 && viewport.cell <= viewport.least) return;
      event.preventDefault();
      if (!isModified && (event.shiftKey || Math.abs(right) > Math.abs(down)))
        return actions.see(panned(viewport, right || down, 0));
      const isPinch = event.ctrlKey && Math.abs(down) < NOTCH;
      zoom(positionOf(event), Math.exp(-down * (isPinch ? TOUCHPAD : WHEEL)));
    },
    /** Two fingers zoom the map and not the page. @param {TouchEvent} event */
    touchmove: (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(),
  };
  for (const [type, listener] of Object.entries(listeners))
    plot.addEventListener(type, listener, { passive: false });
}

/** The factor by which a key zooms. */
const ZOOM = 1.5;
/** The share of the view by which a key pans. */
const PAN = 0.25;

/** The factor by which a key zooms; 0 for the whole map. @type {Map<string, number>} */
const FACTORS = new Map([
  ['+', ZOOM],
  ['=', ZOOM],
  ['-', 1 / ZOOM],
  ['−', 1 / ZOOM],
  ['0', 0],
]);

/** The direction of an arrow key. @type {Map<string, [right: number, down: number]>} */
const ARROWS = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/**
 * Handles a key on a map. A key that has an effect sets `defaultPrevented`, which the page can read.
 *
 * @param {KeyboardEvent} event
 * @param {MapActions} actions
 */
export function pressKey(event, actions) {
  const viewport = actions.viewport();
  if (!viewport || event.isComposing || event.altKey) return;
  const arrow = event.shiftKey && ARROWS.get(event.key);
  const target = pairOf(moved(event, cellOf(actions.cursor()), viewport));
  const factor = event.ctrlKey || event.metaKey ? undefined : FACTORS.get(event.key);
  if (arrow) actions.see(panned(viewport, arrow[0] * viewport.width * PAN, arrow[1] * viewport.height * PAN));
  else if (target) actions.select(target, true);
  else if (factor === undefined) return;
  else actions.see(factor === 0 ? null : zoomed(viewport, zoomCenter(viewport, actions), factor));
  event.preventDefault();
}

/**
 * The cursor if it is visible, else the middle of the view.
 *
 * @param {Viewport} viewport @param {MapActions} actions
 */
function zoomCenter(viewport, actions) {
  const { left, top, ...cell } = boxOf(viewport, cellOf(actions.cursor()));
  const { width, height } = viewport;
  const point = { x: left + cell.width / 2, y: top + cell.height / 2 };
  const isVisible = point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height;
  return isVisible ? point : { x: width / 2, y: height / 2 };
}
