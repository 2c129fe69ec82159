import { bindings, guarded } from './attention-instance.js';
import { known, messageOf } from './instance.js';

export { load, reload } from './attention-instance.js';

/** @typedef {import('../pkg/heedmap_learn_wasm.js').AttendOptions} AttendOptions */
/**
 * @template {Float64Array | Float32Array} [T=Float64Array | Float32Array]
 * @typedef {import('../pkg/heedmap_learn_wasm.js').AttendInputs<T>} AttendInputs
 */
/**
 * @template {Float64Array | Float32Array} [T=Float64Array | Float32Array]
 * @typedef {import('../pkg/heedmap_learn_wasm.js').Attended<T>} Attended
 */

/** @type {Record<keyof AttendOptions, 1>} */
const ATTEND_OPTIONS = {
  scale: 1,
  softcap: 1,
  temperature: 1,
  causal: 1,
  prefix: 1,
  window: 1,
  alignment: 1,
  validKeys: 1,
  alibi: 1,
  rope: 1,
};
/** @type {Record<keyof NonNullable<AttendOptions['window']>, 1>} */
const WINDOW = { left: 1, right: 1 };
/** @type {Record<keyof NonNullable<AttendOptions['rope']>, 1>} */
const ROPE = { pairs: 1, features: 1, base: 1, firstPosition: 1 };
/** @type {Record<keyof AttendInputs, 1>} */
const ATTEND_INPUTS = {
  q: 1,
  k: 1,
  v: 1,
  pastK: 1,
  pastV: 1,
  boolean: 1,
  additive: 1,
  padding: 1,
  slopes: 1,
};

/**
 * Attention as models compute it: batches, heads, grouped-query heads, every mask, a past, ALiBi and RoPE.
 *
 * Shapes are (batch, heads, length, features). Float64Array is computed in 64 bits, Float32Array in 32. A query that may
 * attend to no key gets weights and output 0 and a log-sum-exp of -Infinity, and is named in `rowsWithoutKey`; NaN or
 * Infinity in an admitted score makes its own row NaN, and names it in `rowsWithNan`.
 *
 * Only memory limits the sizes. The inputs, the results and the working memory together must fit the 4 GiB that wasm can
 * address: for N queries and keys that is about 3 N² numbers a head, 4 N² with a softcap. One head of 4,096 tokens takes
 * 200 MB in 32 bits, and its results as much again in JavaScript. One call computes at most 4,194,304 rows (batch entries
 * times heads times queries), and a tensor has at most 2³⁰ cells. What does not fit or cannot be allocated is refused in a
 * sentence with the bytes. The call is synchronous, however long it takes: a page calls it in a Worker, or bounds N. The
 * memory stays with the instance until `reload`.
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
 * A tensor whose shape is an array of JavaScript's own: its getters run here too.
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
