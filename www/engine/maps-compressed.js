/** Heads with entries: keys that stand for several tokens each. */
import { plain } from './instance.js';
import { HeadMap, rawMap } from './maps-head-map.js';
import { Handle, bindings, guarded } from './maps-instance.js';
/** @import { AttentionRule } from './maps.js' */

/**
 * A head whose queries attend to single tokens, and to entries.
 *
 * @extends {Handle<bindings.CompressedHead>}
 */
export class CompressedHead extends Handle {
  /** The weights by token: that of an entry is added to its tokens in equal shares. */
  map() {
    return guarded(() => new HeadMap(raw(this).map()));
  }

  /**
   * The weights of a query: of the sink, if there is one, the tokens and the entries.
   *
   * @param {number} query @returns {Float32Array}
   */
  row(query) {
    return guarded(() => raw(this).row(query));
  }

  /** The entries that a query attends to. @param {number} query @returns {Uint32Array} */
  entries(query) {
    return guarded(() => raw(this).entries(query));
  }

  /**
   * The first token and the end of each range of tokens that a query sees by themselves.
   *
   * @param {number} query @returns {Uint32Array}
   */
  seen(query) {
    return guarded(() => raw(this).seen(query));
  }

  /**
   * For each query, the weight that it would give to the complete entries that it did not pick.
   *
   * @returns {Float32Array}
   */
  lost() {
    return guarded(() => raw(this).lost());
  }

  /**
   * Two square pictures of at most this side, one after the other, of single tokens and of entries, both with
   * a column for each token: the weight, -1 where a query did not attend, NaN for what is after it.
   *
   * @param {number} side @returns {Float32Array}
   */
  pictures(side) {
    return guarded(() => raw(this).pictures(side));
  }
}

/** @param {CompressedHead} head */
const raw = (head) => Handle.raw(CompressedHead, head, 'the head with entries');

/**
 * @param {object} of
 * @param {HeadMap} of.q
 * @param {HeadMap} of.k
 * @param {HeadMap} of.kCompressed - one row for each entry
 * @param {HeadMap | null} of.picks - (queries, places): the entries that each query picked, negative numbers are
 *   unused places; null if queries attend to all complete entries. Freed
 * @param {AttentionRule} of.rule - which tokens a query sees by themselves
 * @param {number} of.m - the number of tokens of an entry
 * @param {number} of.layer
 * @param {number} of.group
 */
export function compressedHead({ q, k, kCompressed, picks, rule, m, layer, group }) {
  const [queries, keys, entries] = [rawMap(q, 'q'), rawMap(k, 'k'), rawMap(kCompressed, 'the entries')];
  const picked = picks ? Handle.raw(HeadMap, picks, 'selected', true) : undefined;
  const plainRule = plain(rule, 'weights options');
  return guarded(
    () =>
      new CompressedHead(bindings.compressedHead(queries, keys, entries, picked, plainRule, m, layer, group)),
  );
}
