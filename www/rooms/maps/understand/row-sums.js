import { number } from '../../../format/display.js';
/** @import { Strings } from '../../../page/words/en.js' */
/** @import { HeadFound, Opened, Reading } from '../types.js' */

/**
 * By how much the sum of a row of weights may be off 1 because each was rounded; 32 bits and text are given
 * more, since few digits are often kept.
 */
const ROUNDED = { float16: 2 ** -11, bfloat16: 2 ** -9 };
const OTHERS = 2 ** -10;
/** The least float16 above 0, and so what the smallest weights are rounded to. */
const LEAST_HALF = 2 ** -24;

/**
 * How far from 1 a row may be and still be rounded weights.
 *
 * @param {Opened} opened @param {Reading} reading
 */
export function toleranceOf({ files }, { weights: [part], keys }) {
  const dtype = part && files.find(({ id }) => id === part.file)?.tensors[part.tensor]?.dtype;
  if (dtype === 'bfloat16') return ROUNDED.bfloat16;
  return dtype === 'float16' ? ROUNDED.float16 + (keys * LEAST_HALF) / 2 : OTHERS;
}

/**
 * What does not look like weights: rows that do not sum to 1, with the one that is farthest from it, rows
 * that hold something else, and rows without a key. Nothing of it is mended.
 *
 * @param {(HeadFound | undefined)[]} heads - those that are not there yet are not counted
 * @param {number} tolerance
 * @param {Strings} t
 * @returns {string[]} sentences; none where all is well
 */
export function rowSumsSentence(heads, tolerance, t) {
  const words = t.maps.reading.rows;
  const there = heads.filter((head) => head !== undefined);
  const sums = there.flatMap(({ layer, head, rowSums }) => {
    if (!rowSums) return [];
    const { least, greatest } = rowSums;
    const far = Math.abs(greatest.sum - 1) > Math.abs(least.sum - 1) ? greatest : least;
    return Math.abs(far.sum - 1) > tolerance ? [{ layer, head, ...far }] : [];
  });
  const odd = there.filter(({ notWeights }) => notWeights);
  const empty = there.filter(({ rowsWithoutKey }) => rowsWithoutKey > 0);
  const total = (/** @type {HeadFound[]} */ of, /** @type {(head: HeadFound) => number} */ count) =>
    of.reduce((sum, head) => sum + count(head), 0);
  const share = (/** @type {unknown[]} */ some) => words.heads(some.length, there.length);
  const said = [];
  if (sums.length > 0) {
    const far = sums.reduce((a, b) => (Math.abs(b.sum - 1) > Math.abs(a.sum - 1) ? b : a));
    said.push(words.sums(share(sums), words.place(far.layer, far.head, far.query), number(far.sum, 4)));
  }
  if (odd.length > 0) {
    const [{ layer, head, notWeights: first }] = odd;
    said.push(
      words.odd(
        total(odd, ({ notWeights }) => notWeights?.rows ?? 0),
        share(odd),
        words.place(layer, head, first?.first ?? 0),
      ),
    );
  }
  if (empty.length > 0)
    said.push(
      words.empty(
        total(empty, ({ rowsWithoutKey }) => rowsWithoutKey),
        share(empty),
      ),
    );
  return said;
}
