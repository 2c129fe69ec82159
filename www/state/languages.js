// Written by `npm run words`: the languages that the folders `words` have.
export const LANGUAGE_IDS = Object.freeze(/** @type {const} */ (['en', 'es', 'pt']));

/**
 * A language of the interface. English is in every script. Each other language has a script of its own.
 *
 * @typedef {(typeof LANGUAGE_IDS)[number]} Language
 */

/** @param {unknown} text @returns {text is Language} */
export const isLanguage = (text) => LANGUAGE_IDS.some((id) => id === text);
