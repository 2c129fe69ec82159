import { contrast } from './es-contrast.js';
import { embed } from './es-embed.js';
import { learn } from './es-learn.js';
import { map } from './es-map.js';
import { maps } from './es-maps.js';
import { masks } from './es-masks.js';
import { page } from './es-page.js';
import { picture } from './es-picture.js';
import { save } from './es-save.js';

/** Everything that the page says in Spanish. @type {import('./en.js').Strings} */
export const es = { ...page, ...learn, map, masks, maps, contrast, picture, embed, save };
