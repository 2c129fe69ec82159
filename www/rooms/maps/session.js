import { timeline } from '../../state/timeline.js';
import { sameNumbers, seenAs, settled } from './state.js';
/** @import { Corrections, MapsData, MapsState } from './types.js' */

/**
 * The room's state with its history. What is open lies beside it: whatever of a state is not there is brought to what is.
 *
 * @param {MapsState} first
 * @param {object} room
 * @param {() => MapsData | null} room.data - what is open now
 * @param {(corrections: Corrections) => string | null} room.refuses - why what is open cannot be read as corrected
 */
export function session(first, { data, refuses }) {
  return timeline(settled(first, data()), {
    same: sameNumbers,
    seenAs,
    model: (state) => state,
    /** @returns {{ state: MapsState } | { refused: string }} */
    admit(next, now) {
      const state = settled(next, data());
      const refused = state.corrections === now.corrections ? null : refuses(state.corrections);
      return refused === null ? { state } : { refused };
    },
  });
}
