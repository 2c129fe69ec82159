import { page as en } from './en-page.js';
import { page as es } from './es-page.js';
import { page as pt } from './pt-page.js';
import { LANGUAGE_IDS, isLanguage } from '../state/languages.js';
/** @import { Strings } from '../page/words/en.js' */
/** @import { Language } from '../state/languages.js' */

/** @typedef {Record<Language, Partial<Strings>>} Words - the strings of a room, by language */

/**
 * The strings of the page, one table for each language. A room's strings are added when its element is
 * registered; they are not needed before.
 */
export const LANGUAGES = Object.freeze({
  en: /** @type {Strings} */ ({ ...en }),
  es: /** @type {Strings} */ ({ ...es }),
  pt: /** @type {Strings} */ ({ ...pt }),
});

/** Adds the strings of a room. @param {Words} words */
export function addWords(words) {
  for (const language of LANGUAGE_IDS) Object.assign(LANGUAGES[language], words[language]);
}

/**
 * The initial language: the reader's choice, otherwise the first of the browser's languages that the
 * interface has, otherwise English.
 *
 * @param {Language | null} chosen
 * @param {readonly string[]} preferred - as in `navigator.languages`
 * @returns {Language}
 */
export function languageOf(chosen, preferred) {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return chosen ?? known ?? 'en';
}
