import { en } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';

export { languageOf } from '../../words/languages.js';

/** One whole table of strings a language. The page itself speaks by `languages.js`, whose tables grow with the rooms that are there. */
export const LANGUAGES = Object.freeze({ en, es, pt });
