import { plainLabel } from '../ui/labels.js';
/** @import { Measure, Span } from './types.js' */

/** The fonts of pictures, by name: what opens them takes the first that it has. */
export const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
/** That of digits. */
export const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** Lines of text are so much apart, by their size. */
export const LEADING = 1.4;
/** How large a letter above or below the others is, and how far it is moved, by their size. */
export const RAISED = { scale: 0.72, sub: 0.24, sup: -0.38 };

/**
 * A text as a picture can hold it: without what controls, and without halves of characters, which no XML may have.
 *
 * @param {string} text
 */
export function wellFormed(text) {
  return plainLabel(text).replace(/[\ud800-\udfff\ufffe\uffff]/gu, '\ufffd');
}

/**
 * A text that is no wider than there is room, its end left out.
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
 * A text in lines, broken at blanks; a word that is wider than a line is cut.
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
 * The size of a part of a line, and how far down it is moved.
 *
 * @param {Span} span
 * @param {number} size - of the line
 */
export function raised({ at }, size) {
  return at ? { size: size * RAISED.scale, shift: size * RAISED[at] } : { size, shift: 0 };
}

/**
 * How wide a line of several parts is.
 *
 * @param {Span[]} spans
 * @param {number} size
 * @param {Measure} measure
 */
export function lineWidth(spans, size, measure) {
  return spans.reduce((sum, span) => sum + measure(span.text, raised(span, size).size), 0);
}
