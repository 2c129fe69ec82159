/**
 * Blocks of tensors whose heads do not lie in one piece: those that are deflated, and those whose elements stand in another order. Such a block is read once, and
 * the heads are taken out of it.
 */
/** @import { Axis, Part } from '../types.js' */

/** So many numbers are kept in all, at four bytes each. */
const KEPT = 1 << 25;
/** So many numbers are read at once where not everything has to be read for the first one: as many as a part of a tensor may have. */
export const AT_ONCE = 1 << 24;

/**
 * Some layers and heads of a tensor.
 *
 * @typedef {object} Block
 * @property {[first: number, length: number]} layers - places of the axis of layers
 * @property {[first: number, length: number]} heads
 * @property {number[]} strides - one an axis of the tensor: how far apart its places are in the data
 * @property {Float32Array} data
 */

/** Where a head is in a tensor, and which axes are its rows and columns. @typedef {{ part: Part, layer: number, head: number, row: Axis, col: Axis, shape: number[] }} Wanted */

/** A block that is being read. @typedef {{ file: number, name: string, layers: Block['layers'], heads: Block['heads'], block: Promise<Block>, tellers: Set<(share: number) => void> }} Pending */

export function keeping() {
  /** The one that was asked for last is the last. @type {Set<{ file: number, name: string, block: Block }>} */
  const kept = new Set();
  /** Tensors of which it is known that their heads do not lie in one piece. @type {Set<string>} */
  const scattered = new Set();
  /** @type {Set<Pending>} */
  const pending = new Set();
  const nameOf = (/** @type {Part} */ { file, tensor, at }) => `${file} ${tensor} ${at}`;
  const holds = (
    /** @type {Pick<Block, 'layers' | 'heads'>} */ { layers, heads },
    /** @type {Wanted} */ { layer, head },
  ) => isWithin(layers, layer) && isWithin(heads, head);

  /** Keeps a block, and lets others go that were asked for longest ago. @param {Part} part @param {Block} block */
  function keep(part, block) {
    kept.add({ file: part.file, name: nameOf(part), block });
    let sum = 0;
    for (const each of kept) sum += each.block.data.length;
    for (const each of kept) {
      if (sum <= KEPT || each.block === block) return;
      sum -= each.block.data.length;
      kept.delete(each);
    }
  }

  return {
    /** @param {Part} part */
    isScattered: (part) => scattered.has(nameOf(part)),
    /** @param {Part} part */
    scatter: (part) => void scattered.add(nameOf(part)),
    /** The block that holds a head, if it is there. @param {Wanted} wanted @returns {Block | null} */
    holding(wanted) {
      const name = nameOf(wanted.part);
      const entry = [...kept].find((each) => each.name === name && holds(each.block, wanted));
      if (!entry) return null;
      kept.delete(entry);
      kept.add(entry);
      return entry.block;
    },
    /** The block that is being read and will hold a head. @param {Wanted} wanted @returns {Pending | null} */
    awaited(wanted) {
      const name = nameOf(wanted.part);
      return [...pending].find((each) => each.name === name && holds(each, wanted)) ?? null;
    },
    /**
     * Reads a block and keeps it. Others may wait for it meanwhile.
     *
     * @param {Part} part
     * @param {Pick<Block, 'layers' | 'heads'>} extent
     * @param {(tell: (share: number) => void) => Promise<Block>} read
     * @param {(share: number) => void} tell
     */
    async reading(part, { layers, heads }, read, tell) {
      const tellers = new Set([tell]);
      const block = read((share) => tellers.forEach((each) => each(share)));
      const mine = { file: part.file, name: nameOf(part), layers, heads, block, tellers };
      pending.add(mine);
      try {
        const found = await block;
        // Where the file was closed meanwhile, nothing of it is kept.
        if (pending.has(mine)) keep(part, found);
        return found;
      } finally {
        pending.delete(mine);
      }
    },
    keep,
    /** @param {number} file */
    forget(file) {
      for (const each of kept) if (each.file === file) kept.delete(each);
      for (const each of pending) if (each.file === file) pending.delete(each);
      for (const name of scattered) if (name.startsWith(`${file} `)) scattered.delete(name);
    },
  };
}

/**
 * Which layers and heads to read with a head: whole layers, or some heads where a layer has too much.
 *
 * @param {Wanted} wanted
 * @param {number} atOnce - so many numbers
 */
export function extentOf({ part, layer, head, row, col, shape }, atOnce) {
  const length = (/** @type {Axis} */ axis) => shape[part.axes.indexOf(axis)] ?? 1;
  const [layers, heads, cells] = [length('layer'), length('head'), Math.max(1, length(row) * length(col))];
  const most = Math.floor(atOnce / (heads * cells));
  /** Blocks do not overlap, so that requests for different heads can share one. @type {(place: number, most: number, all: number) => [number, number]} */
  const some = (place, most, all) => {
    const length = Math.max(1, Math.min(most, all));
    const first = place - (place % length);
    return [first, Math.min(length, all - first)];
  };
  if (most >= layers) return { layers: some(0, layers, layers), heads: some(0, heads, heads) };
  if (most >= 1) return { layers: some(layer, most, layers), heads: some(0, heads, heads) };
  return { layers: some(layer, 1, layers), heads: some(head, Math.floor(atOnce / cells), heads) };
}

/**
 * The numbers of a head, row by row.
 *
 * @param {Block} block
 * @param {Wanted} wanted
 */
export function headOf({ layers, heads, strides, data }, { part, layer, head, row, col, shape }) {
  const of = (/** @type {Axis} */ axis) => part.axes.indexOf(axis);
  const stride = (/** @type {Axis} */ axis) => strides[of(axis)] ?? 0;
  const [rows, cols] = [shape[of(row)], shape[of(col)]];
  const [down, along] = [stride(row), stride(col)];
  const first = (layer - layers[0]) * stride('layer') + (head - heads[0]) * stride('head');
  // A head that lies in one piece is not copied: what takes it copies it.
  if (along === 1 && down === cols) return { rows, cols, cells: data.subarray(first, first + rows * cols) };
  const cells = new Float32Array(rows * cols);
  for (let i = 0; i < rows; i += 1) {
    const start = first + i * down;
    if (along === 1) cells.set(data.subarray(start, start + cols), i * cols);
    else for (let j = 0; j < cols; j += 1) cells[i * cols + j] = data[start + j * along];
  }
  return { rows, cols, cells };
}

/** @param {[number, number]} range @param {number} place */
function isWithin([first, length], place) {
  return place >= first && place < first + length;
}
