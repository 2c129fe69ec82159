import { pressToDrag } from './drag.js';
import { sameCell } from './figure.js';
import { cellAt } from './geometry.js';
/** @import { Actions } from './actions.js' */
/** @import { Cell } from './figure.js' */

/**
 * Binds mouse, pen and touch to a heatmap: hovering points, a click selects, a double click opens the editor,
 * and a drag up or down changes the number in steps. A finger drags and edits only in the cell that already
 * has the cursor; elsewhere it scrolls the page.
 *
 * @param {HTMLElement} map
 * @param {Actions} actions
 * @returns {() => void} removes the listeners, and cancels a drag
 */
export function bindPointer(map, actions) {
  const stop = new AbortController();
  /** @type {Cell | null} */
  let pointed = null;
  /** @type {ReturnType<typeof pressToDrag> | null} */
  let press = null;
  /** The click at the end of a drag is ignored. */
  let ignoreClick = false;
  /** @type {Cell | null} */
  let cursorBefore = null;

  /** @param {MouseEvent} event @returns {Cell | null} */
  function at(event) {
    const geometry = actions.geometry();
    if (!geometry) return null;
    const { left, top, width, height } = map.getBoundingClientRect();
    // The page may scale the map.
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
    map.addEventListener(type, listener, { signal: stop.signal });
  return () => {
    press?.cancel();
    stop.abort();
  };
}
