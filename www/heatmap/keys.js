import { moved } from '../ui/grid.js';
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
