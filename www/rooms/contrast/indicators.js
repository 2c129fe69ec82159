import { cellText, number, percent, localized } from '../../format/display.js';
/** @import { MatrixData } from '../../engine/attention.js' */
/** @import { Indicator } from './figures.js' */
/** @import { ContrastModel } from './session.js' */

const DECIMALS = 3;

/**
 * The numbers of a side that show the mistake, with their names.
 *
 * @param {ContrastModel} model
 * @param {'wrong' | 'right'} side
 * @returns {[name: string, value: string][]}
 */
export function indicatorsOf(model, side) {
  const labels = model.t.contrast.indicators;
  return model.figure.indicators.flatMap((indicator) => {
    const value = valueOf(indicator, model, side);
    const label = indicator === 'empty' ? labels.empty[side] : labels[indicator];
    return value === null
      ? []
      : [/** @type {[string, string]} */ ([label, localized(value, model.language)])];
  });
}

/**
 * @param {Indicator} indicator
 * @param {ContrastModel} model
 * @param {'wrong' | 'right'} side
 * @returns {string | null} null if only the other side has this indicator
 */
function valueOf(indicator, { result, t }, side) {
  const { figures, offRows, weights } = result[side];
  const isWrong = side === 'wrong';
  const text = (/** @type {number} */ value) => number(value, DECIMALS);
  switch (indicator) {
    case 'sums': {
      const ends = [figures.leastSum, figures.mostSum];
      // Both ends of a range have the same decimals, unless both are whole.
      const [least, most] = ends.map((sum) => cellText(sum, DECIMALS));
      if (least === most) return text(figures.mostSum);
      const isWhole = [least, most].every((each) => /\.0+$/.test(each));
      return isWhole ? ends.map(text).join(' – ') : `${least} – ${most}`;
    }
    case 'leaked':
      return percent(isWrong ? result.leaked : 0);
    case 'lost':
      return isWrong ? percent(result.lost) : null;
    case 'difference':
      return isWrong ? text(result.difference) : null;
    case 'meanGap':
      return isWrong && result.meanGap !== null ? text(result.meanGap) : null;
    case 'seen':
      return t.contrast.of({ n: figures.seen, of: weights.cols });
    case 'used':
      return String(Math.max(...keysUsed(weights)));
    case 'leastUsed':
      return String(Math.min(...keysUsed(weights)));
    case 'empty':
      return String(offRows.length);
    default:
      return text(figures[indicator]);
  }
}

/** The number of keys with a weight in each row. @param {MatrixData} weights */
function keysUsed({ rows, cols, data }) {
  const used = (/** @type {number} */ row) =>
    data.subarray(row * cols, (row + 1) * cols).reduce((count, weight) => count + Number(weight > 0), 0);
  return Array.from({ length: rows }, (_, row) => used(row));
}
