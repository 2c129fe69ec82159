import { parseNumber } from '../format/parse.js';
import { bubbleBy } from './bubble.js';
import { boxOf } from './geometry.js';
/** @import { Cell } from './figure.js' */
/** @import { Geometry } from './geometry.js' */

/** The field grows with its text, up to this, CSS pixels. */
const WIDEST = 190;
/** A character of the field's font, and the field's edges. */
const CHARACTER = 7.3;
const EDGES = 14;

/**
 * What a finished edit asks for: to stay, or to go on with the cell after or before.
 *
 * @typedef {object} EditorOptions
 * @property {HTMLElement} map - the field is laid over its canvas
 * @property {HTMLElement} host - the bubble is put here
 * @property {Cell} cell
 * @property {number} value - what the cell holds
 * @property {string} [text] - typed already; without it the field holds the number, selected
 * @property {string} label - spoken
 * @property {string} wants - said of a text that is no number
 * @property {Geometry} geometry
 * @property {(value: number) => void} commit - called for another number only
 * @property {(why: 'here' | 'next' | 'previous' | 'away') => boolean} closed - called once; `away` when the focus has gone elsewhere.
 *   It says whether it took the key
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

  /** Takes the number over, or says what is wanted and stays. @param {'here' | 'next' | 'previous'} then */
  function finish(then) {
    const number = typed();
    if (number === null) {
      refuse();
      return true;
    }
    if (!Object.is(number, value)) commit(number);
    return close(then);
  }

  /** The number in the field, or null if the text is none. What was not touched is as it was, also where it could not be typed. */
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
    // What is typed is nobody else's: no arrow key moves a cursor, no letter is a command.
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
    /** Leaves the old number. */
    cancel: () => void close('away'),
    /** @param {Geometry} next */
    move(next) {
      geometry = next;
      place();
    },
  };
}

/** All digits that a number has. @param {number} value */
function written(value) {
  if (Number.isNaN(value)) return '';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}
