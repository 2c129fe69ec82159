/** Picked keys: the weights over them, and what they lose of the dense weights. */
import { plain } from './instance.js';
import { HeadMap, rawMap } from './maps-head-map.js';
import { Handle, bindings, guarded } from './maps-instance.js';
/** @import { AttentionRule } from './maps.js' */

/**
 * How keys are kept: those with the largest weights, the first and the last ones, or those of H2O or SnapKV.
 *
 * @typedef {'best' | 'window' | 'h2o' | 'snapkv'} Policy
 */

/**
 * The keys that each query of a head picked, as a file has them.
 *
 * @extends {Handle<bindings.PickedKeys>}
 */
export class PickedKeys extends Handle {
  /** The largest number of keys that a query picked. @returns {number} */
  most() {
    return guarded(() => Handle.raw(PickedKeys, this, 'the picks').most());
  }

  /**
   * The weights over the picked keys that the rule lets a query see.
   *
   * @param {HeadMap} q @param {HeadMap} k @param {AttentionRule} rule
   */
  weights(q, k, rule) {
    const plainRule = plain(rule, 'weights options');
    const picks = Handle.raw(PickedKeys, this, 'the picks');
    return guarded(() => new HeadMap(picks.weights(rawMap(q, 'q'), rawMap(k, 'k'), plainRule)));
  }
}

/**
 * The picks of a group of heads.
 *
 * @param {HeadMap} picks - (queries, places): keys, or blocks of keys; a negative number is an unused place
 * @param {{ keys: number, offset: number, block: number, layer: number, group: number }} of
 */
export function pickedKeys(picks, { keys, offset, block, layer, group }) {
  return guarded(
    () => new PickedKeys(bindings.pickedKeys(rawMap(picks, 'selected'), keys, offset, block, layer, group)),
  );
}

/**
 * The keys of a picture, and its width in pixels.
 *
 * @typedef {{ first: number, length: number, width: number }} Columns
 */

/**
 * The keys that some queries of a large head picked and see.
 *
 * @extends {Handle<bindings.PickedRanges>}
 */
export class PickedRanges extends Handle {
  /** The number of ranges of each row, and the first key and the end of each range. */
  ranges() {
    return guarded(() => ({ counts: rangesIn(this).counts(), bounds: rangesIn(this).bounds() }));
  }

  /**
   * A picture, (rows, width): of the visible keys in a pixel the share that is picked, -1 if none is picked,
   * NaN if none is visible.
   *
   * @param {Columns} columns @returns {Float32Array}
   */
  picture({ first, length, width }) {
    return guarded(() => rangesIn(this).picture(first, length, width));
  }
}

/** @param {PickedRanges} ranges */
const rangesIn = (ranges) => Handle.raw(PickedRanges, ranges, 'the picks of rows');

/**
 * The picks of some queries of a large head.
 *
 * @param {HeadMap} picks - (rows, places): keys, or blocks of keys; a negative number is an unused place
 * @param {Uint32Array} rows - the query of each
 * @param {AttentionRule} rule
 * @param {{ queries: number, keys: number, block: number, layer: number, group: number }} of
 */
export function pickedRanges(picks, rows, rule, { queries, keys, block, layer, group }) {
  const [map, plainRule] = [rawMap(picks, 'selected'), plain(rule, 'weights options')];
  return guarded(
    () => new PickedRanges(bindings.pickedRanges(map, rows, plainRule, queries, keys, block, layer, group)),
  );
}

/**
 * The keys that each query of a causal head keeps.
 *
 * @extends {Handle<bindings.KeptKeys>}
 */
export class KeptKeys extends Handle {
  /** For each query, the share of its dense weights that is lost. @returns {Float32Array} */
  lost() {
    return guarded(() => kept(this).lost());
  }

  /** The kept keys of a query. @param {number} query @returns {Uint32Array} */
  keys(query) {
    return guarded(() => kept(this).keys(query));
  }

  /**
   * The number of kept keys of all queries, and of those that they could have kept.
   *
   * @returns {Uint32Array}
   */
  counts() {
    return guarded(() => kept(this).counts());
  }

  /**
   * A square picture of at most this side: the dense weight of a kept key, -1 for one that could have been
   * kept, NaN for one that is not visible. With more tokens, one cell of each block is shown.
   *
   * @param {number} side @returns {Float32Array}
   */
  picture(side) {
    return guarded(() => kept(this).picture(side));
  }
}

/**
 * What some queries of a large head keep, from their dense rows, which are given one after the other.
 *
 * @extends {Handle<bindings.KeptRows>}
 */
export class KeptRows extends Handle {
  /**
   * @param {object} how
   * @param {number} how.keys - the number of keys
   * @param {'file' | 'best' | 'window'} how.by - the other policies need all rows
   * @param {number} how.budget
   * @param {Uint32Array} how.budgets - of the curves, in ascending order
   * @param {Columns} how.columns - of the picture
   */
  constructor({ keys, by, budget, budgets, columns: { first, length, width } }) {
    super(guarded(() => new bindings.KeptRows(keys, by, budget, budgets, first, length, width)));
  }

  /**
   * Adds the row of a query.
   *
   * @param {number} position - of the query among the keys
   * @param {Float32Array} weights - dense, of all keys; NaN for keys that the query cannot see
   * @param {Uint32Array | null} [bounds] - the first key and the end of each range that the file picked
   */
  add(position, weights, bounds = null) {
    guarded(() => rowsOf(this).add(position, weights, bounds));
  }

  /** The kept keys of the row that was added last. @returns {Uint32Array} */
  keys() {
    return guarded(() => rowsOf(this).keys());
  }

  /** For each row, the share of its dense weights that is lost. @returns {Float32Array} */
  lost() {
    return guarded(() => rowsOf(this).lost());
  }

  /** The number of kept keys of the rows, and of those that they could have kept. @returns {Float64Array} */
  counts() {
    return guarded(() => rowsOf(this).counts());
  }

  /**
   * How much of the dense weights each budget keeps, as in `recallCurve`, over the rows and for one of them:
   * of the best choice, and of `window`; empty for the others.
   *
   * @param {number} row - counted in the order of `add`
   * @returns {{ best: Float32Array, own: Float32Array }}
   */
  curves(row) {
    return guarded(() => ({ best: rowsOf(this).best(row), own: rowsOf(this).own(row) }));
  }

  /**
   * The rows in three states, (rows, width): the largest dense weight of a kept key in the pixel, -1 if its
   * keys could have been kept, NaN if none is visible.
   *
   * @returns {Float32Array}
   */
  picture() {
    return guarded(() => rowsOf(this).picture());
  }
}

/** @param {KeptRows} rows */
const rowsOf = (rows) => Handle.raw(KeptRows, rows, 'the rows');

/** @param {KeptKeys} keys */
const kept = (keys) => Handle.raw(KeptKeys, keys, 'the kept keys');

/**
 * The keys that queries keep with a budget, or those that a file has.
 *
 * @param {HeadMap} dense @param {Policy} policy @param {number} budget @param {PickedKeys | null} [picked] - freed
 */
export function keptKeys(dense, policy, budget, picked = null) {
  const [map, picks] = [
    rawMap(dense, 'the dense weights'),
    picked ? Handle.raw(PickedKeys, picked, 'the picks', true) : undefined,
  ];
  return guarded(() => new KeptKeys(bindings.keptKeys(map, policy, budget, picks)));
}

/**
 * How much of the dense weights each budget keeps: for each the mean, what nine of ten queries keep at
 * least, what one of ten keeps at least, and what one query keeps.
 *
 * @param {HeadMap} dense @param {Policy} policy @param {Uint32Array} budgets @param {number} query
 * @returns {Float32Array}
 */
export function recallCurve(dense, policy, budgets, query) {
  return guarded(() => bindings.recallCurve(rawMap(dense, 'the dense weights'), policy, budgets, query));
}
