/** Locates the numbers of a head in the tensors of files. */
/** @import { Axis, Part } from '../types.js' */
/** @import { Wanted } from './blocks.js' */
/** @import { Open } from './file-store.js' */
/** @import { Context } from './heads.js' */

/**
 * The indexes of an axis to read: all, one, or a range.
 *
 * @typedef {null | number | [first: number, length: number]} Pick
 */

/**
 * The parts of a matrix of a head, from its first row to its last.
 *
 * @param {Context} context
 * @param {Part[]} all - the parts; if each belongs to one head, only those of this head are returned
 * @param {number} layer
 * @param {(count: number) => number} head - the head's index among `count` heads
 * @param {Axis} row
 * @param {Axis} col
 * @returns {Promise<{ open: Open, wanted: Wanted }[]>}
 */
export async function partsOfHead(context, all, layer, head, row, col) {
  const one = all[0]?.head === undefined ? -1 : head(1);
  const parts = one < 0 ? all : all.filter((part) => part.head === one);
  const files = await Promise.all(parts.map(({ file }) => context.store.opened(file, context.task)));
  const wanted = parts.flatMap((part, index) => {
    const shape = shapeOfPart(part, files[index].listing.tensors[part.tensor].shape);
    const axis = part.axes.indexOf('layer');
    const place = axis < 0 ? 0 : layer - part.layer;
    const isHere = axis < 0 ? part.layer === layer : isIndex(place, shape[axis]);
    const at = one < 0 ? head(part.split ?? shape[part.axes.indexOf('head')] ?? 1) : 0;
    return isHere ? [{ open: files[index], wanted: { part, layer: place, head: at, row, col, shape } }] : [];
  });
  if (wanted.length === 0) throw new Error(`Layer ${layer} is not in what was read.`);
  return wanted.sort((a, b) => a.wanted.part.query - b.wanted.part.query);
}

/** @param {Wanted} wanted @param {(index: number, axis: 'layer' | 'head') => Pick} pick @returns {Pick[]} */
export function picksOf({ part: { axes, at, ranges, split }, layer, head, shape }, pick) {
  return axes.map((axis, index) => {
    if (axis === 'fixed') return at[index];
    if (axis === 'layer') return pick(layer, axis);
    if (axis === 'head') return pick(head, axis);
    if (axis !== 'feature' || !split) return ranges?.[axis] ?? null;
    const heads = pick(head, 'head');
    const [first, length] = Array.isArray(heads) ? heads : [heads ?? 0, 1];
    return /** @type {[number, number]} */ ([first * shape[index], length * shape[index]]);
  });
}

/**
 * The shape of a part: without padding, and with the features of one head.
 *
 * @param {Part} part @param {number[]} shape
 */
function shapeOfPart({ axes, ranges, split }, shape) {
  return shape.map((side, index) => {
    const axis = axes[index];
    if (axis === 'feature' && split) return side / split;
    return ranges?.[axis]?.[1] ?? side;
  });
}

/** @param {number} index @param {number} length */
export function isIndex(index, length) {
  return Number.isInteger(index) && index >= 0 && index < length;
}
