/** Reads the numbers of one head, from one or more files. */
import { feedOrFree } from './bytes.js';
import { BLOCK_SIZE, matrixOfBlock } from './blocks.js';
import { isCancelled } from './errors.js';
import { readPart, withNames } from './read-part.js';
import { using } from '../../../engine/handle.js';
import { headsOf, isSigned } from '../reading/layers.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Axis, Part, Reading } from '../types.js' */
/** @import { Engine, FileStore } from './file-store.js' */
/** @import { Open } from './read-part.js' */
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
 * A head, and the context of a request about it.
 *
 * @typedef {Context & { reading: Reading, layer: number, head: number }} HeadOf
 */

/**
 * The matrices of a head: what their rows and columns are. Heads may share those of keys, and picks.
 *
 * @satisfies {Partial<Record<keyof Reading, [row: Axis, col: Axis]>>}
 */
const MATRICES = {
  weights: ['query', 'key'],
  q: ['query', 'feature'],
  qSubtracted: ['query', 'feature'],
  k: ['key', 'feature'],
  kSubtracted: ['key', 'feature'],
  v: ['key', 'feature'],
  kCompressed: ['key', 'feature'],
  kPooling: ['key', 'feature'],
  selected: ['query', 'feature'],
};
/** @typedef {keyof typeof MATRICES} MatrixName */

/**
 * The queries and the keys of a head, with their features as columns.
 *
 * @param {HeadOf} of
 * @param {Uint32Array | null} [some] - the only queries that are needed. If the file allows it, no others are read
 * @param {{ q: MatrixName, k: MatrixName }} [names] - of others than those of the first softmax
 */
export async function vectorsAt(of, some = null, names = { q: 'q', k: 'k' }) {
  // Both are read at the same time, because reading mostly waits for the file.
  const [q, k] = await Promise.allSettled([
    (async () => (some && (await rowsOf(of, names.q, some))) ?? matrixOf(of, names.q))(),
    matrixOf(of, names.k),
  ]);
  const free = () => [q, k].forEach((each) => each.status === 'fulfilled' && each.value.free());
  if (q.status === 'fulfilled' && k.status === 'fulfilled') return { q: q.value, k: k.value, free };
  free();
  throw /** @type {PromiseRejectedResult} */ (q.status === 'rejected' ? q : k).reason;
}

/**
 * What is computed from all pairs of a query and a key of a head.
 *
 * @template T
 * @param {HeadOf} of
 * @param {(q: HeadMap, k: HeadMap) => T | Promise<T>} compute
 * @param {Parameters<typeof vectorsAt>[2]} [names]
 */
export async function ofPairs(of, compute, names) {
  return using(await vectorsAt(of, null, names), ({ q, k }) => {
    const pairs = q.queries * k.queries;
    of.task.step({ pairs, products: pairs * q.keys });
    return compute(q, k);
  });
}

/** The values of a head. @param {HeadOf} of */
export async function valuesAt(of) {
  const { engine, reading } = of;
  if (reading.v.length === 0)
    throw new Error('The files contain no values, so weights cannot be multiplied by them.');
  const values = await matrixOf(of, 'v');
  if (values.queries === reading.keys || !reading.sinks) return values;
  // A sink has no value.
  return using(values, () =>
    using(engine.headMap(1, values.keys, new Float32Array(values.keys)), (none) =>
      engine.stacked([none, values], values.keys),
    ),
  );
}

/** All cells of a map. @param {HeadMap} map */
export const cellsOf = (map) => map.cells([0, map.queries], [0, map.keys]);

/**
 * A slice of a tensor with rows of a matrix, and the file that it is in.
 *
 * @typedef {ReturnType<Engine['matrixSlices']>[number] & { open: Open, of: Part }} FileSlice
 */

/**
 * The slices of a matrix of a head, from its first row to its last.
 *
 * @param {HeadOf} of @param {MatrixName} name @returns {Promise<FileSlice[]>}
 */
export async function slicesOf({ engine, store, task, reading, layer, head }, name) {
  const [row, col] = MATRICES[name];
  const parts = (reading[name] ?? []).filter((part) => part.axes.includes('layer') || part.layer === layer);
  const files = await Promise.all(parts.map(({ file }) => store.opened(file, task)));
  const tensors = parts.map(({ tensor }, at) => files[at].listing.tensors[tensor]);
  const isDeflated = files.every(({ listing }, at) => listing.format === 'npz' && !tensors[at].sliced);
  // Heads with a state of their own may share queries.
  const isShared = row === 'key' || name === 'selected' || (name === 'q' && isSigned(reading, layer));
  const found = engine.matrixSlices(
    parts,
    tensors.map(({ shape }) => shape),
    {
      ...{ layer, head, row, col },
      sharing: isShared ? headsOf(reading, layer) : null,
      block: isDeflated ? null : BLOCK_SIZE,
    },
  );
  if (found.length === 0) throw new Error(`Layer ${layer} is not in what was read.`);
  return found.map((slice) => ({ ...slice, open: files[slice.part], of: parts[slice.part] }));
}

/**
 * A matrix of a head: one slice of a tensor, or several slices, one below the other.
 *
 * @param {HeadOf} of
 * @param {MatrixName} name
 * @param {number} [cols] - the number of columns; defaults to that of the widest slice
 * @param {((part: HeadMap) => HeadMap) | null} [convert] - applied to each slice, before steps of generation are
 *   padded
 * @returns {Promise<HeadMap>}
 */
export async function matrixOf(of, name, cols, convert = null) {
  const maps = /** @type {HeadMap[]} */ ([]);
  try {
    for (const slice of await slicesOf(of, name)) {
      const map = await matrixIn(of, slice).catch((error) => {
        throw withNames(error, slice.open, slice.of.tensor);
      });
      maps.push(convert ? await using(map, convert) : map);
    }
    if (maps.length === 1) return /** @type {HeadMap} */ (maps.pop());
    return of.engine.stacked(maps, cols ?? Math.max(...maps.map(({ keys }) => keys)));
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
 * Some rows of a matrix of a head, which are read at once; null if they can only be read with all others.
 *
 * @param {HeadOf} of
 * @param {MatrixName} name
 * @param {Uint32Array} queries - their indexes
 * @returns {Promise<HeadMap | null>}
 */
export async function rowsOf(of, name, queries) {
  const slices = await slicesOf(of, name);
  if (!canReadQueries(slices)) return null;
  const [slice] = slices;
  const { open, of: part } = slice;
  if (queries.length > 1 && queries.every((query, at) => query === queries[0] + at)) {
    const picks = rectanglePicks(slice, [queries[0], queries.length], null);
    return readPart(open, part.tensor, picks, of.task, (reading) => reading.matrix(false));
  }
  /** @type {{ free(): void }[]} */
  const used = [];
  try {
    const readings = Array.from(queries, (query) => {
      const reading = open.file.read(part.tensor, rectanglePicks(slice, [query, 1], null), true);
      used.push(reading);
      return reading;
    });
    const pieces = await open.bytes.spans(readings.map((each) => /** @type {Span} */ (each.need())));
    of.task.check();
    const rows = readings.map((each, at) => {
      each.supply(pieces[at]);
      const row = each.matrix(false);
      used.push(row);
      return row;
    });
    return of.engine.stacked(rows, rows[0].keys);
  } catch (error) {
    throw withNames(error, open, part.tensor);
  } finally {
    for (const each of used) each.free();
  }
}
