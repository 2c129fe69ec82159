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
 * The figures of signed weights.
 *
 * @param {HeadMap} map @param {number} offset - the position of query 0 among the keys @returns {SignedFigures}
 */
export function signedFigures(map, offset) {
  return guarded(() => bindings.signedFigures(rawMap(map), offset));
}
