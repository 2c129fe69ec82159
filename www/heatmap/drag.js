import { decimalsOf, dragged, THRESHOLD } from './step.js';
/** @import { Cell } from './figure.js' */
/** @import { Actions } from './matrix.js' */

/**
 * A press on a cell, which may become a drag. Dragging up increases the number, and dragging down decreases
 * it.
 *
 * @param {HTMLElement} map
 * @param {PointerEvent} press
 * @param {Cell} cell
 * @param {Actions} actions
 * @param {() => void} ended - called once, when pointer and keys are released
 */
export function pressToDrag(map, press, cell, actions, ended) {
  const listening = new AbortController();
  let hasStarted = false;
  let lastY = press.clientY;
  // Pixels moved up, without and with Shift.
  let coarse = 0;
  let fine = 0;
  let start = 0;
  let value = 0;
  let decimals = 0;

  // Capturing before the drag starts also reports moves outside the map, if the press was near its edge.
  map.setPointerCapture(press.pointerId);

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
    addEventListener('keydown', escape, { capture: true, signal: listening.signal });
    return undefined;
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!hasStarted && Math.abs(event.clientY - press.clientY) > THRESHOLD) begin();
    if (!hasStarted) return;
    const up = lastY - event.clientY;
    lastY = event.clientY;
    if (event.shiftKey) fine += up;
    else coarse += up;
    const next = dragged(start, decimals, coarse, fine);
    if (Object.is(next, value)) return;
    value = next;
    actions.edit(cell, value, 'drag');
  }

  /** @param {'commit' | 'cancel'} phase */
  function end(phase) {
    const hasChanged = hasStarted && !Object.is(value, start);
    const hasMoved = hasStarted && (coarse !== 0 || fine !== 0);
    finish();
    // A drag that ends at its first value is cancelled, so that there is no change to undo.
    if (hasChanged && phase === 'commit') actions.edit(cell, value, 'commit');
    else if (hasMoved) actions.edit(cell, start, 'cancel');
  }

  /** @param {KeyboardEvent} event */
  function escape(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end('cancel');
  }

  function finish() {
    if (listening.signal.aborted) return;
    listening.abort();
    map.classList.remove('dragging');
    if (map.hasPointerCapture(press.pointerId)) map.releasePointerCapture(press.pointerId);
    ended();
  }

  return {
    pointerId: press.pointerId,
    get hasStarted() {
      return hasStarted;
    },
    move,
    drop: () => end('commit'),
    cancel: () => end('cancel'),
  };
}
