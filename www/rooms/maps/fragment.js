import { maps } from './settings.js';
/** @import { Unread } from '../../state/fragment-frame.js' */
/** @import { MapsState } from './types.js' */

export const { encode, decode } =
  /** @type {{ encode(state: MapsState): string, decode(fragment: string): { state: MapsState } | Unread }} */ (
    /** @type {unknown} */ (maps)
  );
