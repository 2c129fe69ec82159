import { masks } from './settings.js';
/** @import { Attribute } from '../../state/settings.js' */
/** @import { MaskState } from './types.js' */

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
