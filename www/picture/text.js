import { plainLabel, widthOf } from '../ui/labels.js';
/** @import { Measure, Span } from './types.js' */

/** The fonts of pictures. A picture contains no fonts, so a program uses the first that is installed. */
export const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
/** The fonts of digits. */
export const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** The font size and the vertical shifts of subscripts and superscripts, relative to the line's font size. */
const RAISED = { scale: 0.72, sub: 0.24, sup: -0.38 };

/**
 * Replaces control characters and unpaired surrogates, which XML does not allow.
 *
 * @param {string} text
 */
export function wellFormed(text) {
  return plainLabel(text).replace(/[\ud800-\udfff\ufffe\uffff]/gu, '\ufffd');
}

/**
 * The font size and the vertical shift of a part of a line.
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

/** Measures the width of a text on a canvas. @type {Measure} */
export const measure = (text, size, mono = false) => widthOf(text, `${size}px ${mono ? MONO : FONT}`);
