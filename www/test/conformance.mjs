/**
 * The wasm side of `cargo xtask conformance`: computes the requests on standard input and prints one result
 * for each. It does not judge them; the task judges both targets with the same code.
 *
 * The program is that of `crates/conformance`, compiled like the page's, because the page does not contain
 * what only cases call. Files are read by the page's own program of the Models room.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { contentsOf } from './maps-files.js';

const folder = new URL('../pkg/conformance/', import.meta.url);
const bindings = await import(new URL('heedmap_conformance.js', folder).href);
bindings.initSync({ module: await readFile(new URL('heedmap_conformance_bg.wasm', folder)) });

/**
 * The functions that a request may run, by name.
 *
 * @type {Record<string, (request: any) => unknown>}
 */
const RUNS = {
  case: ({ text, precision }) => JSON.parse(bindings.runCase(text, precision)),
  file: ({ path }) =>
    written(contentsOf(/** @type {import('./maps-files.js').Engine} */ (maps), readFileSync(path))),
  numpy: ({ seed, calls, counts }) => bindings.numpyCall(seed, calls, counts),
};

/** @type {{ run: string }[]} */
const requests = JSON.parse(await text(process.stdin));
// The page's modules are built where they are asked for.
const maps = requests.some(({ run }) => run === 'file') ? await import('../engine/maps.js') : null;
await maps?.load();
process.stdout.write(JSON.stringify(requests.map(answer), writable));

/**
 * @param {{run: string}} request
 * @returns {{values: unknown} | {error: string}}
 */
function answer(request) {
  try {
    return { values: RUNS[request.run](request) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The contents of a file, with tensors in the format of cases.
 *
 * @param {import('./maps-files.js').Contents} contents
 */
function written(contents) {
  if ('error' in contents) return { error_class: contents.class, error: contents.error };
  const {
    tensors,
    listing: { tokens, keyTokens },
  } = contents;
  const write = (/** @type {import('./maps-files.js').Read} */ { name, shape, data }) => [
    name,
    { dtype: 'f64', shape, b64: Buffer.from(data.buffer).toString('base64') },
  ];
  // Labels of columns are used if there are none of rows.
  return { tensors: Object.fromEntries(tensors.map(write)), tokens: tokens.length > 0 ? tokens : keyTokens };
}

/**
 * Writes values that JSON does not have: long integers, infinities and NaN become strings, typed arrays
 * become lists.
 *
 * @param {string} _key
 * @param {unknown} value
 */
function writable(_key, value) {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {Float64Array} */ (value));
  return value;
}
