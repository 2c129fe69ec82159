import { decimalsOf, dragged, THRESHOLD } from './step.js';
/** @import { Actions } from './actions.js' */
/** @import { Cell } from './figure.js' */

/**
 * A press on a cell that may become a drag of its number: up makes it larger, down smaller.
 *
 * @param {HTMLElement} map
 * @param {PointerEvent} down - the press
 * @param {Cell} cell
 * @param {Actions} actions
 * @param {() => void} ended - called once, when pointer and keys are released
 */
export function pressToDrag(map, down, cell, actions, ended) {
  const stop = new AbortController();
  let hasStarted = false;
  let before = down.clientY;
  let coarse = 0;
  let fine = 0;
  let start = 0;
  let value = 0;
  let decimals = 0;

  // Captured from the start, so that moves outside the map are received even if the press was near its edge.
  map.setPointerCapture(down.pointerId);

  function begin() {
    const matrix = actions.figure()?.matrix;
    if (!matrix) return finish();
    hasStarted = true;
    start = value = actions.value(cell);
    decimals = decimalsOf(matrix.data, actions.texts());
    map.focus({ preventScroll: true });
    map.classList.add('dragging');
    actions.point(null);
    actions.select(cell);
    addEventListener('keydown', escape, { capture: true, signal: stop.signal });
    return undefined;
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!hasStarted && Math.abs(event.clientY - down.clientY) > THRESHOLD) begin();
    if (!hasStarted) return;
    const up = before - event.clientY;
    before = event.clientY;
    if (event.shiftKey) fine += up;
    else coarse += up;
    const next = dragged(start, decimals, coarse, fine);
    if (Object.is(next, value)) return;
    value = next;
    actions.edit(cell, value, 'drag');
  }

  /** @param {'commit' | 'cancel'} phase */
  function end(phase) {
    const changed = hasStarted && !Object.is(value, start);
    const went = coarse !== 0 || fine !== 0;
    finish();
    // A drag that ends at its starting value is cancelled, so that it leaves nothing to undo.
    if (changed && phase === 'commit') actions.edit(cell, value, 'commit');
    else if (hasStarted && went) actions.edit(cell, start, 'cancel');
  }

  /** @param {KeyboardEvent} event */
  function escape(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end('cancel');
  }

  function finish() {
    if (stop.signal.aborted) return;
    stop.abort();
    map.classList.remove('dragging');
    if (map.hasPointerCapture(down.pointerId)) map.releasePointerCapture(down.pointerId);
    ended();
  }

  return {
    pointerId: down.pointerId,
    get hasStarted() {
      return hasStarted;
    },
    move,
    drop: () => end('commit'),
    cancel: () => end('cancel'),
  };
}
