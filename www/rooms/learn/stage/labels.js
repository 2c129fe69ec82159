import { axesOf, axisLabels, shortLabels } from '../../../figure/axes.js';
import { headLabels } from '../../../figure/heads.js';
import { plainLabel, truncated } from '../../../ui/labels.js';
/** @import { Model } from '../../../types.js' */
/** @import { TextWidth } from '../text-widths.js' */

/**
 * The minimum font size of labels before they are wrapped or turned: in CSS pixels, and relative to their
 * normal size. LINE is their line height.
 */
const LEAST = 11;
const LEAST_SHARE = 0.68;
const LINE = 1.25;
/** Maximum length of a turned label, in CSS pixels and in font sizes. Longer ones are truncated. */
const LONGEST = 140;
const LONGEST_SHARE = 10;

/**
 * The layout of column labels: their font size, the lines of each label, the height of a line and of all, and
 * whether they are turned to read upwards.
 *
 * @typedef {{ size: number, line: number, lines: string[][], height: number, isTurned: boolean }} ColumnLabels
 */

/** The labels of the rows of a matrix, if it has any. @param {Model} model @param {string} id */
export const rowTexts = (model, id) => axisLabels(model.lesson, axesOf(id).row) ?? [];

/** The labels of the columns of a matrix, or null. @param {Model} model @param {string} id */
export function columnTexts(model, id) {
  const labels = axisLabels(model.lesson, axesOf(id).col) ?? headLabels(model, id, model.matrices[id].cols);
  return labels ? shortLabels(labels) : null;
}

/** The minimum font size of labels. @param {number} size */
const leastOf = (size) => Math.min(size, Math.max(LEAST, size * LEAST_SHARE));

/**
 * Lays out the column labels of a matrix, all in one size. Labels that do not fit are made smaller, then
 * wrapped to two lines, then turned. They stay large enough to be read.
 *
 * @param {string[]} texts @param {number} width - of a column, CSS pixels @param {number} size - of the type
 * @param {TextWidth} widthOf
 * @returns {ColumnLabels}
 */
export function columnLabels(texts, width, size, widthOf) {
  const room = width - 5;
  const plain = texts.map(plainLabel);
  const needed = (/** @type {string} */ text) => widthOf(text, size, 'label');
  const least = leastOf(size);
  const fits = (/** @type {string} */ text) => needed(text) * (least / size) <= room;
  const lines = plain.map((text) => (fits(text) ? [text] : broken(text, needed)));
  if (!lines.flat().every(fits)) return turned(plain, width, size, widthOf);
  const longest = Math.max(...lines.flat().map(needed));
  const type = Math.max(least, Math.min(size, Math.floor((2 * size * room) / longest) / 2));
  const line = Math.round(type * LINE);
  const height = line * Math.max(...lines.map((each) => each.length));
  return { size: type, line, lines, height, isTurned: false };
}

/**
 * Labels that read upwards, centered above their columns.
 *
 * @param {string[]} texts @param {number} width @param {number} size @param {TextWidth} widthOf
 * @returns {ColumnLabels}
 */
function turned(texts, width, size, widthOf) {
  const type = Math.max(leastOf(size), Math.min(size, Math.floor(width / LINE)));
  const widthIn = (/** @type {string} */ text) => widthOf(text, type, 'label');
  const lines = texts.map((text) => [truncated(text, Math.max(LONGEST, LONGEST_SHARE * type), widthIn)]);
  const height = Math.ceil(Math.max(...lines.flat().map(widthIn))) + 2;
  return { size: type, line: Math.round(type * LINE), lines, height, isTurned: true };
}

/**
 * The font size of row labels for a width.
 *
 * @param {string[]} texts @param {number} room @param {number} size @param {TextWidth} widthOf
 */
export function rowLabelSize(texts, room, size, widthOf) {
  const longest = Math.max(1, ...texts.map((text) => widthOf(plainLabel(text), size, 'label')));
  return Math.max(leastOf(size), Math.min(size, Math.floor((2 * size * room) / longest) / 2));
}

/**
 * Breaks a label into two lines that are as equal as possible. A single word stays in one line.
 *
 * @param {string} text @param {(text: string) => number} needed
 */
function broken(text, needed) {
  const words = text.split(' ');
  if (words.length === 1) return [text];
  const ways = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const longer = (/** @type {string[]} */ lines) => Math.max(...lines.map(needed));
  return ways.reduce((best, lines) => (longer(lines) < longer(best) ? lines : best));
}
