import { contrast } from '../../rooms/contrast/words/en.js';
import { embed } from '../../rooms/embed/words/en.js';
import { learn } from '../../rooms/learn/words/en.js';
import { map } from '../../heatmap/words/en.js';
import { maps } from '../../rooms/maps/words/en.js';
import { masks } from '../../rooms/masks/words/en.js';
import { page } from '../../words/en-page.js';
import { picture } from '../../picture/words/en.js';
import { save } from '../save/words/en.js';

/** @typedef {typeof en} Strings */

/** All texts of the page in English. */
export const en = { ...page, ...learn, map, masks, maps, contrast, picture, embed, save };
