/**
 * The exact pyramid of a large head, as far as its rows are known: largest weights and sums of pools of
 * cells. NaN is a pool that is masked or missing as a whole, so that a pooled zero is a zero.
 */
import { UNIT } from './shape.js';

/** @typedef {'max' | 'mean' | 'mass'} Pooling What a pool shows: its largest weight, its mean, or the share of a row that it holds. */

/**
 * @typedef {object} Pyramid
 * @property {number} queries
 * @property {number} keys
 * @property {number} base - its finest level
 * @property {number} rows - of that level
 * @property {number} cols
 * @property {Float32Array} greatest
 * @property {Float32Array} sums
 * @property {Uint8Array} known - one a unit of rows: 1 once it is there
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

/**
 * Takes the rows of a unit.
 *
 * @param {Pyramid} of @param {number} unit @param {{ greatest: Float32Array, sums: Float32Array }} rows
 */
export function addUnit(of, unit, { greatest, sums }) {
  const first = ((unit * UNIT) / 2 ** of.base) * of.cols;
  of.greatest.set(greatest, first);
  of.sums.set(sums, first);
  of.known[unit] = 1;
}

/**
 * The units of a range of rows: the first, and the end.
 *
 * @param {number} first @param {number} rows @param {Pyramid} of
 */
export function unitsOf(first, rows, of) {
  return [Math.floor(Math.max(0, first) / UNIT), Math.min(of.known.length, Math.ceil((first + rows) / UNIT))];
}

/**
 * How many units of a range of rows are known, and how many there are.
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
 * What a pool shows, of its sum and its largest weight.
 *
 * @param {Pooling} by
 * @param {number} greatest
 * @param {number} sum
 * @param {{ rows: number, keys: number }} size - the cells of the map in the pool
 */
export function pooledValue(by, greatest, sum, { rows, keys }) {
  return by === 'max' ? greatest : by === 'mean' ? sum / (rows * keys) : sum / rows;
}

/**
 * The value of a single cell, which represents its pool until the pool is computed.
 *
 * @param {Pooling} by
 * @param {number} weight
 * @param {number} keys - of the pool
 */
export const sampledValue = (by, weight, keys) => (by === 'mass' ? weight * keys : weight);

/** Values that a quantile of a pyramid is estimated from. */
const ESTIMATED = 20_000;

/**
 * The value that a share of the pools of a level does not exceed, estimated from the finest ones; 0 where
 * none is known.
 *
 * @param {Pyramid} of
 * @param {Pooling} by
 * @param {number} level
 * @param {number} share
 */
export function pooledQuantile(of, by, level, share) {
  const side = 2 ** of.base;
  const step = Math.max(1, Math.floor(of.greatest.length / ESTIMATED)) | 1;
  const values = [];
  for (let at = 0; at < of.greatest.length; at += step)
    if (of.greatest[at] === of.greatest[at])
      values.push(pooledValue(by, of.greatest[at], of.sums[at], { rows: side, keys: side }));
  const sorted = Float32Array.from(values).sort();
  if (sorted.length === 0) return 0;
  // The share of a row that a pool holds grows with its keys.
  return sorted[Math.round(share * (sorted.length - 1))] * (by === 'mass' ? 2 ** (level - of.base) : 1);
}

/**
 * The known rows of a range: how many, without the rest of the last unit beyond the head.
 *
 * @param {Pyramid} of @param {number} first @param {number} rows
 */
function knownRows(of, first, rows) {
  let known = 0;
  const [from, to] = unitsOf(first, rows, of);
  for (let unit = from; unit < to; unit += 1)
    if (of.known[unit]) known += Math.min(first + rows, (unit + 1) * UNIT) - Math.max(first, unit * UNIT);
  return known;
}

/**
 * Whether every row of a rectangle of a level has computed rows, so that no cell needs a sample.
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
 * A rectangle of a level from the pyramid, row by row, which replaces the samples there. A pool of which some
 * rows are known shows these: its largest weight so far, or the mean of theirs. Where none is, the sample
 * stays.
 *
 * @param {Pyramid} of
 * @param {Pooling} by
 * @param {number} level - the base or above
 * @param {[start: number, length: number]} rows
 * @param {[start: number, length: number]} cols
 * @param {Float32Array} data - what was sampled
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
          // NaN is skipped: nothing is there, or nothing is known.
          if (value !== value) continue;
          if (!(greatest >= value)) greatest = value;
          sum += of.sums[place];
        }
      const size = { rows: known, keys: Math.min(span, of.keys - (col + across) * span) };
      const isThere = !Number.isNaN(greatest);
      const at = down * cols + across;
      // A sample that is brighter than the rows that are known is a cell of the pool as well.
      const least = by === 'max' && known < Math.min(span, of.queries - first) ? data[at] : NaN;
      const found = pooledValue(by, greatest, isThere ? sum : NaN, size);
      data[at] = least > found || (!isThere && !Number.isNaN(least)) ? least : found;
    }
  }
}
