import { cellAt, pairOf, pointIn } from '../../ui/grid.js';
/** @import { MaskGeometry } from './geometry.js' */
/** @import { MapActions } from './types.js' */

/**
 * Binds mouse, pen and touch to a map. Hovering points at a cell, a press moves the cursor, and a finger
 * scrolls the page.
 *
 * @param {HTMLElement} map
 * @param {() => MaskGeometry | null} geometry
 * @param {Pick<MapActions, 'point' | 'select'>} actions
 */
export function bindPointer(map, geometry, { point, select }) {
  const under = (/** @type {PointerEvent} */ event) => {
    const layout = geometry();
    if (!layout) return null;
    const { x, y } = pointIn(map, layout, event);
    return pairOf(cellAt(layout, x, y));
  };
  /** @param {PointerEvent} event */
  function choose(event) {
    const cell = under(event);
    if (!cell) return;
    map.focus({ preventScroll: true });
    select(cell);
  }
  // A touch may be the start of scrolling, so it selects a cell only if it ends as a tap.
  map.addEventListener(
    'pointerdown',
    (event) => event.button === 0 && event.pointerType !== 'touch' && choose(event),
  );
  map.addEventListener('click', (event) => event.pointerType === 'touch' && choose(event));
  map.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && point(under(event)));
  map.addEventListener('pointerleave', () => point(null));
}
