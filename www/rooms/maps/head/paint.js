import { paintMap } from '../../../engine/maps.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scale } from './scale.js' */

/**
 * The inputs of the color of a number.
 *
 * @typedef {{ map: MapsState['map'], theme: 'light' | 'dark', scale: Scale }} Colors
 */

/**
 * Paints numbers as an image with one pixel for each cell. Missing numbers are transparent.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {Colors} colors
 */
export function picture({ rows, cols, data }, { map, theme, scale }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cols, rows];
  const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (
    paintMap({ rows, cols, data, map, theme, scale })
  );
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, cols, rows), 0, 0);
  return { canvas, pixels };
}

/**
 * Pools cells: each result is the value farthest from 0, as in levels.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {number} poolRows - the number of rows that become one
 * @param {number} poolCols
 */
export function pool({ rows, cols, data }, poolRows, poolCols) {
  if (poolRows === 1 && poolCols === 1) return { rows, cols, data };
  const [fewerRows, fewerCols] = [Math.ceil(rows / poolRows), Math.ceil(cols / poolCols)];
  const pooled = new Float32Array(fewerRows * fewerCols).fill(NaN);
  data.forEach((value, index) => {
    const [row, col] = [Math.floor(index / cols), index % cols];
    const to = Math.floor(row / poolRows) * fewerCols + Math.floor(col / poolCols);
    if (!(Math.abs(pooled[to]) >= Math.abs(value)) && !Number.isNaN(value)) pooled[to] = value;
  });
  return { rows: fewerRows, cols: fewerCols, data: pooled };
}
