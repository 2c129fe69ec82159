import { LANGUAGE_IDS } from './language-ids.js';

export { LANGUAGE_IDS };

/**
 * A language of the interface. English is in every script. Each other language has a script of its own.
 *
 * @typedef {(typeof LANGUAGE_IDS)[number]} Language
 */

/** @param {unknown} text @returns {text is Language} */
export function isLanguage(text) {
  return LANGUAGE_IDS.some((id) => id === text);
}
