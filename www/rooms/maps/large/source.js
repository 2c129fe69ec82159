/**
 * Parts of the weights of a large head, in the Worker: computed from queries and keys, or read from a file in
 * slices. The whole matrix is never in memory.
 */
import { load, pooledRows, PreparedHead } from '../../../engine/kernels-large.js';
import { columnReader } from './columns.js';
import { feedOrFree } from '../service/bytes.js';
import { cancelled } from '../service/errors.js';
import { sinkOf, vectorsAt } from '../service/heads.js';
import { slicer } from '../service/slices.js';
import { canReadQueries } from '../service/some-queries.js';
import { withNames } from '../service/file-store.js';
import { reachOf } from './shape.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */

/** @typedef {[start: number, length: number]} Range */

/** A request for more bytes than this is read with read-ahead. */
const WIDE = 1 << 18;
/** The most numbers that are read at once for pools of a file whose columns are contiguous. */
const BAND = 1 << 22;

/**
 * @typedef {object} LargeSource
 * @property {LargeInfo} info
 * @property {(context: Context, rows: Uint32Array, group: number, side: number) => LargeRows | Promise<LargeRows>} rows -
 *   rows, pooled in groups of rows and `side` keys
 * @property {(context: Context, rows: Uint32Array, columns: Uint32Array) => Float32Array | Promise<Float32Array>} sample -
 *   the weights at each row and column
 * @property {(context: Context, rows: Range, cols: Range, side: number) => LargePools | Promise<LargePools>} pools -
 *   a rectangle, pooled
 * @property {(context: Context, query: number) => Float32Array | Promise<Float32Array>} row
 * @property {(context: Context, first: number, sums: Float64Array) => void} setLogSumExps - stores log-sum-exps that
 *   another Worker computed, from a first row on
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
  await load(context.kernels);
  if (reading.kind === 'weights') {
    const isByColumn = await hasColumns(context, reading, layer, head);
    return readSource(reading, layer, head, isByColumn);
  }
  const some =
    places && (await canReadQueries(context, reading, layer)) ? { places, queries: reading.queries } : null;
  const [q, k] = await vectorsAt(context, reading, layer, head, some?.places);
  const size = q.keys;
  context.task.step({ pairs: (q.queries + k.queries) * size });
  const options = { ...reading.qk, ...sinkOf(reading, layer, head) };
  const large = new PreparedHead(context.engine.kernelVectors(q, k, options, some), some);
  const info = large.info();
  const inSlices = slicer();
  let isFree = false;
  /**
   * Computes rows in slices, at `columns` more columns each.
   *
   * @param {Context} context
   * @param {ArrayLike<number>} rows
   * @param {number} columns
   * @param {(start: number, end: number) => void} run - computes a range of `rows`
   * @param {number} [unit] - see `slicer`
   */
  const sliced = ({ task }, rows, columns, run, unit) => {
    const products = (/** @type {number} */ at) => {
      const [from, to] = reachOf(info, rows[at], info.keys);
      return (to - from + columns) * size;
    };
    return inSlices(task, { count: rows.length, products, unit }, (start, end) => {
      // The head can be closed between two slices.
      if (isFree) throw cancelled('Another head was opened in the meantime.');
      run(start, end);
    });
  };
  return {
    info,
    async rows(context, rows, group, side) {
      const pools = large.rowPools(rows.length, group, side);
      try {
        await sliced(context, rows, 0, (start, end) => large.rows(rows.subarray(start, end), pools));
        return pools.finish();
      } finally {
        pools.free();
      }
    },
    async sample(context, rows, columns) {
      const cells = new Float32Array(rows.length * columns.length);
      await sliced(context, rows, columns.length, (start, end) =>
        cells.set(large.sample(rows.subarray(start, end), columns), start * columns.length),
      );
      return cells;
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
      await sliced(context, all, cols[1], addPools, side);
      return { greatest, sums };
    },
    row({ task }, query) {
      task.step({ products: reading.keys * size });
      return large.row(query);
    },
    setLogSumExps: (_, first, sums) => large.setLogSumExps(first, sums),
    free() {
      isFree = true;
      large.free();
    },
  };
}

/**
 * Weights that are read on demand.
 *
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {boolean} isByColumn - whether the weights of a key, and not of a query, are contiguous in the file
 * @returns {LargeSource}
 */
function readSource(reading, layer, head, isByColumn) {
  const { queries, keys, offset } = reading;
  const columns = isByColumn
    ? columnReader(reading, (context, rows, cols) =>
        rectangle(context, reading, layer, head, rows, cols, true),
      )
    : null;
  const read = async (/** @type {Context} */ context, /** @type {Range} */ rows, /** @type {Range} */ cols) =>
    cellsOf(await rectangle(context, reading, layer, head, rows, cols));
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
    },
    async rows(context, rows, group, side) {
      const isContiguous = rows.every((row, at) => row === rows[0] + at);
      if (isContiguous) {
        const cells = columns
          ? await columns.rows(context, rows)
          : await read(context, [rows[0], rows.length], [0, keys]);
        return pooledRows(cells, keys, rows[0] + offset, group, side);
      }
      const cells = columns ? await columns.rows(context, rows) : new Float32Array(rows.length * keys);
      for (const [at, row] of columns ? [] : rows.entries()) {
        await context.task.yieldToOthers();
        cells.set(await read(context, [row, 1], [0, keys]), at * keys);
      }
      // Figures depend on the positions of the rows, so rows that are not consecutive are pooled one by one.
      return joined(
        Array.from(rows, (row, at) =>
          pooledRows(cells.subarray(at * keys, (at + 1) * keys), keys, row + offset, 1, side),
        ),
        keys,
      );
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
        const cells = await read(context, [rows[at], block], [first, length]);
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
      /** @type {Float32Array} */
      let known = new Float32Array();
      for (let line = 0; line < lines; line += 1) {
        await context.task.yieldToOthers();
        const count = Math.min(side, rows - line * side);
        const inBand = (line * side) % band;
        const from = line * side - inBand;
        const range = /** @type {Range} */ ([row + from, Math.min(band, rows - from)]);
        if (inBand === 0)
          known = columns ? await columns.rectangle(context, range, cols) : await read(context, range, cols);
        const cells = known.subarray(inBand * cols[1], (inBand + count) * cols[1]);
        const found = pooledRows(cells, cols[1], 0, count, side);
        greatest.set(found.greatest, line * wide);
        sums.set(found.sums, line * wide);
      }
      return { greatest, sums };
    },
    row: (context, query) =>
      columns ? columns.rows(context, Uint32Array.of(query)) : read(context, [query, 1], [0, keys]),
    setLogSumExps() {},
    free() {},
  };
}

/** @param {HeadMap} map */
function cellsOf(map) {
  try {
    return map.cells([0, map.queries], [0, map.keys]);
  } finally {
    map.free();
  }
}

/**
 * Joins rows that were pooled one by one.
 *
 * @param {LargeRows[]} all @param {number} keys @returns {LargeRows}
 */
function joined(all, keys) {
  const join = (/** @type {'greatest' | 'sums' | 'figures'} */ name) => {
    const out = new Float32Array(all.reduce((sum, each) => sum + each[name].length, 0));
    let at = 0;
    for (const each of all) {
      out.set(each[name], at);
      at += each[name].length;
    }
    return out;
  };
  const keySums = new Float32Array(keys);
  for (const each of all) each.keySums.forEach((sum, key) => (keySums[key] += sum));
  return {
    greatest: join('greatest'),
    sums: join('sums'),
    figures: join('figures'),
    logSumExps: new Float64Array(),
    keySums,
  };
}

/**
 * The part of a reading with the weights of a head.
 *
 * @param {Reading} reading @param {number} layer @param {number} head
 */
const partOf = (reading, layer, head) =>
  /** @type {Reading['weights'][number]} */ (
    reading.weights.find(
      (each) => (each.axes.includes('layer') || each.layer === layer) && (each.head ?? head) === head,
    )
  );

/**
 * Whether the queries of a key are closer to each other in the file than the keys of a query.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 */
async function hasColumns({ store, task }, reading, layer, head) {
  const { file, tensor, axes } = partOf(reading, layer, head);
  const { columnMajor = false } = (await store.opened(file, task)).listing.tensors[tensor];
  return axes.indexOf('query') < axes.indexOf('key') === columnMajor;
}

/**
 * Reads a rectangle of weights, (rows, cols).
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Range} rows
 * @param {Range} cols
 * @param {boolean} [isTurned] - whether the result is (cols, rows)
 */
async function rectangle({ store, task }, reading, layer, head, rows, cols, isTurned = false) {
  const part = partOf(reading, layer, head);
  const open = await store.opened(part.file, task);
  const picks = part.axes.map((axis, at) => {
    if (axis === 'layer') return layer - part.layer;
    if (axis === 'head') return head;
    if (axis === 'query') return afterPadding(rows, part.ranges?.query);
    return axis === 'key' ? afterPadding(cols, part.ranges?.key) : part.at[at];
  });
  try {
    const slice = open.file.read(part.tensor, picks, true);
    // Narrow reads suit parts that are far from each other.
    await feedOrFree(slice, (slice.need()?.length ?? 0) > WIDE ? open.bytes : open.narrow, task);
    return slice.matrix(part.axes.indexOf('key') < part.axes.indexOf('query') !== isTurned);
  } catch (error) {
    throw withNames(error, open, part.tensor);
  }
}

/**
 * Converts a range of tokens to indexes of the tensor.
 *
 * @param {Range} range @param {Range} [unpadded] @returns {Range}
 */
function afterPadding([first, length], [before] = [0, 0]) {
  return [first + before, length];
}
