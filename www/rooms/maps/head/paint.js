import { paintMap } from '../../../engine/maps.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scale } from './scale.js' */

/** What decides which colour a number gets. @typedef {{ map: MapsState['map'], theme: 'light' | 'dark', scale: Scale }} Colours */

/**
 * Numbers as a small picture, one pixel a cell, and its pixels; what is missing is not painted.
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
 * Cells pooled to fewer: each the farthest from 0 of those that it covers, as levels are.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {number} down - how many rows become one
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
