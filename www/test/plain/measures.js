/**
 * The measures of a head, each as its formula says, a query at a time. `docs/maps.md` has the formulas.
 */
import { range } from '../maps-plain-service.js';
/** @import { HeadFound } from '../../rooms/maps/types.js' */
/** @import { Plain } from '../maps-plain-service.js' */

/**
 * @param {Plain} map
 * @param {{ offset: number, sink: number, reach: number, tokens: Uint32Array | null }} settings
 * @returns {Omit<HeadFound, 'layer' | 'head' | 'thumb'>}
 */
export function measuresOf(map, { offset, sink, reach, tokens }) {
  const { rows, cols, data } = map;
  const all = range(rows).map((query) => ({
    query,
    p: query + offset,
    w: [...data.slice(query * cols, (query + 1) * cols)],
  }));
  const broken = all.filter(({ w }) => w.some((weight) => !(weight >= 0 && weight < Infinity)));
  const whole = all.filter((row) => !broken.includes(row));
  const empty = whole.filter(({ w }) => w.every((weight) => weight === 0));
  const kept = whole.filter((row) => !empty.includes(row));
  const causal = kept.every(({ p, w }) => w.every((weight, j) => j <= p || weight === 0));
  const sum = (/** @type {number[]} */ terms) => terms.reduce((total, term) => total + term, 0);
  const entropy = (/** @type {number[]} */ w) =>
    -sum(w.map((weight) => (weight === 0 ? 0 : weight * Math.log(weight))));
  /**
   * The mean over the rows that the measure is of.
   *
   * @param {(row: { p: number, w: number[] }) => number | null} of
   */
  const mean = (of) => {
    const terms = /** @type {number[]} */ (kept.map(of).filter((term) => term !== null));
    return terms.length === 0 ? null : sum(terms) / terms.length;
  };
  const where = (/** @type {number[]} */ w, /** @type {(j: number) => boolean} */ holds) =>
    sum(w.filter((_, j) => holds(j)));
  const earlier = (/** @type {number} */ p) =>
    tokens && p >= 0 && p < cols ? range(p).filter((e) => tokens[e] === tokens[p]) : [];
  const sums = kept.map(({ query, w }) => ({ query, sum: sum(w) }));
  const first = (/** @type {(a: number, b: number) => boolean} */ beats) =>
    sums.reduce((best, row) => (beats(row.sum, best.sum) ? row : best));
  return {
    causal,
    notWeights: broken.length > 0 ? { rows: broken.length, first: broken[0].query } : null,
    rowsWithoutKey: empty.length,
    rowSums: sums.length === 0 ? null : { least: first((a, b) => a < b), greatest: first((a, b) => a > b) },
    measures: {
      entropy: mean(({ w }) => entropy(w)),
      normalised_entropy: mean(({ p, w }) => {
        const admitted = causal ? Math.min(p + 1, cols) : cols;
        return admitted > 1 ? entropy(w) / Math.log(admitted) : null;
      }),
      sink_share: mean(({ w }) => where(w, (j) => j < sink)),
      previous_token: mean(({ p, w }) => w[p - 1] ?? null),
      next_token: mean(({ p, w }) => w[p + 1] ?? null),
      induction: mean(({ p, w }) => (earlier(p).length > 0 ? sum(earlier(p).map((e) => w[e + 1])) : null)),
      duplicate_token: mean(({ p, w }) => (earlier(p).length > 0 ? sum(earlier(p).map((e) => w[e])) : null)),
      mean_distance: mean(({ p, w }) => sum(w.map((weight, j) => weight * Math.abs(p - j)))),
      diagonal_share: mean(({ p, w }) => where(w, (j) => Math.abs(p - j) <= reach)),
      causal_share: mean(({ p, w }) => where(w, (j) => j <= p)),
    },
  };
}
