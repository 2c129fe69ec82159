/**
 * What is known of the rows of a large head: measures with their errors, margins, and the cells that stand
 * out. Pure functions over plain data.
 */
/** @import { MeasureName } from '../types.js' */

/** The measures of a row; repetitions would need each row of all tokens. */
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
/** The figures of a row, in the order in which the engine gives them. */
export const FIGURES = /** @type {const} */ (['sum', ...MEASURED, 'greatest', 'greatest_key']);
/** Cells that are listed. */
const LISTED = 8;

/**
 * A measure: its mean, its standard error (0 where every row is known), and whether every row is known.
 *
 * @typedef {{ value: number, error: number, exact: boolean }} Measured
 */
/**
 * A cell that stands out: `times` is its weight in units of an even spread over the keys that its query may
 * attend to.
 *
 * @typedef {{ query: number, key: number, weight: number, times: number }} Outstanding
 */

/**
 * The figure of a row.
 *
 * @param {Float32Array} figures @param {number} row @param {typeof FIGURES[number]} name
 */
export const figure = (figures, row, name) => figures[row * FIGURES.length + FIGURES.indexOf(name)];

/**
 * Means of groups of rows: one a unit of neighbouring rows, or one a row of an even sample.
 *
 * @param {Float32Array} figures
 * @returns {Partial<Record<MeasureName, { sum: number, count: number }>>}
 */
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

/** The same of each row by itself. @param {Float32Array} figures */
export const sumsOfRows = (figures) =>
  Array.from({ length: figures.length / FIGURES.length }, (_, row) =>
    sumsOf(figures.subarray(row * FIGURES.length, (row + 1) * FIGURES.length)),
  );

/**
 * The measures of a head from groups of its rows. The error is the standard error of a mean of means, with
 * the correction for a finite number of groups.
 *
 * @param {Partial<Record<MeasureName, { sum: number, count: number }>>[]} groups - those that are known
 * @param {number} all - how many there are
 * @returns {Partial<Record<MeasureName, Measured>>}
 */
export function measuresOf(groups, all) {
  return Object.fromEntries(
    MEASURED.flatMap((name) => {
      const known = groups.flatMap((group) => (group[name]?.count ? [group[name]] : []));
      const count = known.reduce((sum, each) => sum + each.count, 0);
      if (count === 0) return [];
      const value = known.reduce((sum, each) => sum + each.sum, 0) / count;
      const exact = groups.length >= all;
      const size = count / known.length;
      const spread = known.reduce((sum, each) => sum + ((each.sum - value * each.count) / size) ** 2, 0);
      const variance =
        known.length < 2 ? NaN : (spread / (known.length - 1) / known.length) * (1 - groups.length / all);
      return [[name, { value, error: exact ? 0 : Math.sqrt(variance), exact }]];
    }),
  );
}

/**
 * The cells that stand out, with those of some more rows: at most one a row, by its weight in units of an
 * even spread.
 *
 * @param {Outstanding[]} before
 * @param {Float32Array} figures
 * @param {ArrayLike<number>} rows - which
 * @param {(query: number) => number} reached - how many keys a query may attend to
 */
export function outstanding(before, figures, rows, reached) {
  const found = [...before];
  for (let row = 0; row < rows.length; row += 1) {
    const [weight, key] = [figure(figures, row, 'greatest'), figure(figures, row, 'greatest_key')];
    const times = weight * reached(rows[row]);
    if (!(times > (found.length < LISTED ? 0 : found[found.length - 1].times))) continue;
    if (found.some(({ query }) => query === rows[row])) continue;
    found.push({ query: rows[row], key, weight, times });
    found.sort((a, b) => b.times - a.times || a.query - b.query);
    found.length = Math.min(LISTED, found.length);
  }
  return found;
}

/**
 * The values at 0, 1/256 ... 256/256 of numbers in ascending order; none where there are no numbers.
 *
 * @param {Float32Array} cells
 */
export function quantilesOf(cells) {
  const sorted = cells.filter((cell) => cell === cell).sort();
  if (sorted.length === 0) return new Float32Array();
  return Float32Array.from({ length: 257 }, (_, at) => sorted[Math.round((at / 256) * (sorted.length - 1))]);
}
