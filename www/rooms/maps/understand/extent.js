import { stepsOf } from './stacks.js';
/** @import { Axis } from '../types.js' */
/** @import { Candidate, Say, Stack } from './types.js' */

/** The most cells of a head, and the most heads. */
export const MOST_CELLS = 1 << 24;
const MOST_HEADS = 4096;

/** @typedef {{ axes: Axis[], kAxes: Axis[], vAxes: Axis[] }} AllAxes */

/**
 * How much there is of everything; `steps` are the queries and keys of each step of generation, of which there is one where nothing was generated.
 *
 * @param {Candidate} candidate
 * @param {AllAxes} axes
 */
export function extentOf({ stack, k }, { axes, kAxes }) {
  const steps = stepsOf(stack).map((item) => [
    lengthOf(item.shape, axes, 'query'),
    lengthOf(item.shape, axes, 'key'),
  ]);
  const heads = stack.heads?.length ?? lengthIn(stack, axes, 'head');
  return {
    layers: layersOf(stack, axes),
    heads,
    kvHeads: k ? lengthIn(k, kAxes, 'head') : heads,
    queries: steps.reduce((sum, [length]) => sum + length, 0),
    keys: k ? lengthIn(k, kAxes, 'key') : steps[steps.length - 1][1],
    size: k ? lengthIn(stack, axes, 'feature') : null,
    steps,
  };
}

/**
 * Why so much cannot be shown, or does not go together; null if it can.
 *
 * @param {Candidate} candidate
 * @param {AllAxes} axes
 * @param {ReturnType<typeof extentOf>} extent
 * @returns {Say | null}
 */
export function refusalOf({ k }, { kAxes }, { layers, heads, kvHeads, queries, keys, size }) {
  const keySize = k && lengthIn(k, kAxes, 'feature');
  if (size !== null && keySize !== null && size !== keySize)
    return (t) => t.maps.reading.errors.sizes(size, keySize);
  if (heads % kvHeads !== 0) return (t) => t.maps.reading.errors.sharing(heads, kvHeads);
  const keyLayers = k ? layersOf(k, kAxes) : layers;
  if (keyLayers !== layers) return (t) => t.maps.reading.errors.layers(layers, keyLayers);
  if (queries * keys > MOST_CELLS) return (t) => t.maps.reading.errors.cells(queries, keys, MOST_CELLS);
  if (layers * heads > MOST_HEADS) return (t) => t.maps.reading.errors.heads(layers, heads, MOST_HEADS);
  return null;
}

/** How many layers the tensors of a stack have together. @param {Stack} stack @param {Axis[]} axes */
export const layersOf = (stack, axes) => stack.layers.length * lengthIn(stack, axes, 'layer');

/** How long an axis is of what a stack holds. @param {Stack} stack @param {Axis[]} axes @param {Axis} axis */
export const lengthIn = ({ layers }, axes, axis) => lengthOf(layers[0][0].shape, axes, axis);

/** How long the axis of a kind is; 1 where there is none. @param {number[]} shape @param {Axis[]} axes @param {Axis} axis */
export function lengthOf(shape, axes, axis) {
  const at = axes.indexOf(axis);
  return at === -1 ? 1 : shape[at];
}
