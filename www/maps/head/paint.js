import { paint } from '../../engine.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scale } from './scale.js' */

/** What decides which colour a number gets. @typedef {{ map: MapsState['map'], theme: 'light' | 'dark', scale: Scale }} Colours */

/**
 * Numbers as a small picture, one pixel a cell; what is missing is not painted.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {Colours} colours
 */
export function picture({ rows, cols, data }, { map, theme, scale }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cols, rows];
  const of = (/** @type {number} */ v) => (scale.kind === 'log' ? Math.max(0, Math.log(v / scale.low) / Math.log(scale.high / scale.low)) : scale.kind === 'percentile' ? (scale.quantiles ?? new Float32Array()).findIndex((q) => q >= v) / 256 : v);
  const flat = scale.kind === 'log' || scale.kind === 'percentile';
  const values = Float64Array.from(data, (v) => (Number.isNaN(v) ? v : of(v)));
  const { image } = paint({ rows, cols, cellWidth: 1, cellHeight: 1, gap: 0, map, kind: scale.kind === 'diverging' ? 'diverging' : 'sequential', low: flat ? 0 : scale.low, high: flat ? 1 : scale.high, theme }, values, new Uint8Array(rows * cols));
  data.forEach((v, i) => { if (Number.isNaN(v)) image.data[4 * i + 3] = 0; });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
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
