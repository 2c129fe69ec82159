import { contrast } from '../../rooms/contrast/words/pt.js';
import { embed } from '../../rooms/embed/words/pt.js';
import { learn } from '../../rooms/learn/words/pt.js';
import { map } from '../../heatmap/words/pt.js';
import { maps } from '../../rooms/maps/words/pt.js';
import { masks } from '../../rooms/masks/words/pt.js';
import { page } from '../../words/pt-page.js';
import { picture } from '../../picture/words/pt.js';
import { save } from '../save/words/pt.js';

/** All texts of the page in Portuguese. @type {import('./en.js').Strings} */
export const pt = { ...page, ...learn, map, masks, maps, contrast, picture, embed, save };
