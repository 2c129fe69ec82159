import { page as en } from '../../strings/en-page.js';
/** @import { Strings } from '../../strings/en.js' */
/** @import { Words } from '../../strings/languages.js' */

const words = /** @type {Strings} */ ({ ...en });

/** The tables of strings, in a script that speaks English alone. */
export const LANGUAGES = Object.freeze({ en: words, es: words });

/** @param {Words} added */
export function addWords(added) {
  Object.assign(words, added.en);
}

/** @returns {'en'} */
export function languageOf() {
  return 'en';
}
