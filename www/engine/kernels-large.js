/**
 * Heads whose weights cannot be held as a whole: parts of them, from queries and keys, or from rows that were
 * read.
 */
import { Handle, bindings, guarded } from './kernels-instance.js';

export { load } from './kernels-instance.js';

/** @typedef {import('../pkg/heedmap_kernels_wasm.js').LargeInfo} LargeInfo */
/** @typedef {import('../pkg/heedmap_kernels_wasm.js').LargeRows} LargeRows */
/** @typedef {import('../pkg/heedmap_kernels_wasm.js').LargePools} LargePools */
/** @typedef {import('../pkg/heedmap_kernels_wasm.js').KernelOptions} KernelOptions */

/**
 * The queries and keys of a large head. A sink is a column before the keys.
 *
 * @extends {Handle<import('../pkg/heedmap_kernels_wasm.js').PreparedHead>}
 */
export class PreparedHead extends Handle {
  /**
   * @param {{ options: KernelOptions, features: number, q: Float32Array, k: Float32Array }} vectors - each
   *   with their features as columns
   * @param {{ places: Uint32Array, queries: number } | null} [some] - which queries `q` has, if no others are
   *   computed; by default all of them
   */
  constructor({ options, features, q, k }, some = null) {
    const { places = null, queries = 0 } = some ?? {};
    super(guarded(() => new bindings.PreparedHead(options, features, q, k, places, queries)));
  }

  /** @returns {LargeInfo} */
  info() {
    return guarded(() => raw(this).info());
  }

  /**
   * The weights where rows and ascending columns cross, row by row; NaN where masked or missing.
   *
   * @param {Uint32Array} rows @param {Uint32Array} columns @returns {Float32Array}
   */
  sample(rows, columns) {
    return guarded(() => raw(this).sample(rows, columns));
  }

  /**
   * Computes rows: each `group` of them become one, with `side` columns in a pool.
   *
   * @param {Uint32Array} rows @param {number} group @param {number} side @returns {LargeRows}
   */
  rows(rows, group, side) {
    return guarded(() => raw(this).rows(rows, group, side));
  }

  /**
   * A rectangle in pools of `side` rows and columns.
   *
   * @param {[start: number, length: number]} rows
   * @param {[start: number, length: number]} cols
   * @param {number} side
   * @returns {LargePools}
   */
  pools([row, rows], [col, cols], side) {
    return guarded(() => raw(this).pools(row, rows, col, cols, side));
  }

  /** A row of weights; NaN where masked or missing. @param {number} query @returns {Float32Array} */
  row(query) {
    return guarded(() => raw(this).row(query));
  }

  /**
   * Supplies log-sum-exps that were computed elsewhere, from a row on.
   *
   * @param {number} first @param {Float32Array} sums
   */
  know(first, sums) {
    guarded(() => raw(this).know(first, sums));
  }
}

/**
 * Pools rows that were read.
 *
 * @param {Float32Array} cells - (rows, keys)
 * @param {number} keys
 * @param {number} position - of the first row among the keys
 * @param {number} group
 * @param {number} side
 * @returns {LargeRows}
 */
export function pooledRows(cells, keys, position, group, side) {
  return guarded(() => bindings.pooledRows(cells, keys, position, group, side));
}

/** @param {PreparedHead} head */
function raw(head) {
  return Handle.raw(PreparedHead, head, 'the head');
}
