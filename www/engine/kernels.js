/**
 * Attention in 32 bits at hardware speed, for large heads: parts of weights and outputs, without the
 * (queries, keys) matrix. Also matrix products.
 *
 * `load` starts the build for the fastest vector instructions that the browser supports: relaxed SIMD, SIMD,
 * or neither. A weight differs from that of `attend` in 64 bits by up to 1e-5 + 2e-7 · s, where s is the
 * largest absolute score of its row: typically by 1e-6 for scores of a few units, and by up to 2e-3 for
 * scores of 1e4. An output differs by up to the same part of the largest value. Results differ between
 * machines by as much. Whole rows sum to 1 within 1e-5, for scores up to 1e9.
 *
 * If a query or a key has a number that is infinite or NaN, only its own row or column is NaN. Outputs of
 * such vectors are rejected.
 */
import { engineError, plain } from './instance.js';
import { bindings, handle } from './kernels-instance.js';

export { load, program, reload } from './kernels-instance.js';
export { vectors } from './vectors.js';

/**
 * @typedef {bindings.HeadRule} HeadRule
 * @typedef {bindings.NumberFormat} NumberFormat
 * @typedef {bindings.OperandOptions} OperandOptions
 */
/** @typedef {import('./vectors.js').Vectors} Vectors */

/** One head whose queries and keys stay in the memory of the program. The caller frees it with `free`. */
export class LargeHead extends handle(bindings.KernelHead, 'the head') {
  /**
   * @param {HeadRule} rule - how scores are computed
   * @param {object} vectors
   * @param {number} vectors.features - the numbers of a query and of a key
   * @param {Float32Array | Uint16Array} vectors.q - (queries, features)
   * @param {Float32Array | Uint16Array} vectors.k - (keys, features)
   * @param {NumberFormat} [vectors.format] - by default `f32`; `f16` and `bf16` are a Uint16Array with the
   *   bits of the numbers
   */
  constructor(rule, vectors) {
    const { features, q, k, format = 'f32' } = plain(vectors, 'the vectors');
    super(rule, format, features, q, k);
  }

  /**
   * The log-sum-exp of some rows, in nats; -Infinity for a query that reaches no key.
   *
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @returns {Float64Array} 64 bits, because 32 bits round large scores by more than the weights show
   */
  logSumExp(first = 0, count = this.queries - first) {
    return super.logSumExp(first, count);
  }

  /**
   * The weights of some rows, (count, keys). A key that a query does not reach has weight 0.
   *
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @param {Float32Array} [into] - an array for the result, which saves allocating one
   * @returns {Float32Array}
   */
  weights(first = 0, count = this.queries - first, into = undefined) {
    if (into !== undefined && !(into instanceof Float32Array))
      throw engineError('input', 'the array for the weights must be a Float32Array');
    return super.weights(first, count, into);
  }

  /**
   * The output of some rows, (count, features of the values). The output of a query that reaches no key is 0.
   *
   * @param {object} values
   * @param {number} values.features - the numbers of a value
   * @param {Float32Array | Uint16Array} values.v - (keys, features), in the format of the head
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @returns {Float32Array}
   */
  output(values, first = 0, count = this.queries - first) {
    const { features, v } = plain(values, 'the values');
    return this.outputOf(features, v, first, count);
  }
}

/**
 * A matrix to multiply with, such as the weights of a layer, in the order in which products read it. The
 * caller frees it with `free`.
 *
 * @typedef {bindings.KernelOperand} RightOperand
 */
export const RightOperand = handle(bindings.KernelOperand, 'the operand');

/**
 * Runs every kernel on a small head, which takes a few milliseconds. Browsers compile a program twice: first
 * quickly, then with optimizations when it has run for a while. After this call the second compilation has
 * begun, so a large head runs optimized code.
 */
export function warmUp() {
  const [tokens, features] = [64, 64];
  const numbers = Float32Array.from({ length: tokens * features }, (_, at) => Math.sin(at));
  const places = Uint32Array.from({ length: tokens }, (_, at) => at);
  const head = new LargeHead({}, { features, q: numbers, k: numbers });
  for (let round = 0; round < 12; round += 1) {
    head.weights();
    head.output({ features, v: numbers });
    head.sample(places, places, head.logSumExp());
  }
  head.free();
}
