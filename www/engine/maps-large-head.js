/** Heads whose weights do not fit into memory: what is known of them, and rows that come from a file. */
import { rawMap } from './maps-head-map.js';
import { places } from './instance.js';
import { Handle, bindings, guarded } from './maps-instance.js';
/** @import { HeadMap } from './maps-head-map.js' */
/** @import { Places } from './instance.js' */

/**
 * @typedef {bindings.MeasureName} MeasureName
 * @typedef {bindings.LargePools} LargePools
 * @typedef {bindings.LargeRows} LargeRows
 */
/**
 * The value of a pool: its greatest weight, its mean, or its share of the weight of a row.
 *
 * @typedef {'max' | 'mean' | 'mass'} LargePooling
 */
/**
 * A cell with a large weight. `times` is the weight divided by that of a uniform row over the keys that the
 * query may attend to.
 *
 * @typedef {{ query: number, key: number, weight: number, times: number }} OutstandingCell
 */
/**
 * Measures with their standard errors; null if no row contributes.
 *
 * @typedef {{ measures: Record<MeasureName, number | null>, errors: Record<MeasureName, number | null> }} EstimatedMeasures
 */

const POOLINGS = /** @type {const} */ (['max', 'mean', 'mass']);

/**
 * The pyramid, margins, measures and outstanding cells of the known rows of a head. The rows are computed or
 * read elsewhere.
 *
 * @extends {Handle<bindings.LargeHead>}
 */
export class LargeHead extends Handle {
  /** @param {number} queries @param {number} keys */
  constructor(queries, keys) {
    super(guarded(() => new bindings.LargeHead(queries, keys)));
  }

  /** The sizes of the levels, the finest level of the pyramid, and the weights that `open` takes. */
  shape() {
    return guarded(() => {
      const head = raw(this);
      const levels = grouped(head.levels(), 2).map(([rows, cols]) => ({ rows, cols }));
      return {
        levels,
        base: head.base(),
        sample: head.sample(),
        colorRows: head.colorRows(),
        colorColumns: head.colorColumns(),
      };
    });
  }

  /**
   * Sets the mask and the first sample.
   *
   * @param {{ offset: number, before: number | null, after: number | null, sinks: number }} mask - the position
   *   of query 0 among the keys, the largest number of keys before and after its position that a query may
   *   attend to (null: all), and the number of first keys that are sinks
   * @param {Float32Array} figures - of the rows of `shape().sample`
   * @param {Float32Array} weights - at the rows and columns for colors
   */
  open({ offset, before, after, sinks }, figures, weights) {
    guarded(() => raw(this).open(offset, before, after, sinks, figures, weights));
  }

  /**
   * Sets the number of keys of some queries, for a mask that is not by position, before their figures are
   * added.
   *
   * @param {Uint32Array} queries @param {Uint32Array} counts
   */
  setKeyCounts(queries, counts) {
    guarded(() => raw(this).setKeyCounts(queries, counts));
  }

  /** The quantiles and the entropies of the first sample. */
  colors() {
    return guarded(() => ({ quantiles: raw(this).quantiles(), entropies: raw(this).entropies() }));
  }

  /**
   * Assigns the next rows to compute within a range of rows, in pools of `side` rows and columns.
   *
   * @param {Places} rows
   */
  takeUnit(rows) {
    const [row, count] = places('rows', rows);
    const [index, start, length, side] = guarded(() => raw(this).takeUnit(row, count));
    return index === undefined ? null : { index, start, length, side };
  }

  /** Whether `takeUnit` would assign rows. @param {Places} rows */
  hasUnit(rows) {
    const [start, length] = places('rows', rows);
    return guarded(() => raw(this).hasUnit(start, length));
  }

  /** Returns rows that could not be computed. @param {number} unit */
  giveBack(unit) {
    guarded(() => raw(this).giveBack(unit));
  }

  /** Adds the results of rows. @param {number} unit @param {Omit<LargeRows, 'logSumExps'>} rows */
  addUnit(unit, { greatest, sums, figures, keySums }) {
    guarded(() => raw(this).addUnit(unit, greatest, sums, figures, keySums));
  }

  /** For each query, its entropy and the sum of its weights; for each key, its mean weight. */
  margins() {
    return guarded(() => ({
      queryEntropy: raw(this).queryEntropy(),
      querySum: raw(this).querySum(),
      keyMean: raw(this).keyMean(),
    }));
  }

  /** The least and the greatest known weight. */
  range() {
    const [least, greatest] = guarded(() => raw(this).range());
    return { least, greatest };
  }

  /** The known cells that stand out most. @returns {OutstandingCell[]} */
  outstanding() {
    const cells = grouped(
      guarded(() => raw(this).outstanding()),
      4,
    );
    return cells.map(([query, key, weight, times]) => ({ query, key, weight, times }));
  }

  /** The measures of the whole head. Until all rows are known, they are estimated from the first sample. */
  measures() {
    return guarded(() => ({ ...measuresOf(raw(this).measures()), isExact: raw(this).isExact() }));
  }

  /** The number of known units in a range of rows, and of all units there. @param {Places} rows */
  progress(rows) {
    const [start, length] = places('rows', rows);
    return guarded(() => raw(this).progress(start, length));
  }

  /** The bytes of memory that it uses. */
  bytes() {
    return guarded(() => raw(this).bytes());
  }

  /**
   * For each query, the first key and the end of the keys near its position that it may attend to.
   *
   * @param {Uint32Array} queries
   */
  reached(queries) {
    return guarded(() => raw(this).reached(queries));
  }

  /**
   * The quantile of the pools of a level where the color scale ends; 0 while too few rows are known.
   *
   * @param {LargePooling} by @param {number} level @param {number} share
   */
  colorEnd(by, level, share) {
    return guarded(() => raw(this).colorEnd(POOLINGS.indexOf(by), level, share));
  }

  /**
   * The weights that a tile needs: those at rows and columns, the pools of a rectangle, or none.
   *
   * @param {number} level
   * @param {Places} rows
   * @param {Places} cols
   */
  plan(level, rows, cols) {
    const [[row, tall], [col, wide]] = [places('rows', rows), places('columns', cols)];
    const [kind, ...list] = guarded(() => raw(this).plan(level, row, tall, col, wide));
    if (kind === 1) {
      const [down, across] = [list.slice(0, tall), list.slice(tall)].map((all) => Uint32Array.from(all));
      return { sample: { rows: down, columns: across }, pools: null };
    }
    if (kind === undefined) return { sample: null, pools: null };
    const [first, height, left, width, side] = list;
    const columns = /** @type {Places} */ ([left, width]);
    return { sample: null, pools: { rows: /** @type {Places} */ ([first, height]), columns, side } };
  }

  /**
   * A tile of a level, in row-major order.
   *
   * @param {LargePooling} by
   * @param {number} level
   * @param {Places} rows
   * @param {Places} cols
   * @param {{ weights: Float32Array | null, sums: Float32Array | null }} found - the weights of its plan:
   *   single ones, the greatest ones and the sums of pools, or none. Cells that are not known are NaN
   */
  tile(by, level, rows, cols, { weights, sums }) {
    const [[row, tall], [col, wide]] = [places('rows', rows), places('columns', cols)];
    const value = POOLINGS.indexOf(by);
    return guarded(() => raw(this).tile(value, level, row, tall, col, wide, weights, sums));
  }
}

/** @param {LargeHead} head */
function raw(head) {
  return Handle.raw(LargeHead, head, 'the head');
}

/** @param {ArrayLike<number>} list @param {number} length */
function grouped(list, length) {
  return Array.from({ length: list.length / length }, (_, at) =>
    Array.from({ length }, (_, place) => list[at * length + place]),
  );
}

/** Names the values and the errors of measures. @param {Float64Array} list @returns {EstimatedMeasures} */
function measuresOf(list) {
  const pairs = bindings
    .measureNames()
    .map((name, at) => ({ name, value: list[2 * at], error: list[2 * at + 1] }));
  const named = (/** @type {'value' | 'error'} */ part) =>
    /** @type {EstimatedMeasures['errors']} */ (
      Object.fromEntries(pairs.map((pair) => [pair.name, Number.isNaN(pair.value) ? null : pair[part]]))
    );
  return { measures: named('value'), errors: named('error') };
}

/**
 * Rows of weights that are pooled as they are read.
 *
 * @extends {Handle<bindings.RowPools>}
 */
class RowPools extends Handle {
  /**
   * Adds the rows of a map.
   *
   * @param {HeadMap} map
   * @param {Uint32Array} queries - the query of each row
   * @param {number} offset - the position of query 0 among the keys
   */
  add(map, queries, offset) {
    const rows = rawMap(map);
    guarded(() => Handle.raw(RowPools, this, 'the pools').add(rows, queries, offset));
  }

  /** The pools and the figures of the rows. This handle is freed. @returns {LargeRows} */
  finish() {
    return guarded(() => Handle.raw(RowPools, this, 'the pools', true).finish());
  }
}

/**
 * Pools for rows of weights: `group` rows by `side` columns become one cell.
 *
 * @param {number} rows
 * @param {number} keys
 * @param {number} group
 * @param {number} side
 */
export function rowPools(rows, keys, group, side) {
  return guarded(() => new RowPools(bindings.rowPools(rows, keys, group, side)));
}

/**
 * The pools of a map, of `side` rows and columns.
 *
 * @param {HeadMap} map @param {number} side @returns {LargePools}
 */
export function pooled(map, side) {
  return guarded(() => bindings.pooled(rawMap(map), side));
}

/**
 * The number of rows of a unit, and the units of a head in the order in which they are computed.
 *
 * @param {number} queries
 */
export function rowUnits(queries) {
  return guarded(() => ({ rows: bindings.unitRows(), order: bindings.unitOrder(queries) }));
}

/**
 * Selects rows at random: one of each of `strata` equal strata of the rows of a head, and more in the first
 * one. The result is always the same.
 *
 * @param {number} queries @param {number} strata
 */
export function rowSample(queries, strata) {
  return guarded(() => bindings.rowSample(queries, strata));
}

/**
 * The measures of a head with their errors and a small picture, from the rows of `rowSample`.
 *
 * @param {number} queries
 * @param {number} strata
 * @param {number} side - the maximum number of rows of the picture
 * @param {{ figures: Float32Array, greatest: Float32Array }} rows - the figures of each row, and the greatest
 *   weight of each pool of its keys
 */
export function sampledOverview(queries, strata, side, { figures, greatest }) {
  return guarded(() => ({
    ...bindings.sampledOverview(queries, strata, side, figures, greatest),
    errors: measuresOf(bindings.sampledMeasures(queries, strata, figures)).errors,
  }));
}

/**
 * The keys that each query sees by a rule with a mask expression.
 *
 * @extends {Handle<bindings.MaskRanges>}
 */
export class MaskRanges extends Handle {
  /** @param {bindings.AttentionRule} rule @param {number} queries @param {number} keys */
  constructor(rule, queries, keys) {
    super(guarded(() => new bindings.MaskRanges(rule, queries, keys)));
  }

  /**
   * The number of ranges of keys of each query, and the first key and the end of each range.
   *
   * @param {Uint32Array} queries
   */
  ranges(queries) {
    const mask = Handle.raw(MaskRanges, this, 'the mask');
    return guarded(() => ({ counts: mask.counts(queries), bounds: mask.bounds(queries) }));
  }

  /** The number of keys of each query. @param {Uint32Array} queries */
  keyCounts(queries) {
    return guarded(() => Handle.raw(MaskRanges, this, 'the mask').keyCounts(queries));
  }
}
