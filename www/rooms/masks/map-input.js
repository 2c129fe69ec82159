/** The input on a map: keys, mouse, pen, touch, and the brush. */
import { cellAt, cellOf, moved, pairOf, pointIn } from '../../ui/grid.js';
import { stroke } from './geometry.js';
/** @import { MaskGeometry } from './geometry.js' */
/** @import { MapActions, MapName } from './types.js' */

/**
 * Handles a key on one of the maps. If the key has an effect, the default is prevented.
 *
 * @param {KeyboardEvent} event
 * @param {MapActions} actions
 * @param {MapName} name
 */
export function pressMap(event, actions, name) {
  const state = actions.state();
  if (event.isComposing || event.altKey) return;
  const to = pairOf(moved(event, cellOf(state.cursor), { rows: state.queries, cols: state.keys }));
  if (to) actions.select(to);
  else if (event.ctrlKey || event.metaKey) return;
  else if (event.key === 't' && actions.table) actions.table(name);
  else if (name === 'pattern' && (event.key === 'Enter' || event.key === ' ')) actions.paint(null, 'commit');
  else return;
  event.preventDefault();
}

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
