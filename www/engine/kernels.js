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
import { Handle, bindings, guarded } from './kernels-instance.js';
import { engineError, plain } from './instance.js';

export { load, program, reload } from './kernels-instance.js';
export { vectors } from './vectors.js';

/**
 * @typedef {bindings.HeadRule} HeadRule
 * @typedef {bindings.NumberFormat} NumberFormat
 * @typedef {bindings.OperandOptions} OperandOptions
 */
/** @typedef {import('./vectors.js').Vectors} Vectors */

/**
 * One head whose queries and keys stay in the memory of the program. The caller frees it with `free`.
 *
 * @extends {Handle<bindings.KernelHead>}
 */
export class LargeHead extends Handle {
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
    const plainRule = plain(rule, 'the rule');
    const { features, q, k, format = 'f32' } = plain(vectors, 'the vectors');
    super(guarded(() => new bindings.KernelHead(plainRule, format, features, q, k)));
  }

  get queries() {
    return guarded(() => raw(this).queries);
  }

  get keys() {
    return guarded(() => raw(this).keys);
  }

  /** Whether all numbers of its queries and keys are finite. */
  get isFinite() {
    return guarded(() => raw(this).isFinite);
  }

  /**
   * The log-sum-exp of some rows, in nats; -Infinity for a query that reaches no key.
   *
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @returns {Float64Array} 64 bits, because 32 bits round large scores by more than the weights show
   */
  logSumExp(first = 0, count = this.queries - first) {
    return guarded(() => raw(this).logSumExp(first, count));
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
    return guarded(() => raw(this).weights(first, count, into));
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
    return guarded(() => raw(this).output(features, v, first, count));
  }

  /**
   * The weights of some rows at some columns, (rows, columns). A picture needs one weight for each pixel,
   * whatever the number of tokens.
   *
   * @param {Uint32Array} rows - queries, in any order
   * @param {Uint32Array} columns - keys, in any order
   * @param {Float64Array | Float32Array} sums - the log-sum-exp of each of the rows, from {@link logSumExp}.
   *   In 32 bits they are rounded, which changes the weights of large scores
   * @returns {Float32Array}
   */
  sample(rows, columns, sums) {
    return guarded(() => raw(this).sample(rows, columns, sums));
  }
}

/** @param {LargeHead} head */
function raw(head) {
  return Handle.raw(LargeHead, head, 'the head');
}

/**
 * A matrix to multiply with, such as the weights of a layer, in the order in which products read it. The
 * caller frees it with `free`.
 *
 * @extends {Handle<bindings.KernelOperand>}
 */
export class RightOperand extends Handle {
  /**
   * @param {OperandOptions} options
   * @param {Float32Array | Uint16Array} numbers - (depth, columns), or (columns, depth) if it is transposed
   */
  constructor(options, numbers) {
    const plainOptions = plain(options, 'the options');
    super(guarded(() => new bindings.KernelOperand(plainOptions, numbers)));
  }

  /**
   * The product of some rows with the operand, in 32 bits.
   *
   * @param {Float32Array} rows - (rows, depth)
   * @returns {Float32Array} (rows, columns)
   */
  product(rows) {
    return guarded(() => Handle.raw(RightOperand, this, 'the operand').product(rows));
  }
}

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
