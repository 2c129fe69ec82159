import { HeedContrastElement } from './heed-contrast.js';
import { HeedMapElement } from '../../heatmap/heed-map.js';
import * as engine from '../../engine/contrast.js';
import { decode, encode } from './fragment.js';
import { FIGURES } from './figures.js';
import { refusal } from './session.js';
import { freshState, isChanged } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { ContrastState } from './state.js' */

/** Right beside wrong: common mistakes, each beside what was meant. @type {Room<ContrastState>} */
export const room = {
  id: 'contrast',
  tag: 'heed-contrast',
  define() {
    HeedMapElement.define();
    HeedContrastElement.define();
  },
  load: engine.load,
  fresh: (from) => freshState(FIGURES[0].id, from),
  encode,
  decode,
  refusal: (state, t) => refusal(engine, state, t),
  isChanged,
  keys: (t) => t.contrast.keys,
  resetWords: (_, t) => t.contrast.reset,
};
