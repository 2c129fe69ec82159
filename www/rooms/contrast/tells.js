import { number, percent } from '../../format/display.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Tell } from './figures.js' */
/** @import { ContrastModel } from './session.js' */

const DECIMALS = 3;

/**
 * The numbers of a side by which the mistake is told, with what they are.
 *
 * @param {ContrastModel} model
 * @param {'wrong' | 'right'} side
 * @returns {[string, string][]}
 */
export function tellsOf({ figure, found, t }, side) {
  const labels = t.contrast.tells;
  return figure.tells.flatMap((tell) => {
    const value = valueOf(tell, found, side, t.contrast.of);
    if (value === null) return [];
    return [/** @type {[string, string]} */ ([tell === 'empty' ? labels.empty[side] : labels[tell], value])];
  });
}

/**
 * @param {Tell} tell
 * @param {Contrast} found
 * @param {'wrong' | 'right'} side
 * @param {(n: number, of: number) => string} of
 * @returns {string | null} null where the number is of the other side alone
 */
function valueOf(tell, found, side, of) {
  const { figures, offRows, weights } = found[side];
  const wrong = side === 'wrong';
  const say = (/** @type {number} */ value) => number(value, DECIMALS);
  switch (tell) {
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
      return say(figures[tell]);
  }
}
