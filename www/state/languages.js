/**
 * The languages of the interface. To add one: its id here, a table next to each `words/en.js`, and
 * `build/entries/<id>.js`; CONTRIBUTING.md lists the imports. English is in every script, each other language
 * in a script of its own.
 */
export const LANGUAGE_IDS = Object.freeze(/** @type {const} */ (['en', 'es', 'pt']));

/** @typedef {(typeof LANGUAGE_IDS)[number]} Language */

/** @param {unknown} text @returns {text is Language} */
export function isLanguage(text) {
  return LANGUAGE_IDS.some((id) => id === text);
}
