import { page as en } from './en-page.js';
import { page as es } from './es-page.js';
/** @import { Strings } from '../page/words/en.js' */

/** @typedef {{ en: Partial<Strings>, es: Partial<Strings> }} Words - of a room, by language */

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
  Object.assign(LANGUAGES.en, words.en);
  Object.assign(LANGUAGES.es, words.es);
}

/**
 * The language to begin with: the reader's choice, else the first of the browser's that we speak, else English.
 *
 * @param {'en' | 'es' | null} chosen
 * @param {readonly string[]} preferred - as in `navigator.languages`
 * @returns {'en' | 'es'}
 */
export function languageOf(chosen, preferred) {
  if (chosen) return chosen;
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'es') return language;
  }
  return 'en';
}
