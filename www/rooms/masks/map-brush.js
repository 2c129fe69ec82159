import { cellAt, stroke } from './geometry.js';
import { placeOn } from './map-pointer.js';
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
  /** @type {{ pointer: number, last: { x: number, y: number }, cells: Set<number>, stop: AbortController } | null} */
  let drawn = null;

  /** @param {'commit' | 'cancel'} phase */
  function end(phase) {
    const done = drawn;
    drawn = null;
    done?.stop.abort();
    if (done) actions.paint(done.cells, phase);
  }

  map.addEventListener('pointerdown', (event) => {
    const now = geometry();
    if (!now || event.button !== 0 || drawn || actions.state().brush === 'none') return;
    const place = placeOn(map, now, event);
    const cell = cellAt(now, place.x, place.y);
    if (!cell) return;
    map.focus({ preventScroll: true });
    actions.select(cell);
    event.preventDefault();
    map.setPointerCapture(event.pointerId);
    drawn = {
      pointer: event.pointerId,
      last: place,
      cells: stroke(now, place, place),
      stop: new AbortController(),
    };
    addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end('cancel');
      },
      { capture: true, signal: drawn.stop.signal },
    );
    actions.paint(drawn.cells, 'drag');
  });
  map.addEventListener('pointermove', (event) => {
    const now = geometry();
    if (!now || drawn?.pointer !== event.pointerId) return;
    const { size } = drawn.cells;
    const place = placeOn(map, now, event);
    stroke(now, drawn.last, place, drawn.cells);
    drawn.last = place;
    if (drawn.cells.size > size) actions.paint(drawn.cells, 'drag');
  });
  map.addEventListener('pointerup', () => end('commit'));
  map.addEventListener('pointercancel', () => end('cancel'));
}
