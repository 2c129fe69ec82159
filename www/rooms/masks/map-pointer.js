import { cellAt } from './geometry.js';
/** @import { MaskGeometry } from './geometry.js' */
/** @import { MapActions } from './types.js' */

/**
 * Binds mouse, pen and touch to a map: hovering points, and a press puts the cursor there. A finger scrolls the page.
 *
 * @param {HTMLElement} map
 * @param {() => MaskGeometry | null} geometry
 * @param {Pick<MapActions, 'point' | 'select'>} actions
 */
export function bindPointer(map, geometry, { point, select }) {
  const under = (/** @type {PointerEvent} */ event) => {
    const now = geometry();
    const place = now && placeOn(map, now, event);
    return now && place && cellAt(now, place.x, place.y);
  };
  /** @param {PointerEvent} event */
  function choose(event) {
    const cell = under(event);
    if (!cell) return;
    map.focus({ preventScroll: true });
    select(cell);
  }
  // A finger that touches the map may be about to scroll: it selects when it was a tap.
  map.addEventListener(
    'pointerdown',
    (event) => event.button === 0 && event.pointerType !== 'touch' && choose(event),
  );
  map.addEventListener(
    'click',
    (event) =>
      /** @type {PointerEvent} */ (event).pointerType === 'touch' &&
      choose(/** @type {PointerEvent} */ (event)),
  );
  map.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && point(under(event)));
  map.addEventListener('pointerleave', () => point(null));
}

/** Where a pointer is, in CSS pixels from the corner of the cells. @param {HTMLElement} map @param {MaskGeometry} geometry @param {MouseEvent} event */
export function placeOn(map, { width: wide, height: high }, event) {
  const { left, top, width, height } = map.getBoundingClientRect();
  // A page may show the map scaled.
  return { x: (event.clientX - left) * (wide / width), y: (event.clientY - top) * (high / height) };
}
