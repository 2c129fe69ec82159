/**
 * Parts of the weights of a large head, in the Worker: computed from queries and keys, or read from a file in
 * slices. The whole matrix is never in memory.
 */
import { load, PreparedHead } from '../../../engine/kernels-large.js';
import { MaskRanges } from '../../../engine/maps.js';
import { columnReader } from './columns.js';
import { poolsOf, rangeOf, sliced } from './parts.js';
import { readPart } from '../service/read-part.js';
import { cellsOf, rectanglePicks, slicesOf, vectorsAt } from '../service/heads.js';
import { ruleAt } from '../service/rule.js';
import { keptRows } from '../picked/kept-rows.js';
import { pickedRows, pooledCols, single, unpicked } from '../picked/large.js';
import { isPicked, isSigned } from '../reading/layers.js';
import { stateSource } from '../signed/large.js';
import { using } from '../../../engine/handle.js';
/** @import { TensorFile } from '../../../engine/maps.js' */
/** @import { Range, Reading } from '../types.js' */
/** @import { FileSlice, HeadOf } from '../service/heads.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */

/** A request for more bytes than this is read with read-ahead. */
const WIDE = 1 << 18;
/** The most numbers that are read at once for pools of a file whose columns are contiguous. */
const BAND = 1 << 22;

/**
 * Parts of the weights of a head, for a request about it.
 *
 * @typedef {object} LargeSource
 * @property {LargeInfo & { isByColumn?: boolean }} info - `isByColumn`: the weights of a key are contiguous in the file
 * @property {(of: HeadOf, rows: Uint32Array, group: number, side: number) => LargeRows | Promise<LargeRows>} rows -
 *   rows, pooled in groups of rows and `side` keys
 * @property {(of: HeadOf, rows: Uint32Array, columns: Uint32Array) => Float32Array | Promise<Float32Array>} sample -
 *   the weights at each row and column
 * @property {(of: HeadOf, rows: Range, cols: Range, side: number) => LargePools | Promise<LargePools>} pools -
 *   a rectangle, pooled
 * @property {(of: HeadOf, query: number) => Float32Array | Promise<Float32Array>} row
 * @property {(of: HeadOf, first: number, sums: Float64Array) => void} [setLogSumExps] - stores log-sum-exps that
 *   another Worker computed, from a first row on
 * @property {ReturnType<typeof keptRows>['rows']} [keptRows] - what some queries keep of their dense rows
 * @property {ReturnType<typeof keptRows>['query']} [keptQuery] - what one query keeps
 * @property {() => void} free
 */

/**
 * Opens a large head. The first one starts the kernels.
 *
 * @param {HeadOf} of
 * @param {Uint32Array} [places] - the only rows that will be requested. Other queries are not read if the
 *   file allows it
 * @returns {Promise<LargeSource>}
 */
export async function openLarge(of, places) {
  const { engine, task, reading } = of;
  if (reading.kind === 'weights') return readSource(of, (await slicesOf(of, 'weights'))[0]);
  if (isSigned(reading, of.layer)) return stateSource(of);
  await load(of.kernels);
  const { q, k } = await vectorsAt(of, places);
  const some = places && q.queries < reading.queries ? { places, queries: reading.queries } : null;
  const [size, keys] = [q.keys, k.queries];
  task.step({ pairs: (q.queries + keys) * size });
  const rule = await ruleAt(of);
  const large = new PreparedHead(engine.kernelVectors(q, k, rule, some), some);
  const picks = isPicked(reading, of.layer) ? await pickedRows(of, rule) : null;
  const mask = rule.mask ? new MaskRanges(rule, reading.queries, keys) : null;
  const see = (/** @type {Uint32Array} */ rows) => mask && large.see(rows, mask.ranges(rows));
  const info = large.info();
  // The reply to a request for `info` takes the memory of its arrays.
  const own = large.info();
  const slices = sliced();
  const kept = keptRows({
    keys,
    async dense({ task: running }, rows) {
      running.step({ products: rows.length * keys * size });
      slices.check();
      return large.rowsOver(rows, mask?.ranges(rows));
    },
    picks,
  });
  /**
   * Computes rows in slices, at `columns` more columns each; returns the keys that could have been picked.
   *
   * @param {HeadOf} head
   * @param {Uint32Array} rows
   * @param {number} columns
   * @param {(start: number, end: number) => void} run - computes a range of `rows`
   * @param {number} [unit] - see `slicer`
   */
  const inSlices = async (head, rows, columns, run, unit) => {
    const found = picks && (await picks.ofRows(head, rows));
    const counts = found ? found.keyCounts : (mask ?? large).keyCounts(rows);
    const products = (/** @type {number} */ at) => (counts[at] + columns) * size;
    await slices.run(head.task, { count: rows.length, products, unit }, (start, end) => {
      // Another request may have set the keys of other rows in the meantime.
      if (found) large.see(rows.subarray(start, end), found.ranges(start, end));
      else see(rows.subarray(start, end));
      run(start, end);
    });
    return found?.seen;
  };
  return {
    info,
    async rows(head, rows, group, side) {
      const pools = large.rowPools(rows.length, group, side);
      try {
        const run = (/** @type {number} */ start, /** @type {number} */ end) =>
          large.rows(rows.subarray(start, end), pools);
        const seen = await inSlices(head, rows, 0, run);
        const found = pools.finish();
        if (seen) unpicked(found.greatest, own, rows, seen, pooledCols(0, own.keys, side), group);
        return found;
      } finally {
        pools.free();
      }
    },
    async sample(head, rows, columns) {
      const cells = new Float32Array(rows.length * columns.length);
      const seen = await inSlices(head, rows, columns.length, (start, end) =>
        cells.set(large.sample(rows.subarray(start, end), columns), start * columns.length),
      );
      return seen ? unpicked(cells, own, rows, seen, single(columns)) : cells;
    },
    async pools(head, [row, rows], cols, side) {
      const pools = poolsOf(rows, cols[1], side);
      const run = (/** @type {number} */ start, /** @type {number} */ end) =>
        pools.add(start, large.pools([row + start, end - start], cols, side));
      const all = rangeOf(row, rows);
      const seen = await inSlices(head, all, cols[1], run, side);
      if (seen) unpicked(pools.greatest, own, all, seen, pooledCols(...cols, side), side);
      return pools.found;
    },
    async row(head, query) {
      head.task.step({ products: reading.keys * size });
      const one = Uint32Array.of(query);
      if (!picks) {
        see(one);
        return large.row(query);
      }
      const found = await picks.ofRows(head, one);
      large.see(one, found.ranges(0, 1));
      return unpicked(large.row(query), own, one, found.seen, pooledCols(0, own.keys, 1));
    },
    setLogSumExps: (_, first, sums) => large.setLogSumExps(first, sums),
    keptRows: kept.rows,
    keptQuery: kept.query,
    free() {
      slices.end();
      large.free();
      mask?.free();
      picks?.free();
    },
  };
}

/**
 * Weights that are read on demand.
 *
 * @param {HeadOf} head
 * @param {FileSlice} slice - of the whole head
 * @returns {LargeSource}
 */
function readSource({ engine, reading }, slice) {
  const { queries, keys, offset } = reading;
  const { columnMajor = false } = slice.open.listing.tensors[slice.of.tensor];
  // Whether the weights of a key, and not of a query, are contiguous in the file.
  const isByColumn = slice.axes[0] < slice.axes[1] === columnMajor;
  const read = (/** @type {HeadOf} */ of, /** @type {Range} */ rows, /** @type {Range} */ cols) =>
    rectangle(of, slice, rows, cols);
  const columns = isByColumn ? columnReader(engine, reading, read) : null;
  const readRows = async (/** @type {HeadOf} */ of, /** @type {Uint32Array} */ rows) =>
    columns
      ? engine.headMap(rows.length, keys, await columns.rows(of, rows))
      : read(of, [rows[0], rows.length], [0, keys]);
  const kept = keptRows({
    keys,
    async dense(of, rows) {
      const cells = new Float32Array(rows.length * keys).fill(NaN);
      for (const [at, query] of rows.entries()) {
        await of.task.yieldToOthers();
        const row = await using(await readRows(of, Uint32Array.of(query)), cellsOf);
        cells.set(row.subarray(0, query + 1), at * keys);
      }
      return cells;
    },
    picks: null,
  });
  return {
    info: {
      queries,
      keys,
      sinks: 0,
      offset,
      before: null,
      after: null,
      missingKeys: new Uint32Array(),
      missingQueries: new Uint32Array(),
      bytes: 0,
      isByColumn,
    },
    async rows(of, rows, group, side) {
      const isContiguous = rows.every((row, at) => row === rows[0] + at);
      const step = columns || isContiguous ? rows.length : 1;
      const pools = engine.rowPools(rows.length, keys, group, side);
      try {
        for (let at = 0; at < rows.length; at += step) {
          await of.task.yieldToOthers();
          const some = rows.subarray(at, at + step);
          await using(await readRows(of, some), (map) => pools.add(map, some, offset));
        }
        return pools.finish();
      } finally {
        pools.free();
      }
    },
    async sample(of, rows, wanted) {
      if (columns) return columns.sample(of, rows, wanted);
      const first = wanted[0];
      const length = wanted[wanted.length - 1] - first + 1;
      const sampled = new Float32Array(rows.length * wanted.length);
      const isDense = length / wanted.length < 2 && rows[rows.length - 1] - rows[0] === rows.length - 1;
      const block = isDense ? rows.length : 1;
      for (let at = 0; at < rows.length; at += block) {
        await of.task.yieldToOthers();
        const cells = await using(await read(of, [rows[at], block], [first, length]), cellsOf);
        for (let row = 0; row < block; row += 1)
          for (let place = 0; place < wanted.length; place += 1)
            sampled[(at + row) * wanted.length + place] = cells[row * length + wanted[place] - first];
      }
      return sampled;
    },
    async pools(of, [row, rows], cols, side) {
      const pools = poolsOf(rows, cols[1], side);
      // The columns of several lines are read at once, because each one is a read of its own.
      const band = columns ? Math.max(1, Math.floor(BAND / (side * cols[1]))) * side : side;
      for (let first = 0; first < rows; first += band) {
        await of.task.yieldToOthers();
        const range = /** @type {Range} */ ([row + first, Math.min(band, rows - first)]);
        const map = await read(of, range, cols);
        pools.add(first, await using(map, () => engine.pooled(map, side)));
      }
      return pools.found;
    },
    row: async (of, query) => await using(await readRows(of, Uint32Array.of(query)), cellsOf),
    keptRows: kept.rows,
    keptQuery: kept.query,
    free() {},
  };
}

/**
 * Reads a rectangle of weights, (rows, cols).
 *
 * @param {HeadOf} head
 * @param {FileSlice} slice
 * @param {Range} rows
 * @param {Range} cols
 */
function rectangle({ task }, slice, rows, cols) {
  const { open, of, axes } = slice;
  const picks = rectanglePicks(slice, rows, cols);
  const matrix = (/** @type {ReturnType<TensorFile['read']>} */ reading) => reading.matrix(axes[1] < axes[0]);
  // Narrow reads suit parts that are far from each other.
  return readPart(open, of.tensor, picks, task, matrix, (length) => length <= WIDE);
}

/** @typedef {{ slot: number, layer: number, head: number }} LargePlace */
/** @typedef {Exclude<keyof LargeSource, 'free'>} LargeMethod */

/**
 * The open large head of a Worker. Only one is open at a time, because its queries and keys take most of the
 * memory.
 */
export function largeHeads() {
  /** @type {{ reading: Reading, layer: number, head: number, source: Promise<LargeSource> } | null} */
  let current = null;

  function close() {
    current?.source.then((source) => source.free()).catch(() => {});
    current = null;
  }

  /** Opens a head unless it is open already. @param {HeadOf} of */
  async function open(of) {
    const { reading, layer, head } = of;
    if (current?.reading !== reading || current.layer !== layer || current.head !== head) {
      close();
      current = { reading, layer, head, source: openLarge(of) };
    }
    const opened = current;
    try {
      return await opened.source;
    } catch (error) {
      if (current === opened) current = null;
      throw error;
    }
  }

  return {
    /**
     * Handles a request about a head. A Worker that replaces another opens the head again.
     *
     * @param {HeadOf} of @param {LargeMethod} method @param {any[]} args
     */
    async call(of, method, args) {
      const source = await open(of);
      if (method === 'info') return source.info;
      return /** @type {((...all: unknown[]) => unknown) | undefined} */ (source[method])?.(of, ...args);
    },
    end: close,
  };
}
