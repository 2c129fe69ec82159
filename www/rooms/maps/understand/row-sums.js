import { number } from '../../../format/display.js';
/** @import { Strings } from '../../../page/words/en.js' */
/** @import { HeadFound, Opened, Reading } from '../types.js' */

/** The smallest float16 above 0. */
const LEAST_HALF = 2 ** -24;

/**
 * How far the sum of a row of weights may be from 1 due to rounding. 32 bits and text have a larger tolerance
 * than float16, because they are often saved with few digits.
 *
 * @param {Opened} opened @param {Reading} reading
 */
export function toleranceOf({ files }, { weights: [part], keys }) {
  const dtype = part && files.find(({ id }) => id === part.file)?.tensors[part.tensor]?.dtype;
  if (dtype === 'bfloat16') return 2 ** -9;
  // The smallest weights are rounded to a multiple of LEAST_HALF.
  return dtype === 'float16' ? 2 ** -11 + (keys * LEAST_HALF) / 2 : 2 ** -10;
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
  const share = (/** @type {unknown[]} */ some) => words.heads(some.length, measured.length);
  const sentences = [];
  if (sums.length > 0) {
    const far = sums.reduce((a, b) => (Math.abs(b.sum - 1) > Math.abs(a.sum - 1) ? b : a));
    sentences.push(words.sums(share(sums), words.place(far.layer, far.head, far.query), number(far.sum, 4)));
  }
  if (odd.length > 0) {
    const [{ layer, head, notWeights: first }] = odd;
    sentences.push(
      words.odd(
        total(odd, ({ notWeights }) => notWeights?.rows ?? 0),
        share(odd),
        words.place(layer, head, first?.first ?? 0),
      ),
    );
  }
  if (empty.length > 0)
    sentences.push(
      words.empty(
        total(empty, ({ rowsWithoutKey }) => rowsWithoutKey),
        share(empty),
      ),
    );
  return sentences;
}
