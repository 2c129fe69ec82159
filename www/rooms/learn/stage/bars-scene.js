import { plainLabel } from '../../../ui/labels.js';
import { axesOf, axisLabels, shortLabels } from '../../../figure/axes.js';
import { sharesRows } from '../operations/weights.js';
import { columnLabels, rowLabelSize } from './labels.js';
import { ADVANCE } from './layout.js';
/** @import { Model } from '../../../types.js' */
/** @import { TextWidth } from '../text-widths.js' */
/** @import { ColumnLabels } from './labels.js' */
/** @import { Bars } from './spec.js' */
/** @import { Room } from './stage.js' */

/**
 * The sizes of the design, in CSS pixels: font sizes of weights, scores, labels and names, the maximum width
 * of a column and height of a row, and the height of the strip.
 */
const SIZES = {
  page: { digits: 22, score: 17, label: 14, name: 24, column: 132, row: 108, strip: 40 },
  narrow: { digits: 16, score: 14, label: 12.5, name: 19, column: 92, row: 104, strip: 38 },
  present: { digits: 28, score: 21, label: 20, name: 31, column: 190, row: 150, strip: 58 },
};
/** Minimum size of a cell with a bar. Matrices with smaller cells are shown as heatmaps. */
const LEAST_ROW = 50;
const LEAST_COLUMN = 40;
/** In low rows digits shrink to this share of their size, and scores to this font size. */
const LEAST_SHARE = 0.7;
const LEAST_SCORE = 12.5;
/** Line heights of scores and weights, relative to their font sizes. */
const SCORE_LINE = 1.5;
const DIGIT_LINE = 1.45;
/**
 * If a bar would be lower than LOW_BAR, it is placed beside its digits. If the cell is too narrow for that,
 * the bar is at least LEAST_BAR high. In CSS pixels.
 */
const LOW_BAR = 26;
const LEAST_BAR = 8;
/** Vertical space around the lines of a cell, with a bar above or beside them. */
const AROUND = { stacked: 10, beside: 6 };
/** The width of a bar beside its digits, and the space around both. */
const SLIM = { least: 14, most: 48, around: 14 };
/** The gap between the strip and the rows. */
export const STRIP_GAP = 16;
/** The gap after row labels. */
export const LABEL_GAP = 14;

/**
 * The layout of rows of bars: scores, bars of the weights, and a strip that shows how a row divides 1.
 *
 * @typedef {object} BarsScene
 * @property {true} isBars
 * @property {typeof SIZES['page']} sizes
 * @property {number} labels - the width of row labels with the gap after them
 * @property {{ texts: string[], size: number }} rowLabels
 * @property {ColumnLabels & { texts: string[], x: number, y: number, width: number }} columnLabels
 * @property {number} column - the width of a column
 * @property {number} row - the height of a row
 * @property {number} top - of the first row
 * @property {number} decimals
 * @property {{ track: Box, score: Line, share: Line }} cell - where the bar and the digits of a cell are
 * @property {number} strip - the height of the strip with its labels; 0 without it
 * @property {number[]} keyWidths - the widths of the labels below the strip
 * @property {number} width
 * @property {number} height
 *
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {{ left: number, right: number, top?: number, bottom?: number, height: number }} Line - of digits: its
 *   height and the space around it
 */

/**
 * The layout of rows of bars, or null if they do not fit.
 *
 * @param {Model} model @param {Bars} spec @param {Room} space @param {TextWidth} widthOf
 * @returns {BarsScene | null}
 */
export function barsScene(model, spec, { width, height, size, large = 1 }, widthOf) {
  const sizes = /** @type {(typeof SIZES)['page']} */ (
    Object.fromEntries(Object.entries(SIZES[size]).map(([name, length]) => [name, length * large]))
  );
  const { rows, cols } = model.matrices[spec.result];
  const axes = axesOf(spec.result);
  const names = axisLabels(model.lesson, axes.row) ?? [];
  const widest = Math.max(0, ...names.map((label) => widthOf(plainLabel(label), sizes.label, 'label')));
  const left = Math.ceil(Math.min(widest, size === 'narrow' ? 92 : 170 * large)) + LABEL_GAP;
  const column = Math.floor(Math.min(sizes.column, (width - left) / cols));
  const keys = shortLabels(axisLabels(model.lesson, axes.col) ?? []);
  const heads = columnLabels(keys, column, sizes.label, widthOf);
  const top = Math.ceil(sizes.name * 1.5) + heads.height + 10;
  const full = sizes.strip + sizes.label + 8 + STRIP_GAP;
  const rowWith = (/** @type {number} */ strip) =>
    Math.floor(Math.min(sizes.row, (height - top - strip) / rows));
  // If space is short, the strip is left out before the bars are.
  const strip = sharesRows(model, spec.result) && rowWith(full) >= LEAST_ROW ? full : 0;
  const row = rowWith(strip);
  if (column < LEAST_COLUMN || row < LEAST_ROW) return null;
  const cell = cellFor(column, row, sizes);
  if (!cell) return null;
  const { share, isBeside, decimals } = cell;
  const digits = Math.min(sizes.digits * share, (column - 8) / ((decimals + 2) * ADVANCE));
  const type = {
    ...sizes,
    digits: Math.floor(digits * 2) / 2,
    score: Math.floor(sizes.score * share * 2) / 2,
  };
  return {
    isBars: true,
    sizes: type,
    labels: left,
    rowLabels: { texts: names, size: rowLabelSize(names, left - LABEL_GAP, sizes.label, widthOf) },
    columnLabels: { texts: keys, x: left, y: top - 6, width: column, ...heads },
    column,
    row,
    top,
    decimals,
    cell: partsOf(column, row, type, decimals, isBeside),
    strip,
    keyWidths: keys.map((key) => widthOf(key, sizes.label, 'plain')),
    width: left + cols * column,
    height: top + rows * row + strip,
  };
}

/**
 * The layout of a cell with its score, bar and weight: the scale of the digits, the number of decimals, and
 * whether the bar is beside the digits. Null if digits would be too small.
 *
 * @param {number} column @param {number} row @param {{ digits: number, score: number }} sizes
 */
function cellFor(column, row, { digits, score }) {
  const lines = score * SCORE_LINE + digits * DIGIT_LINE;
  const decimalsAt = (/** @type {number} */ share) => (column - 10 >= 5 * digits * share * ADVANCE ? 3 : 2);
  const shareIn = (/** @type {number} */ height) => Math.min(1, height / lines);
  const least = Math.max(LEAST_SHARE, LEAST_SCORE / score);
  const stacked = shareIn(row - AROUND.stacked - LOW_BAR);
  if (stacked === 1) return { share: 1, isBeside: false, decimals: decimalsAt(1) };
  const share = shareIn(row - AROUND.beside);
  for (const decimals of [3, 2]) {
    const free = column - widthOfDigits(digits * share, decimals) - SLIM.around;
    if (share >= least && free >= SLIM.least) return { share, isBeside: true, decimals };
  }
  const low = shareIn(row - AROUND.stacked - LEAST_BAR);
  return low < least ? null : { share: low, isBeside: false, decimals: decimalsAt(low) };
}

/** @param {number} digits @param {number} decimals */
const widthOfDigits = (digits, decimals) => (decimals + 2) * digits * ADVANCE + 8;

/**
 * Where the bar and the digits of a cell stand: the score above the bar and the weight below it, or both to
 * the right of the bar where rows are low.
 *
 * @param {number} column @param {number} row @param {typeof SIZES['page']} sizes @param {number} decimals
 * @param {boolean} isBeside
 * @returns {BarsScene['cell']}
 */
function partsOf(column, row, sizes, decimals, isBeside) {
  const [scoreLine, digitLine] = [sizes.score * SCORE_LINE, sizes.digits * DIGIT_LINE];
  if (!isBeside) {
    const height = Math.max(4, row - scoreLine - digitLine - AROUND.stacked);
    const inset = Math.max(4, column * 0.14);
    return {
      track: { left: inset, top: scoreLine + 4, width: column - 2 * inset, height },
      score: { left: 0, right: 0, top: 3, height: scoreLine },
      share: { left: 0, right: 0, bottom: 3, height: digitLine },
    };
  }
  const digits = widthOfDigits(sizes.digits, decimals);
  const width = Math.min(SLIM.most, column - digits - SLIM.around);
  const left = (column - width - digits) / 2;
  const sides = { left: left + width + 4, right: Math.max(0, left - 4) };
  const middle = (row - scoreLine - digitLine) / 2;
  return {
    track: { left, top: 7, width, height: row - 14 },
    score: { ...sides, top: middle, height: scoreLine },
    share: { ...sides, bottom: middle, height: digitLine },
  };
}
