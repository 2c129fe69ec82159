/**
 * The words that figures speak by, out of those of the rooms. Tables of strings are data and functions of nothing but what they are given, so that they can be read here and
 * written down again.
 */

/** By module: what is kept of each name that it exports; of others, all. @type {Record<string, Record<string, string[]>>} */
const KEPT = {
  'strings/en-page.js': { page: ['links', 'errors'] },
  'strings/en-lessons.js': { lessons: ['positions', 'words', 'scale-mask', 'frase', 'own'] },
  'strings/en-positions.js': { positions: [], distanceLesson: [], distanceSteps: [], distanceNames: [] },
};

/** @param {string} module - from `www` @returns {boolean} */
export function isTrimmed(module) {
  return module in KEPT;
}

/**
 * The source of a module of words with what is kept of it.
 *
 * @param {string} module - from `www`
 * @param {Record<string, Record<string, unknown>>} words - what it exports
 */
export function trimmed(module, words) {
  return Object.entries(words).map(([name, table]) => {
    const keys = KEPT[module][name] ?? Object.keys(table);
    const missing = keys.find((key) => !(key in table));
    if (missing) throw new Error(`www/${module} has no ${name}.${missing}`);
    return `export const ${name} = ${written(Object.fromEntries(keys.map((key) => [key, table[key]])))};`;
  }).join('\n');
}

/** @param {unknown} value @returns {string} */
function written(value) {
  if (typeof value === 'function') return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `{ ${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${written(each)}`).join(', ')} }`;
  return JSON.stringify(value);
}
