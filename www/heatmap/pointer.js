import { cellAt } from '../ui/grid.js';
import { pressToDrag } from './drag.js';
import { sameCell } from './figure.js';
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
    const { left, top, width, height } = map.getBoundingClientRect();
    // The page may scale the map with a transform.
    return cellAt(
      geometry,
      (event.clientX - left) * (geometry.width / width),
      (event.clientY - top) * (geometry.height / height),
    );
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
