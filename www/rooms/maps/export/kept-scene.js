/** What pictures of picked keys and of entries draw around their cells, as the screen does. */
import { cellShapes } from '../../../picture/cells.js';
import { lossBars, PALE, rootScale, rootsOf } from '../picked/parts.js';
/** @import { COLORS } from '../../../picture/scene.js' */
/** @import { Shape, Theme } from '../../../picture/types.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Kept, Paint } from './types.js' */

/** The least distance of two borders: closer ones would cover the cells. */
const LEAST_APART = 4;
/** How much of a border is seen. */
const FAINT = 0.28;

/**
 * The colors and lines of a panel. `high`: the weight at the end of the colors, the same for a map and the
 * row below it.
 *
 * @typedef {{ high: number, map: MapsState['map'], theme: Theme, paint: Paint, colors: typeof COLORS['light'], thickness: number }} Look
 */

/**
 * Paints weights by their roots, and keys that were not picked in a color of their own.
 *
 * @param {Float32Array} weights @param {[rows: number, cols: number]} sides @param {Look} look
 * @returns {{ pixels: Uint8ClampedArray, has: boolean }} `has`: whether any was not picked
 */
export function paintKept(weights, [rows, cols], { high, map, theme, paint, colors: { unpicked } }) {
  const pixels = paint({ rows, cols, data: rootsOf(weights), map, theme, scale: rootScale(high) });
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
 * The frame of the row of a query, and the borders of blocks or entries.
 *
 * @param {Pick<Kept, 'query' | 'bounds'>} kept
 * @param {{ x: number, y: number, cellWidth: number, cellHeight: number, queries: number, keys: number }} map
 * @param {{ ink: string, accent: string, thickness: number }} look
 * @returns {Shape[]}
 */
export function keptShapes({ query, bounds }, { x, y, cellWidth, cellHeight, queries, keys }, look) {
  const [width, height] = [keys * cellWidth, queries * cellHeight];
  const { ink, accent, thickness } = look;
  /** @returns {Shape} */
  const border = (
    /** @type {number} */ left,
    /** @type {number} */ top,
    /** @type {[number, number]} */ end,
  ) => ({
    ...{ kind: 'line', x: x + left, y: y + top, points: [[0, 0], end] },
    ...{ stroke: ink, thickness, opacity: FAINT },
  });
  const shapes = [
    ...cuts(bounds?.cols ?? 0, keys, cellWidth).map((at) => border(at, 0, [0, height])),
    ...cuts(bounds?.rows ?? 0, queries, cellHeight).map((at) => border(0, at, [width, 0])),
  ];
  if (query !== null) {
    const box = { x, y: y + query * cellHeight, width, height: Math.max(3 * thickness, cellHeight) };
    shapes.push({ kind: 'frame', ...box, stroke: accent, thickness: 1.5 * thickness });
  }
  return shapes;
}

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
    ...[0, 0.5, 1].map((at) => ({ ...rect, x: x + at * width, y, width: thickness, height, fill: line })),
    ...lossBars(losses, units).flatMap(({ from, to, mean, most }) => {
      const gap = (to - from) * unit > 2 * thickness ? thickness : 0;
      const bar = { ...rect, x, y: y + from * unit, height: (to - from) * unit - gap };
      const pale = most > mean ? [{ ...bar, width: most * width, opacity: PALE }] : [];
      return [...pale, { ...bar, width: mean * width }];
    }),
  ];
}

/**
 * The row of a query in a lane: its cells, borders between entries, and a frame.
 *
 * @param {Kept} kept
 * @param {{ width: number, height: number }} size
 * @param {Look} look
 * @returns {Shape[]}
 */
export function laneShapes({ lane, bounds }, { width, height }, look) {
  if (!lane) return [];
  const { colors, thickness } = look;
  const { weights } = lane;
  const cols = weights.length;
  const { pixels } = paintKept(weights, [1, cols], look);
  const grid = { rows: 1, cols, cellWidth: width / cols, cellHeight: height };
  const isGap = (/** @type {number} */ _, /** @type {number} */ col) =>
    Number.isNaN(weights[col]) ? /** @type {const} */ ('hatch') : null;
  const place = { x: 0, y: 0, ...grid, queries: 1, keys: cols };
  return [
    { kind: 'rect', x: 0, y: 0, width, height, fill: colors.ground },
    ...cellShapes(grid, pixels, isGap, colors, 0).shapes,
    ...keptShapes({ query: null, bounds: bounds && { ...bounds, rows: 0 } }, place, {
      ink: colors.ink,
      accent: colors.frame,
      thickness,
    }),
    { kind: 'frame', x: 0, y: 0, width, height, stroke: colors.line, thickness },
  ];
}
