import { number } from '../../../format/display.js';
import { ROUNDING_KEY, UNCHECKED_KEY } from '../source-name.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { HeadFound, MapsData, Opened, Reading } from '../types.js' */

/** The smallest float16 above 0. */
const LEAST_HALF = 2 ** -24;

/**
 * How far the sum of a row of weights may be from 1 due to rounding. 32 bits and text have a larger tolerance
 * than float16, because they are often saved with few digits.
 *
 * @param {Opened} opened @param {Reading} reading
 */
export function toleranceOf({ files }, { weights: [part], keys }) {
  const file = part && files.find(({ id }) => id === part.file);
  const steps = roundingIn(file?.metadata ?? []);
  if (steps) return roundingOf(steps, keys);
  const dtype = file?.tensors[part.tensor]?.dtype;
  if (dtype === 'bfloat16') return 2 ** -9;
  // The smallest weights are rounded to a multiple of LEAST_HALF.
  return dtype === 'float16' ? 2 ** -11 + (keys * LEAST_HALF) / 2 : 2 ** -10;
}

/** @typedef {{ step: number, power: number }} Rounding */

/**
 * How the numbers of a saved figure were rounded to 8 bits: to `low + step · n ** power`. Null if they were
 * not.
 *
 * @param {[string, string][]} metadata @returns {Rounding | null}
 */
function roundingIn(metadata) {
  const text = metadata.find(([key]) => key === ROUNDING_KEY)?.[1] ?? '';
  const [step, power] = text.split(' ').map(Number);
  return step > 0 && (power === 1 || power === 2) ? { step, power } : null;
}

/**
 * How far a row of `keys` weights that sum to 1 may be from 1 after rounding.
 *
 * With power 1, each weight changes by at most `step / 2`. With power 2, `n = √(w / step)` changes by at most
 * 1/2 and w by at most `√(w · step) + step / 4`; the sum of √w is at most `√keys`.
 *
 * @param {Rounding} rounding @param {number} keys
 */
const roundingOf = ({ step, power }, keys) =>
  power === 1 ? (keys * step) / 2 : Math.sqrt(step * keys) + (keys * step) / 4;

/**
 * Warnings about rows of the open files that are not weights. Differences, and maps in saved figures whose
 * rows need not sum to 1, are not checked.
 *
 * @param {MapsData} data @param {Strings} t @returns {string[]} sentences
 */
export function warningsOf({ opened, reading, heads }, t) {
  const isUnchecked = opened.files.some(({ metadata }) => metadata.some(([key]) => key === UNCHECKED_KEY));
  if (isUnchecked || reading.numbers === 'difference') return [];
  return rowSumsSentence(heads, toleranceOf(opened, reading), t);
}

/**
 * Warnings about invalid rows: rows that do not sum to 1 (with the worst one), rows with invalid weights, and
 * rows without keys. Rows are not renormalized.
 *
 * @param {(HeadFound | undefined)[]} heads - heads that are not measured yet are undefined
 * @param {number} tolerance
 * @param {Strings} t
 * @returns {string[]} sentences
 */
export function rowSumsSentence(heads, tolerance, t) {
  const words = t.maps.reading.rows;
  const measured = heads.filter((head) => head !== undefined);
  const sums = measured.flatMap(({ layer, head, rowSums }) => {
    if (!rowSums) return [];
    const { least, greatest } = rowSums;
    const far = Math.abs(greatest.sum - 1) > Math.abs(least.sum - 1) ? greatest : least;
    return Math.abs(far.sum - 1) > tolerance ? [{ layer, head, ...far }] : [];
  });
  const odd = measured.filter(({ notWeights }) => notWeights);
  const empty = measured.filter(({ rowsWithoutKey }) => rowsWithoutKey > 0);
  const total = (/** @type {HeadFound[]} */ of, /** @type {(head: HeadFound) => number} */ count) =>
    of.reduce((sum, head) => sum + count(head), 0);
  const share = (/** @type {unknown[]} */ some) => words.heads({ some: some.length, all: measured.length });
  const sentences = [];
  if (sums.length > 0) {
    const far = sums.reduce((a, b) => (Math.abs(b.sum - 1) > Math.abs(a.sum - 1) ? b : a));
    sentences.push(
      words.sums({
        heads: share(sums),
        place: words.place({ layer: far.layer, head: far.head, query: far.query }),
        sum: number(far.sum, 4),
      }),
    );
  }
  if (odd.length > 0) {
    const [{ layer, head, notWeights: first }] = odd;
    sentences.push(
      words.odd({
        rows: total(odd, ({ notWeights }) => notWeights?.rows ?? 0),
        heads: share(odd),
        place: words.place({ layer, head, query: first?.first ?? 0 }),
      }),
    );
  }
  if (empty.length > 0)
    sentences.push(
      words.empty({ rows: total(empty, ({ rowsWithoutKey }) => rowsWithoutKey), heads: share(empty) }),
    );
  return sentences;
}
