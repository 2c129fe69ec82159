import { LANGUAGE_IDS } from '../../../../state/languages.js';
import { messages } from '../../../../words/languages.js';
import { texts } from './words/index.js';
/** @import { Strings } from '../../../../words/languages.js' */
/** @import { Language } from '../../../../state/languages.js' */

/** The strings of figures for print, by language. They are part of the picture script. */
export const WORDS = /** @type {Record<Language, Strings['print']>} */ (
  Object.fromEntries(LANGUAGE_IDS.map((id) => [id, messages(texts[id], id).print]))
);
