import { cellText } from '../../format/display.js';

/** More decimals of a sum would show rounding errors. */
const DECIMALS = 2;
/** The decimals of a sum that is outlined because it is not 1. */
const MOST = 6;

/**
 * The texts of the row sums of one side, with the same number of decimals: as many as tell a sum that is not
 * 1 from 1. If all of them are whole, they have none. In narrow cells, a sum near 1 is only said to be
 * smaller or larger.
 *
 * @param {ArrayLike<number>} sums
 * @param {ArrayLike<number>} offRows - the rows whose sum is not 1
 * @param {(texts: string[]) => boolean} [fit] - whether texts fit into the cells
 * @returns {string[]}
 */
export function sumTexts(sums, offRows, fit = () => true) {
  const texts = (/** @type {number} */ decimals) =>
    Array.from(sums, (sum) => (Number.isNaN(sum) ? '' : cellText(sum, decimals)));
  const off = Array.from(offRows);
  let decimals = DECIMALS;
  while (decimals < MOST && off.some((row) => Number(cellText(sums[row], decimals)) === 1)) decimals += 1;
  const shown = texts(decimals);
  if (shown.every((text) => text === '' || /^\d+\.0+$/.test(text))) return texts(0);
  if (fit(shown)) return shown;
  return texts(1).map((text, row) => {
    if (!off.includes(row) || Number(text) !== 1) return text;
    return sums[row] < 1 ? '<1' : '>1';
  });
}
