import { AS_UNDERSTOOD, correctedAxes, optionsOf } from './corrections.js';
import { tokensFor, listsFor, tokenLists } from './tokens.js';
/** @import { Axis, Opened, Part } from '../types.js' */
/** @import { Candidate, Corrections, Item, Outcome, Say, Stack } from './types.js' */

/** The most cells of a head, and the most heads. */
const MOST_CELLS = 1 << 24;
const MOST_HEADS = 4096;

/**
 * A candidate with the reader's corrections as a reading, and what is to be said about it; or why it cannot be read so, with the figures.
 *
 * @param {Opened} opened - for the tokens
 * @param {Candidate} candidate
 * @param {Corrections} [corrections] - may be hostile: they come out of links
 * @returns {Outcome}
 */
export function readingOf(opened, candidate, corrections = AS_UNDERSTOOD) {
  const all = correctedAxes(candidate, corrections);
  if ('refused' in all) return all;
  const { axes, kAxes, vAxes } = all;
  const { kind, stack, k } = candidate;
  const shape = stack.layers[0][0].shape;
  const steps = stack.layers[0].map((item) => [lengthOf(item.shape, axes, 'query'), lengthOf(item.shape, axes, 'key')]);
  const [kShape, vShape] = [k?.layers[0][0].shape ?? [], candidate.v?.layers[0][0].shape ?? []];
  const layers = stack.layers.length * lengthOf(shape, axes, 'layer');
  const heads = lengthOf(shape, axes, 'head');
  const kvHeads = k ? lengthOf(kShape, kAxes, 'head') : heads;
  const queries = steps.reduce((sum, [length]) => sum + length, 0);
  const keys = k ? lengthOf(kShape, kAxes, 'key') : steps[steps.length - 1][1];
  const size = k ? lengthOf(shape, axes, 'feature') : null;

  const refused = (/** @type {Say} */ say) => ({ refused: say });
  const keySize = lengthOf(kShape, kAxes, 'feature');
  if (size !== null && size !== keySize) return refused((t) => t.maps.reading.errors.sizes(size, keySize));
  if (heads % kvHeads !== 0) return refused((t) => t.maps.reading.errors.sharing(heads, kvHeads));
  const kLayers = k ? k.layers.length * lengthOf(kShape, kAxes, 'layer') : layers;
  if (kLayers !== layers) return refused((t) => t.maps.reading.errors.layers(layers, kLayers));
  if (queries * keys > MOST_CELLS) return refused((t) => t.maps.reading.errors.cells(queries, keys, MOST_CELLS));
  if (layers * heads > MOST_HEADS) return refused((t) => t.maps.reading.errors.heads(layers, heads, MOST_HEADS));
  const options = optionsOf(candidate, corrections, { queries, keys, size });
  if ('refused' in options) return options;

  const notes = saidOf(candidate, corrections, axes);
  const generated = steps.length > 1;
  if (generated) notes.push((t) => t.maps.reading.assembled(steps.length));
  const still = generated && steps[0][1] === keys;
  const alone = (queries === 1 || options.causal === 'lower_right') && !candidate.cross;
  const offset = generated ? (still ? 0 : steps[0][1] - steps[0][0]) : alone ? keys - queries : 0;
  const lists = listsFor(tokenLists(opened), [...stack.layers.flat(), ...(k?.layers.flat() ?? [])]);
  const named = tokensFor(lists, { queries, keys, offset, generated, cross: candidate.cross });
  const vFits = candidate.v && lengthOf(vShape, vAxes, 'key') === keys && lengthOf(vShape, vAxes, 'head') === kvHeads && candidate.v.layers.length * lengthOf(vShape, vAxes, 'layer') === layers;
  if (candidate.v && !vFits) notes.push((t) => t.maps.reading.valuesLeft(shapeText(vShape)));
  const of = (/** @type {Stack | null} */ each, /** @type {Axis[]} */ its) => (each ? partsOf(each, its, corrections.batch ?? 0) : []);
  return {
    reading: {
      kind, layers, heads, kvHeads, queries, keys, offset,
      weights: kind === 'weights' ? of(stack, axes) : [],
      q: kind === 'qk' ? of(stack, axes) : [],
      k: of(k, kAxes),
      v: vFits ? of(candidate.v, vAxes) : [],
      qk: options,
      tokens: named.tokens,
      queryTokens: named.queryTokens,
      reach: generated && !still ? steps.flatMap(([length, there]) => Array.from({ length }, () => there)) : null,
    },
    size,
    notes: [...notes, ...named.notes],
  };
}

/** How long the axis of a kind is; 1 where there is none. @param {number[]} shape @param {Axis[]} axes @param {Axis} axis */
export function lengthOf(shape, axes, axis) {
  const at = axes.indexOf(axis);
  return at === -1 ? 1 : shape[at];
}

/** A shape as it is written: (6, 12, 17, 17). @param {number[]} shape */
export const shapeText = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** What there is to say of axes, batches and the numbers of layers. @param {Candidate} candidate @param {Corrections} corrections @param {Axis[]} axes @returns {Say[]} */
function saidOf({ stack, unsure }, corrections, axes) {
  const [{ shape }] = stack.layers[0];
  /** @type {Say[]} */
  const notes = [];
  if (unsure && !corrections.axes) notes.push((t) => t.maps.reading.unsure(shapeText(shape), axesText(axes, t)));
  const batch = axes.findIndex((axis, at) => axis === 'fixed' && shape[at] > 1);
  if (batch !== -1) notes.push((t) => t.maps.reading.batchOf(shape[batch], corrections.batch ?? 0));
  const { numbers } = stack;
  if (numbers && numbers.some((number, layer) => number !== layer)) notes.push((t) => t.maps.reading.numbered(numbers[0], numbers[numbers.length - 1]));
  return notes;
}

/** What axes are, in words: (layer, head, query, key). @param {Axis[]} axes @param {import('../../strings/en.js').Strings} t */
export const axesText = (axes, t) => `(${axes.map((axis) => t.maps.reading.axes[axis]).join(', ')})`;

/** @param {Stack} stack @param {Axis[]} axes @param {number} batch @returns {Part[]} */
function partsOf({ layers }, axes, batch) {
  return layers.flatMap((steps, layer) => {
    let query = 0;
    return steps.map((item) => {
      const part = partOf(item, axes, batch, layer, query);
      query += lengthOf(item.shape, axes, 'query');
      return part;
    });
  });
}

/** @param {Item} item @param {Axis[]} axes @param {number} batch @param {number} layer @param {number} query @returns {Part} */
function partOf({ file, tensor, shape, cut }, axes, batch, layer, query) {
  const at = axes.map((axis, i) => (axis === 'fixed' && shape[i] > 1 ? batch : 0));
  if (!cut) return { file, tensor, axes: [...axes], at, layer, query };
  return { file, tensor, axes: axes.toSpliced(cut.axis, 0, 'fixed'), at: at.toSpliced(cut.axis, 0, cut.place), layer, query };
}
