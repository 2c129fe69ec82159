import { masks } from './settings.js';
/** @import { Attribute } from '../../state/settings.js' */
/** @import { MaskState } from './types.js' */

export const {
  fresh: freshState,
  clamp: settled,
  decode,
  encode,
  isChanged,
  sameNumbers,
  withDisplayOf,
} = masks;

/**
 * The attributes of a mask.
 *
 * @param {(state: MaskState) => void} check - throws why the expression of a state is invalid
 * @returns {Record<string, Attribute<MaskState>>}
 */
export function attributesOf(check) {
  return {
    ...masks.attributes,
    mask(text, state) {
      const next = masks.attributes.mask(text, state);
      if (text !== null) check(next);
      return next;
    },
  };
}

/**
 * Sets the number of queries or keys. If they are tied, both change.
 *
 * @param {MaskState} state
 * @param {'queries' | 'keys'} name
 * @param {number} value
 * @returns {MaskState}
 */
export function withSide(state, name, value) {
  return state.tied ? { ...state, queries: value, keys: value } : { ...state, [name]: value };
}

/**
 * Sets a named mask with its size.
 *
 * @param {MaskState} state
 * @param {{ text: string, queries: number, keys: number }} preset
 * @returns {MaskState}
 */
export function withPreset(state, { text, queries, keys }) {
  return { ...state, text, queries, keys, tied: queries === keys, rows: null };
}
