import { number, percent } from '../../../format/display.js';
import { longValue } from '../overview/figures.js';
import { firstHeadOf } from '../first-head.js';
import { automaticEnd } from './scale.js';
/** @import { HeadFound, MapInfo } from '../types.js' */
/** @import { Scene } from './scene.js' */

/** A share of repeated tokens from here on is mentioned. */
const NOTABLE = 0.1;

/**
 * Why a file opens at this head, and why its colours end below 1. Empty where the page chose neither: the
 * reader opened another head, combined several, or compares.
 *
 * @param {Pick<Scene, 'state' | 'data' | 't'>} scene
 * @param {MapInfo[]} infos - of the map that is shown
 */
export function suggestion({ state, data, t: { suggested: words } }, infos) {
  const { layer, head, source, compare, scale, view } = state;
  const first = firstHeadOf(data);
  const isFirst = data.heads.length === 1 || (first?.layer === layer && first.head === head);
  if (data.isSample || source !== 'head' || compare || !isFirst) return '';
  const sentences = [];
  const found = data.heads[layer * data.reading.heads + head];
  if (first && found) {
    const {
      normalised_entropy: entropy,
      sink_share: sink,
      diagonal_share: diagonal,
    } = /** @type {Record<keyof HeadFound['measures'], number>} */ (found.measures);
    const { repeats } = first.worth;
    const more = repeats >= NOTABLE ? words.repeats(percent(repeats)) : '';
    const which = words.head(String(layer), String(head), String(data.heads.length));
    sentences.push(`${which}${words.because(longValue(entropy), percent(sink), percent(diagonal))}${more}.`);
  }
  const { high, by } = automaticEnd(infos);
  if (scale === 'auto' && view === 'map' && by === 'percentile')
    sentences.push(words.byPercentile(number(high, 3)));
  if (scale === 'auto' && view === 'map' && by === 'entropy')
    sentences.push(words.byEntropy(number(high, 3), number(1 / high, 0)));
  return sentences.join(' ');
}
