import { marksOf } from '../marks.js';
import { SCHEMES, SCORES, WEIGHTS, schemeOf } from '../../../figure/schemes.js';
/** @import { Cell, Model } from '../../../types.js' */

/**
 * Which cells light up for the cell that is looked at: what made it, and the same query and key under every other scheme.
 *
 * @param {Model} model
 * @param {Cell | null} cell
 */
export function linkedMarks(model, cell) {
  const marks = marksOf(model, cell);
  const scheme = cell && schemeOf(cell.matrix);
  if (!cell || !scheme) return marks;
  const names = cell.matrix === SCORES[scheme] ? SCORES : WEIGHTS;
  for (const other of SCHEMES) {
    if (other !== scheme)
      marks[names[other]] = [{ row: cell.row, col: cell.col, rows: 1, cols: 1, level: 'focus' }];
  }
  return marks;
}
