import { timeline } from '../../state/timeline.js';
import { sameNumbers, withDisplayOf, settled } from './state.js';
/** @import { HeadFiles } from './head-files.js' */
/** @import { MapsState } from './types.js' */

/**
 * The room's state with its history. States are clamped to the open files, which are not part of them.
 *
 * @param {MapsState} first
 * @param {Pick<HeadFiles, 'dataOf' | 'refusal'>} files
 */
export function session(first, files) {
  return timeline(settled(first, files.dataOf(first)), {
    same: sameNumbers,
    withDisplayOf,
    model: (state) => state,
    /** @returns {{ state: MapsState } | { refused: string }} */
    admit(next, now) {
      const state = settled(next, files.dataOf(next));
      const refused = state.corrections === now.corrections ? null : files.refusal(state.corrections);
      return refused === null ? { state } : { refused };
    },
  });
}
