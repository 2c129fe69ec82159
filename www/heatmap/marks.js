import { boxOf } from '../ui/grid.js';
/** @import { Cell, Mark } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */

/** Later levels are drawn over earlier ones. */
const ORDER = ['linked', 'upstream', 'downstream', 'direct', 'focus'];

/**
 * The part of a mark inside the matrix, or null.
 *
 * @param {Mark} mark
 * @param {{ rows: number, cols: number }} size
 * @returns {Mark | null}
 */
export function clipped(mark, size) {
  const row = Math.max(0, mark.row);
  const col = Math.max(0, mark.col);
  const rows = Math.min(size.rows, mark.row + mark.rows) - row;
  const cols = Math.min(size.cols, mark.col + mark.cols) - col;
  return rows > 0 && cols > 0 ? { row, col, rows, cols, level: mark.level } : null;
}

/**
 * The marks to draw, the least prominent first.
 *
 * @param {Mark[]} marks
 * @param {{ rows: number, cols: number }} size
 */
export function drawnMarks(marks, size) {
  const inside = marks.map((mark) => clipped(mark, size)).filter((mark) => mark !== null);
  return inside.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

/**
 * Puts an outline around each marked rectangle and the cursor's cell. The outlines are elements rather than
 * pixels, so that moving one repaints nothing and their colors come from the style sheet.
 *
 * @param {HTMLElement} over - covers the canvas
 * @param {{ marks: Mark[], cursor: Cell | null }} figure
 * @param {PixelGrid} geometry
 */
export function drawOutlines(over, { marks, cursor }, geometry) {
  const boxes = [
    ...drawnMarks(marks, geometry),
    ...(cursor ? [{ ...cursor, rows: 1, cols: 1, level: 'cursor' }] : []),
  ];
  while (over.children.length > boxes.length) over.lastElementChild?.remove();
  while (over.children.length < boxes.length) over.append(document.createElement('div'));
  boxes.forEach((mark, index) => {
    const box = /** @type {HTMLElement} */ (over.children[index]);
    const { left, top, width, height } = boxOf(geometry, mark);
    if (box.className !== mark.level) {
      box.className = mark.level;
      // Pages can style the cursor.
      if (mark.level === 'cursor') box.setAttribute('part', 'cursor');
      else box.removeAttribute('part');
    }
    box.style.transform = `translate(${left}px, ${top}px)`;
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
  });
}
