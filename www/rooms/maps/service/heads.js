/** Reads the numbers of one head, from one or more files. */
import { feedOrFree } from './bytes.js';
import { BLOCK_SIZE, extentOf, headOf } from './blocks.js';
import { isCancelled } from './errors.js';
import { withNames } from './file-store.js';
import { isIndex, partsOfHead, picksOf } from './places.js';
import { readQueries } from './some-queries.js';
import { using } from './using.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Axis, Part, Reading } from '../types.js' */
/** @import { Engine, FileStore, Open } from './file-store.js' */
/** @import { Task } from './task.js' */
/** @import { Block, Wanted } from './blocks.js' */

/**
 * A head in more than `PIECES` pieces, of less than `PIECE` bytes on average, does not count as contiguous.
 */
const [PIECES, PIECE] = [64, 64 << 10];
/** A request for this many bytes at once includes the bytes between the needed ones. */
const DENSE = 1 << 20;
/** If a head takes more bytes per number than this, other numbers are read too. */
const BYTES = 16;

/**
 * The context of a request. `kernels` provides the program of the kernels; without it, the program is loaded
 * from the folder of the modules.
 *
 * @typedef {{ engine: Engine, store: FileStore, task: Task, kernels?: () => Promise<WebAssembly.Module> }} Context
 */

/**
 * The weights of a head: read from the file, or computed from q and k.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @returns {Promise<HeadMap>}
 */
export async function weightsAt(context, reading, layer, head) {
  const { layers, heads, queries, keys } = reading;
  if (!isIndex(layer, layers) || !isIndex(head, heads))
    throw new Error(
      `There is no head ${head} of layer ${layer}: there are ${layers} layers of ${heads} heads.`,
    );
  if (reading.kind === 'qk') {
    const [q, k] = await vectorsAt(context, reading, layer, head);
    try {
      const pairs = q.queries * k.queries;
      context.task.step({ pairs, products: pairs * q.keys });
      return context.engine.weightsOf(q, k, { ...reading.qk, ...sinkOf(reading, layer, head) });
    } finally {
      q.free();
      k.free();
    }
  }
  const softmaxOf = reading.numbers === 'scores' ? context.engine.softmaxed : null;
  const map = await matrixOf(context, reading.weights, layer, () => head, 'query', 'key', keys, softmaxOf);
  if (map.queries === queries && map.keys === keys) return map;
  const size = `${map.queries} queries and ${map.keys} keys`;
  map.free();
  throw new Error(`Head ${head} of layer ${layer} has ${size}, where ${queries} and ${keys} were expected.`);
}

/**
 * The score of a head's sink, which is a key before the first, and the position of query 0 among the other
 * keys.
 *
 * @param {Reading} reading @param {number} layer @param {number} head
 */
export function sinkOf({ sinks, offset }, layer, head) {
  const sink = sinks?.[layer][head];
  return sink === undefined ? { offset } : { offset: offset - 1, sink };
}

/**
 * The index of the key-value head that a query head uses, among `count` of them.
 *
 * @param {Reading} reading @param {number} head
 */
const keyHeadOf = (reading, head) => (/** @type {number} */ count) =>
  Math.floor((head * count) / reading.heads);

/**
 * The queries and the keys of a head, with their features as columns. Heads may share keys.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Uint32Array | null} [queries] - the indexes of the queries to read, if `canReadQueries`; null for
 *   all
 * @returns {Promise<[q: HeadMap, k: HeadMap]>}
 */
export async function vectorsAt(context, reading, layer, head, queries = null) {
  // Both are read at the same time, because reading mostly waits for the file.
  const [q, k] = await Promise.allSettled([
    queries
      ? readQueries(context, reading.q, layer, head, queries)
      : matrixOf(context, reading.q, layer, () => head, 'query', 'feature'),
    matrixOf(context, reading.k, layer, keyHeadOf(reading, head), 'key', 'feature'),
  ]);
  if (q.status === 'fulfilled' && k.status === 'fulfilled') return [q.value, k.value];
  for (const each of [q, k]) if (each.status === 'fulfilled') each.value.free();
  throw /** @type {PromiseRejectedResult} */ (q.status === 'rejected' ? q : k).reason;
}

/**
 * The values of a head. Heads may share them.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 */
export async function valuesAt(context, reading, layer, head) {
  if (reading.v.length === 0)
    throw new Error('The files contain no values, so weights cannot be multiplied by them.');
  const values = await matrixOf(context, reading.v, layer, keyHeadOf(reading, head), 'key', 'feature');
  if (values.queries === reading.keys || !reading.sinks) return values;
  // A sink has no value.
  return using(values, async () => {
    const none = context.engine.headMap(1, values.keys, new Float32Array(values.keys));
    return using(none, async () => context.engine.stacked([none, values], values.keys));
  });
}

/**
 * A matrix of a head: one part of a tensor, or several parts, one below the other.
 *
 * @param {Context} context
 * @param {Part[]} all - the parts; if each belongs to one head, only those of this head are read
 * @param {number} layer
 * @param {(count: number) => number} head - the head's index among `count` heads
 * @param {Axis} row
 * @param {Axis} col
 * @param {number} [cols] - the number of columns; defaults to that of the widest part
 * @param {((part: HeadMap) => HeadMap) | null} [convert] - applied to each part, before steps of generation are
 *   padded
 * @returns {Promise<HeadMap>}
 */
async function matrixOf(context, all, layer, head, row, col, cols, convert = null) {
  const wanted = await partsOfHead(context, all, layer, head, row, col);
  const maps = /** @type {HeadMap[]} */ ([]);
  try {
    for (const { open, wanted: each } of wanted) {
      const map = await matrixIn(context, open, each).catch((error) => {
        throw withNames(error, open, each.part.tensor);
      });
      maps.push(convert ? await using(map, convert) : map);
    }
    if (maps.length === 1) return /** @type {HeadMap} */ (maps.pop());
    return context.engine.stacked(maps, cols ?? Math.max(...maps.map(({ keys }) => keys)));
  } finally {
    for (const map of maps) map.free();
  }
}

/** @param {Context} context @param {Open} open @param {Wanted} wanted @returns {Promise<HeadMap>} */
async function matrixIn(context, open, wanted) {
  const { blocks } = context.store;
  const { part } = wanted;
  const { sliced } = open.listing.tensors[part.tensor];
  // Tensors that were text are in memory as numbers.
  const isDeflated = !sliced && open.listing.format === 'npz';
  if (!isDeflated && !blocks.isScattered(part)) {
    const map = await matrixInPlace(context, open, wanted);
    if (map) return map;
    blocks.markScattered(part);
  }
  const { rows, cols, cells } = headOf(
    await blockWith(context, open, wanted, isDeflated ? Infinity : BLOCK_SIZE),
    wanted,
  );
  return context.engine.headMap(rows, cols, cells);
}

/**
 * The block with a head. If another request is reading it, this one waits for it.
 *
 * @param {Context} context
 * @param {Open} open
 * @param {Wanted} wanted
 * @param {number} blockSize
 */
async function blockWith({ store: { blocks }, task }, open, wanted, blockSize) {
  const report = (/** @type {number} */ share) => task.report(share, undefined, 'block');
  for (;;) {
    const cached = blocks.get(wanted);
    if (cached) return cached;
    const pending = blocks.getPending(wanted);
    if (!pending) break;
    pending.listeners.add(report);
    try {
      const block = await pending.block;
      task.check();
      return block;
    } catch (error) {
      // The request that was reading it was cancelled, but this one was not.
      if (!isCancelled(error)) throw error;
      task.check();
    }
  }
  const extent = extentOf(wanted, blockSize);
  return blocks.load(wanted.part, extent, (all) => readBlock(open, wanted, task, extent, all), report);
}

const SCATTERED = new Error('The head is not contiguous.');

/**
 * Reads a head that is contiguous or nearly so; returns null as soon as it turns out not to be.
 *
 * @param {Context} context
 * @param {Open} open
 * @param {Wanted} wanted
 */
async function matrixInPlace({ task }, { file, bytes }, wanted) {
  const { part, row, col, shape } = wanted;
  const [rows, cols] = [part.axes.indexOf(row), part.axes.indexOf(col)];
  const size = shape[rows] * shape[cols];
  const most = BYTES * size + PIECE;
  const reading = file.read(
    part.tensor,
    picksOf(wanted, (index) => index),
    true,
  );
  // If everything between its numbers must be read, this is known before the first read.
  if (reading.left() > most && (reading.need()?.length ?? 0) >= DENSE) {
    reading.free();
    return null;
  }
  let [pieces, sum] = [0, 0];
  try {
    await feedOrFree(reading, bytes, task, ({ length }) => {
      [pieces, sum] = [pieces + 1, sum + length];
      if (sum > most || (pieces > PIECES && sum < pieces * PIECE)) throw SCATTERED;
    });
  } catch (error) {
    if (error === SCATTERED) return null;
    throw error;
  }
  task.step({ pairs: size });
  return reading.matrix(cols < rows);
}

/**
 * @param {Open} open
 * @param {Wanted} wanted
 * @param {Task} task
 * @param {{ layers: Block['layers'], heads: Block['heads'] }} extent
 * @param {(share: number) => void} report - the share of its bytes that was read
 * @returns {Promise<Block>}
 */
async function readBlock({ file, bytes }, wanted, task, { layers, heads }, report) {
  const { tensor, axes } = wanted.part;
  const reading = file.read(
    tensor,
    picksOf(wanted, (_, axis) => (axis === 'layer' ? layers : heads)),
    true,
  );
  const all = reading.left();
  await feedOrFree(reading, bytes, task, () => report(all > 0 ? 1 - reading.left() / all : 1));
  task.step({ pairs: wanted.shape.reduce((product, side) => product * side, 1) });
  const { shape, data } = reading.singles();
  const strides = axes.map(() => 0);
  let stride = 1;
  for (let axis = axes.length - 1, left = shape.length - 1; axis >= 0; axis -= 1) {
    if (axes[axis] === 'fixed') continue;
    strides[axis] = stride;
    stride *= shape[left];
    left -= 1;
  }
  return { layers, heads, strides, data };
}
