/**
 * Parts of the weights of a large head, in the Worker: computed from queries and keys, or read from a file in
 * slices. The whole matrix is never in memory.
 */
import { load, PreparedHead } from '../../../engine/kernels-large.js';
import { MaskRanges } from '../../../engine/maps.js';
import { columnReader } from './columns.js';
import { feedOrFree } from '../service/bytes.js';
import { cancelled } from '../service/errors.js';
import { rectanglePicks, slicesOf, vectorsAt } from '../service/heads.js';
import { ruleAt } from '../service/rule.js';
import { keptRows } from '../picked/kept-rows.js';
import { pickedRows, pooledCols, single, unpicked } from '../picked/large.js';
import { isPicked, isSigned } from '../reading/layers.js';
import { slicer } from '../service/task.js';
import { stateSource } from '../signed/large.js';
import { withNames } from '../service/file-store.js';
import { using } from '../../../engine/handle.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Reading } from '../types.js' */
/** @import { Context, FileSlice } from '../service/heads.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */

/** @typedef {[start: number, length: number]} Range */

/** A request for more bytes than this is read with read-ahead. */
const WIDE = 1 << 18;
/** The most numbers that are read at once for pools of a file whose columns are contiguous. */
const BAND = 1 << 22;

/**
 * @typedef {object} LargeSource
 * @property {LargeInfo & { isByColumn?: boolean }} info - `isByColumn`: the weights of a key are contiguous in the file
 * @property {(context: Context, rows: Uint32Array, group: number, side: number) => LargeRows | Promise<LargeRows>} rows -
 *   rows, pooled in groups of rows and `side` keys
 * @property {(context: Context, rows: Uint32Array, columns: Uint32Array) => Float32Array | Promise<Float32Array>} sample -
 *   the weights at each row and column
 * @property {(context: Context, rows: Range, cols: Range, side: number) => LargePools | Promise<LargePools>} pools -
 *   a rectangle, pooled
 * @property {(context: Context, query: number) => Float32Array | Promise<Float32Array>} row
 * @property {(context: Context, first: number, sums: Float64Array) => void} setLogSumExps - stores log-sum-exps that
 *   another Worker computed, from a first row on
 * @property {ReturnType<typeof keptRows>['rows']} [keptRows] - what some queries keep of their dense rows
 * @property {ReturnType<typeof keptRows>['query']} [keptQuery] - what one query keeps
 * @property {() => void} free
 */

/**
 * Opens a large head. The first one starts the kernels.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Uint32Array} [places] - the only rows that will be requested. Other queries are not read if the
 *   file allows it
 * @returns {Promise<LargeSource>}
 */
export async function openLarge(context, reading, layer, head, places) {
  if (reading.kind === 'weights') {
    const wanted = { layer, head, sharing: null, .../** @type {const} */ ({ row: 'query', col: 'key' }) };
    const [slice] = await slicesOf(context, reading.weights, wanted);
    return readSource(context, reading, slice);
  }
  if (isSigned(reading, layer)) return stateSource(context, reading, layer, head);
  await load(context.kernels);
  const [q, k] = await vectorsAt(context, reading, layer, head, places);
  const some = places && q.queries < reading.queries ? { places, queries: reading.queries } : null;
  const size = q.keys;
  const keys = k.queries;
  context.task.step({ pairs: (q.queries + keys) * size });
  const rule = await ruleAt(context, reading, layer, head);
  const large = new PreparedHead(context.engine.kernelVectors(q, k, rule, some), some);
  const picks = isPicked(reading, layer) ? await pickedRows(context, reading, layer, head, rule) : null;
  const mask = rule.mask ? new MaskRanges(rule, reading.queries, keys) : null;
  const see = (/** @type {Uint32Array} */ rows) => mask && large.see(rows, mask.ranges(rows));
  const kept = keptRows({
    keys,
    async dense(context, rows) {
      context.task.step({ products: rows.length * keys * size });
      if (isFree) throw cancelled('Another head was opened in the meantime.');
      return large.rowsOver(rows, mask?.ranges(rows));
    },
    picks,
  });
  const info = large.info();
  // The reply to a request for `info` takes the memory of its arrays.
  const own = large.info();
  const inSlices = slicer();
  let isFree = false;
  /**
   * Computes rows in slices, at `columns` more columns each; returns the keys that could have been picked.
   *
   * @param {Context} context
   * @param {ArrayLike<number>} rows
   * @param {number} columns
   * @param {(start: number, end: number) => void} run - computes a range of `rows`
   * @param {number} [unit] - see `slicer`
   */
  const sliced = async (context, rows, columns, run, unit) => {
    const all = Uint32Array.from(rows);
    const found = picks && (await picks.ofRows(context, all));
    const counts = found ? found.keyCounts : (mask ?? large).keyCounts(all);
    const products = (/** @type {number} */ at) => (counts[at] + columns) * size;
    await inSlices(context.task, { count: rows.length, products, unit }, (start, end) => {
      // The head can be closed between two slices.
      if (isFree) throw cancelled('Another head was opened in the meantime.');
      // Another request may have set the keys of other rows in the meantime.
      if (found) large.see(all.subarray(start, end), found.ranges(start, end));
      else see(all.subarray(start, end));
      run(start, end);
    });
    return found?.seen;
  };
  return {
    info,
    async rows(context, rows, group, side) {
      const pools = large.rowPools(rows.length, group, side);
      try {
        const run = (/** @type {number} */ start, /** @type {number} */ end) =>
          large.rows(rows.subarray(start, end), pools);
        const seen = await sliced(context, rows, 0, run);
        const found = pools.finish();
        if (seen) unpicked(found.greatest, own, rows, seen, pooledCols(0, own.keys, side), group);
        return found;
      } finally {
        pools.free();
      }
    },
    async sample(context, rows, columns) {
      const cells = new Float32Array(rows.length * columns.length);
      const seen = await sliced(context, rows, columns.length, (start, end) =>
        cells.set(large.sample(rows.subarray(start, end), columns), start * columns.length),
      );
      return seen ? unpicked(cells, own, rows, seen, single(columns)) : cells;
    },
    async pools(context, [row, rows], cols, side) {
      const wide = Math.ceil(cols[1] / side);
      const count = Math.ceil(rows / side) * wide;
      const [greatest, sums] = [new Float32Array(count), new Float32Array(count)];
      const addPools = (/** @type {number} */ start, /** @type {number} */ end) => {
        const found = large.pools([row + start, end - start], cols, side);
        greatest.set(found.greatest, (start / side) * wide);
        sums.set(found.sums, (start / side) * wide);
      };
      const all = Uint32Array.from({ length: rows }, (_, at) => row + at);
      const seen = await sliced(context, all, cols[1], addPools, side);
      if (seen) unpicked(greatest, own, all, seen, pooledCols(...cols, side), side);
      return { greatest, sums };
    },
    async row(context, query) {
      context.task.step({ products: reading.keys * size });
      const one = Uint32Array.of(query);
      if (!picks) {
        see(one);
        return large.row(query);
      }
      const found = await picks.ofRows(context, one);
      large.see(one, found.ranges(0, 1));
      return unpicked(large.row(query), own, one, found.seen, pooledCols(0, own.keys, 1));
    },
    setLogSumExps: (_, first, sums) => large.setLogSumExps(first, sums),
    keptRows: kept.rows,
    keptQuery: kept.query,
    free() {
      isFree = true;
      large.free();
      mask?.free();
      picks?.free();
    },
  };
}

/**
 * Weights that are read on demand.
 *
 * @param {Pick<Context, 'engine'>} context
 * @param {Reading} reading
 * @param {FileSlice} slice - of the whole head
 * @returns {LargeSource}
 */
function readSource({ engine }, reading, slice) {
  const { queries, keys, offset } = reading;
  const { columnMajor = false } = slice.open.listing.tensors[slice.of.tensor];
  // Whether the weights of a key, and not of a query, are contiguous in the file.
  const isByColumn = slice.axes[0] < slice.axes[1] === columnMajor;
  const columns = isByColumn
    ? columnReader(engine, reading, (context, rows, cols) => rectangle(context, slice, rows, cols, true))
    : null;
  const read = (/** @type {Context} */ context, /** @type {Range} */ rows, /** @type {Range} */ cols) =>
    rectangle(context, slice, rows, cols);
  const readRows = async (/** @type {Context} */ context, /** @type {Uint32Array} */ rows) =>
    columns
      ? engine.headMap(rows.length, keys, await columns.rows(context, rows))
      : read(context, [rows[0], rows.length], [0, keys]);
  const kept = keptRows({
    keys,
    async dense(context, rows) {
      const cells = new Float32Array(rows.length * keys).fill(NaN);
      for (const [at, query] of rows.entries()) {
        await context.task.yieldToOthers();
        const row = cellsOf(await readRows(context, Uint32Array.of(query)));
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
    async rows(context, rows, group, side) {
      const isContiguous = rows.every((row, at) => row === rows[0] + at);
      const step = columns || isContiguous ? rows.length : 1;
      const pools = engine.rowPools(rows.length, keys, group, side);
      try {
        for (let at = 0; at < rows.length; at += step) {
          await context.task.yieldToOthers();
          const some = rows.subarray(at, at + step);
          await using(await readRows(context, some), (map) => pools.add(map, some, offset));
        }
        return pools.finish();
      } finally {
        pools.free();
      }
    },
    async sample(context, rows, wanted) {
      if (columns) return columns.sample(context, rows, wanted);
      const first = wanted[0];
      const length = wanted[wanted.length - 1] - first + 1;
      const sampled = new Float32Array(rows.length * wanted.length);
      const isDense = length / wanted.length < 2 && rows[rows.length - 1] - rows[0] === rows.length - 1;
      const block = isDense ? rows.length : 1;
      for (let at = 0; at < rows.length; at += block) {
        await context.task.yieldToOthers();
        const cells = cellsOf(await read(context, [rows[at], block], [first, length]));
        for (let row = 0; row < block; row += 1)
          for (let place = 0; place < wanted.length; place += 1)
            sampled[(at + row) * wanted.length + place] = cells[row * length + wanted[place] - first];
      }
      return sampled;
    },
    async pools(context, [row, rows], cols, side) {
      const [lines, wide] = [Math.ceil(rows / side), Math.ceil(cols[1] / side)];
      const [greatest, sums] = [new Float32Array(lines * wide), new Float32Array(lines * wide)];
      // The columns of several lines are read at once, because each one is a read of its own.
      const band = columns ? Math.max(1, Math.floor(BAND / (side * cols[1]))) * side : side;
      for (let first = 0; first < rows; first += band) {
        await context.task.yieldToOthers();
        const range = /** @type {Range} */ ([row + first, Math.min(band, rows - first)]);
        const map = columns
          ? engine.headMap(range[1], cols[1], await columns.rectangle(context, range, cols))
          : await read(context, range, cols);
        const found = await using(map, () => engine.pooled(map, side));
        greatest.set(found.greatest, (first / side) * wide);
        sums.set(found.sums, (first / side) * wide);
      }
      return { greatest, sums };
    },
    row: async (context, query) => cellsOf(await readRows(context, Uint32Array.of(query))),
    setLogSumExps() {},
    keptRows: kept.rows,
    keptQuery: kept.query,
    free() {},
  };
}

/** The cells of a map, which is freed. @param {HeadMap} map */
function cellsOf(map) {
  try {
    return map.cells([0, map.queries], [0, map.keys]);
  } finally {
    map.free();
  }
}

/**
 * Reads a rectangle of weights, (rows, cols).
 *
 * @param {Context} context
 * @param {FileSlice} slice
 * @param {Range} rows
 * @param {Range} cols
 * @param {boolean} [isTurned] - whether the result is (cols, rows)
 */
async function rectangle({ task }, slice, rows, cols, isTurned = false) {
  const { open, of, axes } = slice;
  try {
    const reading = open.file.read(of.tensor, rectanglePicks(slice, rows, cols), true);
    // Narrow reads suit parts that are far from each other.
    await feedOrFree(reading, (reading.need()?.length ?? 0) > WIDE ? open.bytes : open.narrow, task);
    return reading.matrix(axes[1] < axes[0] !== isTurned);
  } catch (error) {
    throw withNames(error, open, of.tensor);
  }
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

  /** Opens a head unless it is open already. @param {Context} context @param {LargePlace} place */
  async function open(context, { slot, layer, head }) {
    const reading = context.store.reading(slot);
    if (current?.reading !== reading || current.layer !== layer || current.head !== head) {
      close();
      current = { reading, layer, head, source: openLarge(context, reading, layer, head) };
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
     * @param {Context} context
     * @param {LargePlace} place
     * @param {LargeMethod} method
     * @param {any[]} args
     */
    async call(context, place, method, args) {
      const source = await open(context, place);
      if (method === 'info') return source.info;
      return /** @type {(...all: unknown[]) => unknown} */ (source[method])(context, ...args);
    },
    end: close,
  };
}
