import { paintMap } from '../../../engine/maps.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scale } from './scale.js' */

/**
 * The inputs of the color of a number.
 *
 * @typedef {{ map: MapsState['map'], theme: 'light' | 'dark', scale: Scale }} Colours
 */

/**
 * Paints numbers as an image with one pixel for each cell. Missing numbers are transparent.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {Colours} colours
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
 * @param {number} down - the number of rows that are pooled
 * @param {number} across
 */
export function pooled({ rows, cols, data }, down, across) {
  if (down === 1 && across === 1) return { rows, cols, data };
  const [fewer, narrower] = [Math.ceil(rows / down), Math.ceil(cols / across)];
  const less = new Float32Array(fewer * narrower).fill(NaN);
  data.forEach((value, at) => {
    const to = Math.floor(Math.floor(at / cols) / down) * narrower + Math.floor((at % cols) / across);
    if (!(Math.abs(less[to]) >= Math.abs(value)) && !Number.isNaN(value)) less[to] = value;
  });
  return { rows: fewer, cols: narrower, data: less };
}
