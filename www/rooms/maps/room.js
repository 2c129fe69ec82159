import { HeedHeadsElement } from './heed-heads.js';
import { freshState, isChanged, liveState } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { MapsState } from './types.js' */

/** Models: the attention of a model, from files that are dropped. @type {Room<MapsState>} */
export const room = {
  id: 'maps',
  tag: 'heed-heads',
  define: () => HeedHeadsElement.define(),
  ...HeedHeadsElement.parts,
  // Without a link, the page opens the room with the small model. The element alone shows the sample.
  fresh: (from) => (HeedHeadsElement.models ? liveState(from) : freshState(from)),
  bare: () => freshState(),
  isChanged,
  keys: (t) => t.maps.overview.keys,
  resetWords: (_, t) => t.maps.overview.reset,
};
