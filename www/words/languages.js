import { LANGUAGE_IDS, isLanguage } from '../state/languages.js';
import { texts as page } from './index.js';
import { messages } from './messages.js';
/** @import { Language } from '../state/languages.js' */
/** @typedef {import('../pkg/strings.js').Strings} Strings */

/** @typedef {Record<Language, object>} Words - the texts of an area, by language, as they are in the files */

/**
 * The strings of the page, one table for each language. Those of a room are added when its element is
 * registered; they are not needed before.
 */
export const LANGUAGES = Object.freeze(
  /** @type {Record<Language, Strings>} */ (
    Object.fromEntries(LANGUAGE_IDS.map((id) => [id, { language: id, ...messages(page[id], id) }]))
  ),
);

/** The areas whose strings were added. @type {Words[]} */
const added = [];

/** Adds the strings of areas. @param {readonly Words[]} areas */
export function addWords(areas) {
  added.push(...areas);
  LANGUAGE_IDS.forEach((id) => addTables(areas, id));
}

/** Adds the strings of a language whose script was loaded after the areas. @param {Language} id */
export const addLanguage = (id) => addTables(added, id);

/** @param {readonly Words[]} areas @param {Language} id */
function addTables(areas, id) {
  // A table is empty until the script of its language is loaded.
  for (const area of areas)
    if (Object.keys(area[id]).length > 0) Object.assign(LANGUAGES[id], messages(area[id], id));
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
