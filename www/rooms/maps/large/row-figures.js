/**
 * Results of the computed rows of a large head: measures with their standard errors, and outstanding cells.
 * Pure functions over plain data.
 */
import { estimatedMean } from './sample-rows.js';
/** @import { MeasureName } from '../types.js' */

/** The measures of single rows. The measures of repeated tokens are missing: they need all rows at once. */
export const MEASURED = /** @type {const} */ ([
  'entropy',
  'normalised_entropy',
  'sink_share',
  'previous_token',
  'next_token',
  'mean_distance',
  'diagonal_share',
  'causal_share',
]);
/** The figures of a row, in the engine's order. */
export const FIGURES = /** @type {const} */ (['sum', ...MEASURED, 'greatest', 'greatest_key']);
/** The maximum number of outstanding cells. */
const LISTED = 8;

/**
 * The mean of a measure over the rows, and its standard error. If all rows are known, it is exact and the
 * error is 0.
 *
 * @typedef {{ value: number, error: number, exact: boolean }} Measured
 */
/**
 * A measure over some rows; rows without a value are not counted.
 *
 * @typedef {Partial<Record<MeasureName, { sum: number, count: number }>>} Sums
 */
/**
 * A cell with a large weight. `times` is the weight divided by a uniform weight over the keys that the query
 * may attend to.
 *
 * @typedef {{ query: number, key: number, weight: number, times: number }} Outstanding
 */

/** @param {Float32Array} figures @param {number} row @param {typeof FIGURES[number]} name */
export const figure = (figures, row, name) => figures[row * FIGURES.length + FIGURES.indexOf(name)];

/** The measures over a group of rows. @param {Float32Array} figures @returns {Sums} */
export function sumsOf(figures) {
  const rows = figures.length / FIGURES.length;
  return Object.fromEntries(
    MEASURED.map((name) => {
      const at = FIGURES.indexOf(name);
      let [sum, count] = [0, 0];
      for (let row = 0; row < rows; row += 1) {
        const value = figures[row * FIGURES.length + at];
        if (value === value) [sum, count] = [sum + value, count + 1];
      }
      return [name, { sum, count }];
    }),
  );
}

/**
 * The measures of a head of which all rows are known.
 *
 * @param {Sums[]} groups
 * @returns {Partial<Record<MeasureName, Measured>>}
 */
export function measuresOf(groups) {
  return Object.fromEntries(
    MEASURED.flatMap((name) => {
      const [sum, count] = groups.reduce(
        (all, group) => [all[0] + (group[name]?.sum ?? 0), all[1] + (group[name]?.count ?? 0)],
        [0, 0],
      );
      return count > 0 ? [[name, { value: sum / count, error: 0, exact: true }]] : [];
    }),
  );
}

/**
 * The measures of a head, estimated from a sample of its rows.
 *
 * @param {Float32Array} figures - of the sampled rows
 * @param {Uint32Array} sizes - of their strata
 * @returns {Partial<Record<MeasureName, Measured>>}
 */
export function estimatedMeasures(figures, sizes) {
  const exact = sizes.every((size) => size === 1);
  return Object.fromEntries(
    MEASURED.flatMap((name) => {
      const values = Array.from(sizes, (_, row) => figure(figures, row, name));
      const found = estimatedMean(values, sizes);
      return found ? [[name, { ...found, exact }]] : [];
    }),
  );
}

/**
 * The most outstanding cells, at most one per row, after more rows are known.
 *
 * @param {Outstanding[]} before
 * @param {Float32Array} figures
 * @param {ArrayLike<number>} rows - the queries of the figures
 * @param {(query: number) => number} keyCount - the number of keys that a query may attend to
 */
export function outstanding(before, figures, rows, keyCount) {
  const found = [...before];
  for (let row = 0; row < rows.length; row += 1) {
    const [weight, key] = [figure(figures, row, 'greatest'), figure(figures, row, 'greatest_key')];
    const times = weight * keyCount(rows[row]);
    if (!(times > (found.length < LISTED ? 0 : found[found.length - 1].times))) continue;
    if (found.some(({ query }) => query === rows[row])) continue;
    found.push({ query: rows[row], key, weight, times });
    found.sort((a, b) => b.times - a.times || a.query - b.query);
    found.length = Math.min(LISTED, found.length);
  }
  return found;
}

/** The quantiles 0, 1/256 ... 256/256; empty without numbers. NaN is skipped. @param {Float32Array} cells */
export function quantilesOf(cells) {
  const sorted = cells.filter((cell) => cell === cell).sort();
  if (sorted.length === 0) return new Float32Array();
  return Float32Array.from({ length: 257 }, (_, at) => sorted[Math.round((at / 256) * (sorted.length - 1))]);
}
