import { textsOf } from '../numbers.js';
import { ADVANCE } from './layout.js';
/** @import { Model } from '../../../types.js' */
/** @import { Placed } from './layout.js' */
/** @import { Place } from './motion.js' */

/**
 * Cells of a matrix in the current sum: one cell, a row or a column.
 *
 * @typedef {Place & { rows?: number, cols?: number }} Rect
 */

/** The space around a number in a widened cell, both sides together. */
const AROUND = 7;
/** How far the outline of cells exceeds them, both sides together. */
const OUTLINE = 3;

/**
 * The cells of a sum that show all of their decimals, as the sum does, although their matrix has one decimal.
 * `cells` are their indices, and `excess` is their extra width. Null if the matrix shows all decimals anyway,
 * and for a row, which has no room for them.
 *
 * @param {Model} model @param {Placed} place @param {Rect} rect
 * @returns {{ cells: number[], texts: string[], excess: number } | null}
 */
export function widened(
  model,
  { id, cell, digits, cols, precision },
  { row, col, rows = 1, cols: wide = 1 },
) {
  if (precision !== 'least' || digits === 0 || wide > 1) return null;
  const all = textsOf(model, id, model.matrices[id]);
  const cells = Array.from({ length: rows }, (_, index) => (row + index) * cols + col);
  const texts = cells.map((index) => all[index]);
  const needed = Math.max(...texts.map(({ length }) => Math.ceil(length * digits * ADVANCE) + AROUND));
  return { cells, texts, excess: Math.max(0, needed - (cell.width + OUTLINE)) };
}

/**
 * Writes all decimals into the cells of a sum, and removes numbers that widened cells would cover partly.
 *
 * @param {Model} model @param {Placed} place @param {Rect} rect
 * @param {string[]} texts - of all cells; changed
 */
export function widenTexts(model, place, rect, texts) {
  const wide = widened(model, place, rect);
  if (!wide) return;
  wide.cells.forEach((at, index) => (texts[at] = wide.texts[index]));
  const { cols, cell, digits } = place;
  if (cols < 2) return;
  for (const neighbor of wide.cells.map((at) => at + (growsRight(place, rect) ? 1 : -1))) {
    const beside = (cell.width - (texts[neighbor]?.length ?? 0) * digits * ADVANCE) / 2;
    if (wide.excess > Math.max(0, beside)) texts[neighbor] = '';
  }
}

/**
 * Whether widened cells grow to the right. Those in the last column grow to the left.
 *
 * @param {Placed} place @param {Rect} rect
 */
export const growsRight = ({ cols }, { col }) => col < cols - 1;
