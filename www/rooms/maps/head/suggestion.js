import { number, percent, localized } from '../../../format/display.js';
import { longValue } from '../overview/figures.js';
import { firstHeadOf } from '../first-head.js';
import { namedPlace } from './kept.js';
import { automaticEnd } from './scale.js';
/** @import { HeadFound, MapInfo } from '../types.js' */
/** @import { Scene } from './scene.js' */

/** The minimum share of repeated tokens that is mentioned. */
const MIN_REPEATS = 0.1;
/** The largest entropy share of a head whose queries are said to look at few keys: 7 of 17, 64 of 512. */
const FEW_KEYS = 2 / 3;

/**
 * Why a file opens at this head, and why its colors end below 1. Empty if the page did not choose the head:
 * the reader opened another one, combined several, or compares.
 *
 * @param {Pick<Scene, 'state' | 'data' | 'language' | 't'>} scene
 * @param {MapInfo[]} infos - of the map that is shown
 */
export function suggestion({ state, data, language, t: { suggested: words } }, infos) {
  const { layer, head, source, compare, scale, view } = state;
  const first = firstHeadOf(data);
  const isFirst = data.heads.length === 1 || (first?.layer === layer && first.head === head);
  if (data.isSample || source !== 'head' || compare || !isFirst) return '';
  const sentences = [];
  const found = data.heads[layer * data.reading.heads + head];
  // A text of a store opens at the head that was open before.
  if (first && found && !state.corpus) {
    const measures = /** @type {Record<keyof HeadFound['measures'], number>} */ (found.measures);
    const why = measures.normalised_entropy <= FEW_KEYS ? words.because : words.uneven;
    const reason = why({
      entropy: longValue(measures.normalised_entropy, language),
      sink: percent(measures.sink_share),
      diagonal: percent(measures.diagonal_share),
    });
    const { repeats } = first.worth;
    const more = repeats >= MIN_REPEATS ? words.repeats({ share: percent(repeats) }) : '';
    const which = words.head({ ...namedPlace(state, data), heads: String(data.heads.length) });
    sentences.push(`${which}${reason}${more}.`);
  }
  if (scale === 'auto' && view === 'map') {
    const { high, by } = automaticEnd(infos);
    if (by === 'percentile')
      sentences.push(words.byPercentile({ end: localized(number(high, 3), language) }));
    if (by === 'entropy')
      sentences.push(
        words.byEntropy({ end: localized(number(high, 3), language), keys: number(1 / high, 0) }),
      );
  }
  return sentences.join(' ');
}
