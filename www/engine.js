/**
 * The engine: everything that is computed, from Rust through wasm. It is the only module that imports the generated
 * bindings, and the same in a page, in Node and in tests.
 *
 * `await load(...)` once; then every function is synchronous, takes plain data and returns plain data that the caller
 * owns. What cannot be computed throws an `Error` with one sentence. Should the wasm itself fail (memory can run out),
 * the call throws a sentence too, and the next one starts on a fresh instance: nothing is kept between calls.
 */
import initialise, * as bindings from './pkg/heedmap_wasm.js';

/** @typedef {import('./pkg/heedmap_wasm.js').MatrixData} MatrixData */
/** @typedef {import('./pkg/heedmap_wasm.js').WorkOptions} WorkOptions */
/** @typedef {import('./pkg/heedmap_wasm.js').WorkInputs} WorkInputs */
/** @typedef {import('./pkg/heedmap_wasm.js').Worked} Worked */
/** @typedef {import('./pkg/heedmap_wasm.js').Steps} Steps */
/** @typedef {import('./pkg/heedmap_wasm.js').AttendOptions} AttendOptions */
/**
 * @template {Float64Array | Float32Array} [T=Float64Array | Float32Array]
 * @typedef {import('./pkg/heedmap_wasm.js').AttendInputs<T>} AttendInputs
 */
/**
 * @template {Float64Array | Float32Array} [T=Float64Array | Float32Array]
 * @typedef {import('./pkg/heedmap_wasm.js').Attended<T>} Attended
 */
/** @typedef {import('./pkg/heedmap_wasm.js').DrawOptions} DrawOptions */
/** @typedef {import('./pkg/heedmap_wasm.js').ConceptsOptions} ConceptsOptions */
/** @typedef {import('./pkg/heedmap_wasm.js').ConceptsReference} ConceptsReference */
/** @typedef {import('./pkg/heedmap_wasm.js').Concepts} Concepts */
/** @typedef {import('./pkg/heedmap_wasm.js').ContrastOptions} ContrastOptions */
/** @typedef {import('./pkg/heedmap_wasm.js').ContrastSide} ContrastSide */
/** @typedef {import('./pkg/heedmap_wasm.js').Contrast} Contrast */
/** @typedef {import('./pkg/heedmap_wasm.js').PaintOptions} PaintOptions */
/** @typedef {import('./pkg/heedmap_wasm.js').Painting} Painting */
/** @typedef {import('./pkg/heedmap_wasm.js').PaintedPixels} PaintedPixels */
/** @typedef {import('./pkg/heedmap_wasm.js').LegendOptions} LegendOptions */
/** @typedef {import('./pkg/heedmap_wasm.js').Legend} Legend */
/** @typedef {import('./pkg/heedmap_wasm.js').LegendPixels} LegendPixels */
/** @typedef {import('./pkg/heedmap_wasm.js').InkColors} InkColors */
/** @typedef {Uint8Array | ArrayBuffer | Response | WebAssembly.Module} Source */

// The keys that options may have. tsc holds each list against its interface; a key that is not here is a typo.
/** @type {Record<keyof WorkOptions, 1>} */
const WORK_OPTIONS = { embeddingScale: 1, positions: 1, firstPosition: 1, scale: 1, mask: 1, softmaxAxis: 1, softmaxForm: 1, query: 1 };
/** @type {Record<WorkInputs extends infer I ? I extends unknown ? keyof I : never : never, 1>} */
const WORK_INPUTS = { embeddings: 1, positions: 1, wQ: 1, wK: 1, wV: 1, q: 1, k: 1, v: 1 };
/** @type {Record<keyof AttendOptions, 1>} */
const ATTEND_OPTIONS = { scale: 1, softcap: 1, temperature: 1, causal: 1, prefix: 1, window: 1, alignment: 1, validKeys: 1, alibi: 1, rope: 1 };
/** @type {Record<keyof NonNullable<AttendOptions['window']>, 1>} */
const WINDOW = { left: 1, right: 1 };
/** @type {Record<keyof NonNullable<AttendOptions['rope']>, 1>} */
const ROPE = { pairs: 1, features: 1, base: 1, firstPosition: 1 };
/** @type {Record<keyof AttendInputs, 1>} */
const ATTEND_INPUTS = { q: 1, k: 1, v: 1, pastK: 1, pastV: 1, boolean: 1, additive: 1, padding: 1, slopes: 1 };
/** @type {Record<keyof DrawOptions, 1>} */
const DRAW_OPTIONS = { distribution: 1, low: 1, high: 1, mean: 1, deviation: 1, factor: 1, rows: 1, cols: 1 };
/** @type {Record<keyof ConceptsOptions, 1>} */
const CONCEPTS_OPTIONS = { rank: 1 };
/** @type {Record<keyof ContrastOptions, 1>} */
const CONTRAST_OPTIONS = { figure: 1, seed: 1, tokens: 1, d: 1, axis: 1, curve: 1, padding: 1, magnitude: 1, precision: 1, past: 1, offset: 1, head: 1 };
/** @type {Record<keyof PaintOptions, 1>} */
const PAINT_OPTIONS = { rows: 1, cols: 1, cellWidth: 1, cellHeight: 1, gap: 1, map: 1, kind: 1, low: 1, high: 1, theme: 1 };
/** @type {Record<keyof LegendOptions, 1>} */
const LEGEND_OPTIONS = { map: 1, kind: 1, theme: 1, width: 1, height: 1 };

/** @type {Promise<void> | null} */
let loading = null;
let isLoaded = false;

/**
 * Starts the engine. Called again, it waits for the first start; after a refusal it may be tried anew.
 *
 * @param {Source | Promise<Source>} [source] - the wasm; in Node it may be left out, and is read beside this file
 * @returns {Promise<void>}
 * @throws {Error} with a sentence, where wasm is missing, forbidden or broken
 */
export function load(source) {
  loading ??= start(source).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Every matrix of an attention computation.
 *
 * @param {WorkOptions} options
 * @param {WorkInputs} inputs
 * @returns {Worked}
 */
export function work(options, inputs) {
  const [checked, given] = [known('work options', options, WORK_OPTIONS), known('work inputs', inputs, WORK_INPUTS)];
  return guarded(() => bindings.work(checked, given));
}

/**
 * Attention as models compute it: batches, heads, grouped-query heads, every mask, a past, ALiBi and RoPE.
 *
 * Shapes are (batch, heads, length, features). Float64Array is computed in 64 bits, Float32Array in 32. A query that may
 * attend to no key gets weights and output 0 and a log-sum-exp of -Infinity, and is named in `rowsWithoutKey`; NaN or
 * Infinity in an admitted score makes its own row NaN, and names it in `rowsWithNan`.
 *
 * @template {Float64Array | Float32Array} T
 * @param {AttendOptions} options - the paper's attention without a mask where they are left out
 * @param {AttendInputs<T>} inputs
 * @returns {Attended<T>}
 */
export function attend(options, inputs) {
  const checked = known('attend options', options, ATTEND_OPTIONS);
  if (checked?.window) checked.window = known('window options', checked.window, WINDOW);
  if (checked?.rope) checked.rope = known('rope options', checked.rope, ROPE);
  if (Array.isArray(checked?.validKeys)) checked.validKeys = [...checked.validKeys];
  const given = /** @type {any} */ (known('attend inputs', inputs, ATTEND_INPUTS));
  for (const name of Object.keys(given ?? {})) given[name] = withPlainShape(name, given[name]);
  return /** @type {Attended<T>} */ (guarded(() => bindings.attend(checked, given)));
}

/**
 * Matrices from one stream of NumPy's legacy generator, in order.
 *
 * @param {number} seed
 * @param {DrawOptions[]} draws
 * @returns {MatrixData[]}
 */
export function draw(seed, draws) {
  const checked = Array.isArray(draws) ? draws.map((each) => known('draw options', each, DRAW_OPTIONS)) : draws;
  return guarded(() => bindings.draw(seed, checked));
}

/**
 * The singular value decomposition of ratings, cut to a rank, and new viewers among its concepts.
 *
 * @param {ConceptsOptions} options
 * @param {MatrixData} ratings
 * @param {MatrixData | null} [viewers]
 * @param {ConceptsReference | null} [reference] - vectors whose signs to follow
 * @returns {Concepts}
 */
export function concepts(options, ratings, viewers, reference) {
  const checked = known('concepts options', options, CONCEPTS_OPTIONS);
  return guarded(() => bindings.concepts(checked, ratings, viewers, reference));
}

/**
 * A common mistake beside what was meant, both worked from the same numbers: `figure` names the mistake, and those of the
 * other options that it is varied by must be there.
 *
 * The wrong side follows the wrong formula to the letter, NaN included; the right side is what `attend` gives.
 *
 * @param {ContrastOptions} options
 * @returns {Contrast}
 */
export function contrast(options) {
  const checked = known('contrast options', options, CONTRAST_OPTIONS);
  return guarded(() => bindings.contrast(checked));
}

/**
 * A heatmap as an image for a canvas, and the ink for each cell's digits.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values - one a cell, row by row
 * @param {Uint8Array} states - one a cell: 0 a value, 1 masked, 2 blank
 * @returns {Painting}
 */
export function paint(options, values, states) {
  const checked = known('paint options', options, PAINT_OPTIONS);
  return guarded(() => bindings.paint(checked, values, states));
}

/**
 * `paint` for where there is no `ImageData`.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values
 * @param {Uint8Array} states
 * @returns {PaintedPixels}
 */
export function paintPixels(options, values, states) {
  const checked = known('paint options', options, PAINT_OPTIONS);
  return guarded(() => bindings.paintPixels(checked, values, states));
}

/**
 * The bar that says what the colours mean.
 *
 * @param {LegendOptions} options
 * @returns {Legend}
 */
export function legend(options) {
  const checked = known('legend options', options, LEGEND_OPTIONS);
  return guarded(() => bindings.legend(checked));
}

/**
 * `legend` for where there is no `ImageData`.
 *
 * @param {LegendOptions} options
 * @returns {LegendPixels}
 */
export function legendPixels(options) {
  const checked = known('legend options', options, LEGEND_OPTIONS);
  return guarded(() => bindings.legendPixels(checked));
}

/**
 * The two inks of digits as CSS colours: `inks[cell]` 0 is dark, 1 is light.
 *
 * @returns {InkColors}
 */
export function inkColors() {
  return guarded(() => bindings.inkColors());
}

/** Gives the memory back: the next call starts on a fresh instance. After a failure this has happened already. */
export function reload() {
  guarded(() => bindings.restart());
}

/** @param {Source | Promise<Source>} [source] */
async function start(source) {
  if (typeof WebAssembly === 'undefined') throw new Error('WebAssembly is missing or switched off in this browser.');
  const bytes = await (source ?? besideThisFile());
  try {
    await initialise({ module_or_path: bytes });
  } catch (error) {
    throw new Error(refusal(error), { cause: error });
  }
  isLoaded = true;
}

/** @returns {Promise<Uint8Array>} */
async function besideThisFile() {
  if (typeof process === 'undefined' || !process.versions?.node) {
    throw new Error('The engine needs its wasm: pass load() the bytes of heedmap_wasm_bg.wasm, or a Response with them.');
  }
  const { readFile } = await import('node:fs/promises');
  return readFile(new URL('pkg/heedmap_wasm_bg.wasm', import.meta.url));
}

/** Each browser reports a policy in its own words, but all of them name it. @param {unknown} error */
function refusal(error) {
  const reason = messageOf(error);
  return /content security policy|unsafe-eval|\bcsp\b/i.test(reason)
    ? "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'."
    : `The engine could not start: ${reason}`;
}

/**
 * The options with the keys that there are. Their getters run here, in JavaScript: what one throws must not pass
 * through the wasm.
 *
 * @template {object} T
 * @param {string} what
 * @param {T} options
 * @param {Record<string, 1>} keys
 * @returns {T}
 */
function known(what, options, keys) {
  if (typeof options !== 'object' || options === null) return options;
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(keys, key)) throw new Error(`${what} have no key "${key}": there are ${Object.keys(keys).join(', ')}`);
  }
  return { ...options };
}

/**
 * A tensor whose shape is an array of JavaScript's own, for the same reason.
 *
 * @param {string} name
 * @param {unknown} tensor
 */
function withPlainShape(name, tensor) {
  if (typeof tensor !== 'object' || tensor === null) return tensor;
  try {
    const { shape, data } = /** @type {{ shape: unknown, data: unknown }} */ (tensor);
    return { shape: Array.isArray(shape) ? [...shape] : shape, data };
  } catch (error) {
    throw new Error(`${name} could not be read: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * What the bindings answer. Their own errors are plain; anything else, a trap above all, may have left the instance
 * in the middle of something, and it is not used again.
 *
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
function guarded(call) {
  if (!isLoaded) throw new Error('The engine is not loaded yet: await load() first.');
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) throw error;
    bindings.restart();
    throw new Error(`The engine failed and was started anew: ${messageOf(error)}`, { cause: error });
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
