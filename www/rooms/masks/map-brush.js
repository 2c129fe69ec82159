import { cellAt, pairOf, pointIn } from '../../ui/grid.js';
import { stroke } from './geometry.js';
/** @import { MaskGeometry } from './geometry.js' */
/** @import { MapActions } from './types.js' */

/**
 * Binds the brush to a map. A press begins a stroke, a drag continues it, and Escape cancels it.
 *
 * @param {HTMLElement} map
 * @param {() => MaskGeometry | null} geometry
 * @param {Pick<MapActions, 'state' | 'select' | 'paint'>} actions
 */
export function bindBrush(map, geometry, actions) {
  /** @type {{ pointer: number, last: { x: number, y: number }, cells: Set<number>, listening: AbortController } | null} */
  let current = null;

  /** @param {'commit' | 'cancel'} phase */
  function end(phase) {
    if (!current) return;
    const { cells, listening } = current;
    current = null;
    listening.abort();
    actions.paint(cells, phase);
  }

  map.addEventListener('pointerdown', (event) => {
    const layout = geometry();
    if (!layout || event.button !== 0 || current || actions.state().brush === 'none') return;
    const place = pointIn(map, layout, event);
    const cell = pairOf(cellAt(layout, place.x, place.y));
    if (!cell) return;
    map.focus({ preventScroll: true });
    actions.select(cell);
    event.preventDefault();
    map.setPointerCapture(event.pointerId);
    current = {
      pointer: event.pointerId,
      last: place,
      cells: stroke(layout, place, place),
      listening: new AbortController(),
    };
    addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end('cancel');
      },
      { capture: true, signal: current.listening.signal },
    );
    actions.paint(current.cells, 'drag');
  });
  map.addEventListener('pointermove', (event) => {
    const layout = geometry();
    if (!layout || current?.pointer !== event.pointerId) return;
    const { size } = current.cells;
    const place = pointIn(map, layout, event);
    stroke(layout, current.last, place, current.cells);
    current.last = place;
    if (current.cells.size > size) actions.paint(current.cells, 'drag');
  });
  map.addEventListener('pointerup', () => end('commit'));
  map.addEventListener('pointercancel', () => end('cancel'));
}
