/** Parts of heads whose weights do not fit into memory, computed from queries and keys. */
import { Handle, bindings, guarded } from './kernels-instance.js';

export { load } from './kernels-instance.js';

/**
 * @typedef {bindings.LargeInfo} LargeInfo
 * @typedef {bindings.LargeRows} LargeRows
 * @typedef {bindings.LargePools} LargePools
 * @typedef {bindings.HeadRule} HeadRule
 */

/**
 * Rows of a large head that are pooled in several calls.
 *
 * @extends {Handle<bindings.RowPools>}
 */
export class RowPools extends Handle {
  /** The pools and the figures of the rows. It also frees the handle. @returns {LargeRows} */
  finish() {
    const taken = Handle.raw(RowPools, this, 'the pools', true);
    return guarded(() => taken.finish());
  }
}

/**
 * The queries and keys of a large head. An attention sink is a column before the keys.
 *
 * @extends {Handle<bindings.PreparedHead>}
 */
export class PreparedHead extends Handle {
  /**
   * @param {{ rule: HeadRule, features: number, q: Float32Array, k: Float32Array }} vectors - (tokens,
   *   features) each
   * @param {{ places: Uint32Array, queries: number } | null} [some] - the queries in `q`; by default all
   */
  constructor({ rule, features, q, k }, some = null) {
    const { places = null, queries = 0 } = some ?? {};
    super(guarded(() => new bindings.PreparedHead(rule, features, q, k, places, queries)));
  }

  /** @returns {LargeInfo} */
  info() {
    return guarded(() => raw(this).info());
  }

  /**
   * The weights of some rows at some columns, in row-major order; NaN where masked or missing. Columns
   * ascend.
   *
   * @param {Uint32Array} rows @param {Uint32Array} columns @returns {Float32Array}
   */
  sample(rows, columns) {
    return guarded(() => raw(this).sample(rows, columns));
  }

  /**
   * Pools for `rows` rows of this head: `group` rows by `side` columns become one cell.
   *
   * @param {number} rows @param {number} group @param {number} side
   */
  rowPools(rows, group, side) {
    return new RowPools(guarded(() => raw(this).rowPools(rows, group, side)));
  }

  /**
   * Computes rows and adds them to pools. The result does not depend on how the rows are divided among calls.
   *
   * @param {Uint32Array} rows @param {RowPools} pools
   */
  rows(rows, pools) {
    const into = Handle.raw(RowPools, pools, 'the pools');
    guarded(() => raw(this).rows(rows, into));
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

  /**
   * Sets the keys that some rows may attend to, in place of those of the options: the number of ranges of
   * each row, and the first key and the end of each range. Rows ascend. Only these can be computed then.
   *
   * @param {Uint32Array} rows @param {{ counts: Uint32Array, bounds: Uint32Array }} ranges
   */
  see(rows, { counts, bounds }) {
    guarded(() => raw(this).see(rows, counts, bounds));
  }

  /**
   * The weights of some rows over other keys than those of `see`, which stay: (rows, columns), NaN where
   * masked or missing. Rows ascend.
   *
   * @param {Uint32Array} rows
   * @param {{ counts: Uint32Array, bounds: Uint32Array } | null} [ranges] - by default the keys of the rule
   * @returns {Float32Array}
   */
  rowsOver(rows, ranges = null) {
    const { counts = null, bounds = null } = ranges ?? {};
    return guarded(() => raw(this).rowsOver(rows, counts, bounds));
  }

  /** The number of keys that each row may attend to. @param {Uint32Array} rows @returns {Uint32Array} */
  keyCounts(rows) {
    return guarded(() => raw(this).keyCounts(rows));
  }

  /** A row of weights; NaN where masked or missing. @param {number} query @returns {Float32Array} */
  row(query) {
    return guarded(() => raw(this).row(query));
  }

  /**
   * Supplies log-sum-exps that were computed elsewhere, starting at row `first`.
   *
   * @param {number} first @param {Float64Array} sums
   */
  setLogSumExps(first, sums) {
    guarded(() => raw(this).setLogSumExps(first, sums));
  }
}

/** @param {PreparedHead} head */
function raw(head) {
  return Handle.raw(PreparedHead, head, 'the head');
}
