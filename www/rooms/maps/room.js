import { HeedHeadsElement } from './heed-heads.js';
import { freshState, isChanged, liveState, sameView } from './state.js';
import { hasMoreViews } from './later-view.js';
/** @import { Room } from '../../types.js' */
/** @import { MapsState } from './types.js' */

const { parts } = HeedHeadsElement;

/** Whether a state shows the sample as the element opens it. @param {MapsState} state */
const isSample = (state) => state.text === null && !state.file && sameView(state, freshState());

/** Models: the attention of a model, from files that are dropped. @type {Room<MapsState>} */
export const room = {
  id: 'maps',
  tag: 'heed-heads',
  define: () => HeedHeadsElement.define(),
  ...parts,
  // The page opens the room with the small model, also by a link that says nothing but the room. There a link
  // to the sample names its head. The element alone shows the sample.
  fresh: (from) => (HeedHeadsElement.texts ? liveState(from) : freshState(from)),
  encode(state) {
    const link = parts.encode(state);
    const isBare = HeedHeadsElement.texts && isSample(state);
    return isBare ? link.replace('room=maps', `room=maps&head=${state.layer}:${state.head}`) : link;
  },
  decode(fragment) {
    const read = parts.decode(fragment);
    const isBare = HeedHeadsElement.texts && read.state && parts.encode(read.state) === fragment;
    return isBare && isSample(read.state) ? { state: liveState(read.state) } : read;
  },
  bare: () => freshState(),
  needs: (state) => [
    ...(hasMoreViews(state) ? ['views'] : []),
    ...(state.text === null ? [] : ['text', 'model', 'austen']),
  ],
  later: ({ text, model }) => [
    'program',
    ...(text === null ? [] : ['model', ...(model === null ? ['austen'] : [])]),
  ],
  isChanged,
  keys: (t) => t.maps.overview.keys,
  resetWords: (_, t) => t.maps.overview.reset,
};
