import { LANGUAGE_IDS, isLanguage } from '../state/languages.js';
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

/**
 * Texts with named placeholders, in a subset of ICU message syntax:
 *
 * - `{name}`: the value of that name;
 * - `{n, plural, one {# key} other {# keys}}`: a form by `Intl.PluralRules`; `#` is the number;
 * - `{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}`: the same for ordinal numbers.
 *
 * `=3 {…}` is the form for exactly 3. Braces that are meant literally are quoted: `'{'`. Numbers are inserted
 * as they are given: whoever formats them knows how many digits they need.
 */

/** @typedef {Record<string, string | number>} Values */

/**
 * @typedef {object} Choice
 * @property {string} name
 * @property {'cardinal' | 'ordinal'} type
 * @property {Map<string, Part[]>} forms
 */

/** @typedef {string | { name: string } | Choice} Part - literal text, a placeholder or a choice of forms */

/** The tables that have been compiled. @type {WeakMap<object, any>} */
const compiled = new WeakMap();

/**
 * The texts of a table: strings stay strings, and strings with placeholders become functions of their values.
 *
 * @param {object} table - nested objects and arrays of strings
 * @param {Language} language
 * @returns {any} a table of the same shape
 */
export function messages(table, language) {
  const texts = compiled.get(table) ?? mapped(table, (text) => message(text, language));
  compiled.set(table, texts);
  return texts;
}

/**
 * A message, or a text without placeholders, as a text.
 *
 * @param {string | ((values: any) => string)} text
 * @param {Values} [values]
 */
export const textOf = (text, values = {}) => (typeof text === 'string' ? text : text(values));

/** The names of the placeholders of a text, sorted. @param {string} text */
export function placeholders(text) {
  /** @param {Part[]} parts @returns {string[]} */
  const names = (parts) =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [];
      return 'forms' in part ? [part.name, ...[...part.forms.values()].flatMap(names)] : [part.name];
    });
  return [...new Set(names(parse(text)))].sort();
}

/** @param {any} value @param {(text: string) => unknown} change @returns {any} */
function mapped(value, change) {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => mapped(part, change));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapped(part, change)]));
}

/** Rules are made once, because that takes longer than all else. @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/** @param {Language} language @param {Choice['type']} type */
function rulesOf(language, type) {
  const name = `${language} ${type}`;
  const known = rules.get(name) ?? new Intl.PluralRules(language, { type });
  rules.set(name, known);
  return known;
}

/** @param {string} text @param {Language} language */
function message(text, language) {
  const parts = parse(text);
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return (/** @type {Values} */ values) => format(parts, values, language);
}

/** @param {Part[]} parts @param {Values} values @param {Language} language @returns {string} */
function format(parts, values, language) {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = values[part.name];
      if (!('forms' in part)) return String(value);
      const rule = rulesOf(language, part.type).select(Number(value));
      const form = part.forms.get(`=${value}`) ?? part.forms.get(rule) ?? part.forms.get('other');
      return format(form ?? [], values, language);
    })
    .join('');
}

/**
 * The parts of a text.
 *
 * @param {string} text
 * @returns {Part[]}
 * @throws {Error} if the text is not in the syntax above
 */
function parse(text) {
  let at = 0;
  const wrong = () => new Error(`Not a message at character ${at}: ${text}`);
  /** @param {RegExp} pattern - sticky */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /**
   * The parts up to a closing brace or the end.
   *
   * @param {string | null} number - the placeholder that `#` is the value of
   * @returns {Part[]}
   */
  const parts = (number) => {
    /** @type {Part[]} */
    const list = [];
    while (at < text.length && text[at] !== '}') {
      const literal = take(/'([{}#]+)'/y)?.[1] ?? take(number ? /[^{}#']+|'/y : /[^{}']+|'/y)?.[0];
      if (literal !== undefined) list.push(literal);
      else if (number && take(/#/y)) list.push({ name: number });
      else list.push(placeholder());
    }
    return list;
  };
  /** @returns {Part} */
  const placeholder = () => {
    const name = take(/\{(\w+)/y)?.[1];
    if (name === undefined) throw wrong();
    if (take(/\}/y)) return { name };
    const type = take(/, (plural|selectordinal),/y)?.[1] === 'selectordinal' ? 'ordinal' : 'cardinal';
    const forms = new Map();
    for (let form = take(/\s+(=\d+|\w+)\s*\{/y); form; form = take(/\s+(=\d+|\w+)\s*\{/y)) {
      forms.set(form[1], parts(name));
      if (!take(/\}/y)) throw wrong();
    }
    if (!forms.has('other') || !take(/\s*\}/y)) throw wrong();
    return { name, type, forms };
  };
  const all = parts(null);
  if (at < text.length) throw wrong();
  return all;
}
