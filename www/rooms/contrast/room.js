import { HeedContrastElement } from './heed-contrast.js';
import { HeedMapElement } from '../../heatmap/heed-map.js';
import { isChanged } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { ContrastState } from './state.js' */

/** Mistakes: common mistakes, each beside the correct computation. @type {Room<ContrastState>} */
export const room = {
  id: 'contrast',
  tag: 'heed-contrast',
  define() {
    HeedMapElement.define();
    HeedContrastElement.define();
  },
  ...HeedContrastElement.parts,
  isChanged,
  keys: (t) => t.contrast.keys,
  resetWords: (_, t) => t.contrast.reset,
};
