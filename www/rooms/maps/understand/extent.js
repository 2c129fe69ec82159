import { stepsOf } from './stacks.js';
/** @import { Axis } from '../types.js' */
/** @import { Candidate, Message, Stack } from './types.js' */

/** The maximum number of cells of a head in memory. A larger head is computed or read in parts. */
export const MOST_CELLS = 1 << 24;
const MOST_HEADS = 4096;
/** The maximum number of tokens of a large head. */
const MOST_SIDE = 2 ** 18;

/** @typedef {{ axes: Axis[], kAxes: Axis[], vAxes: Axis[] }} AllAxes */

/**
 * The numbers of layers, heads, queries and keys, and the head size (null for weights). `steps` has the
 * queries and keys of each step of generation, or a single step.
 *
 * @param {Candidate} candidate
 * @param {AllAxes} axes
 */
export function extentOf({ stack, k, split }, { axes, kAxes }) {
  const steps = stepsOf(stack).map((item) => [
    lengthOf(item.shape, axes, 'query'),
    lengthOf(item.shape, axes, 'key'),
  ]);
  const heads = split?.[0] ?? stack.heads?.length ?? lengthIn(stack, axes, 'head');
  return {
    layers: layersOf(stack, axes),
    heads,
    kvHeads: split?.[1] ?? (k ? lengthIn(k, kAxes, 'head') : heads),
    queries: steps.reduce((sum, [length]) => sum + length, 0),
    keys: k ? lengthIn(k, kAxes, 'key') : steps[steps.length - 1][1],
    size: k ? lengthIn(stack, axes, 'feature') / (split?.[0] ?? 1) : null,
    steps,
  };
}

/**
 * Why these sizes exceed a limit or do not match; null if they are valid.
 *
 * @param {Candidate} candidate
 * @param {AllAxes} axes
 * @param {ReturnType<typeof extentOf>} extent
 * @returns {Message | null}
 */
export function refusalOf(
  { numbers, stack, k, split },
  { kAxes },
  { layers, heads, kvHeads, queries, keys, size },
) {
  const keySize = k && lengthIn(k, kAxes, 'feature') / (split?.[1] ?? 1);
  if (size !== null && keySize !== null && size !== keySize)
    return (t) => t.maps.reading.errors.sizes({ q: size, k: keySize });
  if (heads % kvHeads !== 0) return (t) => t.maps.reading.errors.sharing({ heads, kvHeads });
  const keyLayers = k ? layersOf(k, kAxes) : layers;
  if (keyLayers !== layers) return (t) => t.maps.reading.errors.layers({ q: layers, k: keyLayers });
  if (queries * keys > MOST_CELLS && numbers !== 'weights')
    return (t) =>
      t.maps.reading.errors.largeNumbers({
        numbers: t.maps.reading.numbers[numbers],
        queries,
        keys,
        most: MOST_CELLS,
      });
  if (queries * keys > MOST_CELLS) {
    const why = largeRefusalOf(stack, k, size, queries, keys);
    if (why) return why;
  }
  if (layers * heads > MOST_HEADS)
    return (t) => t.maps.reading.errors.heads({ layers, heads, most: MOST_HEADS });
  return null;
}

/**
 * Why a large head cannot be read in parts. The queries and keys of one head must fit in memory; weights are
 * read in slices, which needs one uncompressed tensor.
 *
 * @param {Stack} stack
 * @param {Stack | null} k
 * @param {number | null} size - the head size
 * @param {number} queries
 * @param {number} keys
 * @returns {Message | null}
 */
function largeRefusalOf(stack, k, size, queries, keys) {
  const longest = Math.max(queries, keys);
  if (longest > MOST_SIDE) return (t) => t.maps.reading.errors.side({ tokens: longest, most: MOST_SIDE });
  if (k && size !== null)
    return longest * size > MOST_CELLS
      ? (t) => t.maps.reading.errors.vectors({ tokens: longest, size, fits: Math.floor(MOST_CELLS / size) })
      : null;
  const isWhole = stack.layers.every((items) => stack.heads || items.length === 1);
  const isSliced = stack.layers.every((items) => items.every(({ entry }) => entry.sliced));
  return isWhole && isSliced ? null : (t) => t.maps.reading.errors.cells({ queries, keys, most: MOST_CELLS });
}

/** The number of layers of a stack. @param {Stack} stack @param {Axis[]} axes */
export const layersOf = (stack, axes) => stack.layers.length * lengthIn(stack, axes, 'layer');

/** The length of an axis of a stack. @param {Stack} stack @param {Axis[]} axes @param {Axis} axis */
export const lengthIn = ({ layers }, axes, axis) => lengthOf(layers[0][0].shape, axes, axis);

/**
 * The length of the axis with a meaning; 1 if there is none.
 *
 * @param {number[]} shape @param {Axis[]} axes @param {Axis} axis
 */
export function lengthOf(shape, axes, axis) {
  const at = axes.indexOf(axis);
  return at === -1 ? 1 : shape[at];
}
