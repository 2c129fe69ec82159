import { parseNumber } from '../format/parse.js';
import { withSeparator } from '../format/display.js';
import { element } from '../ui/dom.js';
import { boxOf } from '../ui/grid.js';
/** @import { Separator } from '../format/display.js' */
/** @import { Cell } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */

/** The maximum width of the field, which grows with its text, in CSS pixels. */
const MAX_WIDTH = 190;
/** The width of a character in the field's font, and of the field's padding and border, in CSS pixels. */
const CHARACTER = 7.3;
const EDGES = 14;

/**
 * Where the focus goes when the editor closes: to the cell, to the next or previous cell, or somewhere else.
 *
 * @typedef {'here' | 'next' | 'previous' | 'away'} Target
 */

/**
 * @typedef {object} EditorOptions
 * @property {HTMLElement} map - the parent of the field, which covers a cell of its canvas
 * @property {HTMLElement} host - the parent of the bubble
 * @property {Cell} cell
 * @property {number} value - the number in the cell
 * @property {string} [text] - the initial text of the field; by default the number, selected
 * @property {string} label - the accessible name
 * @property {string} wants - the message for a text that is not a number
 * @property {Separator} separator - the decimal separator of the language
 * @property {PixelGrid} geometry
 * @property {(value: number) => void} commit - called only if the number has changed
 * @property {(target: Target) => boolean} closed - called once; returns whether it moved the focus
 */

/**
 * Opens a field over a cell.
 *
 * @param {EditorOptions} options
 */
export function openEditor({
  map,
  host,
  cell,
  value,
  text,
  label,
  wants,
  separator,
  geometry,
  commit,
  closed,
}) {
  const field = document.createElement('input');
  field.className = 'field';
  field.inputMode = 'decimal';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.setAttribute('aria-label', label);
  const before = withSeparator(written(value), separator);
  field.value = text ?? before;
  const bubble = bubbleBy(host, field);
  let open = true;

  /** @param {Target} target */
  function close(target) {
    if (!open) return true;
    open = false;
    bubble.remove();
    const isHandled = closed(target);
    field.remove();
    return isHandled;
  }

  /** Commits the number, or shows the message and stays open. @param {Target} target */
  function finish(target) {
    const number = typed();
    if (number === null) {
      refuse();
      return true;
    }
    if (!Object.is(number, value)) commit(number);
    return close(target);
  }

  /**
   * The number in the field, or null if the text is not a number. An unchanged text gives exactly the old
   * number, even one that cannot be typed, such as NaN.
   */
  function typed() {
    if (field.value === before) return value;
    const parsed = parseNumber(field.value, separator);
    return 'value' in parsed ? parsed.value : null;
  }

  function refuse() {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', bubble.id);
    bubble.show(wants);
    field.select();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    // Keys in the field must not move the cursor or trigger shortcuts.
    event.stopPropagation();
    if (event.isComposing) return;
    let isHandled = false;
    if (event.key === 'Enter') isHandled = finish('here');
    else if (event.key === 'Escape') isHandled = close('here');
    else if (event.key === 'Tab') isHandled = finish(event.shiftKey ? 'previous' : 'next');
    if (isHandled) event.preventDefault();
  }

  function blur() {
    const number = open ? typed() : null;
    if (number !== null && !Object.is(number, value)) commit(number);
    close('away');
  }

  /** Places the field. For a long number it is wider than the cell, away from the nearer edge of the map. */
  function place() {
    const box = boxOf(geometry, cell);
    const width = Math.max(box.width, Math.min(MAX_WIDTH, field.value.length * CHARACTER + EDGES));
    const left = cell.col < geometry.cols / 2 ? box.left : box.left + box.width - width;
    field.style.width = `${width}px`;
    field.style.height = `${box.height}px`;
    field.style.transform = `translate(${left}px, ${box.top}px)`;
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
    /** @param {PixelGrid} next */
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

/** The distance between the field and the bubble, in CSS pixels. */
const DISTANCE = 6;

/**
 * An error message next to a field. It is in the top layer, so that scrolling boxes do not clip it.
 *
 * @param {HTMLElement} host - the parent of the bubble
 * @param {HTMLElement} field
 */
function bubbleBy(host, field) {
  const bubble = element('div', { class: 'bubble', id: 'wants', role: 'alert', hidden: true });
  if ('popover' in bubble) bubble.popover = 'manual';
  host.append(bubble);
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('scroll', place, { capture: true, passive: true, signal });
  addEventListener('resize', place, { signal });

  function place() {
    if (bubble.hidden) return;
    const anchor = field.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const below = anchor.bottom + DISTANCE;
    const top = below + height > innerHeight ? anchor.top - DISTANCE - height : below;
    bubble.style.top = `${Math.max(0, top)}px`;
    bubble.style.left = `${Math.max(DISTANCE, Math.min(anchor.left, innerWidth - width - DISTANCE))}px`;
  }

  return {
    id: bubble.id,
    /** @param {string} text */
    show(text) {
      bubble.hidden = false;
      if (bubble.popover && !bubble.matches(':popover-open')) bubble.showPopover();
      // Screen readers announce an alert when its text changes.
      bubble.textContent = '';
      bubble.textContent = text;
      place();
    },
    hide() {
      if (bubble.popover && bubble.matches(':popover-open')) bubble.hidePopover();
      bubble.hidden = true;
    },
    remove() {
      listening.abort();
      bubble.remove();
    },
  };
}
