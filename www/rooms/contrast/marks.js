/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Mark } from '../../heatmap/figure.js' */

/**
 * Merges marked cells into rectangles: runs within a row, joined with equal runs of the rows below.
 *
 * @param {{ rows: number, cols: number }} size
 * @param {(cell: number) => boolean} marked
 * @param {Mark['level']} level
 * @returns {Mark[]}
 */
export function rectangles({ rows, cols }, marked, level) {
  /** @type {Mark[]} */
  const found = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const start = col;
      while (col < cols && marked(row * cols + col)) col += 1;
      if (col > start) join(found, { row, col: start, rows: 1, cols: col - start, level });
    }
  }
  return found;
}

/** @param {Mark[]} found @param {Mark} run */
function join(found, run) {
  const above = found.find(
    (mark) => mark.col === run.col && mark.cols === run.cols && mark.row + mark.rows === run.row,
  );
  if (above) above.rows += 1;
  else found.push(run);
}

/**
 * The outlined cells of a side: on the wrong side those that reveal the mistake, on the right side, dashed,
 * those that the wrong mask removes.
 *
 * @param {Contrast} result
 * @param {'wrong' | 'right'} side
 * @param {string} matrix
 * @param {{ matrix: string, row: number, col: number } | null} activeCell - the cell under the pointer, else
 *   the cursor
 * @returns {Mark[]}
 */
export function marksOf({ wrong, right }, side, matrix, activeCell) {
  /** @type {Mark[]} */
  const marks =
    activeCell?.matrix === matrix
      ? [{ row: activeCell.row, col: activeCell.col, rows: 1, cols: 1, level: 'focus' }]
      : [];
  const allowed = (/** @type {Contrast['wrong']} */ of, /** @type {number} */ cell) =>
    of.allowed.data[cell] !== 0;
  if (matrix === 'weights') {
    const leaks = (/** @type {number} */ cell) => !allowed(right, cell) && wrong.weights.data[cell] !== 0;
    const loses = (/** @type {number} */ cell) => allowed(right, cell) && !allowed(wrong, cell);
    const found =
      side === 'wrong'
        ? rectangles(wrong.weights, leaks, 'upstream')
        : rectangles(right.weights, loses, 'downstream');
    return [...marks, ...found];
  }
  if (matrix === 'sums' && side === 'wrong')
    marks.push(
      ...wrong.offRows.map(
        (row) => /** @type {Mark} */ ({ row, col: 0, rows: 1, cols: 1, level: 'upstream' }),
      ),
    );
  return marks;
}
