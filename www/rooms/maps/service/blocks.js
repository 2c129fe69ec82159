/**
 * A cache of blocks, for tensors whose heads are not contiguous: deflated tensors, and tensors with another
 * axis order. A block is read once, and its heads are copied from it.
 */
/** @import { Axis, Part } from '../types.js' */

/** The maximum number of cached numbers, of four bytes each. */
const CACHE_SIZE = 1 << 25;
/**
 * The maximum number of numbers in a block, unless the whole tensor has to be read anyway. A slice of a
 * tensor has the same limit.
 */
export const BLOCK_SIZE = 1 << 24;

/** @typedef {[first: number, length: number]} Range */
/**
 * The layers and heads of a block, as indexes of their axes.
 *
 * @typedef {{ layers: Range, heads: Range }} Extent
 */
/**
 * `strides`: the distance of neighboring indexes in the data, by axis.
 *
 * @typedef {Extent & { strides: number[], data: Float32Array }} Block
 */

/**
 * The position of a head in a tensor, and the axes of its rows and columns; `shape` is the shape of the part
 * that is read.
 *
 * @typedef {{ part: Part, layer: number, head: number, row: Axis, col: Axis, shape: number[] }} Wanted
 */

/**
 * A block that is being read; the listeners are called with the share that was read.
 *
 * @typedef {Extent & { file: number, name: string, block: Promise<Block>, listeners: Set<(share: number) => void> }} Pending
 */

export function blockCache() {
  /**
   * In order of use, the most recently used block last.
   *
   * @type {Set<{ file: number, name: string, block: Block }>}
   */
  const cache = new Set();
  /** Tensors whose heads are known not to be contiguous. @type {Set<string>} */
  const scattered = new Set();
  /** @type {Set<Pending>} */
  const pending = new Set();
  const nameOf = (/** @type {Part} */ { file, tensor, at, ranges }) =>
    `${file} ${tensor} ${at} ${JSON.stringify(ranges)}`;
  const contains = (/** @type {Extent} */ { layers, heads }, /** @type {Wanted} */ { layer, head }) =>
    isWithin(layers, layer) && isWithin(heads, head);

  /**
   * Adds a block, and removes the least recently used ones if the cache is full.
   *
   * @param {Part} part @param {Block} block
   */
  function keep(part, block) {
    cache.add({ file: part.file, name: nameOf(part), block });
    let sum = 0;
    for (const each of cache) sum += each.block.data.length;
    for (const each of cache) {
      if (sum <= CACHE_SIZE || each.block === block) return;
      sum -= each.block.data.length;
      cache.delete(each);
    }
  }

  return {
    /** @param {Part} part */
    isScattered: (part) => scattered.has(nameOf(part)),
    /** @param {Part} part */
    markScattered: (part) => void scattered.add(nameOf(part)),
    /** The cached block with a head, if there is one. @param {Wanted} wanted @returns {Block | null} */
    get(wanted) {
      const name = nameOf(wanted.part);
      const entry = [...cache].find((each) => each.name === name && contains(each.block, wanted));
      if (!entry) return null;
      cache.delete(entry);
      cache.add(entry);
      return entry.block;
    },
    /** The block with a head that is being read, if there is one. @param {Wanted} wanted */
    getPending(wanted) {
      const name = nameOf(wanted.part);
      return [...pending].find((each) => each.name === name && contains(each, wanted)) ?? null;
    },
    /**
     * Reads a block and adds it to the cache. Other requests may wait for it.
     *
     * @param {Part} part
     * @param {Extent} extent
     * @param {(report: (share: number) => void) => Promise<Block>} read
     * @param {(share: number) => void} report
     */
    async load(part, { layers, heads }, read, report) {
      const listeners = new Set([report]);
      const block = read((share) => listeners.forEach((each) => each(share)));
      const mine = { file: part.file, name: nameOf(part), layers, heads, block, listeners };
      pending.add(mine);
      try {
        const found = await block;
        // If the file was closed in the meantime, the block is not cached.
        if (pending.has(mine)) keep(part, found);
        return found;
      } finally {
        pending.delete(mine);
      }
    },
    keep,
    /** @param {number} file */
    forget(file) {
      for (const each of cache) if (each.file === file) cache.delete(each);
      for (const each of pending) if (each.file === file) pending.delete(each);
      for (const name of scattered) if (name.startsWith(`${file} `)) scattered.delete(name);
    },
  };
}

/**
 * The layers and heads to read together with a head: whole layers, or some heads if a layer is too large.
 *
 * @param {Wanted} wanted
 * @param {number} blockSize - the maximum number of numbers
 * @returns {Extent}
 */
export function extentOf({ part, layer, head, row, col, shape }, blockSize) {
  const length = (/** @type {Axis} */ axis) => shape[part.axes.indexOf(axis)] ?? 1;
  const heads = part.split ?? length('head');
  const [layers, cells] = [length('layer'), Math.max(1, length(row) * length(col))];
  const most = Math.floor(blockSize / (heads * cells));
  /**
   * Blocks do not overlap, so that requests for different heads can share one.
   *
   * @type {(place: number, most: number, all: number) => Range}
   */
  const some = (place, most, all) => {
    const length = Math.max(1, Math.min(most, all));
    const first = place - (place % length);
    return [first, Math.min(length, all - first)];
  };
  if (most >= layers) return { layers: some(0, layers, layers), heads: some(0, heads, heads) };
  if (most >= 1) return { layers: some(layer, most, layers), heads: some(0, heads, heads) };
  return { layers: some(layer, 1, layers), heads: some(head, Math.floor(blockSize / cells), heads) };
}

/** The numbers of a head, row by row. @param {Block} block @param {Wanted} wanted */
export function headOf({ layers, heads, strides, data }, { part, layer, head, row, col, shape }) {
  const of = (/** @type {Axis} */ axis) => part.axes.indexOf(axis);
  const stride = (/** @type {Axis} */ axis) => strides[of(axis)] ?? 0;
  const [rows, cols] = [shape[of(row)], shape[of(col)]];
  const [down, along] = [stride(row), stride(col)];
  // Heads that are side by side in the features are one head size apart.
  const ofHeads = part.split ? shape[of('feature')] * stride('feature') : stride('head');
  const first = (layer - layers[0]) * stride('layer') + (head - heads[0]) * ofHeads;
  // A contiguous head is not copied here, because the engine copies it.
  if (along === 1 && down === cols) return { rows, cols, cells: data.subarray(first, first + rows * cols) };
  const cells = new Float32Array(rows * cols);
  for (let i = 0; i < rows; i += 1) {
    const start = first + i * down;
    if (along === 1) cells.set(data.subarray(start, start + cols), i * cols);
    else for (let j = 0; j < cols; j += 1) cells[i * cols + j] = data[start + j * along];
  }
  return { rows, cols, cells };
}

/** @param {Range} range @param {number} index */
function isWithin([first, length], index) {
  return index >= first && index < first + length;
}
