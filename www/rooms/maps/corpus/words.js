import { LANGUAGE_IDS } from '../../../state/languages.js';
import { messages } from '../../../words/languages.js';
import { texts } from './words/index.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { Strings } from '../../../words/languages.js' */

/** The strings about stores of texts, by language. They are part of the script that reads stores. */
export const WORDS = /** @type {Record<Language, Strings['corpus']>} */ (
  Object.fromEntries(LANGUAGE_IDS.map((id) => [id, messages(texts[id], id).corpus]))
);
