/** @import { Cell } from './figure.js' */

/**
 * The layout of the cells of a map.
 *
 * @typedef {object} Geometry
 * @property {number} rows
 * @property {number} cols
 * @property {number} ratio - device pixels per CSS pixel
 * @property {number} deviceCellWidth - whole device pixels, from one cell to the next
 * @property {number} deviceCellHeight
 * @property {number} gap - the gap between two cells, device pixels
 * @property {number} cellWidth - the same in CSS pixels, which need not be whole
 * @property {number} cellHeight
 * @property {number} width - of all cells, CSS pixels
 * @property {number} height
 */

/**
 * Computes the layout. The size of a cell is rounded to device pixels, so that all cells have the same size
 * and sharp edges. For example, with 1.25 device pixels per CSS pixel, a cell of 34 CSS pixels becomes 43
 * device pixels, which are 34.4 CSS pixels.
 *
 * @param {{ rows: number, cols: number }} size
 * @param {number} cellWidth - the requested width, CSS pixels
 * @param {number} cellHeight
 * @param {number} ratio
 * @param {number} [cellGap] - CSS pixels
 * @returns {Geometry}
 */
export function layOut({ rows, cols }, cellWidth, cellHeight, ratio, cellGap = 1) {
  const deviceCellWidth = Math.max(1, Math.round(cellWidth * ratio));
  const deviceCellHeight = Math.max(1, Math.round(cellHeight * ratio));
  // Cells too small for a gap have none.
  const gap = Math.min(deviceCellWidth, deviceCellHeight) < 4 ? 0 : Math.max(1, Math.round(ratio * cellGap));
  return {
    rows,
    cols,
    ratio,
    deviceCellWidth,
    deviceCellHeight,
    gap,
    cellWidth: deviceCellWidth / ratio,
    cellHeight: deviceCellHeight / ratio,
    width: (cols * deviceCellWidth) / ratio,
    height: (rows * deviceCellHeight) / ratio,
  };
}

/**
 * The cell at a point; null outside the map.
 *
 * @param {Geometry} geometry
 * @param {number} x - CSS pixels from the map's left edge
 * @param {number} y - CSS pixels from its upper edge
 * @returns {Cell | null}
 */
export function cellAt({ rows, cols, cellWidth, cellHeight }, x, y) {
  const row = Math.floor(y / cellHeight);
  const col = Math.floor(x / cellWidth);
  return row >= 0 && row < rows && col >= 0 && col < cols ? { row, col } : null;
}

/**
 * The rectangle of some cells, in CSS pixels from the map's upper left corner.
 *
 * @param {Geometry} geometry
 * @param {Cell & { rows?: number, cols?: number }} area
 */
export function boxOf({ cellWidth, cellHeight }, { row, col, rows = 1, cols = 1 }) {
  return { left: col * cellWidth, top: row * cellHeight, width: cols * cellWidth, height: rows * cellHeight };
}
