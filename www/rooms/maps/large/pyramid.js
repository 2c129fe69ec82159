/**
 * The exact pyramid of a large head: the largest weight and the sum of each pool, a square of cells. Units of
 * rows are added when they are computed. NaN is a pool whose cells are all masked or missing.
 */
import { UNIT } from './shape.js';

/**
 * The value of a pool: its largest weight, its mean, or its share of the weight of a row.
 *
 * @typedef {'max' | 'mean' | 'mass'} Pooling
 */

/**
 * @typedef {object} Pyramid
 * @property {number} queries
 * @property {number} keys
 * @property {number} base - the finest level; others are computed from it
 * @property {number} rows - the rows of the finest level
 * @property {number} cols
 * @property {Float32Array} greatest
 * @property {Float32Array} sums
 * @property {Uint8Array} known - 1 for each unit of rows that was added
 */

/** @param {number} queries @param {number} keys @param {number} base @returns {Pyramid} */
export function pyramid(queries, keys, base) {
  const [rows, cols] = [Math.ceil(queries / 2 ** base), Math.ceil(keys / 2 ** base)];
  return {
    queries,
    keys,
    base,
    rows,
    cols,
    greatest: new Float32Array(rows * cols).fill(NaN),
    sums: new Float32Array(rows * cols).fill(NaN),
    known: new Uint8Array(Math.ceil(queries / UNIT)),
  };
}

/** @param {Pyramid} of @param {number} unit @param {{ greatest: Float32Array, sums: Float32Array }} rows */
export function addUnit(of, unit, { greatest, sums }) {
  const first = ((unit * UNIT) / 2 ** of.base) * of.cols;
  of.greatest.set(greatest, first);
  of.sums.set(sums, first);
  of.known[unit] = 1;
}

/**
 * The first unit of a range of rows, and the end.
 *
 * @param {number} first @param {number} rows @param {Pyramid} of
 */
export function unitsOf(first, rows, of) {
  return [Math.floor(Math.max(0, first) / UNIT), Math.min(of.known.length, Math.ceil((first + rows) / UNIT))];
}

/**
 * The number of known units in a range of rows, and the number of all.
 *
 * @param {Pyramid} of @param {number} first @param {number} rows
 */
export function countKnownUnits(of, first, rows) {
  const [from, to] = unitsOf(first, rows, of);
  let known = 0;
  for (let unit = from; unit < to; unit += 1) known += of.known[unit];
  return { known, all: Math.max(0, to - from) };
}

/**
 * @param {Pooling} by
 * @param {number} greatest
 * @param {number} sum
 * @param {{ rows: number, keys: number }} size - the size of the pool, in cells of the map
 */
export function pooledValue(by, greatest, sum, { rows, keys }) {
  return by === 'max' ? greatest : by === 'mean' ? sum / (rows * keys) : sum / rows;
}

/** The approximate number of pools from which a quantile is estimated. */
const SAMPLED = 20_000;

/**
 * A quantile of the pools of a level, estimated from the finest level; 0 if none is known.
 *
 * @param {Pyramid} of
 * @param {Pooling} by
 * @param {number} level
 * @param {number} share - 0.5 is the median
 */
export function pooledQuantile(of, by, level, share) {
  const side = 2 ** of.base;
  const step = Math.max(1, Math.floor(of.greatest.length / SAMPLED)) | 1;
  const values = [];
  for (let at = 0; at < of.greatest.length; at += step)
    if (of.greatest[at] === of.greatest[at])
      values.push(pooledValue(by, of.greatest[at], of.sums[at], { rows: side, keys: side }));
  const sorted = Float32Array.from(values).sort();
  if (sorted.length === 0) return 0;
  // The mass of a pool is proportional to its keys.
  return sorted[Math.round(share * (sorted.length - 1))] * (by === 'mass' ? 2 ** (level - of.base) : 1);
}

/** The number of known rows in a range. @param {Pyramid} of @param {number} first @param {number} rows */
function knownRows(of, first, rows) {
  let known = 0;
  const [from, to] = unitsOf(first, rows, of);
  for (let unit = from; unit < to; unit += 1)
    if (of.known[unit]) known += Math.min(first + rows, (unit + 1) * UNIT) - Math.max(first, unit * UNIT);
  return known;
}

/**
 * Whether each row of a range of a level covers at least one known row, so that no cell needs a sample.
 *
 * @param {Pyramid} of @param {number} level @param {[start: number, length: number]} rows
 */
export function isCovered(of, level, [row, rows]) {
  const span = 2 ** level;
  for (let at = row; at < row + rows; at += 1)
    if (knownRows(of, at * span, Math.min(span, of.queries - at * span)) === 0) return false;
  return true;
}

/**
 * Replaces samples of a tile by exact values. A pool with some known rows gets the value of these rows. A
 * pool without known rows keeps its sample.
 *
 * @param {Pyramid} of
 * @param {Pooling} by
 * @param {number} level - the base or above
 * @param {[start: number, length: number]} rows
 * @param {[start: number, length: number]} cols
 * @param {Float32Array} data - the samples
 */
export function fillTile(of, by, level, [row, rows], [col, cols], data) {
  const [span, step] = [2 ** level, 2 ** (level - of.base)];
  for (let down = 0; down < rows; down += 1) {
    const first = (row + down) * span;
    const known = knownRows(of, first, Math.min(span, of.queries - first));
    if (known === 0) continue;
    const top = (row + down) * step;
    const bottom = Math.min(of.rows, top + step);
    for (let across = 0; across < cols; across += 1) {
      const left = (col + across) * step;
      const right = Math.min(of.cols, left + step);
      let [greatest, sum] = [NaN, 0];
      for (let at = top; at < bottom; at += 1)
        for (let place = at * of.cols + left; place < at * of.cols + right; place += 1) {
          const value = of.greatest[place];
          // NaN is masked, missing or unknown.
          if (value !== value) continue;
          if (!(greatest >= value)) greatest = value;
          sum += of.sums[place];
        }
      const size = { rows: known, keys: Math.min(span, of.keys - (col + across) * span) };
      const isThere = !Number.isNaN(greatest);
      const at = down * cols + across;
      // The sample is a cell of the pool, and may be larger than the known rows.
      const least = by === 'max' && known < Math.min(span, of.queries - first) ? data[at] : NaN;
      const found = pooledValue(by, greatest, isThere ? sum : NaN, size);
      data[at] = least > found || (!isThere && !Number.isNaN(least)) ? least : found;
    }
  }
}
