import { HeedHeadsElement } from './heed-heads.js';
import { load } from '../../engine/maps.js';
import { decode, encode } from './fragment.js';
import { freshState, isChanged } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { MapsState } from './types.js' */

/** Maps: the attention of a model, from files that are dropped. @type {Room<MapsState>} */
export const room = {
  id: 'maps',
  tag: 'heed-heads',
  define: () => HeedHeadsElement.define(),
  load,
  fresh: (from) => freshState(from),
  encode,
  decode,
  isChanged,
  // Whether a state fits is told by its file, which may still be dropped.
  refusal: () => null,
  keys: (t) => t.maps.overview.keys,
  resetWords: (_, t) => t.maps.overview.reset,
};
