import { texts as contrast } from '../../rooms/contrast/words/index.js';
import { texts as embed } from '../../rooms/embed/words/index.js';
import { texts as figure } from '../../figure/words/index.js';
import { texts as image } from '../../rooms/maps/image/words/index.js';
import { texts as learn } from '../../rooms/learn/words/index.js';
import { texts as map } from '../../heatmap/words/index.js';
import { texts as maps } from '../../rooms/maps/words/index.js';
import { texts as masks } from '../../rooms/masks/words/index.js';
import { texts as page } from '../../words/index.js';
import { texts as shared } from '../../element/words/index.js';
import { texts as print } from '../../rooms/maps/export/print/words/index.js';
import { texts as picture } from '../../picture/words/index.js';
import { texts as save } from '../save/words/index.js';
import { LANGUAGE_IDS } from '../../state/languages.js';
import { messages } from '../../words/languages.js';
/** @import { Strings } from '../../words/languages.js' */
/** @import { Language } from '../../state/languages.js' */

export { languageOf } from '../../words/languages.js';

const AREAS = [page, shared, figure, map, learn, masks, maps, image, contrast, embed, picture, print, save];

/**
 * One complete table of strings for each language, for Node and tests. The page uses `languages.js`, whose
 * tables grow as rooms are loaded.
 */
export const LANGUAGES = Object.freeze(
  /** @type {Record<Language, Strings>} */ (
    Object.fromEntries(
      LANGUAGE_IDS.map((id) => [
        id,
        Object.assign({ language: id }, ...AREAS.map((area) => messages(area[id], id))),
      ]),
    )
  ),
);
