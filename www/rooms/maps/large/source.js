/**
 * Parts of the weights of a large head, in the Worker: computed from queries and keys, or read from a file in
 * slices. The whole matrix is never in memory.
 */
import { load, pooledRows, PreparedHead } from '../../../engine/kernels-large.js';
import { feedOrFree } from '../service/bytes.js';
import { sinkOf, vectorsAt } from '../service/heads.js';
import { canReadQueries } from '../service/some-queries.js';
import { withNames } from '../service/file-store.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */

/** @typedef {[start: number, length: number]} Range */

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
 * @property {(context: Context, first: number, sums: Float32Array) => void} know - stores log-sum-exps that
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
  if (reading.kind === 'weights') return readSource(reading, layer, head);
  const some =
    places && (await canReadQueries(context, reading, layer)) ? { places, queries: reading.queries } : null;
  const [q, k] = await vectorsAt(context, reading, layer, head, some?.places);
  const size = q.keys;
  context.task.step({ pairs: (q.queries + k.queries) * size });
  const options = { ...reading.qk, ...sinkOf(reading, layer, head) };
  const large = new PreparedHead(context.engine.kernelVectors(q, k, options, some), some);
  const announce = (/** @type {Context} */ { task }, /** @type {number} */ cells) =>
    task.step({ products: cells * size });
  return {
    info: large.info(),
    rows(from, rows, group, side) {
      announce(from, rows.length * reading.keys);
      return large.rows(rows, group, side);
    },
    sample(from, rows, columns) {
      announce(from, rows.length * (reading.keys + columns.length));
      return large.sample(rows, columns);
    },
    pools(from, rows, cols, side) {
      announce(from, rows[1] * (reading.keys + cols[1]));
      return large.pools(rows, cols, side);
    },
    row(from, query) {
      announce(from, reading.keys);
      return large.row(query);
    },
    know: (_, first, sums) => large.know(first, sums),
    free: () => large.free(),
  };
}

/**
 * Weights that are read on demand.
 *
 * @param {Reading} reading @param {number} layer @param {number} head @returns {LargeSource}
 */
function readSource(reading, layer, head) {
  const { queries, keys, offset } = reading;
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
        const cells = await read(context, [rows[0], rows.length], [0, keys]);
        return pooledRows(cells, keys, rows[0] + offset, group, side);
      }
      const cells = new Float32Array(rows.length * keys);
      for (const [at, row] of rows.entries()) {
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
    async sample(context, rows, columns) {
      const first = columns[0];
      const length = columns[columns.length - 1] - first + 1;
      const sampled = new Float32Array(rows.length * columns.length);
      const isDense = length / columns.length < 2 && rows[rows.length - 1] - rows[0] === rows.length - 1;
      const block = isDense ? rows.length : 1;
      for (let at = 0; at < rows.length; at += block) {
        await context.task.yieldToOthers();
        const cells = await read(context, [rows[at], block], [first, length]);
        for (let row = 0; row < block; row += 1)
          for (let place = 0; place < columns.length; place += 1)
            sampled[(at + row) * columns.length + place] = cells[row * length + columns[place] - first];
      }
      return sampled;
    },
    async pools(context, [row, rows], cols, side) {
      const [lines, wide] = [Math.ceil(rows / side), Math.ceil(cols[1] / side)];
      const [greatest, sums] = [new Float32Array(lines * wide), new Float32Array(lines * wide)];
      for (let line = 0; line < lines; line += 1) {
        await context.task.yieldToOthers();
        const count = Math.min(side, rows - line * side);
        const cells = await read(context, [row + line * side, count], cols);
        const found = pooledRows(cells, cols[1], 0, count, side);
        greatest.set(found.greatest, line * wide);
        sums.set(found.sums, line * wide);
      }
      return { greatest, sums };
    },
    row: (context, query) => read(context, [query, 1], [0, keys]),
    know() {},
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
    logSumExps: new Float32Array(),
    keySums,
  };
}

/**
 * Reads a rectangle of weights.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Range} rows
 * @param {Range} cols
 */
async function rectangle({ store, task }, reading, layer, head, rows, cols) {
  const part = /** @type {Reading['weights'][number]} */ (
    reading.weights.find(
      (each) => (each.axes.includes('layer') || each.layer === layer) && (each.head ?? head) === head,
    )
  );
  const open = await store.opened(part.file, task);
  const picks = part.axes.map((axis, at) => {
    if (axis === 'layer') return layer - part.layer;
    if (axis === 'head') return head;
    if (axis === 'query') return afterPadding(rows, part.ranges?.query);
    return axis === 'key' ? afterPadding(cols, part.ranges?.key) : part.at[at];
  });
  try {
    const slice = open.file.read(part.tensor, picks, true);
    await feedOrFree(slice, open.narrow, task);
    return slice.matrix(part.axes.indexOf('key') < part.axes.indexOf('query'));
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
