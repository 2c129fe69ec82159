/**
 * A random sample of the rows of a large head, and the mean of a measure with its standard error. Pure
 * functions: the same head always has the same sample.
 */
import { randomOf } from './synthetic.js';

/** The number of strata of equal size. */
export const STRATA = 64;
/** The first stratum is divided into parts that grow by this factor. */
const GROWTH = 2;

/**
 * A sample of rows: one of each stratum, in ascending order, and the number of rows in its stratum.
 *
 * @typedef {{ rows: Uint32Array, sizes: Uint32Array }} RowSample
 */

/**
 * Selects a stratified random sample: the rows are divided into consecutive strata, and one row of each is
 * selected at random. The strata have equal sizes, except that the first one is divided into parts of 1, 1,
 * 2, 4, 8 ... rows: the first rows of a causal head see few keys, so their measures change quickly.
 *
 * @param {number} count - the number of rows of the head
 * @param {number} [parts] - the number of equal strata
 * @param {number} [seed]
 * @returns {RowSample} the last `parts` rows (all, if there are fewer) are spread evenly
 */
export function sampleRows(count, parts = STRATA, seed = 0) {
  const strata = Math.min(parts, count);
  const ends = Array.from({ length: strata }, (_, at) => Math.floor(((at + 1) * count) / strata));
  const within = [];
  for (let end = 1; end < (ends[0] ?? 0); end *= GROWTH) within.push(end);
  const all = [...within, ...ends];
  const starts = [0, ...all];
  const random = randomOf(seed, count);
  return {
    rows: Uint32Array.from(all, (end, at) => starts[at] + Math.floor(random() * (end - starts[at]))),
    sizes: Uint32Array.from(all, (end, at) => end - starts[at]),
  };
}

/**
 * Estimates the mean of a measure over all rows from one row of each stratum.
 *
 * With W = N_h / N, the share of the rows that are in stratum h, and y its value, the mean is Σ W y. The
 * variance of y within a stratum is estimated from its neighbors: e = y_h − (y_{h−1} + y_{h+1}) / 2 has the
 * variance 3/2 σ² if the measure has a linear trend, so σ² = 2/3 e² (Gasser, Sroka and Jennen-Steinmetz 1986;
 * Wolter 2007, section 8.2). At both ends it is the half squared difference from the only neighbor. Then
 *
 *     s² = Σ W² σ² (1 − 1/N_h)
 *     γ = |Σ W³ · 4/3 e³| / s³
 *     error = s (1 + 5/(4 d) + 49/(32 d²) + 3/4 γ)
 *
 * where N_h is the size of a stratum and d = n / 2 the degrees of freedom of σ². The factor is that of two
 * standard errors: the quantile of Student's t (Abramowitz and Stegun 26.7.5) plus the first term of its
 * Edgeworth expansion, which widens it for skewed measures (Hall 1992, section 2.6). So about 95 % of all
 * means are within two errors of the estimate. A value that fewer than 3 of n rows have can be missed.
 *
 * @param {ArrayLike<number>} values - by stratum. Rows without a value are NaN and are not counted
 * @param {ArrayLike<number>} sizes - of the strata
 * @returns {{ value: number, error: number } | null} null without values. The error is NaN if one value is
 *   known and others are not
 */
export function estimatedMean(values, sizes) {
  const known = Array.from(values, (_, at) => at).filter((at) => values[at] === values[at]);
  const count = known.length;
  if (count === 0) return null;
  const all = known.reduce((sum, at) => sum + sizes[at], 0);
  const value = known.reduce((sum, at) => sum + sizes[at] * values[at], 0) / all;
  const isWhole = known.every((at) => sizes[at] === 1);
  if (isWhole || count < 2) return { value, error: isWhole ? 0 : NaN };
  let [variance, third] = [0, 0];
  known.forEach((at, place) => {
    const neighbors = [known[place - 1], known[place + 1]].filter((each) => each !== undefined);
    const expected = neighbors.reduce((sum, each) => sum + values[each], 0) / neighbors.length;
    const difference = values[at] - expected;
    const share = sizes[at] / all;
    const isInner = neighbors.length === 2;
    variance += share ** 2 * difference ** 2 * (isInner ? 2 / 3 : 1 / 2) * (1 - 1 / sizes[at]);
    if (isInner && sizes[at] > 1) third += share ** 3 * difference ** 3 * (4 / 3);
  });
  const error = Math.sqrt(variance);
  if (error === 0) return { value, error };
  const degrees = count / 2;
  const skewness = Math.abs(third) / error ** 3;
  return { value, error: error * (1 + 5 / (4 * degrees) + 49 / (32 * degrees ** 2) + (3 / 4) * skewness) };
}
