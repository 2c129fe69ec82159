import { LANGUAGE_IDS, isLanguage } from '../state/languages.js';
import { messages } from './messages.js';
/** @import { Language } from '../state/languages.js' */
/** @typedef {import('../pkg/strings.js').Strings} Strings */

/** @typedef {Record<Language, object>} Words - the texts of an area, by language, as they are in the files */

/**
 * The strings, one table for each language. Those of an element are added when it is registered, and those of
 * the page when it starts.
 */
export const LANGUAGES = Object.freeze(
  /** @type {Record<Language, Strings>} */ (
    Object.fromEntries(LANGUAGE_IDS.map((id) => [id, { language: id }]))
  ),
);

/** The areas whose strings were added. @type {Words[]} */
const added = [];

/** Adds the strings of areas, each once. @param {readonly Words[]} areas */
export function addWords(areas) {
  const further = areas.filter((area) => !added.includes(area));
  added.push(...further);
  LANGUAGE_IDS.forEach((id) => addTables(further, id));
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
