/** Heads whose weights cannot be held as a whole: parts of them, from queries and keys, or from rows that were read. */
import { Handle, bindings, guarded } from './maps-instance.js';
import { HeadMap } from './maps.js';
import { plain } from './instance.js';

/** @typedef {import('../pkg/heedmap_maps_wasm.js').LargeInfo} LargeInfo */
/** @typedef {import('../pkg/heedmap_maps_wasm.js').LargeRows} LargeRows */
/** @typedef {import('../pkg/heedmap_maps_wasm.js').LargePools} LargePools */
/** @typedef {import('../pkg/heedmap_maps_wasm.js').WeightsOptions} WeightsOptions */

/** The queries and keys of a large head. @extends {Handle<import('../pkg/heedmap_maps_wasm.js').LargeHead>} */
export class LargeHead extends Handle {
  /** @returns {LargeInfo} */
  info() {
    return guarded(() => raw(this).info());
  }

  /** The weights where rows and ascending columns cross, row by row; NaN where masked or missing. @param {Uint32Array} rows @param {Uint32Array} columns @returns {Float32Array} */
  sample(rows, columns) {
    return guarded(() => raw(this).sample(rows, columns));
  }

  /** Computes rows: each `group` of them become one, with `side` keys in a pool. @param {Uint32Array} rows @param {number} group @param {number} side @returns {LargeRows} */
  rows(rows, group, side) {
    return guarded(() => raw(this).rows(rows, group, side));
  }

  /** A rectangle in pools of `side` rows and keys. @param {[start: number, length: number]} rows @param {[start: number, length: number]} cols @param {number} side @returns {LargePools} */
  pools([row, rows], [col, cols], side) {
    return guarded(() => raw(this).pools(row, rows, col, cols, side));
  }

  /** A row of weights; NaN where masked or missing. @param {number} query @returns {Float32Array} */
  row(query) {
    return guarded(() => raw(this).row(query));
  }

  /** Supplies log-sum-exps that were computed elsewhere, from a row on. @param {number} first @param {Float32Array} sums */
  know(first, sums) {
    guarded(() => raw(this).know(first, sums));
  }
}

/** Takes over queries and keys, each with their features as columns. @param {HeadMap} q @param {HeadMap} k @param {WeightsOptions} options */
export function largeHead(q, k, options) {
  const given = plain(options, 'weights options');
  const [queries, keys] = [Handle.raw(HeadMap, q, 'q', true), Handle.raw(HeadMap, k, 'k', true)];
  return guarded(() => new LargeHead(bindings.largeHead(queries, keys, given)));
}

/** Pools rows that were read. @param {HeadMap} map @param {number} position - of the first row among the keys @param {number} group @param {number} side @returns {LargeRows} */
export function pooledRows(map, position, group, side) {
  return guarded(() => bindings.pooledRows(Handle.raw(HeadMap, map, 'the map'), position, group, side));
}

/** @param {LargeHead} head */
function raw(head) {
  return Handle.raw(LargeHead, head, 'the head');
}
