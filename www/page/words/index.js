import { en } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';

export { languageOf } from '../../words/languages.js';

/**
 * One complete table of strings for each language, for Node and tests. The page uses `languages.js`, whose
 * tables grow as rooms are loaded.
 */
export const LANGUAGES = Object.freeze({ en, es, pt });
