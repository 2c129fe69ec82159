import { freshState, sameView } from './state.js';
/** @import { MapsState } from './types.js' */

/** Whether a state shows the sample as the element opens it. @param {MapsState} state */
export const isSample = (state) => state.text === null && !state.file && sameView(state, freshState());

/**
 * A link to the sample with its head, so that it is not a link to the room alone.
 *
 * @param {string} link
 * @param {MapsState} state
 */
export function withHead(link, { layer, head }) {
  return link.replace(/room=maps/, `room=maps&head=${layer}:${head}`);
}
