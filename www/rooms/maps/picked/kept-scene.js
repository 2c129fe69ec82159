/** What the views of picked keys and of entries have around their cells, on the screen and in pictures. */
import { lossBars, PALE, rootsOf } from './parts.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { Grid } from '../../../ui/grid.js' */
/** @import { Colors as Scaled } from '../head/tiles.js' */
/** @import { Kept, Paint } from '../export/types.js' */

/** The least distance of two borders: closer ones would cover the cells. */
const LEAST_APART = 4;
/** How much of a border is seen. */
const FAINT = 0.28;

/** @typedef {Pick<Grid, 'rows' | 'cols' | 'cellWidth' | 'cellHeight'>} Cells */

/**
 * Paints weights by their roots, and keys that were not picked in a color of their own.
 *
 * @param {Float32Array} weights
 * @param {[rows: number, cols: number]} sides
 * @param {Scaled & { paint: Paint, unpicked: string }} how - the scale is that of roots
 * @returns {{ pixels: Uint8ClampedArray, has: boolean }} `has`: whether any was not picked
 */
export function paintKept(weights, [rows, cols], { paint, unpicked, ...colors }) {
  const pixels = paint({ rows, cols, data: rootsOf(weights), ...colors });
  const rgb = [1, 3, 5].map((at) => parseInt(unpicked.slice(at, at + 2), 16));
  let has = false;
  for (let cell = 0; cell < weights.length; cell += 1)
    if (weights[cell] === -1) {
      pixels.set([...rgb, 255], 4 * cell);
      has = true;
    }
  return { pixels, has };
}

/**
 * The frame of the row of a query, up to its own key or, with entries, the last one, and the borders of
 * blocks or entries.
 *
 * @param {Pick<Kept, 'query' | 'bounds' | 'm'>} kept
 * @param {Cells} cells
 * @param {{ ink: string, accent: string, thickness: number }} look
 * @returns {Shape[]}
 */
export function keptShapes({ query, bounds, m }, cells, { ink, accent, thickness }) {
  const borders = bounds
    ? borderShapes(bounds, cells, { stroke: ink, thickness }).map((shape) => ({ ...shape, opacity: FAINT }))
    : [];
  if (query === null) return borders;
  const { cols, cellWidth, cellHeight } = cells;
  const height = Math.max(LEAST_FRAME * thickness, cellHeight);
  const y = (query + 0.5) * cellHeight - height / 2;
  const width = (m > 0 ? cols : query + 1) * cellWidth;
  return [...borders, { kind: 'frame', x: 0, y, width, height, stroke: accent, thickness: 1.5 * thickness }];
}

/**
 * The borders of blocks or entries.
 *
 * @param {NonNullable<Kept['bounds']>} bounds @param {Cells} cells
 * @param {{ stroke: string, thickness: number }} style
 * @returns {Shape[]}
 */
export function borderShapes(bounds, { rows, cols, cellWidth, cellHeight }, style) {
  const border = (/** @type {number} */ x, /** @type {number} */ y, /** @type {[number, number]} */ end) =>
    /** @type {Shape} */ ({ kind: 'line', x, y, points: [[0, 0], end], ...style });
  return [
    ...cuts(bounds.cols, cols, cellWidth).map((at) => border(at, 0, [0, rows * cellHeight])),
    ...cuts(bounds.rows, rows, cellHeight).map((at) => border(0, at, [cols * cellWidth, 0])),
  ];
}

/** The least height of the frame of a row, in lines. */
const LEAST_FRAME = 5;

/** The places of borders within an axis. @param {number} step @param {number} count @param {number} size */
const cuts = (step, count, size) =>
  step > 0 && step * size >= LEAST_APART
    ? Array.from({ length: Math.ceil(count / step) - 1 }, (_, at) => (at + 1) * step * size)
    : [];

/**
 * The mass lost as a bar beside each row, between lines at 0, 0.5 and 1.
 *
 * @param {Float32Array} losses
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {{ soft: string, line: string, thickness: number }} look
 * @returns {Shape[]}
 */
export function lossShapes(losses, { x, y, width, height }, { soft, line, thickness }) {
  const rect = { kind: /** @type {const} */ ('rect'), fill: soft };
  const units = Math.max(1, Math.floor(height / thickness));
  const unit = height / units;
  return [
    ...[0, 0.5, 1].map((at) => ({
      ...rect,
      x: x + at * (width - thickness),
      y,
      width: thickness,
      height,
      fill: line,
    })),
    ...lossBars(losses, units).flatMap(({ from, to, mean, most }) => {
      const gap = (to - from) * unit > 2 * thickness ? thickness : 0;
      const bar = { ...rect, x, y: y + from * unit, height: (to - from) * unit - gap };
      const pale = most > mean ? [{ ...bar, width: most * width, opacity: PALE }] : [];
      return [...pale, { ...bar, width: mean * width }];
    }),
  ];
}
