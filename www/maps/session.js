import { MAX_LENGTH } from '../state/fragment-frame.js';
import { timeline } from '../state/timeline.js';
import { encode } from './fragment.js';
import { sameNumbers, seenAs, settled } from './state.js';
/** @import { Strings } from '../strings/en.js' */
/** @import { MapsData, MapsState } from './types.js' */

/**
 * The room's state with its history. What is open lies beside it: whatever of a state is not there is brought to what is.
 *
 * @param {MapsState} first
 * @param {() => MapsData | null} data - what is open now
 * @param {() => Strings} words - of the language of now, for sentences
 */
export function session(first, data, words) {
  return timeline(settled(first, data()), {
    same: sameNumbers,
    seenAs,
    model: (state) => state,
    /** @returns {{ state: MapsState } | { refused: string }} */
    admit(next) {
      const state = settled(next, data());
      // What no link can hold is no state: it could be neither copied nor reloaded.
      const { length } = encode(state);
      return length > MAX_LENGTH ? { refused: words().maps.overview.linkTooLong(length, MAX_LENGTH) } : { state };
    },
  });
}
