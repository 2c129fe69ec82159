/** @import { Pair } from './types.js' */

/**
 * Where the cells of a mask lie on the screen, and the image that is asked of the engine for it.
 *
 * @typedef {object} MaskGeometry
 * @property {number} queries
 * @property {number} keys
 * @property {number} width - of all cells, CSS pixels
 * @property {number} height
 * @property {{ cellWidth: number, cellHeight: number, gap: number } | { width: number, height: number }} image - in device pixels: whole cells, or a size
 *   into which cells are pooled
 */

/** The largest cell, and the one that a mask of few rows or columns is stretched to, CSS pixels. */
const LARGEST_CELL = 28;
/** A mask of few rows among many keys takes at least this share of the room. */
const LEAST_SHARE = 1 / 3;
/** Whole cells of fewer device pixels would leave too much of the room empty. */
const LEAST_WHOLE = 4;

/**
 * Cells are square where they can be, so that a diagonal is one; a mask that is much wider than high is stretched.
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
  // More pixels than cells would say nothing more: the page stretches the image.
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
 * The cells that a brush touches on its way, each once, as the engine takes them: query, key, query, key. Where cells are smaller than a pixel, the brush
 * is a pixel wide, for else it would not be seen.
 *
 * @param {MaskGeometry} geometry
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {Set<number>} [seen] - cells that were touched before, as query * keys + key; it takes up the new ones
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
 * Which numbers stand at an axis: every one where there is room, else every second, fourth, and so on.
 *
 * @param {number} count
 * @param {number} length - of the axis, CSS pixels
 * @param {number} room - that a number takes
 */
export function ticks(count, length, room) {
  let step = 1;
  while ((length / count) * step < room && step < count) step *= 2;
  return Array.from({ length: Math.ceil(count / step) }, (_, tick) => tick * step);
}

/**
 * Where a key takes the cursor, or null if it does not move it.
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
