import { isPairs } from '../../figure/axes.js';
import { headOf, ofHead } from '../../figure/heads.js';
import { SCHEMES, SCORES, schemeOf, WEIGHTS } from '../../figure/schemes.js';
import { downstream, operands, upstream } from './compute/trace.js';
/** @import { Cell, Model, Rect } from '../../types.js' */

const SIDES = /** @type {const} */ (['row', 'col', 'rows', 'cols']);

/** @typedef {'direct' | 'upstream' | 'downstream' | 'linked' | 'focus'} Level */

/**
 * The highlights for the cell under the pointer or the cursor: strong for its operands, faint for other cells
 * upstream and downstream, and `linked` for the same query and key in all heads. With several encodings of
 * positions, the same cell of each is marked.
 *
 * @param {Model} model
 * @param {Cell | null} cell
 * @returns {Record<string, { row: number, col: number, rows: number, cols: number, level: Level }[]>} by matrix
 */
export function marksOf(model, cell) {
  /** @type {ReturnType<typeof marksOf>} */
  const marks = {};
  if (!cell || !model.graph[cell.matrix]) return marks;
  const rect = { ...cell, rows: 1, cols: 1 };
  /** @param {Rect[]} rects @param {Level} level */
  const add = (rects, level) => {
    for (const { matrix, ...place } of rects.flatMap((each) => clipped(model, each))) {
      const same = (marks[matrix] ??= []);
      const isMarked = same.some((mark) => SIDES.every((side) => mark[side] === place[side]));
      if (!isMarked) same.push({ ...place, level });
    }
  };
  add([rect], 'focus');
  add(operands(model.graph, model.matrices, rect), 'direct');
  add(upstream(model.graph, model.matrices, rect), 'upstream');
  add(downstream(model.graph, model.matrices, rect), 'downstream');
  if (headOf(cell.matrix) !== null && isPairs(cell.matrix))
    add(
      (model.heads?.each ?? []).map((_, head) => ({ ...rect, matrix: ofHead('weights', head) })),
      'linked',
    );
  const scheme = schemeOf(cell.matrix);
  const names = scheme && cell.matrix === SCORES[scheme] ? SCORES : WEIGHTS;
  const others = SCHEMES.filter((each) => scheme && each !== scheme);
  add(
    others.map((other) => ({ ...rect, matrix: names[other] })),
    'focus',
  );
  return marks;
}

/**
 * Clips a rectangle to its matrix: the matrices of the cut decomposition have fewer columns than the full
 * ones.
 *
 * @param {Model} model @param {Rect} rect @returns {Rect[]}
 */
function clipped({ matrices }, rect) {
  const matrix = matrices[rect.matrix];
  if (!matrix) return [];
  const rows = Math.min(rect.rows, matrix.rows - rect.row);
  const cols = Math.min(rect.cols, matrix.cols - rect.col);
  return rows > 0 && cols > 0 ? [{ ...rect, rows, cols }] : [];
}
