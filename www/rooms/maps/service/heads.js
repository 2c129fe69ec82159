/** Reads the numbers of one head, from one or more files. */
import { feedOrFree } from './bytes.js';
import { BLOCK_SIZE, matrixOfBlock } from './blocks.js';
import { isCancelled } from './errors.js';
import { withNames } from './file-store.js';
import { using } from '../../../engine/handle.js';
import { headsOf, isSigned } from '../reading/layers.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Axis, Part, Reading } from '../types.js' */
/** @import { Engine, FileStore, Open } from './file-store.js' */
/** @import { Task } from './task.js' */
/** @import { Span } from './bytes.js' */

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
 * The queries and the keys of a head, with their features as columns. Heads may share keys.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Uint32Array | null} [some] - the only queries that are needed. If the file allows it, no others are read
 * @returns {Promise<[q: HeadMap, k: HeadMap]>}
 */
export async function vectorsAt(context, reading, layer, head, some = null) {
  const heads = headsOf(reading, layer);
  const place = { layer, head, .../** @type {const} */ ({ col: 'feature' }) };
  const queries = async () =>
    (some && (await someQueries(context, reading, layer, head, some))) ??
    // Heads with a state of their own may share queries.
    matrixOf(context, reading.q, {
      ...place,
      sharing: isSigned(reading, layer) ? heads : null,
      row: 'query',
    });
  // Both are read at the same time, because reading mostly waits for the file.
  const [q, k] = await Promise.allSettled([
    queries(),
    matrixOf(context, reading.k, { ...place, sharing: heads, row: 'key' }),
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
  const wanted = { layer, head, .../** @type {const} */ ({ row: 'key', col: 'feature' }) };
  const values = await matrixOf(context, reading.v, { ...wanted, sharing: headsOf(reading, layer) });
  if (values.queries === reading.keys || !reading.sinks) return values;
  // A sink has no value.
  return using(values, async () => {
    const none = context.engine.headMap(1, values.keys, new Float32Array(values.keys));
    return using(none, async () => context.engine.stacked([none, values], values.keys));
  });
}

/**
 * A slice of a tensor with rows of a matrix, and the file that it is in.
 *
 * @typedef {ReturnType<Engine['matrixSlices']>[number] & { open: Open, of: Part }} FileSlice
 */

/**
 * The slices of a matrix of a head, from its first row to its last.
 *
 * @param {Context} context
 * @param {Part[]} all - the parts; if each belongs to one head, only those of this head are used
 * @param {{ layer: number, head: number, sharing: number | null, row: Axis, col: Axis }} wanted - `sharing`: the
 *   number of heads that may share the matrix; null if each one has its own
 * @returns {Promise<FileSlice[]>}
 */
export async function slicesOf({ engine, store, task }, all, wanted) {
  const parts = all.filter((part) => part.axes.includes('layer') || part.layer === wanted.layer);
  const files = await Promise.all(parts.map(({ file }) => store.opened(file, task)));
  const tensors = parts.map(({ tensor }, at) => files[at].listing.tensors[tensor]);
  const isDeflated = files.every(({ listing }, at) => listing.format === 'npz' && !tensors[at].sliced);
  const found = engine.matrixSlices(
    parts,
    tensors.map(({ shape }) => shape),
    { ...wanted, block: isDeflated ? null : BLOCK_SIZE },
  );
  if (found.length === 0) throw new Error(`Layer ${wanted.layer} is not in what was read.`);
  return found.map((slice) => ({ ...slice, open: files[slice.part], of: parts[slice.part] }));
}

/**
 * A matrix of a head: one slice of a tensor, or several slices, one below the other.
 *
 * @param {Context} context
 * @param {Part[]} all
 * @param {Parameters<typeof slicesOf>[2]} wanted
 * @param {number} [cols] - the number of columns; defaults to that of the widest slice
 * @param {((part: HeadMap) => HeadMap) | null} [convert] - applied to each slice, before steps of generation are
 *   padded
 * @returns {Promise<HeadMap>}
 */
export async function matrixOf(context, all, wanted, cols, convert = null) {
  const slices = await slicesOf(context, all, wanted);
  const maps = /** @type {HeadMap[]} */ ([]);
  try {
    for (const slice of slices) {
      const map = await matrixIn(context, slice).catch((error) => {
        throw withNames(error, slice.open, slice.of.tensor);
      });
      maps.push(convert ? await using(map, convert) : map);
    }
    if (maps.length === 1) return /** @type {HeadMap} */ (maps.pop());
    return context.engine.stacked(maps, cols ?? Math.max(...maps.map(({ keys }) => keys)));
  } finally {
    for (const map of maps) map.free();
  }
}

/** @param {Context} context @param {FileSlice} slice @returns {Promise<HeadMap>} */
async function matrixIn(context, slice) {
  const { open, of, shape } = slice;
  const { blocks } = context.store;
  const tensor = `${of.file} ${of.tensor}`;
  // Tensors that were text are in memory as numbers.
  const isDeflated = !open.listing.tensors[of.tensor].sliced && open.listing.format === 'npz';
  if (!isDeflated && !blocks.scattered.has(tensor)) {
    const map = await matrixInPlace(context, slice);
    if (map) return map;
    blocks.scattered.add(tensor);
  }
  const numbers = await blockWith(context, slice, `${tensor} ${JSON.stringify(slice.block.picks)}`);
  return context.engine.headMap(shape[0], shape[1], matrixOfBlock(numbers, slice));
}

/**
 * The numbers of the block of a slice. If another request is reading it, this one waits for it.
 *
 * @param {Context} context @param {FileSlice} slice @param {string} name
 */
async function blockWith({ store: { blocks }, task }, slice, name) {
  const report = (/** @type {number} */ share) => task.report(share, undefined, 'block');
  for (;;) {
    const cached = blocks.get(name);
    if (cached) return cached;
    const pending = blocks.getPending(name);
    if (!pending) return blocks.load(name, (all) => readBlock(slice, task, all), report);
    pending.listeners.add(report);
    try {
      const numbers = await pending.numbers;
      task.check();
      return numbers;
    } catch (error) {
      // The request that was reading it was cancelled, but this one was not.
      if (!isCancelled(error)) throw error;
      task.check();
    }
  }
}

const SCATTERED = new Error('The head is not contiguous.');

/**
 * Reads a matrix that is contiguous or nearly so; returns null as soon as it turns out not to be.
 *
 * @param {Context} context @param {FileSlice} slice
 */
async function matrixInPlace({ task }, { open: { file, bytes }, of, picks, shape, axes }) {
  const size = shape[0] * shape[1];
  const most = BYTES * size + PIECE;
  const reading = file.read(of.tensor, picks, true);
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
  return reading.matrix(axes[1] < axes[0]);
}

/**
 * @param {FileSlice} slice
 * @param {Task} task
 * @param {(share: number) => void} report - the share of its bytes that was read
 */
async function readBlock({ open: { file, bytes }, of, block }, task, report) {
  const reading = file.read(of.tensor, block.picks, true);
  const all = reading.left();
  await feedOrFree(reading, bytes, task, () => report(all > 0 ? 1 - reading.left() / all : 1));
  const { data } = reading.singles();
  task.step({ pairs: data.length });
  return data;
}

/**
 * A rectangle of the matrix of a slice, in the place of its own rows and columns.
 *
 * @param {FileSlice} slice
 * @param {[start: number, length: number] | null} rows - null for its own
 * @param {[start: number, length: number] | null} cols
 */
export function rectanglePicks({ picks, axes, first }, rows, cols) {
  const all = [...picks];
  for (const [side, range] of [rows, cols].entries())
    if (range) all[axes[side]] = [first[side] + range[0], range[1]];
  return all;
}

/**
 * Whether single queries of a head can be read: all are in one uncompressed tensor, each one contiguous.
 *
 * @param {FileSlice[]} slices
 */
const canReadQueries = ([{ open, of, axes }, ...others]) =>
  others.length === 0 && open.listing.tensors[of.tensor].sliced && axes[1] === of.axes.length - 1;

/**
 * Some queries of a head, which are read at once; null if they can only be read with all others.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Uint32Array} queries - their indexes
 * @returns {Promise<HeadMap | null>}
 */
function someQueries(context, reading, layer, head, queries) {
  const wanted = { layer, head, sharing: null, .../** @type {const} */ ({ row: 'query', col: 'feature' }) };
  return rowsOf(context, reading.q, wanted, queries);
}

/**
 * Some rows of a matrix of a head, which are read at once; null if they can only be read with all others.
 *
 * @param {Context} context
 * @param {Part[]} all
 * @param {Parameters<typeof slicesOf>[2]} wanted
 * @param {Uint32Array} queries - their indexes
 * @returns {Promise<HeadMap | null>}
 */
export async function rowsOf(context, all, wanted, queries) {
  const slices = await slicesOf(context, all, wanted);
  if (!canReadQueries(slices)) return null;
  const [slice] = slices;
  const { open, of } = slice;
  if (queries.length > 1 && queries.every((query, at) => query === queries[0] + at)) {
    const part = rectanglePicks(slice, [queries[0], queries.length], null);
    try {
      const reading = open.file.read(of.tensor, part, true);
      await feedOrFree(reading, open.bytes, context.task);
      return reading.matrix(false);
    } catch (error) {
      throw withNames(error, open, of.tensor);
    }
  }
  /** @type {{ free(): void }[]} */
  const used = [];
  try {
    const readings = Array.from(queries, (query) => {
      const reading = open.file.read(of.tensor, rectanglePicks(slice, [query, 1], null), true);
      used.push(reading);
      return reading;
    });
    const pieces = await open.bytes.spans(readings.map((each) => /** @type {Span} */ (each.need())));
    context.task.check();
    const rows = readings.map((each, at) => {
      each.supply(pieces[at]);
      const row = each.matrix(false);
      used.push(row);
      return row;
    });
    return context.engine.stacked(rows, rows[0].keys);
  } catch (error) {
    throw withNames(error, open, of.tensor);
  } finally {
    for (const each of used) each.free();
  }
}
