/**
 * Writes what follows from the texts, the `words/*.json` files: `npm run words`.
 *
 * - `state/languages.js` has the languages: those of the files in `words`;
 * - `words/index.js` of each area imports its tables, one for each language;
 * - `index.html` lists the scripts of the languages other than English;
 * - `www/pkg/strings.d.ts` has the type of all texts, so that tsc finds unknown keys and wrong placeholders.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { placeholders } from '../words/languages.js';
import { WWW } from './scripts.mjs';

/** The folders with tables, from `www`. */
export async function areas() {
  const files = await readdir(WWW, { recursive: true });
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(^|\/)words\/en\.json$/.test(file))
    .map((file) => file.slice(0, -'/en.json'.length))
    .sort();
}

/** A table as it is written. @param {string} area @param {string} language */
export const tableOf = async (area, language) =>
  JSON.parse(await readFile(`${WWW}${area}/${language}.json`, 'utf8'));

/** The languages that have a table in `words`, English first. */
export async function languages() {
  const files = (await readdir(`${WWW}words`)).filter((file) => file.endsWith('.json')).sort();
  const ids = files.map((file) => file.slice(0, -'.json'.length));
  return ['en', ...ids.filter((id) => id !== 'en')];
}

/** The generated files, by their paths from `www`. @returns {Promise<Record<string, string>>} */
export async function generated() {
  /** @type {Record<string, string>} */
  const files = {};
  const ids = await languages();
  files['state/languages.js'] = languagesOf(ids);
  const tables = [];
  for (const area of await areas()) {
    files[`${area}/index.js`] = indexOf(ids);
    tables.push(await tableOf(area, 'en'));
  }
  files['pkg/strings.d.ts'] = declarations(Object.assign({}, ...tables));
  for (const [file, text] of Object.entries(files))
    files[file] = await format(text, { ...(await resolveConfig(`${WWW}${file}`)), filepath: file });
  files['../index.html'] = withScripts(await readFile(`${WWW}../index.html`, 'utf8'), ids);
  return files;
}

/** @param {string[]} ids */
function languagesOf(ids) {
  return `// Written by \`npm run words\`: the languages that the folders \`words\` have.
export const LANGUAGE_IDS = Object.freeze(/** @type {const} */ (${JSON.stringify(ids)}));

/**
 * A language of the interface. English is in every script. Each other language has a script of its own.
 *
 * @typedef {(typeof LANGUAGE_IDS)[number]} Language
 */

/** @param {unknown} text @returns {text is Language} */
export const isLanguage = (text) => LANGUAGE_IDS.some((id) => id === text);
`;
}

/** What index.html has before the scripts of the languages. */
const SCRIPTS_MARK = '<!-- The languages other than English: `npm run words` writes this list. -->\n';
const SCRIPT_LINES = /(?:<link rel="heedmap-script" href="www\/dist\/heedmap-[a-z]{2,3}\.js">\n)*/;

/** The page with the scripts of the languages. @param {string} page @param {string[]} ids */
function withScripts(page, ids) {
  const [before, after] = page.split(SCRIPTS_MARK);
  if (after === undefined) throw new Error(`index.html has no line ${SCRIPTS_MARK}`);
  const lines = ids.slice(1).map((id) => `<link rel="heedmap-script" href="www/dist/heedmap-${id}.js">\n`);
  return before + SCRIPTS_MARK + after.replace(SCRIPT_LINES, lines.join(''));
}

/** @param {string[]} ids */
function indexOf(ids) {
  const imports = ids.map((id) => `import ${id} from './${id}.json' with { type: 'json' };`);
  return `// Written by \`npm run words\` from the tables of this folder.
${imports.join('\n')}

export const texts = { ${ids.join(', ')} };
`;
}

/** @param {object} table */
function declarations(table) {
  return `// Written by \`npm run words\` from the English tables.

import type { Language } from '../state/languages.js';

/** What is put into a text. */
export type Value = string | number;

interface InLanguage {
  /** The language of the texts. */
  readonly language: Language;
}

/** All texts: strings, and functions of the values of their placeholders. */
export interface Strings extends InLanguage ${typeOf(table)}
`;
}

/** Tables that are read by names that only the state knows, such as the id of a lesson. */
const OPEN = [
  'contrast.figures',
  'embed.(attributes|of.\\w+|properties|methods|events|colors)',
  'figure.(names|valueNames|formula.operators)',
  'lessons',
  'stage.(names|of)',
  'stepNames',
  'steps',
  'stories.(stepNames|first.tries)',
].map((path) => new RegExp(`^${path.replaceAll('.', '\\.')}$`));

/** @param {unknown} value @param {string} path @returns {string} */
function typeOf(value, path = '') {
  if (typeof value === 'string') {
    const names = placeholders(value);
    if (names.length === 0) return 'string';
    return `(values: { ${names.map((name) => `${name}: Value`).join('; ')} }) => string`;
  }
  if (Array.isArray(value)) {
    const isPairs = value.every((part) => Array.isArray(part) && part.length === 2);
    if (isPairs) return 'readonly (readonly [string, string])[]';
    return `readonly (${[...new Set(value.map((part) => typeOf(part)))].join(' | ')})[]`;
  }
  const entries = Object.entries(/** @type {object} */ (value));
  if (OPEN.some((open) => open.test(path)))
    return `Record<string, ${common(entries.map(([, part]) => part))}>`;
  const types = entries.map(
    ([key, part]) => `${JSON.stringify(key)}: ${typeOf(part, path ? `${path}.${key}` : key)};`,
  );
  return `{ ${types.join('\n')} }`;
}

/** The type of all values of an open table. @param {any[]} values @returns {string} */
function common(values) {
  if (values.every((value) => typeof value === 'string')) return 'string';
  const keys = [...new Set(values.flatMap(Object.keys))];
  const types = keys.map((key) => {
    const parts = values.filter((value) => key in value).map((value) => value[key]);
    const type = typeof parts[0] === 'string' ? 'string' : 'Record<string, string>';
    return `${key}${parts.length < values.length ? '?' : ''}: ${type};`;
  });
  return `{ ${types.join(' ')} }`;
}

/** Writes the generated files. */
export async function writeGenerated() {
  for (const [file, text] of Object.entries(await generated())) await writeFile(`${WWW}${file}`, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeGenerated();
