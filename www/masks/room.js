import { HeedMaskElement } from '../elements/heed-mask.js';
import { decode, encode } from './fragment.js';
import { refusalOf } from './session.js';
import { freshState, isChanged, settled } from './state.js';
/** @import { Strings } from '../strings/en.js' */
/** @import { MaskState } from './types.js' */

/** The Masks room, as the page opens it. */
export const room = {
  id: 'masks',
  tag: 'heed-mask',
  element: HeedMaskElement,
  fresh: freshState,
  encode,
  decode,
  isChanged,
  /**
   * Why a state cannot be worked, in one sentence, or null if it can.
   *
   * @param {typeof import('../engine.js')} engine
   * @param {MaskState} state
   * @param {Strings} t
   */
  refusal: (engine, state, t) => refusalOf(engine, settled(state), t)?.text ?? null,
};
