import { contrast } from './en-contrast.js';
import { embed } from './en-embed.js';
import { learn } from './en-learn.js';
import { map } from './en-map.js';
import { maps } from './en-maps.js';
import { masks } from './en-masks.js';
import { page } from './en-page.js';
import { picture } from './en-picture.js';
import { save } from './en-save.js';

/** @typedef {typeof en} Strings */

/** Everything that the page says in English. */
export const en = { ...page, ...learn, map, masks, maps, contrast, picture, embed, save };
