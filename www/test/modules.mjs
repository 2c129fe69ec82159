/**
 * Rules about the modules of www/, named on the command line: importing one does nothing, and the tables of strings
 * agree. Run by `cargo xtask tidy`, in Node, where there is neither a window nor a document.
 */
import { LANGUAGES } from '../strings/index.js';

/** @type {string[]} */
const complaints = [];

const paths = process.argv.slice(2);
for (const path of paths) {
  const before = new Set(Reflect.ownKeys(globalThis));
  const busy = process.getActiveResourcesInfo().length;
  try {
    await import(new URL(`../../${path}`, import.meta.url).href);
  } catch (error) {
    complaints.push(`${path}: cannot be imported without a page: ${error instanceof Error ? error.message : error}`);
  }
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!before.has(key)) complaints.push(`${path}: makes a global of ${String(key)}`);
  }
  if (process.getActiveResourcesInfo().length > busy) complaints.push(`${path}: starts a timer or a request`);
}

/**
 * The names of all strings of a table, each with what it takes: a sentence with a figure in it is a function.
 * @param {unknown} table
 * @param {string} [path]
 * @returns {string[]}
 */
function shape(table, path = '') {
  if (typeof table === 'function') return [`${path} (a function of ${table.length})`];
  if (typeof table !== 'object' || table === null) return [`${path} (${typeof table})`];
  return Object.entries(table).flatMap(([key, value]) => shape(value, path ? `${path}.${key}` : key));
}

const shapes = Object.entries(LANGUAGES).map(([language, table]) => ({ language, strings: new Set(shape(table)) }));
for (const one of shapes) {
  for (const other of shapes) {
    for (const string of [...one.strings].filter((name) => !other.strings.has(name))) {
      complaints.push(`www/strings: ${one.language} has ${string}, ${other.language} has not`);
    }
  }
}

for (const complaint of complaints) console.log(complaint);
if (complaints.length > 0) {
  console.log(`tidy has ${complaints.length} complaints`);
  process.exitCode = 1;
} else {
  console.log(`${paths.length} modules are tidy`);
}
