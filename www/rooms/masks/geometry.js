/** @import { Pair } from './types.js' */

/**
 * The geometry of a mask on the screen, and the size of the image that the engine draws for it.
 *
 * @typedef {object} MaskGeometry
 * @property {number} queries
 * @property {number} keys
 * @property {number} width - of all cells, CSS pixels
 * @property {number} height
 * @property {{ cellWidth: number, cellHeight: number, gap: number } | { width: number, height: number }} image -
 *   in device pixels: whole cells, or a size into which cells are pooled
 */

/**
 * The largest side of a cell, and the size to which a mask of few rows or columns is stretched, in CSS
 * pixels.
 */
const LARGEST_CELL = 28;
/** The least share of the space that a mask of few rows and many keys takes. */
const LEAST_SHARE = 1 / 3;
/** Cells of fewer whole device pixels would leave too much of the space empty. */
const LEAST_WHOLE = 4;

/**
 * Cells are square if possible, so that diagonals look diagonal. A mask that is much wider than high is
 * stretched.
 *
 * @param {{ queries: number, keys: number }} shape
 * @param {number} room - CSS pixels, in both directions
 * @param {number} ratio - device pixels in a CSS pixel
 * @returns {MaskGeometry}
 */
export function layOut({ queries, keys }, room, ratio) {
  const square = Math.min(room / queries, room / keys, LARGEST_CELL);
  const across = stretched(square, keys, room);
  const down = stretched(square, queries, room);
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

/** @param {number} square @param {number} count @param {number} room */
function stretched(square, count, room) {
  return Math.max(square, Math.min(LARGEST_CELL, (room * LEAST_SHARE) / count));
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
 * The cells that a brush touches between two points, each once, in the form that the engine accepts: query,
 * key, query, key. If cells are smaller than a pixel, the brush is a pixel wide, so that its stroke is
 * visible.
 *
 * @param {MaskGeometry} geometry
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {Set<number>} [seen] - cells that were touched before, as query * keys + key; new cells are added to
 *   it
 * @returns {Set<number>}
 */
export function stroke(geometry, from, to, seen = new Set()) {
  const { queries, keys, width, height } = geometry;
  const steps = Math.max(
    1,
    Math.ceil(
      Math.hypot(to.x - from.x, to.y - from.y) / Math.max(1, Math.min(width / keys, height / queries) / 2),
    ),
  );
  for (let step = 0; step <= steps; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    const first = cellAt(geometry, x, y);
    if (!first) continue;
    const last = {
      query: Math.max(
        first.query,
        Math.min(queries, Math.ceil(((Math.floor(y) + 1) / height) * queries)) - 1,
      ),
      key: Math.max(first.key, Math.min(keys, Math.ceil(((Math.floor(x) + 1) / width) * keys)) - 1),
    };
    const small = width < keys || height < queries;
    for (let query = first.query; query <= (small ? last.query : first.query); query += 1) {
      for (let key = first.key; key <= (small ? last.key : first.key); key += 1) seen.add(query * keys + key);
    }
  }
  return seen;
}

/**
 * The numbers at an axis: all of them if there is space, else every second, fourth, and so on.
 *
 * @param {number} count
 * @param {number} length - of the axis, CSS pixels
 * @param {number} room - the width of a number
 */
export function ticks(count, length, room) {
  let step = 1;
  while ((length / count) * step < room && step < count) step *= 2;
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
  // With a modifier the arrows belong to the browser and the system.
  if (corner && name !== 'Home' && name !== 'End') return null;
  const at = (/** @type {number} */ row, /** @type {number} */ column) => ({
    query: Math.max(0, Math.min(queries - 1, row)),
    key: Math.max(0, Math.min(keys - 1, column)),
  });
  switch (name) {
    case 'ArrowUp':
      return at(query - 1, key);
    case 'ArrowDown':
      return at(query + 1, key);
    case 'ArrowLeft':
      return at(query, key - 1);
    case 'ArrowRight':
      return at(query, key + 1);
    case 'Home':
      return at(corner ? 0 : query, 0);
    case 'End':
      return at(corner ? queries - 1 : query, keys - 1);
    case 'PageUp':
      return at(query - PAGE, key);
    case 'PageDown':
      return at(query + PAGE, key);
    default:
      return null;
  }
}

/** Rows of a page. */
const PAGE = 16;
