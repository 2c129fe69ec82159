import { page as en } from './en-page.js';
import { page as es } from './es-page.js';
import { LANGUAGE_IDS, isLanguage } from '../state/languages.js';
/** @import { Strings } from '../page/words/en.js' */
/** @import { Language } from '../state/languages.js' */

/** @typedef {Record<Language, Partial<Strings>>} Words - of a room, by language */

/**
 * The tables of strings that the page speaks by, one a language. A room's words travel with the room: they are in the tables from when its element is registered,
 * and nothing asks for them before.
 */
export const LANGUAGES = Object.freeze({
  en: /** @type {Strings} */ ({ ...en }),
  es: /** @type {Strings} */ ({ ...es }),
});

/** Adds the words of a room. @param {Words} words */
export function addWords(words) {
  for (const language of LANGUAGE_IDS) Object.assign(LANGUAGES[language], words[language]);
}

/**
 * The language to begin with: the reader's choice, else the first of the browser's that the interface has, else English.
 *
 * @param {Language | null} chosen
 * @param {readonly string[]} preferred - as in `navigator.languages`
 * @returns {Language}
 */
export function languageOf(chosen, preferred) {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return chosen ?? known ?? 'en';
}
