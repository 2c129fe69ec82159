import { number, withSeparator } from '../format/display.js';
import { BLANK, digitsIn, MASKED, UNPICKED } from '../ui/cell-digits.js';
import { boxOf } from '../ui/grid.js';
import { columnLayout, plainLabel } from '../ui/labels.js';
/** @import { Grid } from '../ui/grid.js' */
/** @import { Cell, Complete, Mark } from './figure.js' */

/**
 * What a heatmap shows, as data: its digits, labels, outlines, table and announcements. `screen.js` draws it
 * on the page, and `picture.js` as shapes. The width of a text is a function, so that the layout does not
 * depend on a page.
 *
 * @typedef {(text: string) => number} TextWidth
 */

/** The number of decimals in announcements, and in a table without `tableTexts`. */
const DECIMALS = 4;
/** The opacity of digits over a hatch. */
export const MASKED_INK = 0.72;
/** Later levels are drawn over earlier ones. */
const ORDER = ['linked', 'upstream', 'downstream', 'direct', 'focus'];

/**
 * The texts of the cells with their font size, in CSS pixels. Without texts, no digits fit.
 *
 * @param {Complete} figure
 * @param {{ cellWidth: number, cellHeight: number }} cell
 * @param {number} advance - the width of a digit, as a share of the font size
 * @returns {{ texts: string[], size: number }}
 */
export function digitsOf({ matrix: { data }, states, texts, textSize, separator }, cell, advance) {
  if (textSize !== undefined && texts) return { texts: textSize > 0 ? texts : [], size: textSize };
  const found = digitsIn(cell, advance, { data, states, texts }) ?? { texts: [], size: 0 };
  return { ...found, texts: found.texts.map((text) => withSeparator(text, separator)) };
}

/**
 * The distance from the top of a cell to the baseline of its digits, which centers them: they are about
 * 0.72 of the font size high.
 *
 * @param {number} height
 * @param {number} size
 */
export const baselineIn = (height, size) => height / 2 + 0.36 * size;

/** The row labels. @param {Pick<Complete, 'matrix' | 'rowLabels'>} figure */
export function rowsOf({ matrix: { rows }, rowLabels }) {
  return (rowLabels ?? []).slice(0, rows).map(plainLabel);
}

/**
 * The column labels and their widths: flat if they fit, otherwise all sloping.
 *
 * @param {Pick<Complete, 'matrix' | 'colLabels'>} figure
 * @param {number} cellWidth
 * @param {TextWidth} widthOf
 */
export function columnsOf({ matrix: { cols }, colLabels }, cellWidth, widthOf) {
  const texts = (colLabels ?? []).slice(0, cols).map(plainLabel);
  const widths = texts.map(widthOf);
  return { texts, widths, ...columnLayout(widths, cellWidth) };
}

/**
 * The outlines around marks and the cursor, the least prominent first.
 *
 * @param {Pick<Complete, 'marks' | 'cursor'>} figure
 * @param {Grid} grid
 */
export function outlinesOf({ marks, cursor }, grid) {
  const inside = marks.map((mark) => clipped(mark, grid)).filter((mark) => mark !== null);
  const ordered = inside.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  const areas = cursor ? [...ordered, { ...cursor, rows: 1, cols: 1, level: 'cursor' }] : ordered;
  return areas.map((area) => ({ level: area.level, ...boxOf(grid, area) }));
}

/**
 * The part of a mark inside the matrix, or null.
 *
 * @param {Mark} mark
 * @param {{ rows: number, cols: number }} size
 * @returns {Mark | null}
 */
function clipped(mark, size) {
  const row = Math.max(0, mark.row);
  const col = Math.max(0, mark.col);
  const rows = Math.min(size.rows, mark.row + mark.rows) - row;
  const cols = Math.min(size.cols, mark.col + mark.cols) - col;
  return rows > 0 && cols > 0 ? { row, col, rows, cols, level: mark.level } : null;
}

/** The cell whose row and column labels are highlighted. @param {Complete} figure @returns {Cell | null} */
export function focusOf({ cursor, marks }) {
  return marks.find(({ level }) => level === 'focus') ?? cursor;
}

/**
 * The matrix as a table for reading, copying and screen readers. Cells without a value are `isNone`.
 *
 * @param {Complete} figure
 */
export function tableOf(figure) {
  const { matrix, states, tableTexts, strings, name, rowAxis, colAxis, separator } = figure;
  const { rows, cols, data } = matrix;
  const labelsOf = (/** @type {string[] | null} */ labels, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => plainLabel(labels?.[at] ?? at + 1));
  const textOf = (/** @type {number} */ cell) => {
    if (tableTexts?.[cell] !== undefined) return tableTexts[cell];
    if (states[cell] === MASKED) return strings.masked;
    if (states[cell] === UNPICKED) return strings.unpicked;
    return states[cell] === BLANK ? '' : withSeparator(number(data[cell], DECIMALS), separator);
  };
  return {
    name,
    // The corner names the axes, rows first.
    corner: plainLabel(`${rowAxis} ↓  ${colAxis} →`),
    columns: labelsOf(figure.tableColLabels, cols),
    rows: labelsOf(figure.tableRowLabels, rows).map((label, row) => ({
      label,
      cells: Array.from({ length: cols }, (_, col) => {
        const cell = row * cols + col;
        return { text: textOf(cell), isNone: states[cell] !== 0 };
      }),
    })),
  };
}

/**
 * The announcement of a cell: "query it, key trophy, 0.377".
 *
 * @param {Complete} figure
 * @param {Cell} cell
 */
export function spoken(
  { describe, matrix, states, rowAxis, colAxis, rowLabels, colLabels, strings, separator },
  { row, col },
) {
  if (describe) return describe(row, col);
  const cell = row * matrix.cols + col;
  const value = matrix.data[cell];
  let content = Number.isNaN(value) ? strings.missing : withSeparator(number(value, DECIMALS), separator);
  if (states[cell] === MASKED) content = strings.masked;
  else if (states[cell] === UNPICKED) content = strings.unpicked;
  else if (states[cell] === BLANK) content = strings.hidden;
  return `${rowAxis} ${named(rowLabels, row)}, ${colAxis} ${named(colLabels, col)}, ${content}`;
}

/** @param {string[] | null} labels @param {number} index */
function named(labels, index) {
  return plainLabel(labels?.[index] ?? index + 1);
}

/**
 * The accessible name of a map: its name, size and axes, and how to edit it. It has symbols rather than words
 * between them, so that it needs no translation.
 *
 * @param {Complete} figure
 */
export function mapName({ name, matrix, rowAxis, colAxis, editable, strings }) {
  const size = `${matrix.rows} × ${matrix.cols}`;
  return [name, size, `${rowAxis} × ${colAxis}`, editable && strings.editHint].filter(Boolean).join(', ');
}
