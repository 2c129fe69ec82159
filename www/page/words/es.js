import { contrast } from '../../rooms/contrast/words/es.js';
import { embed } from '../../rooms/embed/words/es.js';
import { learn } from '../../rooms/learn/words/es.js';
import { map } from '../../heatmap/words/es.js';
import { maps } from '../../rooms/maps/words/es.js';
import { masks } from '../../rooms/masks/words/es.js';
import { page } from '../../words/es-page.js';
import { picture } from '../../picture/words/es.js';
import { save } from '../save/words/es.js';

/** All texts of the page in Spanish. @type {import('./en.js').Strings} */
export const es = { ...page, ...learn, map, masks, maps, contrast, picture, embed, save };
