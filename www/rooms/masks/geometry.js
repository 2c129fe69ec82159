import { areWhole, cellAt, fittedCell, pixelGrid, wholePixels } from '../../ui/grid.js';
/** @import { Grid } from '../../ui/grid.js' */

/**
 * The grid of a mask on the screen, and the size in device pixels of the image that the engine draws for it:
 * whole cells, or a size into which cells are pooled.
 *
 * @typedef {Grid & { image: { cellWidth: number, cellHeight: number, gap: number } | { width: number, height: number } }} MaskGeometry
 */

/** The largest side of a cell, in CSS pixels. */
const LARGEST_CELL = 28;

/**
 * @param {{ queries: number, keys: number }} shape
 * @param {number} space - CSS pixels, in both directions
 * @param {number} ratio - device pixels per CSS pixel
 * @returns {MaskGeometry}
 */
export function layOut({ queries: rows, keys: cols }, space, ratio) {
  const cell = fittedCell({ rows, cols }, { width: space, height: space }, LARGEST_CELL);
  if (areWhole([cell.width, cell.height], ratio)) {
    const [across, down] = [cell.width, cell.height].map((side) => wholePixels(side, ratio));
    const { gap, deviceCellWidth, deviceCellHeight, ...grid } = pixelGrid(
      { rows, cols },
      across,
      down,
      ratio,
    );
    return { ...grid, image: { cellWidth: deviceCellWidth, cellHeight: deviceCellHeight, gap } };
  }
  const [width, height] = [cols * cell.width, rows * cell.height];
  // One pixel for each cell is enough: the page stretches the image.
  const image = {
    width: Math.max(1, Math.min(cols, Math.round(width * ratio))),
    height: Math.max(1, Math.min(rows, Math.round(height * ratio))),
  };
  return { rows, cols, cellWidth: cell.width, cellHeight: cell.height, width, height, image };
}

/**
 * The cells that a brush touches between two points, as query * keys + key. If cells are smaller than a
 * pixel, the brush is a pixel wide, so that its stroke is visible.
 *
 * @param {MaskGeometry} geometry
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {Set<number>} [cells] - the cells of the stroke so far; new ones are added to this set
 * @returns {Set<number>}
 */
export function stroke(geometry, from, to, cells = new Set()) {
  const { rows, cols, cellWidth, cellHeight } = geometry;
  const isSmall = cellWidth < 1 || cellHeight < 1;
  const stride = Math.max(1, Math.min(cellWidth, cellHeight) / 2);
  // The last cell within the same CSS pixel.
  const lastIn = (/** @type {number} */ at, /** @type {number} */ side, /** @type {number} */ count) =>
    Math.min(count, Math.ceil((Math.floor(at) + 1) / side)) - 1;
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stride));
  for (let step = 0; step <= steps; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    const first = cellAt(geometry, x, y);
    if (!first) continue;
    const lastRow = isSmall ? Math.max(first.row, lastIn(y, cellHeight, rows)) : first.row;
    const lastCol = isSmall ? Math.max(first.col, lastIn(x, cellWidth, cols)) : first.col;
    for (let row = first.row; row <= lastRow; row += 1)
      for (let col = first.col; col <= lastCol; col += 1) cells.add(row * cols + col);
  }
  return cells;
}
