/** Sizes of large heads: which heads are large, their levels, units and Workers. */
/** @import { LargeInfo } from '../../../engine/kernels-large.js' */

/** The maximum number of cells of a head in memory. A larger head is computed or read in parts. */
export const MOST_CELLS = 1 << 24;
/** The finest level of a pyramid has at most this many rows and columns. */
const FINEST = 1600;
/** The number of rows that one request computes. */
export const UNIT = 64;
/** The memory limit of one head in all Workers together, in bytes, unless a single Worker needs more. */
export const MEMORY = 512 * 2 ** 20;

/** Whether the weights of a head do not fit in memory. @param {{ queries: number, keys: number }} shape */
export const isLarge = ({ queries, keys }) => queries * keys > MOST_CELLS;

/**
 * The levels of a map. Each level has half the rows and columns of the one before; the last has one cell.
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

/** The finest level of the pyramid. @param {number} queries @param {number} keys */
export function baseOf(queries, keys) {
  return Math.min(6, Math.max(0, Math.ceil(Math.log2(Math.max(queries, keys) / FINEST))));
}

/**
 * The indexes below `count` as a van der Corput sequence: any prefix is spread evenly.
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

/** The indexes in the middle of equal parts of an axis. @param {number} parts @param {number} count */
export function evenly(parts, count) {
  const length = Math.min(parts, count);
  return Uint32Array.from({ length }, (_, at) => Math.floor(((at + 0.5) * count) / length));
}

/**
 * The number of Workers that compute one head, besides the one that answers requests.
 *
 * @param {number} cores
 * @param {number} bytes - the memory of each Worker
 */
export function workerCount(cores, bytes) {
  return Math.max(1, Math.min(4, cores, Math.floor(MEMORY / Math.max(1, bytes)) - 1));
}

/**
 * A mask by position: a query may attend to the first `sinks` keys, and to the keys near its position.
 *
 * @typedef {Pick<LargeInfo, 'offset' | 'before' | 'after'> & { sinks?: number }} LargeMask
 */

/**
 * The range of keys near its position that a query may attend to: the first key, and the end. If the sinks
 * touch that range, it includes them.
 *
 * @param {LargeMask} mask
 * @param {number} query
 * @param {number} keys
 */
export function reachOf({ offset, before, after, sinks = 0 }, query, keys) {
  const position = query + offset;
  const clamped = (/** @type {number} */ key) => Math.max(sinks, Math.min(keys, key));
  const from = before === null ? 0 : clamped(position - before);
  const to = after === null ? keys : clamped(position + after + 1);
  return from <= sinks ? [0, to] : [from, Math.max(from, to)];
}
