import { HeedMaskElement } from './heed-mask.js';
import * as engine from '../../engine/masks.js';
import { namedPresets } from './presets.js';
import { refusalOf } from './session.js';
import { isChanged, settled } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { MaskState } from './types.js' */

/** Masks: any mask as an expression, what it does and what it costs. @type {Room<MaskState>} */
export const room = {
  id: 'masks',
  tag: 'heed-mask',
  define() {
    HeedMaskElement.define();
  },
  ...HeedMaskElement.parts,
  isChanged,
  presets: (state, t) => namedPresets(engine.maskPresets(), state, t),
  refusal: (state, t) => refusalOf(engine, settled(state), t)?.text ?? null,
  keys: (t) => t.masks.keys,
  resetWords: (_, t) => t.masks.reset,
};
