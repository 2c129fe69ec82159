import { plainLabel } from '../ui/labels.js';
/** @import { Measure, Span } from './types.js' */

/** The fonts of pictures, by name. A program uses the first that it has. */
export const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
/** The fonts of digits. */
export const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** The line height, relative to the font size. */
export const LEADING = 1.4;
/** The size of superscripts and subscripts, and their vertical shift, relative to the font size. */
const RAISED = { scale: 0.72, sub: 0.24, sup: -0.38 };

/**
 * A text that a picture can contain: without control characters and unpaired surrogates, which XML does not
 * allow.
 *
 * @param {string} text
 */
export function wellFormed(text) {
  return plainLabel(text).replace(/[\ud800-\udfff\ufffe\uffff]/gu, '\ufffd');
}

/**
 * Truncates a text to a width.
 *
 * @param {string} text
 * @param {number} room
 * @param {number} size
 * @param {Measure} measure
 */
export function fitted(text, room, size, measure) {
  const plain = wellFormed(text);
  if (measure(plain, size) <= room) return plain;
  const letters = Array.from(plain);
  let [fits, not] = [0, letters.length];
  while (not - fits > 1) {
    const middle = (fits + not) >> 1;
    if (measure(`${letters.slice(0, middle).join('')}…`, size) <= room) fits = middle;
    else not = middle;
  }
  return `${letters.slice(0, fits).join('')}…`;
}

/**
 * Breaks a text into lines at blanks; a word that is wider than a line is split.
 *
 * @param {string} text
 * @param {number} room
 * @param {number} size
 * @param {Measure} measure
 */
export function lines(text, room, size, measure) {
  /** @type {string[]} */
  const broken = [];
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const longer = broken.length > 0 ? `${broken[broken.length - 1]} ${word}` : '';
    if (longer && measure(longer, size) <= room) broken[broken.length - 1] = longer;
    else broken.push(fitted(word, room, size, measure));
  }
  return broken;
}

/**
 * The font size of a part of a line, and its vertical shift.
 *
 * @param {Span} span
 * @param {number} size - the font size of the line
 */
export function raised({ at }, size) {
  return at ? { size: size * RAISED.scale, shift: size * RAISED[at] } : { size, shift: 0 };
}

/**
 * The width of a line of several parts.
 *
 * @param {Span[]} spans
 * @param {number} size
 * @param {Measure} measure
 */
export function lineWidth(spans, size, measure) {
  return spans.reduce((sum, span) => sum + measure(span.text, raised(span, size).size), 0);
}
