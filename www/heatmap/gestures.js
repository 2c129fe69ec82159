/** What keys and pointers do on a heatmap. */
import { moved, cellAt, pointIn } from '../ui/grid.js';
import { sameCell } from './figure.js';
/** @import { Cell, Complete } from './figure.js' */
/** @import { Actions } from './matrix.js' */

/** The first character of a number. */
const BEGINS_NUMBER = /^[\d.,+\-−]$/;

/**
 * Handles a key on a heatmap. The default of a key with an effect is prevented, so that the page can check
 * `defaultPrevented`.
 *
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function pressKey(event, actions) {
  const figure = actions.figure();
  if (!figure || event.isComposing) return;
  const act = (event.altKey ? stepOf : actionOf)(event, figure, actions.cursor(), actions);
  if (!act) return;
  event.preventDefault();
  act();
}

/**
 * The action of a key without Alt.
 *
 * @param {KeyboardEvent} event
 * @param {Complete} figure
 * @param {Cell} cell
 * @param {Actions} actions
 */
function actionOf(event, figure, cell, actions) {
  const { key } = event;
  const target = moved(event, cell, figure.matrix, { page: Infinity });
  if (target) return () => void (sameCell(target, cell) || actions.select(target));
  if (event.ctrlKey || event.metaKey) return null;
  if (key === 'Enter' || key === 'F2') return () => actions.change(cell);
  if (key === 'Delete' || key === 'Backspace') return () => actions.change(cell, '');
  if (BEGINS_NUMBER.test(key)) return () => actions.change(cell, key);
  return key === 't' ? () => actions.toggleTable() : null;
}

/**
 * Alt with an arrow changes the number by one step of a drag.
 *
 * @param {KeyboardEvent} event
 * @param {Complete} figure
 * @param {Cell} cell
 * @param {Actions} actions
 */
function stepOf(event, figure, cell, actions) {
  const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!steps) return null;
  if (!figure.editable) return () => actions.change(cell);
  const decimals = decimalsOf(figure.matrix.data, actions.texts()) + (event.shiftKey ? 1 : 0);
  return () => actions.edit(cell, stepped(actions.value(cell), steps, decimals), 'commit');
}

/** Smaller steps are useless for dragging. */
const MAX_DECIMALS = 6;
/** The default if no cell shows decimals, because the cells are small or the numbers have an exponent. */
const DEFAULT_DECIMALS = 2;

/**
 * The number of decimals of a step: 0 if all numbers are integers, otherwise the most decimals that a cell
 * shows. All cells have the same step, so that 0.6 and 0 have the same step as 0.59.
 *
 * @param {ArrayLike<number>} data - the numbers of the whole matrix
 * @param {string[]} texts - the texts of its cells
 */
export function decimalsOf(data, texts) {
  if (Array.prototype.every.call(data, (value) => Number.isInteger(value) || !Number.isFinite(value)))
    return 0;
  const shown = texts.reduce(
    (most, text) => Math.max(most, /^[^.,eE]*[.,](\d+)$/.exec(text)?.[1].length ?? 0),
    0,
  );
  return shown === 0 ? DEFAULT_DECIMALS : Math.min(MAX_DECIMALS, shown);
}

/**
 * Adds steps to a number and rounds it to the decimals of a step, so that 0.1 + 0.2 is 0.3.
 *
 * @param {number} value - counts as 0 if it is not finite
 * @param {number} steps - an integer, in units of the last decimal
 * @param {number} decimals
 */
export function stepped(value, steps, decimals) {
  const from = Number.isFinite(value) ? value : 0;
  // Adding 0 turns -0 into 0.
  return Number((from + steps / 10 ** decimals).toFixed(decimals)) + 0;
}

/** The distance after which a press is a drag, in CSS pixels. */
export const THRESHOLD = 4;
/** The distance of one step, in CSS pixels. With Shift, each pixel is a tenth of a step. */
const STEP_DISTANCE = 6;

/**
 * The number during a drag.
 *
 * @param {number} start - the number at the start
 * @param {number} decimals - the decimals of the step
 * @param {number} coarse - pixels moved up without Shift
 * @param {number} fine - pixels moved up with Shift
 */
export function dragged(start, decimals, coarse, fine) {
  const steps = Math.trunc(coarse / STEP_DISTANCE);
  const tenths = Math.trunc(fine);
  if (steps === 0 && tenths === 0) return start;
  return tenths === 0 ? stepped(start, steps, decimals) : stepped(start, steps * 10 + tenths, decimals + 1);
}

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
