import { moved } from './cursor.js';
import { sameCell } from './figure.js';
import { decimalsOf, stepped } from './step.js';
/** @import { Actions } from './actions.js' */

/** The first characters of a number. */
const BEGINS_NUMBER = /^[\d.,+\-−]$/;

/**
 * Handles a key on a heatmap. A key with an effect is cancelled, so that the page can check
 * `defaultPrevented`.
 *
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function pressKey(event, actions) {
  const figure = actions.figure();
  if (!figure || event.isComposing) return;
  const cell = actions.cursor();
  const act = event.altKey ? step(event, actions) : moveOr(event, actions);
  if (!act) return;
  event.preventDefault();
  act();

  /** @param {KeyboardEvent} pressed @param {Actions} now */
  function moveOr(pressed, now) {
    const to = moved(pressed, cell, figure?.matrix ?? { rows: 1, cols: 1 });
    if (to) return () => void (sameCell(to, cell) || now.select(to));
    if (pressed.ctrlKey || pressed.metaKey) return null;
    if (pressed.key === 'Enter' || pressed.key === 'F2') return () => now.change(cell);
    if (pressed.key === 'Delete' || pressed.key === 'Backspace') return () => now.change(cell, '');
    if (BEGINS_NUMBER.test(pressed.key)) return () => now.change(cell, pressed.key);
    return pressed.key === 't' ? () => now.toggleTable() : null;
  }

  /**
   * Alt with an arrow changes the number, as a drag does.
   *
   * @param {KeyboardEvent} pressed
   * @param {Actions} now
   */
  function step(pressed, now) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[pressed.key];
    if (!by || !figure) return null;
    if (!figure.editable) return () => now.change(cell);
    const decimals = decimalsOf(figure.matrix.data, now.texts()) + (pressed.shiftKey ? 1 : 0);
    return () => now.edit(cell, stepped(now.value(cell), by, decimals), 'commit');
  }
}
