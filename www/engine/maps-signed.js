/** Heads of layers that keep a state in place of a softmax, and figures of signed weights. */
import { plain } from './instance.js';
import { HeadMap, rawMap } from './maps-head-map.js';
import { Handle, bindings, guarded } from './maps-instance.js';

/**
 * @typedef {bindings.LinearOptions} LinearOptions
 * @typedef {bindings.SignedFigures} SignedFigures
 * @typedef {bindings.EraseFigures} EraseFigures
 */

/**
 * A head that keeps a state. Its output is its map times the values.
 *
 * @extends {Handle<bindings.LinearHead>}
 */
export class LinearHead extends Handle {
  /** The exact weights, which are signed. */
  map() {
    return guarded(() => new HeadMap(raw(this).map()));
  }

  /** The weights without the erase term, which are wrong: for comparison. */
  mapWithoutErase() {
    return guarded(() => new HeadMap(raw(this).mapWithoutErase()));
  }

  /** Whether a write erases what its key reads. */
  erases() {
    return guarded(() => raw(this).erases());
  }

  /**
   * What is left at a query of each write, without what was erased.
   *
   * @param {number} query
   * @returns {Float64Array}
   */
  decays(query) {
    return guarded(() => raw(this).decays(query));
  }

  /**
   * The largest difference of the map times the values from the output of the recurrence, by the largest
   * output.
   *
   * @param {HeadMap} v @returns {number}
   */
  difference(v) {
    return guarded(() => raw(this).difference(rawMap(v, 'v')));
  }

  /** The number of tokens: of queries, and of keys. @returns {number} */
  tokens() {
    return guarded(() => raw(this).tokens());
  }

  /** The bytes of memory that it uses. @returns {number} */
  bytes() {
    return guarded(() => raw(this).bytes());
  }

  /**
   * A row of weights; NaN for keys after the query. Here and below, weights of less than 1e-8 of a bound that
   * no weight of their row exceeds may be 0, so that rows go back only as far as they have to.
   *
   * @param {number} query @returns {Float32Array}
   */
  row(query) {
    return guarded(() => raw(this).row(query));
  }

  /**
   * The weights of some rows at some columns; NaN for keys after their query. Columns ascend.
   *
   * @param {Uint32Array} rows @param {Uint32Array} columns @returns {Float32Array}
   */
  sample(rows, columns) {
    return guarded(() => raw(this).sample(rows, columns));
  }

  /**
   * Rows, pooled: `group` rows by `side` keys become one cell, which has the weight farthest from 0.
   *
   * @param {Uint32Array} rows @param {number} group @param {number} side @returns {bindings.LargeRows}
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
   * @returns {bindings.LargePools}
   */
  pools([row, rows], [col, cols], side) {
    return guarded(() => raw(this).pools(row, rows, col, cols, side));
  }

  /** How the map differs without the erase term. @param {HeadMap | null} v - freed @returns {EraseFigures} */
  erase(v) {
    const [head, values] = [raw(this), v ? rawMap(v, 'v', true) : undefined];
    return guarded(() => head.erase(values));
  }
}

/** @param {LinearHead} head */
const raw = (head) => Handle.raw(LinearHead, head, 'the head');

/**
 * A head from its queries and keys, betas and log decays: `docs/format.md` describes them.
 *
 * @param {HeadMap} q
 * @param {HeadMap} k
 * @param {Float32Array | null} beta - null for kinds without it
 * @param {Float32Array} logDecay
 * @param {LinearOptions} options
 */
export function linearHead(q, k, beta, logDecay, options) {
  const plainOptions = plain(options, 'linear options');
  return guarded(
    () => new LinearHead(bindings.linearHead(rawMap(q, 'q'), rawMap(k, 'k'), beta, logDecay, plainOptions)),
  );
}

/**
 * The weights of differential attention: those of one softmax minus `lambda` times those of another.
 *
 * @param {HeadMap} first @param {HeadMap} second @param {Float32Array} lambda - one number for each query
 */
export function differential(first, second, lambda) {
  return guarded(() => new HeadMap(bindings.differential(rawMap(first), rawMap(second), lambda)));
}

/**
 * The figures of signed weights.
 *
 * @param {HeadMap} map @param {number} offset - the position of query 0 among the keys @returns {SignedFigures}
 */
export function signedFigures(map, offset) {
  return guarded(() => bindings.signedFigures(rawMap(map), offset));
}
