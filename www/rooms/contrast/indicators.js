import { number, percent } from '../../format/display.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Indicator } from './figures.js' */
/** @import { ContrastModel } from './session.js' */

const DECIMALS = 3;

/**
 * The numbers of a side that show the mistake, with their names.
 *
 * @param {ContrastModel} model
 * @param {'wrong' | 'right'} side
 * @returns {[string, string][]}
 */
export function indicatorsOf({ figure, result, t }, side) {
  const labels = t.contrast.indicators;
  return figure.indicators.flatMap((indicator) => {
    const value = valueOf(indicator, result, side, t.contrast.of);
    if (value === null) return [];
    return [
      /** @type {[string, string]} */ ([
        indicator === 'empty' ? labels.empty[side] : labels[indicator],
        value,
      ]),
    ];
  });
}

/**
 * @param {Indicator} indicator
 * @param {Contrast} found
 * @param {'wrong' | 'right'} side
 * @param {(n: number, of: number) => string} of
 * @returns {string | null} null where the number is of the other side alone
 */
function valueOf(indicator, found, side, of) {
  const { figures, offRows, weights } = found[side];
  const wrong = side === 'wrong';
  const say = (/** @type {number} */ value) => number(value, DECIMALS);
  switch (indicator) {
    case 'sums':
      return say(figures.leastSum) === say(figures.mostSum)
        ? say(figures.mostSum)
        : `${say(figures.leastSum)} – ${say(figures.mostSum)}`;
    case 'leaked':
      return percent(wrong ? found.leaked : 0);
    case 'lost':
      return wrong ? percent(found.lost) : null;
    case 'difference':
      return wrong ? say(found.difference) : null;
    case 'meanGap':
      return wrong && found.meanGap !== null ? say(found.meanGap) : null;
    case 'seen':
      return of(figures.seen, weights.cols);
    case 'empty':
      return String(offRows.length);
    default:
      return say(figures[indicator]);
  }
}
