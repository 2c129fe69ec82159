import { areasIn } from '../../ui/grid.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Mark } from '../../heatmap/figure.js' */

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
    /** @type {(cell: number) => Mark['level'] | null} */
    const levelOf =
      side === 'wrong'
        ? (cell) => (leaks(cell) ? 'upstream' : null)
        : (cell) => (loses(cell) ? 'downstream' : null);
    const { rows, cols } = wrong.weights;
    const areas = areasIn({ rows, cols }, (row, col) => levelOf(row * cols + col));
    return [...marks, ...areas.map(({ kind, ...area }) => ({ ...area, level: kind }))];
  }
  if (matrix === 'sums' && side === 'wrong')
    marks.push(
      ...wrong.offRows.map(
        (row) => /** @type {Mark} */ ({ row, col: 0, rows: 1, cols: 1, level: 'upstream' }),
      ),
    );
  return marks;
}
