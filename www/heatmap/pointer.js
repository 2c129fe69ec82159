import { cellAt, pointIn } from '../ui/grid.js';
import { sameCell } from './figure.js';
import { decimalsOf, dragged, THRESHOLD } from './keys.js';
/** @import { Cell } from './figure.js' */
/** @import { Actions } from './matrix.js' */

/**
 * Handles mouse, pen and touch on a heatmap. Hovering points at a cell, a click selects it, a double click
 * opens the editor, and a drag up or down changes the number in steps. A finger edits only the cell that
 * already has the cursor; elsewhere it scrolls the page.
 *
 * @param {HTMLElement} map
 * @param {Actions} actions
 * @returns {() => void} removes the listeners, and cancels a drag
 */
export function bindPointer(map, actions) {
  const listening = new AbortController();
  /** @type {Cell | null} */
  let pointed = null;
  /** @type {ReturnType<typeof pressToDrag> | null} */
  let press = null;
  /** Whether the next click ends a drag, so that it must not select. */
  let ignoreClick = false;
  /** The cursor at the last press. @type {Cell | null} */
  let cursorBefore = null;

  /** @param {MouseEvent} event @returns {Cell | null} */
  function at(event) {
    const geometry = actions.geometry();
    if (!geometry) return null;
    const { x, y } = pointIn(map, geometry, event);
    return cellAt(geometry, x, y);
  }

  /** @param {Cell | null} cell */
  function point(cell) {
    if (sameCell(cell, pointed)) return;
    pointed = cell;
    actions.point(cell);
  }

  /** @param {Event} event */
  const inField = (event) => event.target instanceof HTMLInputElement;

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      ignoreClick = false;
      const figure = actions.figure();
      const cell = at(event);
      cursorBefore = figure?.cursor ?? null;
      if (!figure?.editable || !cell || press || event.button !== 0 || inField(event)) return;
      if (event.pointerType === 'touch' && !sameCell(cell, figure.cursor)) return;
      press = pressToDrag(map, event, cell, actions, () => {
        ignoreClick = press?.hasStarted ?? false;
        pointed = null;
        press = null;
      });
    },
    /** @param {PointerEvent} event */
    pointermove(event) {
      if (press && event.pointerId === press.pointerId) press.move(event);
      if (!press?.hasStarted && event.pointerType !== 'touch') point(at(event));
    },
    pointerup: (event) => {
      if (press && event.pointerId === press.pointerId) press.drop();
    },
    pointercancel: () => press?.cancel(),
    pointerleave: () => {
      if (!press?.hasStarted) point(null);
    },
    /** @param {PointerEvent} event */
    click(event) {
      const cell = at(event);
      if (ignoreClick || !cell || inField(event)) return;
      map.focus({ preventScroll: true });
      if (event.pointerType === 'touch' && actions.figure()?.editable && sameCell(cell, cursorBefore))
        actions.change(cell);
      else actions.select(cell);
    },
    dblclick(event) {
      const cell = at(event);
      if (cell && !inField(event)) actions.change(cell);
    },
  };
  for (const [type, listener] of Object.entries(listeners))
    map.addEventListener(type, listener, { signal: listening.signal });
  return () => {
    press?.cancel();
    listening.abort();
  };
}

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
function pressToDrag(map, press, cell, actions, ended) {
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
