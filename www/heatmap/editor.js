import { parseNumber } from '../format/parse.js';
import { bubbleBy } from './bubble.js';
import { boxOf } from './geometry.js';
/** @import { Cell } from './figure.js' */
/** @import { Geometry } from './geometry.js' */

/** The maximum width of the field, which grows with its text, in CSS pixels. */
const WIDEST = 190;
/** The width of a character in the field's font, and of the field's edges. */
const CHARACTER = 7.3;
const EDGES = 14;

/**
 * The options of the editor.
 *
 * @typedef {object} EditorOptions
 * @property {HTMLElement} map - the field is over its canvas
 * @property {HTMLElement} host - the parent of the bubble
 * @property {Cell} cell
 * @property {number} value - the number in the cell
 * @property {string} [text] - the text typed so far; without it the field has the number, selected
 * @property {string} label - the accessible name
 * @property {string} wants - the message for a text that is not a number
 * @property {Geometry} geometry
 * @property {(value: number) => void} commit - called only if the number has changed
 * @property {(why: 'here' | 'next' | 'previous' | 'away') => boolean} closed - called once; `away` if the
 * focus has moved elsewhere. It returns whether it handled the key
 */

/**
 * Opens a field exactly over a cell.
 *
 * @param {EditorOptions} options
 */
export function openEditor({ map, host, cell, value, text, label, wants, geometry, commit, closed }) {
  const field = document.createElement('input');
  field.className = 'field';
  field.inputMode = 'decimal';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.setAttribute('aria-label', label);
  field.value = text ?? written(value);
  const bubble = bubbleBy(host, field);
  let open = true;

  /** @param {'here' | 'next' | 'previous' | 'away'} why */
  function close(why) {
    if (!open) return true;
    open = false;
    bubble.remove();
    const took = closed(why);
    field.remove();
    return took;
  }

  /** Commits the number, or shows the message and stays open. @param {'here' | 'next' | 'previous'} then */
  function finish(then) {
    const number = typed();
    if (number === null) {
      refuse();
      return true;
    }
    if (!Object.is(number, value)) commit(number);
    return close(then);
  }

  /**
   * The number in the field, or null if the text is not a number. An unchanged text gives the exact old
   * number, even if that cannot be typed.
   */
  function typed() {
    if (field.value === written(value)) return value;
    const read = parseNumber(field.value);
    return 'value' in read ? read.value : null;
  }

  function refuse() {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', bubble.id);
    bubble.show(wants);
    field.select();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    // Keys in the field must not move the cursor or run commands.
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Enter') take(event, finish('here'));
    else if (event.key === 'Escape') take(event, close('here'));
    else if (event.key === 'Tab') take(event, finish(event.shiftKey ? 'previous' : 'next'));
  }

  /** @param {KeyboardEvent} event @param {boolean} took */
  function take(event, took) {
    if (took) event.preventDefault();
  }

  function blur() {
    const number = open ? typed() : null;
    if (number !== null && !Object.is(number, value)) commit(number);
    close('away');
  }

  /** A long number needs more than its cell: the field grows away from the nearer edge of the map. */
  function place() {
    const { left, top, width, height } = boxOf(geometry, cell);
    const wide = Math.max(width, Math.min(WIDEST, field.value.length * CHARACTER + EDGES));
    const from = cell.col < geometry.cols / 2 ? left : left + width - wide;
    field.style.width = `${wide}px`;
    field.style.height = `${height}px`;
    field.style.transform = `translate(${from}px, ${top}px)`;
  }

  field.addEventListener('keydown', key);
  field.addEventListener('blur', blur);
  field.addEventListener('input', () => {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
    bubble.hide();
    place();
  });
  map.append(field);
  place();
  field.focus({ preventScroll: true });
  if (text === undefined) field.select();
  else field.setSelectionRange(text.length, text.length);

  return {
    cell,
    /** Closes without a change. */
    cancel: () => void close('away'),
    /** @param {Geometry} next */
    move(next) {
      geometry = next;
      place();
    },
  };
}

/** All digits of a number. @param {number} value */
function written(value) {
  if (Number.isNaN(value)) return '';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}
