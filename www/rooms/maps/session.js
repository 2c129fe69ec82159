import { timeline } from '../../state/timeline.js';
import { sameNumbers, withDisplayOf, settled } from './state.js';
/** @import { Corrections, MapsData, MapsState } from './types.js' */

/**
 * The room's state with its history. States are clamped to the open files, which are not part of them.
 *
 * @param {MapsState} first
 * @param {object} room
 * @param {(state: MapsState) => MapsData | null} room.data - the open files, if a state is about them
 * @param {(corrections: Corrections) => string | null} room.refuses - why the open files cannot be read with
 *   the corrections, or null
 */
export function session(first, { data, refuses }) {
  return timeline(settled(first, data(first)), {
    same: sameNumbers,
    withDisplayOf,
    model: (state) => state,
    /** @returns {{ state: MapsState } | { refused: string }} */
    admit(next, now) {
      const state = settled(next, data(next));
      const refused = state.corrections === now.corrections ? null : refuses(state.corrections);
      return refused === null ? { state } : { refused };
    },
  });
}
