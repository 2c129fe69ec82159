/**
 * Attention in 32 bits at hardware speed, for large heads: parts of weights and outputs, without the (queries, keys) matrix.
 *
 * `load` starts the build for the fastest vector instructions that the browser accepts: relaxed SIMD, SIMD, or neither.
 * Results differ from those of `attend` in 64 bits by about 1e-6, and between machines by as much.
 */
import { Handle, bindings, guarded } from './kernels-instance.js';
import { plain } from './instance.js';

export { load, program, reload } from './kernels-instance.js';
export { vectors } from './vectors.js';

/** @typedef {import('../pkg/heedmap_kernels_wasm.js').KernelOptions} KernelOptions */
/** @typedef {import('./vectors.js').Vectors} Vectors */

/**
 * One head whose queries and keys stay in the memory of the program. The caller frees it with `free`.
 *
 * @extends {Handle<import('../pkg/heedmap_kernels_wasm.js').KernelHead>}
 */
export class LargeHead extends Handle {
  /**
   * @param {KernelOptions} options - by default the paper's attention without a mask
   * @param {object} vectors
   * @param {number} vectors.features - the numbers of a query and of a key
   * @param {Float32Array} vectors.q - (queries, features)
   * @param {Float32Array} vectors.k - (keys, features)
   */
  constructor(options, vectors) {
    const given = plain(options, 'the options');
    const { features, q, k } = plain(vectors, 'the vectors');
    super(guarded(() => new bindings.KernelHead(given, features, q, k)));
  }

  get queries() {
    return guarded(() => raw(this).queries);
  }

  get keys() {
    return guarded(() => raw(this).keys);
  }

  /**
   * The log-sum-exp of some rows, in nats; -Infinity for a query that reaches no key.
   *
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @returns {Float32Array}
   */
  logSumExp(first = 0, count = this.queries - first) {
    return guarded(() => raw(this).logSumExp(first, count));
  }

  /**
   * The weights of some rows, (count, keys). A key that a query does not reach has weight 0.
   *
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @returns {Float32Array}
   */
  weights(first = 0, count = this.queries - first) {
    return guarded(() => raw(this).weights(first, count));
  }

  /**
   * The output of some rows, (count, features of the values). The output of a query that reaches no key is 0.
   *
   * @param {object} values
   * @param {number} values.features - the numbers of a value
   * @param {Float32Array} values.v - (keys, features)
   * @param {number} [first] - the first query
   * @param {number} [count] - how many queries
   * @returns {Float32Array}
   */
  output(values, first = 0, count = this.queries - first) {
    const { features, v } = plain(values, 'the values');
    return guarded(() => raw(this).output(features, v, first, count));
  }

  /**
   * The weights where some rows and some columns cross, (rows, columns). A picture needs one for each pixel, whatever the
   * number of tokens.
   *
   * @param {Uint32Array} rows - queries, in any order
   * @param {Uint32Array} columns - keys, in any order
   * @param {Float32Array} sums - the log-sum-exp of each of the rows
   * @returns {Float32Array}
   */
  lattice(rows, columns, sums) {
    return guarded(() => raw(this).lattice(rows, columns, sums));
  }
}

/** @param {LargeHead} head */
function raw(head) {
  return Handle.raw(LargeHead, head, 'the head');
}
