import { bindings, call } from './attention-instance.js';

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

/**
 * Attention as models compute it: batches, heads, grouped-query heads, every mask, a past, ALiBi and RoPE.
 *
 * Shapes are (batch, heads, length, features). Float64Array is computed in 64 bits, Float32Array in 32. A
 * query that may attend to no key gets weights and output 0 and a log-sum-exp of -Infinity, and is listed in
 * `rowsWithoutKey`. NaN or Infinity in an admitted score makes its row NaN, which is listed in `rowsWithNan`.
 *
 * Only memory limits the sizes. The inputs, the results and the working memory together must fit the 4 GiB that wasm can
 * address: for N queries and keys that is about 3 N² numbers a head, 4 N² with a softcap. One head of 4,096 tokens takes
 * 200 MB in 32 bits, and its results as much again in JavaScript. One call computes at most 4,194,304 rows (batch entries
 * times heads times queries), and a tensor has at most 2³⁰ cells. What does not fit or cannot be allocated is refused in a
 * sentence with the bytes. The call is synchronous, however long it takes: a page calls it in a Worker, or bounds N. The
 * memory stays with the instance until `reload`.
 *
 * @template {Float64Array | Float32Array} T
 * @param {AttendOptions} options - by default the paper's attention without a mask
 * @param {AttendInputs<T>} inputs
 * @returns {Attended<T>}
 */
export function attend(options, inputs) {
  return /** @type {Attended<T>} */ (call(bindings.attend, options, inputs));
}
