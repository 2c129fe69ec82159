import { moved } from '../ui/grid.js';
import { sameCell } from './figure.js';
import { decimalsOf, stepped } from './step.js';
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
