/** @import { Pair } from './types.js' */

/**
 * The geometry of a mask on the screen, and the size of the image that the engine draws for it.
 *
 * @typedef {object} MaskGeometry
 * @property {number} queries
 * @property {number} keys
 * @property {number} width - of all cells, in CSS pixels
 * @property {number} height
 * @property {{ cellWidth: number, cellHeight: number, gap: number } | { width: number, height: number }} image -
 *   in device pixels: whole cells, or a size into which cells are pooled
 */

/**
 * The largest side of a cell, and the size to which a mask of few rows or columns is stretched, in CSS
 * pixels.
 */
const LARGEST_CELL = 28;
/** The smallest share of the space for a side of a mask, unless its cells would exceed LARGEST_CELL. */
const LEAST_SHARE = 1 / 3;
/** Smaller cells, in device pixels, are not rounded down to whole pixels: too much space would stay empty. */
const LEAST_WHOLE = 4;
/** The rows that Page Up and Page Down move by. */
const PAGE = 16;

/**
 * Cells are square if possible, so that diagonals look diagonal. If one side of the mask is much shorter, it
 * is stretched.
 *
 * @param {{ queries: number, keys: number }} shape
 * @param {number} space - CSS pixels, in both directions
 * @param {number} ratio - device pixels per CSS pixel
 * @returns {MaskGeometry}
 */
export function layOut({ queries, keys }, space, ratio) {
  const square = Math.min(space / queries, space / keys, LARGEST_CELL);
  const across = stretched(square, keys, space);
  const down = stretched(square, queries, space);
  const [cellWidth, cellHeight] = [Math.floor(across * ratio), Math.floor(down * ratio)];
  if (cellWidth >= LEAST_WHOLE && cellHeight >= LEAST_WHOLE) {
    const gap = Math.max(1, Math.round(ratio));
    return {
      queries,
      keys,
      width: (keys * cellWidth) / ratio,
      height: (queries * cellHeight) / ratio,
      image: { cellWidth, cellHeight, gap },
    };
  }
  const [width, height] = [keys * across, queries * down];
  // One pixel for each cell is enough: the page stretches the image.
  const image = {
    width: Math.max(1, Math.min(keys, Math.round(width * ratio))),
    height: Math.max(1, Math.min(queries, Math.round(height * ratio))),
  };
  return { queries, keys, width, height, image };
}

/** @param {number} square @param {number} count @param {number} space */
function stretched(square, count, space) {
  return Math.max(square, Math.min(LARGEST_CELL, (space * LEAST_SHARE) / count));
}

/**
 * The cell under a point, or null outside of the mask.
 *
 * @param {MaskGeometry} geometry
 * @param {number} x - CSS pixels from the left edge
 * @param {number} y - CSS pixels from the upper edge
 * @returns {Pair | null}
 */
export function cellAt({ queries, keys, width, height }, x, y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  return {
    query: Math.min(queries - 1, Math.floor((y / height) * queries)),
    key: Math.min(keys - 1, Math.floor((x / width) * keys)),
  };
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
  const { queries, keys, width, height } = geometry;
  const isSmall = width < keys || height < queries;
  const stride = Math.max(1, Math.min(width / keys, height / queries) / 2);
  // The last cell within the same CSS pixel.
  const lastIn = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ count) =>
    Math.min(count, Math.ceil(((Math.floor(at) + 1) / length) * count)) - 1;
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stride));
  for (let step = 0; step <= steps; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    const first = cellAt(geometry, x, y);
    if (!first) continue;
    const lastQuery = isSmall ? Math.max(first.query, lastIn(y, height, queries)) : first.query;
    const lastKey = isSmall ? Math.max(first.key, lastIn(x, width, keys)) : first.key;
    for (let query = first.query; query <= lastQuery; query += 1) {
      for (let key = first.key; key <= lastKey; key += 1) cells.add(query * keys + key);
    }
  }
  return cells;
}

/**
 * The numbers at an axis: all of them if there is space, else every second, fourth, and so on.
 *
 * @param {number} count
 * @param {number} length - of the axis
 * @param {number} space - for a number, in the unit of `length`
 */
export function ticks(count, length, space) {
  let step = 1;
  while ((length / count) * step < space && step < count) step *= 2;
  return Array.from({ length: Math.ceil(count / step) }, (_, tick) => tick * step);
}

/**
 * The cell to which a key moves the cursor, or null if the key does not move it.
 *
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean }} pressed
 * @param {Pair} cursor
 * @param {{ queries: number, keys: number }} shape
 * @returns {Pair | null}
 */
export function moved({ key: name, ctrlKey = false, metaKey = false }, { query, key }, { queries, keys }) {
  const corner = ctrlKey || metaKey;
  // The browser and the system use the arrow keys with a modifier.
  if (corner && name !== 'Home' && name !== 'End') return null;
  const target = /** @type {Record<string, [number, number]>} */ ({
    ArrowUp: [query - 1, key],
    ArrowDown: [query + 1, key],
    ArrowLeft: [query, key - 1],
    ArrowRight: [query, key + 1],
    Home: [corner ? 0 : query, 0],
    End: [corner ? queries - 1 : query, keys - 1],
    PageUp: [query - PAGE, key],
    PageDown: [query + PAGE, key],
  })[name];
  if (!target) return null;
  const clamp = (/** @type {number} */ at, /** @type {number} */ count) =>
    Math.max(0, Math.min(count - 1, at));
  return { query: clamp(target[0], queries), key: clamp(target[1], keys) };
}
