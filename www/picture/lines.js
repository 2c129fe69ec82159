import { truncated } from '../ui/labels.js';
import { wellFormed } from './text.js';
/** @import { Measure } from './types.js' */

/** Line height, relative to the font size. */
export const LEADING = 1.4;
/**
 * Truncates a text to a width, with an ellipsis.
 *
 * @param {string} text
 * @param {number} width
 * @param {number} size
 * @param {Measure} measure
 */
export function fitted(text, width, size, measure) {
  return truncated(wellFormed(text), width, (part) => measure(part, size));
}

/**
 * Breaks a text into lines at white space. A word that is wider than a line is truncated.
 *
 * @param {string} text
 * @param {number} width
 * @param {number} size
 * @param {Measure} measure
 */
export function lines(text, width, size, measure) {
  /** @type {string[]} */
  const broken = [];
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const longer = broken.length > 0 ? `${broken.at(-1)} ${word}` : '';
    if (longer && measure(longer, size) <= width) broken[broken.length - 1] = longer;
    else broken.push(fitted(word, width, size, measure));
  }
  return broken;
}

/**
 * The widths of characters in common sans-serif fonts, relative to the font size. The first match counts.
 *
 * @type {[RegExp, number][]}
 */
const WIDTHS = [
  // Characters that combine with the one before them.
  [/[\p{Mark}\u200c\u200d\ufe0e\ufe0f]/u, 0],
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, 1.25],
  [/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u, 1],
  [/[ijl.,:;'|!()[\]ft`\u2009]/, 0.36],
  [/[mMW@%—…]/, 0.92],
  [/[wA-Z&⇥↵]/, 0.71],
  [/ /, 0.32],
];
/** Most lower-case letters, and digits. */
const DEFAULT_WIDTH = 0.6;

/**
 * Estimates the width of a text without a canvas. The estimate errs on the wide side, so that texts do not
 * overlap.
 *
 * @type {Measure}
 */
export const estimate = (text, size, mono = false) =>
  size * Array.from(text).reduce((sum, character) => sum + relativeWidth(character, mono), 0);

/** @param {string} character @param {boolean} mono */
function relativeWidth(character, mono) {
  const width = WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? DEFAULT_WIDTH;
  return mono && width > 0 && width < 1 ? DEFAULT_WIDTH : width;
}
