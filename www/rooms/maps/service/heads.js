/** The numbers of one head, out of whichever files they are in. */
import { feed } from './bytes.js';
import { AT_ONCE, extentOf, headOf } from './blocks.js';
import { isCancelled } from './refusals.js';
import { named } from './shelf.js';
/** @import { Axis, Part, Reading } from '../types.js' */
/** @import { Shelf } from './shelf.js' */
/** @import { Task } from './task.js' */
/** @import { Block, Wanted } from './blocks.js' */

/** @typedef {typeof import('../../../engine/maps.js')} Engine */
/** @typedef {import('../../../engine/maps.js').HeadMap} HeadMap */
/** @typedef {import('./shelf.js').Open} Open */
/** @typedef {null | number | [number, number]} Pick */

/** A head whose bytes come in more pieces than this, and smaller ones than `PIECE`, does not lie in one piece. */
const PIECES = 64;
const PIECE = 64 << 10;
/** Who asks for so many bytes at once reads over what lies between the wanted ones. */
const DENSE = 1 << 20;
/** So many bytes for a number of a head are too many: what lies between its numbers is read with them. */
const BYTES = 16;

/** What the heads are read with. @typedef {{ engine: Engine, shelf: Shelf, task: Task }} Desk */

/**
 * The weights of a head: as they stand in the file, or worked from q and k.
 *
 * @param {Desk} desk
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @returns {Promise<HeadMap>}
 */
export async function weightsAt(desk, reading, layer, head) {
  const { layers, heads, queries, keys, offset } = reading;
  if (!isPlace(layer, layers) || !isPlace(head, heads)) {
    throw new Error(
      `There is no head ${head} of layer ${layer}: there are ${layers} layers of ${heads} heads.`,
    );
  }
  if (reading.kind === 'qk') {
    const q = await matrixOf(desk, reading.q, layer, () => head, 'query', 'feature');
    try {
      const k = await matrixOf(
        desk,
        reading.k,
        layer,
        (there) => Math.floor((head * there) / heads),
        'key',
        'feature',
      );
      try {
        const pairs = q.queries * k.queries;
        desk.task.step({ pairs, products: pairs * q.keys });
        return desk.engine.weightsOf(q, k, { ...reading.qk, offset });
      } finally {
        k.free();
      }
    } finally {
      q.free();
    }
  }
  const map = await matrixOf(desk, reading.weights, layer, () => head, 'query', 'key', keys);
  if (map.queries === queries && map.keys === keys) return map;
  const size = `${map.queries} queries and ${map.keys} keys`;
  map.free();
  throw new Error(`Head ${head} of layer ${layer} has ${size}, where ${queries} and ${keys} were expected.`);
}

/**
 * Reads what a head is made of and computes nothing: throws where a file turns out to be damaged.
 *
 * @param {Desk} desk
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 */
export async function probeHead(desk, reading, layer, head) {
  if (reading.kind === 'weights') return (await weightsAt(desk, reading, layer, head)).free();
  (await matrixOf(desk, reading.q, layer, () => head, 'query', 'feature')).free();
  return (
    await matrixOf(
      desk,
      reading.k,
      layer,
      (there) => Math.floor((head * there) / reading.heads),
      'key',
      'feature',
    )
  ).free();
}

/**
 * The values of a head. Heads that share them have the same.
 *
 * @param {Desk} desk
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 */
export function valuesAt(desk, reading, layer, head) {
  if (reading.v.length === 0)
    throw new Error('There are no values in what was read, so weights cannot be weighed by them.');
  return matrixOf(
    desk,
    reading.v,
    layer,
    (there) => Math.floor((head * there) / reading.heads),
    'key',
    'feature',
  );
}

/**
 * A matrix of a head: one part of a tensor, or the rows of several, one below the other.
 *
 * @param {Desk} desk
 * @param {Part[]} all - of which those are read that are of this head, where each is one
 * @param {number} layer
 * @param {(there: number) => number} head - of so many
 * @param {Axis} row
 * @param {Axis} col
 * @param {number} [cols] - of all parts together; that of the widest unless told
 * @returns {Promise<HeadMap>}
 */
async function matrixOf(desk, all, layer, head, row, col, cols) {
  const one = all[0]?.head === undefined ? -1 : head(1);
  const parts = one < 0 ? all : all.filter((part) => part.head === one);
  const files = await Promise.all(parts.map(({ file }) => desk.shelf.opened(file, desk.task)));
  const wanted = parts.flatMap((part, index) => {
    const { shape } = files[index].listing.tensors[part.tensor];
    const layers = part.axes.indexOf('layer');
    const place = layers < 0 ? 0 : layer - part.layer;
    const isHere = layers < 0 ? part.layer === layer : isPlace(place, shape[layers]);
    const at = one < 0 ? head(shape[part.axes.indexOf('head')] ?? 1) : 0;
    return isHere ? [{ open: files[index], wanted: { part, layer: place, head: at, row, col, shape } }] : [];
  });
  if (wanted.length === 0) throw new Error(`Layer ${layer} is not in what was read.`);
  wanted.sort((a, b) => a.wanted.part.query - b.wanted.part.query);
  const maps = /** @type {HeadMap[]} */ ([]);
  try {
    for (const { open, wanted: each } of wanted) {
      maps.push(
        await matrixIn(desk, open, each).catch((error) => {
          throw named(error, open, each.part.tensor);
        }),
      );
    }
    if (maps.length === 1) return /** @type {HeadMap} */ (maps.pop());
    return desk.engine.stacked(maps, cols ?? Math.max(...maps.map(({ keys }) => keys)));
  } finally {
    for (const map of maps) map.free();
  }
}

/** @param {Desk} desk @param {Open} open @param {Wanted} wanted @returns {Promise<HeadMap>} */
async function matrixIn(desk, open, wanted) {
  const {
    engine,
    shelf: { blocks },
  } = desk;
  const { part } = wanted;
  const { sliced } = open.listing.tensors[part.tensor];
  // What was text is numbers already, and lies in memory.
  const isDeflated = !sliced && open.listing.format === 'npz';
  if (!isDeflated && !blocks.isScattered(part)) {
    const map = await matrixInPlace(desk, open, wanted);
    if (map) return map;
    blocks.scatter(part);
  }
  const { rows, cols, cells } = headOf(
    await blockWith(desk, open, wanted, isDeflated ? Infinity : AT_ONCE),
    wanted,
  );
  return engine.headMap(rows, cols, cells);
}

/** The block that holds a head. One that is being read for another request is waited for. @param {Desk} desk @param {Open} open @param {Wanted} wanted @param {number} atOnce */
async function blockWith({ shelf: { blocks }, task }, open, wanted, atOnce) {
  const tell = (/** @type {number} */ share) => task.tell(share, undefined, 'block');
  for (;;) {
    const held = blocks.holding(wanted);
    if (held) return held;
    const awaited = blocks.awaited(wanted);
    if (!awaited) break;
    awaited.tellers.add(tell);
    try {
      const block = await awaited.block;
      task.check();
      return block;
    } catch (error) {
      // The request that it was read for was cancelled, and not this one.
      if (!isCancelled(error)) throw error;
      task.check();
    }
  }
  const extent = extentOf(wanted, atOnce);
  return blocks.reading(wanted.part, extent, (all) => readBlock(open, wanted, task, extent, all), tell);
}

/** A head that lies in one piece, or in few; null as soon as it turns out that it does not. @param {Desk} desk @param {Open} open @param {Wanted} wanted */
async function matrixInPlace({ task }, { file, bytes }, wanted) {
  const {
    part: { tensor, axes },
    row,
    col,
    shape,
  } = wanted;
  const most = BYTES * shape[axes.indexOf(row)] * shape[axes.indexOf(col)] + PIECE;
  const reading = file.read(
    tensor,
    picksOf(wanted, (place) => place),
    true,
  );
  let [pieces, sum, isDone] = [0, 0, false];
  try {
    // Where everything between its numbers has to be read, that is known before the first read.
    if (reading.left() > most && (reading.need()?.length ?? 0) >= DENSE) return null;
    await feed(
      reading,
      bytes,
      ({ length }) => {
        [pieces, sum] = [pieces + 1, sum + length];
        if (sum > most || (pieces > PIECES && sum < pieces * PIECE)) throw SCATTERED;
        return task.breathe();
      },
      () => task.breathe(),
    );
    isDone = true;
    task.step({ pairs: shape[axes.indexOf(row)] * shape[axes.indexOf(col)] });
    return reading.matrix(axes.indexOf(col) < axes.indexOf(row));
  } catch (error) {
    if (error === SCATTERED) return null;
    throw error;
  } finally {
    if (!isDone) reading.free();
  }
}

const SCATTERED = new Error('The head does not lie in one piece.');

/**
 * @param {Open} open
 * @param {Wanted} wanted
 * @param {Task} task
 * @param {{ layers: Block['layers'], heads: Block['heads'] }} extent
 * @param {(share: number) => void} tell - how much of what has to be read for it was read
 * @returns {Promise<Block>}
 */
async function readBlock({ file, bytes }, wanted, task, { layers, heads }, tell) {
  const {
    part: { tensor, axes },
    shape: sides,
  } = wanted;
  const reading = file.read(
    tensor,
    picksOf(wanted, (_, axis) => (axis === 'layer' ? layers : heads)),
    true,
  );
  const all = reading.left();
  let isDone = false;
  try {
    await feed(
      reading,
      bytes,
      () => {
        tell(all > 0 ? 1 - reading.left() / all : 1);
        return task.breathe();
      },
      () => task.breathe(),
    );
    isDone = true;
    task.step({ pairs: sides.reduce((all, side) => all * side, 1) });
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
  } finally {
    if (!isDone) reading.free();
  }
}

/** What is picked of each axis. @param {Wanted} wanted @param {(place: number, axis: 'layer' | 'head') => Pick} pick @returns {Pick[]} */
function picksOf({ part: { axes, at }, layer, head }, pick) {
  return axes.map((axis, index) => {
    if (axis === 'fixed') return at[index];
    if (axis === 'layer') return pick(layer, axis);
    return axis === 'head' ? pick(head, axis) : null;
  });
}

/** @param {number} place @param {number} length */
function isPlace(place, length) {
  return Number.isInteger(place) && place >= 0 && place < length;
}
