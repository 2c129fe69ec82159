import { choice } from './fields.js';
import { LANGUAGE_IDS } from './languages.js';
/** @import { StateOf } from './initial.js' */

/** The color maps. */
export const COLOR_MAPS = Object.freeze(/** @type {const} */ (['ember', 'viridis', 'cividis', 'grey']));
/** The themes. */
export const THEMES = Object.freeze(/** @type {const} */ (['light', 'dark']));

/** The display settings of all rooms, which are at the end of links. */
export const DISPLAY = {
  map: choice(COLOR_MAPS).attribute('colormap'),
  language: choice(LANGUAGE_IDS).optional(),
  theme: choice(THEMES).optional(),
};

/** @typedef {StateOf<typeof DISPLAY>} Display */
