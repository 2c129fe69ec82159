/**
 * Sizes of large heads: which heads are large, their levels, and how much memory they take. Pure functions.
 */
import { MOST_CELLS } from '../understand/extent.js';

/** The pyramid of a head begins at the level with at most this many rows and columns. */
const FINEST = 1600;
/** Rows that one request computes. */
export const UNIT = 64;
/**
 * Bytes that a page takes for one head at most, in all Workers together, unless a single Worker needs more.
 */
export const MEMORY = 512 * 2 ** 20;

/**
 * Whether the weights of each head are more than can be held.
 *
 * @param {{ queries: number, keys: number }} shape
 */
export const isLarge = ({ queries, keys }) => queries * keys > MOST_CELLS;

/**
 * The levels of a map: each further one has half the rows and columns, and the last one cell.
 *
 * @param {number} queries @param {number} keys
 */
export function levelsOf(queries, keys) {
  const levels = [{ rows: queries, cols: keys }];
  for (let { rows, cols } = levels[0]; rows > 1 || cols > 1;) {
    [rows, cols] = [Math.ceil(rows / 2), Math.ceil(cols / 2)];
    levels.push({ rows, cols });
  }
  return levels;
}

/** The finest level that is kept once it is exact. @param {number} queries @param {number} keys */
export function baseOf(queries, keys) {
  return Math.min(6, Math.max(0, Math.ceil(Math.log2(Math.max(queries, keys) / FINEST))));
}

/**
 * The units of a head in an order in which any beginning covers the head evenly: a van der Corput sequence.
 *
 * @param {number} count
 */
export function spreadOrder(count) {
  const bits = Math.ceil(Math.log2(Math.max(1, count)));
  const order = [];
  for (let at = 0; at < 2 ** bits; at += 1) {
    let place = 0;
    for (let bit = 0; bit < bits; bit += 1) if (at & (1 << bit)) place |= 1 << (bits - 1 - bit);
    if (place < count) order.push(place);
  }
  return order;
}

/** Places in the middle of equal parts of an axis. @param {number} parts @param {number} count */
export function evenly(parts, count) {
  const most = Math.min(parts, count);
  return Uint32Array.from({ length: most }, (_, at) => Math.floor(((at + 0.5) * count) / most));
}

/**
 * The Workers that compute one head beside the one that draws.
 *
 * @param {number} cores
 * @param {number} bytes - that each of them takes
 */
export function lanesOf(cores, bytes) {
  return Math.max(1, Math.min(4, cores, Math.floor(MEMORY / Math.max(1, bytes)) - 1));
}
