import { cellAt, stroke } from './geometry.js';
/** @import { MaskGeometry } from './geometry.js' */
/** @import { MapActions } from './map-view.js' */

/**
 * Binds mouse, pen and touch to a map: hovering points, a press puts the cursor there, and where there is a brush, a drag paints. Without a brush a finger
 * scrolls the page.
 *
 * @param {HTMLElement} map
 * @param {() => MaskGeometry | null} geometry
 * @param {MapActions} actions
 * @param {boolean} paints - whether this map takes the brush
 */
export function bindBrush(map, geometry, actions, paints) {
  /** @type {{ pointer: number, last: { x: number, y: number }, cells: Set<number>, stop: AbortController } | null} */
  let drawn = null;

  /** @param {PointerEvent} event */
  function at(event) {
    const { left, top, width, height } = map.getBoundingClientRect();
    const { width: wide, height: high } = /** @type {MaskGeometry} */ (geometry());
    // A page may show the map scaled.
    return { x: (event.clientX - left) * (wide / width), y: (event.clientY - top) * (high / height) };
  }
  /** @param {'commit' | 'cancel'} phase */
  function end(phase) {
    const done = drawn;
    drawn = null;
    done?.stop.abort();
    if (done) actions.paint(done.cells, phase);
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      const now = geometry();
      if (!now || event.button !== 0 || drawn) return;
      const place = at(event);
      const cell = cellAt(now, place.x, place.y);
      const brush = paints && actions.state().brush !== 'none';
      // A finger that touches the map may be about to scroll: it selects when it was a tap.
      if (!cell || (event.pointerType === 'touch' && !brush)) return;
      map.focus({ preventScroll: true });
      actions.select(cell);
      if (!brush) return;
      event.preventDefault();
      map.setPointerCapture(event.pointerId);
      drawn = { pointer: event.pointerId, last: place, cells: stroke(now, place, place), stop: new AbortController() };
      addEventListener('keydown', (pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end('cancel');
      }, { capture: true, signal: drawn.stop.signal });
      actions.paint(drawn.cells, 'drag');
    },
    /** @param {PointerEvent} event */
    pointermove(event) {
      const now = geometry();
      if (!now) return;
      const place = at(event);
      if (drawn?.pointer === event.pointerId) {
        const { size } = drawn.cells;
        stroke(now, drawn.last, place, drawn.cells);
        drawn.last = place;
        if (drawn.cells.size > size) actions.paint(drawn.cells, 'drag');
      }
      if (event.pointerType !== 'touch') actions.point(cellAt(now, place.x, place.y));
    },
    pointerup: () => end('commit'),
    /** @param {PointerEvent} event */
    click(event) {
      const now = geometry();
      const place = at(event);
      const cell = now && cellAt(now, place.x, place.y);
      if (!cell || event.pointerType !== 'touch') return;
      map.focus({ preventScroll: true });
      actions.select(cell);
    },
    pointercancel: () => end('cancel'),
    pointerleave: () => actions.point(null),
  };
  for (const [type, listener] of Object.entries(listeners)) map.addEventListener(type, listener);
}
