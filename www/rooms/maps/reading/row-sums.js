import { keptHead } from '../head/kept.js';
import { number, localized } from '../../../format/display.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { HeadFound, MapsData } from '../types.js' */

/**
 * Warnings about rows of the open files that are not weights: rows that do not sum to 1 (with the worst one),
 * rows with invalid weights, and rows without keys. Rows are not renormalized. Differences, and maps in saved
 * figures whose rows need not sum to 1, are not checked.
 *
 * @param {Pick<MapsData, 'reading' | 'heads' | 'opened'>} data @param {Strings} t @returns {string[]} sentences
 */
export function warningsOf(data, t) {
  const { tolerance } = data.reading;
  if (tolerance === null) return [];
  const words = t.maps.reading.rows;
  // Heads that are not measured yet are undefined.
  const measured = data.heads.filter((head) => head !== undefined);
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
        place: words.place({ ...keptHead(far, data), query: far.query }),
        sum: localized(number(far.sum, 4), t.language),
      }),
    );
  }
  if (odd.length > 0) {
    const [{ notWeights: first }] = odd;
    sentences.push(
      words.odd({
        rows: total(odd, ({ notWeights }) => notWeights?.rows ?? 0),
        heads: share(odd),
        place: words.place({ ...keptHead(odd[0], data), query: first?.first ?? 0 }),
      }),
    );
  }
  if (empty.length > 0)
    sentences.push(
      words.empty({ rows: total(empty, ({ rowsWithoutKey }) => rowsWithoutKey), heads: share(empty) }),
    );
  return sentences;
}
