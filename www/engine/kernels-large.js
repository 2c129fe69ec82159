/** Parts of heads whose weights do not fit into memory, computed from queries and keys. */
import { bindings, handle } from './kernels-instance.js';

export { load } from './kernels-instance.js';

/**
 * @typedef {bindings.LargeInfo} LargeInfo
 * @typedef {bindings.LargeRows} LargeRows
 * @typedef {bindings.LargePools} LargePools
 * @typedef {bindings.HeadRule} HeadRule
 */

/** @typedef {bindings.RowPools} RowPools */
export const RowPools = handle(bindings.RowPools, 'the pools');

/** The queries and keys of a large head. An attention sink is a column before the keys. */
export class PreparedHead extends handle(bindings.PreparedHead, 'the head') {
  /**
   * @param {{ rule: HeadRule, features: number, q: Float32Array, k: Float32Array }} vectors - (tokens,
   *   features) each
   * @param {{ places: Uint32Array, queries: number } | null} [some] - the queries in `q`; by default all
   */
  constructor({ rule, features, q, k }, some = null) {
    super(rule, features, q, k, some?.places ?? null, some?.queries ?? 0);
  }

  /**
   * Sets the keys that some rows may attend to, in place of those of the rule: the number of ranges of each
   * row, and the first key and the end of each range. Rows ascend. Only these can be computed then.
   *
   * @param {Uint32Array} rows @param {{ counts: Uint32Array, bounds: Uint32Array }} ranges
   */
  see(rows, { counts, bounds }) {
    this.seeRanges(rows, counts, bounds);
  }

  /**
   * The weights of some rows over other keys than those of `see`, which stay: (rows, columns), NaN where
   * masked or missing. Rows ascend.
   *
   * @param {Uint32Array} rows
   * @param {{ counts: Uint32Array, bounds: Uint32Array } | null} [ranges] - by default the keys of the rule
   */
  rowsOver(rows, ranges = null) {
    return this.rowsOverRanges(rows, ranges?.counts ?? null, ranges?.bounds ?? null);
  }
}
