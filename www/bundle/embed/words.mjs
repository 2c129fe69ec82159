/**
 * The strings of figures, out of those of the rooms. Functions in string tables depend on their arguments and on the helpers of `plural.js` alone, so that
 * their source can be written again.
 */
import { distanceNames } from '../../strings/en-positions.js';
import { counted, plural } from '../../strings/plural.js';

/** By module: what is kept of each name that it exports; of others, all. @type {Record<string, Record<string, string[]>>} */
const KEPT = {
  'strings/en-page.js': { page: ['links', 'errors'] },
  'strings/en-lessons.js': { lessons: ['positions', 'words', 'scale-mask', 'frase', 'own'] },
  'strings/en-positions.js': { positions: [], distanceLesson: [], distanceSteps: [], distanceNames: [] },
};

/** By module: what only lessons of several heads, of concepts or of positions say, as paths through what it exports. @type {Record<string, string[]>} */
const DROPPED = {
  'strings/en-page.js': ['page.links.tooLong', 'page.links.notComputed', 'page.errors.headFeatures', 'page.errors.headSharing'],
  'strings/en-figure.js': ['figure.heads', 'figure.bands.heads', 'figure.bands.ratings', 'figure.bands.cut', 'figure.bands.compare', 'figure.axes.headed', 'figure.axes.person', 'figure.axes.film',
    'figure.axes.concept', 'figure.axes.viewer', 'figure.inspector.concept', 'figure.inspector.factor', 'figure.error', 'figure.cosine', 'figure.cosineRaw', 'figure.cosineConcept', 'figure.noCosine',
    'figure.plane', 'figure.planeNeeds', ...['merged', 'wO', 'projectedOutput', 'ratings', 'u', 's', 'vT', 'uK', 'sK', 'vK', 'approximation', 'difference', 'rowConcepts', 'viewers', 'viewerConcepts']
      .concat(Object.keys(distanceNames)).map((name) => `figure.names.${name}`)],
  'strings/en-lessons.js': ['steps.split', 'steps.attend', 'steps.concatenate', 'steps.out'],
};

/** @param {string} module - from `www` @returns {boolean} */
export function isTrimmed(module) {
  return module in KEPT || module in DROPPED;
}

/**
 * The source of a module of words with what is kept of it: what stands before its first export, for its functions, and the tables.
 *
 * @param {string} module - from `www`
 * @param {Record<string, Record<string, unknown>>} words - what it exports
 * @param {string} [source]
 */
export function trimmed(module, words, source = '') {
  const before = source.slice(0, Math.max(source.search(/^export /m), 0)).replace(/^import .*\n/gm, '');
  const tables = Object.entries(words).map(([name, table]) => {
    const keys = KEPT[module]?.[name] ?? Object.keys(table);
    const missing = keys.find((key) => !(key in table));
    if (missing) throw new Error(`www/${module} has no ${name}.${missing}`);
    const paths = (DROPPED[module] ?? []).filter((path) => path.startsWith(`${name}.`));
    const left = paths.reduce((now, path) => without(now, path.split('.').slice(1), `www/${module} has no ${path}`), Object.fromEntries(keys.map((key) => [key, table[key]])));
    return `export const ${name} = ${written(left)};`;
  });
  return `${plural}\n${counted}\n${before}${tables.join('\n')}`;
}

/** A table without what a path leads to. @param {Record<string, unknown>} table @param {string[]} path @param {string} missing @returns {Record<string, unknown>} */
function without(table, [key, ...path], missing) {
  if (!(key in table)) throw new Error(missing);
  const { [key]: value, ...rest } = table;
  return path.length === 0 ? rest : { ...table, [key]: without(/** @type {Record<string, unknown>} */ (value), path, missing) };
}

/** @param {unknown} value @returns {string} */
function written(value) {
  if (typeof value === 'function') return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `{ ${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${written(each)}`).join(', ')} }`;
  return JSON.stringify(value);
}
