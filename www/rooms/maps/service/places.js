/** Where the numbers of a head lie in the tensors of files. */
/** @import { Axis, Part } from '../types.js' */
/** @import { Wanted } from './blocks.js' */
/** @import { Context, Open } from './heads.js' */

/** @typedef {null | number | [number, number]} Pick */

/**
 * The parts of a matrix of a head, from its first row to its last.
 *
 * @param {Context} context
 * @param {Part[]} all - the parts; if each belongs to one head, only those of this head are returned
 * @param {number} layer
 * @param {(there: number) => number} head - the head's index among `there` heads
 * @param {Axis} row
 * @param {Axis} col
 * @returns {Promise<{ open: Open, wanted: Wanted }[]>}
 */
export async function foundIn(context, all, layer, head, row, col) {
  const one = all[0]?.head === undefined ? -1 : head(1);
  const parts = one < 0 ? all : all.filter((part) => part.head === one);
  const files = await Promise.all(parts.map(({ file }) => context.store.opened(file, context.task)));
  const wanted = parts.flatMap((part, index) => {
    const shape = shownShape(part, files[index].listing.tensors[part.tensor].shape);
    const layers = part.axes.indexOf('layer');
    const place = layers < 0 ? 0 : layer - part.layer;
    const isHere = layers < 0 ? part.layer === layer : isPlace(place, shape[layers]);
    const at = one < 0 ? head(part.split ?? shape[part.axes.indexOf('head')] ?? 1) : 0;
    return isHere ? [{ open: files[index], wanted: { part, layer: place, head: at, row, col, shape } }] : [];
  });
  if (wanted.length === 0) throw new Error(`Layer ${layer} is not in what was read.`);
  return wanted.sort((a, b) => a.wanted.part.query - b.wanted.part.query);
}

/**
 * The pick for each axis.
 *
 * @param {Wanted} wanted @param {(place: number, axis: 'layer' | 'head') => Pick} pick @returns {Pick[]}
 */
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
 * The shape of the part of a tensor that is read: without padding, and with the features of one head.
 *
 * @param {Part} part @param {number[]} shape
 */
function shownShape({ axes, ranges, split }, shape) {
  return shape.map((side, index) => {
    const axis = axes[index];
    if (axis === 'feature' && split) return side / split;
    return ranges?.[axis]?.[1] ?? side;
  });
}

/** @param {number} place @param {number} length */
export function isPlace(place, length) {
  return Number.isInteger(place) && place >= 0 && place < length;
}
