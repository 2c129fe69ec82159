import { fittedCell, wholePixels } from '../../../ui/grid.js';
/** @import { Grid, Pair } from '../../../ui/grid.js' */
/** @import { MapsState } from '../types.js' */

/**
 * The grid of the visible part of a map, in CSS pixels.
 *
 * @typedef {Required<Grid> & Zoom} Viewport
 * @typedef {object} Zoom
 * @property {number} cell - the size of a cell in the state: that of the side that is not stretched
 * @property {number} least - the value of `cell` at which the whole map is visible
 * @property {CellSize} all - the size of a cell at that zoom
 * @typedef {Pick<Grid, 'cellWidth' | 'cellHeight'>} CellSize
 */

/** The zoom and the scroll position in the state. @typedef {NonNullable<MapsState['sight']>} Sight */
/** @typedef {Pair} Cell */

/** The maximum size of a cell while the whole map is visible, and of a cell at all, in CSS pixels. */
const [MAX_FITTED, MAX_CELL] = [56, 64];
/** The number of cells between the cursor and the edge of the viewport. */
const MARGIN = 1.5;
/** The minimum size of a cell after a jump to it, in CSS pixels. */
const MIN_JUMP_CELL = 8;

/**
 * Computes a viewport.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {{ width: number, height: number }} space - CSS pixels
 * @param {number} ratio - device pixels in a CSS pixel
 * @param {Sight | null} sight - null for the whole map
 * @returns {Viewport}
 */
export function viewportOf({ rows, cols }, space, ratio, sight) {
  const fitted = fittedCell({ rows, cols }, space, MAX_FITTED);
  const least = wholePixels(fitted.square, ratio);
  const all = {
    cellWidth: wholePixels(fitted.width, ratio),
    cellHeight: wholePixels(fitted.height, ratio),
  };
  const cell = Math.max(least, Math.min(MAX_CELL, sight?.cell ?? least));
  const size = cellSize({ all, least }, cell);
  const width = Math.min(space.width, cols * size.cellWidth);
  const height = Math.min(space.height, rows * size.cellHeight, Math.max(rows * all.cellHeight, space.width));
  const row = clamp(sight?.row ?? 0, rows - height / size.cellHeight);
  const col = clamp(sight?.col ?? 0, cols - width / size.cellWidth);
  return { rows, cols, ...size, width, height, row, col, cell, least, all };
}

/**
 * The width and height of a cell at a zoom. A stretched side grows no larger than the other one can.
 *
 * @param {Pick<Viewport, 'all' | 'least'>} viewport @param {number} cell @returns {CellSize}
 */
function cellSize({ all, least }, cell) {
  const factor = cell / least;
  const grown = (/** @type {number} */ size) => Math.min(Math.max(size, MAX_CELL), size * factor);
  return { cellWidth: grown(all.cellWidth), cellHeight: grown(all.cellHeight) };
}

/** Clamps to 0 and `max`, or to 0 if that is negative. @param {number} value @param {number} max */
function clamp(value, max) {
  return Math.max(0, Math.min(Math.max(0, max), value));
}

/**
 * The state after zooming, which keeps the cell under a point in place.
 *
 * @param {Viewport} viewport
 * @param {{ x: number, y: number }} point - CSS pixels from the upper left
 * @param {number} factor - above 1 zooms in
 * @returns {Sight | null} null if the whole map is visible
 */
export function zoomed(viewport, point, factor) {
  const cell = Math.min(MAX_CELL, viewport.cell * factor);
  if (cell <= viewport.least * 1.001) return null;
  const { cellWidth, cellHeight } = cellSize(viewport, cell);
  return {
    cell,
    col: viewport.col + point.x / viewport.cellWidth - point.x / cellWidth,
    row: viewport.row + point.y / viewport.cellHeight - point.y / cellHeight,
  };
}

/**
 * The state after panning by a distance in CSS pixels.
 *
 * @param {Viewport} viewport
 * @param {number} right
 * @param {number} down
 * @returns {Sight | null} null if the whole map is visible
 */
export function panned({ cell, least, row, col, rows, cols, width, height, ...size }, right, down) {
  if (cell <= least) return null;
  return {
    cell,
    row: clamp(row + down / size.cellHeight, rows - height / size.cellHeight),
    col: clamp(col + right / size.cellWidth, cols - width / size.cellWidth),
  };
}

/**
 * The state after scrolling until the cursor is visible.
 *
 * @param {Viewport} viewport
 * @param {Cell} cursor
 * @returns {Sight | null} null if the whole map is visible
 */
export function scrolledTo(viewport, { query, key }) {
  const { row, col, cellWidth, cellHeight, width, height } = viewport;
  const distance = (
    /** @type {number} */ index,
    /** @type {number} */ first,
    /** @type {number} */ visible,
  ) => Math.min(0, index - MARGIN - first) + Math.max(0, index + 1 + MARGIN - first - visible);
  return panned(
    viewport,
    distance(key, col, width / cellWidth) * cellWidth,
    distance(query, row, height / cellHeight) * cellHeight,
  );
}

/**
 * The state after a jump: the cell is in the middle, and large enough to be seen.
 *
 * @param {Viewport} viewport
 * @param {Cell} target
 * @returns {Sight | null} null if the whole map is visible
 */
export function centeredOn(viewport, { query, key }) {
  const factor = Math.max(1, MIN_JUMP_CELL / Math.min(viewport.cellWidth, viewport.cellHeight));
  const cell = zoomed(viewport, { x: 0, y: 0 }, factor)?.cell;
  if (cell === undefined) return null;
  const { cellWidth, cellHeight } = cellSize(viewport, cell);
  const [rows, cols] = [viewport.height / cellHeight, viewport.width / cellWidth];
  return {
    cell,
    row: clamp(query + 0.5 - rows / 2, viewport.rows - rows),
    col: clamp(key + 0.5 - cols / 2, viewport.cols - cols),
  };
}

/**
 * The level to draw: the finest one whose cells are at least a device pixel on their larger side. The other
 * side is pooled in addition, so that a map of four rows keeps all four.
 *
 * @param {CellSize} cell
 * @param {number} ratio - device pixels in a CSS pixel
 * @param {number} levels - their number
 */
export function levelFor({ cellWidth, cellHeight }, ratio, levels) {
  const finest = (/** @type {number} */ size) =>
    Math.max(0, Math.min(levels - 1, Math.ceil(-Math.log2(size * ratio) - 1e-6)));
  const [across, down] = [finest(cellWidth), finest(cellHeight)];
  const level = Math.min(across, down);
  return { level, poolX: 2 ** (across - level), poolY: 2 ** (down - level) };
}

/**
 * The visible cells, including partly visible ones; null for all.
 *
 * @param {Viewport | null} viewport
 */
export function visibleRegion(viewport) {
  if (!viewport || viewport.cell <= viewport.least) return null;
  const { rows, cols, row, col, cellWidth, cellHeight, width, height } = viewport;
  /** @returns {[start: number, length: number]} */
  const range = (/** @type {number} */ first, /** @type {number} */ visible, /** @type {number} */ count) => {
    const start = Math.floor(first);
    return [start, Math.min(count, Math.ceil(first + visible - 1e-6)) - start];
  };
  return { rows: range(row, height / cellHeight, rows), cols: range(col, width / cellWidth, cols) };
}
