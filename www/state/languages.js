/**
 * The languages of the interface. CONTRIBUTING.md says how to add one. English is in every script. Each other
 * language has a script of its own.
 */
export const LANGUAGE_IDS = Object.freeze(/** @type {const} */ (['en', 'es', 'pt']));

/** @typedef {(typeof LANGUAGE_IDS)[number]} Language */

/** @param {unknown} text @returns {text is Language} */
export function isLanguage(text) {
  return LANGUAGE_IDS.some((id) => id === text);
}
