/**
 * Blocks of tensors whose heads do not lie in one piece: those that are deflated, and those whose elements stand in another order. Such a block is read once, and
 * the heads are taken out of it.
 */
/** @import { Axis, Part } from '../types.js' */

/** So many numbers are kept in all, at four bytes each. */
const KEPT = 1 << 25;
/** So many numbers are read at once where not everything has to be read for the first one. */
export const AT_ONCE = 1 << 23;

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

export function keeping() {
  /** The one that was asked for last is the last. @type {Map<string, { file: number, block: Block }>} */
  const kept = new Map();
  /** Tensors of which it is known that their heads do not lie in one piece. @type {Set<string>} */
  const scattered = new Set();
  const nameOf = (/** @type {Part} */ { file, tensor, at }) => `${file} ${tensor} ${at}`;
  return {
    /** @param {Part} part */
    isScattered: (part) => scattered.has(nameOf(part)),
    /** @param {Part} part */
    scatter: (part) => void scattered.add(nameOf(part)),
    /** The block that holds a head, if it is there. @param {Wanted} wanted @returns {Block | null} */
    holding({ part, layer, head }) {
      const name = nameOf(part);
      const entry = kept.get(name);
      if (!entry || !isWithin(entry.block.layers, layer) || !isWithin(entry.block.heads, head)) return null;
      kept.delete(name);
      kept.set(name, entry);
      return entry.block;
    },
    /** Keeps a block in place of the one of the same tensor, and lets others go that were asked for longer ago. @param {Part} part @param {Block} block */
    keep(part, block) {
      const name = nameOf(part);
      kept.delete(name);
      kept.set(name, { file: part.file, block });
      let sum = 0;
      for (const each of kept.values()) sum += each.block.data.length;
      for (const [each, { block: { data } }] of kept) {
        if (sum <= KEPT || each === name) return;
        sum -= data.length;
        kept.delete(each);
      }
    },
    /** @param {number} file */
    forget(file) {
      for (const [name, each] of kept) if (each.file === file) kept.delete(name);
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
  /** @type {(first: number, most: number, all: number) => [number, number]} */
  const some = (first, most, all) => [first, Math.max(1, Math.min(most, all - first))];
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
