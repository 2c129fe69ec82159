/** @import { Axis } from '../types.js' */
/** @import { Candidate, Say, Stack } from './types.js' */

/** The head sizes of usual models are multiples of this. */
const HEAD_UNIT = 32;
/**
 * The largest head size of today's models: more features than this are probably several heads side by side.
 */
const LARGEST_HEAD = 576;

/**
 * How many heads stand side by side in the features of q and of k, as vLLM has them: (batch, tokens, heads ·
 * size). The file says how many there are.
 *
 * @param {[heads: number, keyHeads: number] | null} said
 * @param {number[]} shape
 * @param {number[]} kShape
 * @returns {Candidate['split']}
 */
export function splitOf(said, shape, kShape) {
  if (!said || shape.length > 3 || shape.length !== kShape.length) return null;
  const [heads, keyHeads] = said;
  const [size, keySize] = [(shape.at(-1) ?? 0) / heads, (kShape.at(-1) ?? 0) / keyHeads];
  const hasAxis = shape.length === 3 && shape[0] === heads && kShape[0] === keyHeads;
  return Number.isInteger(size) && size === keySize && !hasAxis ? said : null;
}

/**
 * Heads side by side where nothing says how many there are, but q has more features than k: that happens only
 * where heads share keys. The fewest heads that explain it are assumed, until the reader gives their number.
 *
 * @param {number[]} shape
 * @param {number[]} kShape
 * @returns {Candidate['split']}
 */
export function impliedSplit(shape, kShape) {
  if (shape.length > 3 || shape.length !== kShape.length) return null;
  const [features, keyFeatures] = [shape.at(-1) ?? 0, kShape.at(-1) ?? 0];
  const heads = features / keyFeatures;
  // Other sizes are more likely a mistake.
  return keyFeatures % HEAD_UNIT === 0 && heads > 1 && Number.isInteger(heads) ? [heads, 1] : null;
}

/**
 * (batch, tokens, heads · size), (layers, tokens, heads · size) or without the first axis.
 *
 * @param {number[]} shape @param {'query' | 'key'} token @param {boolean} single @returns {Axis[]}
 */
export const flatAxes = (shape, token, single) =>
  shape.length === 3 ? [single ? 'fixed' : 'layer', token, 'feature'] : [token, 'feature'];

/** The shape of each layer. @param {Stack | null} stack */
const shapeOf = (stack) => stack?.layers[0][0].shape ?? [];

/**
 * Whether heads can stand side by side in the features of q and k: there are no more axes than (batch,
 * tokens, heads · size).
 *
 * @param {Candidate} candidate
 */
export const canSplit = ({ kind, stack, k }) =>
  kind === 'qk' && shapeOf(stack).length <= 3 && shapeOf(stack).length === shapeOf(k).length;

/**
 * Whether the reader should be asked how many heads stand side by side.
 *
 * @param {Candidate} candidate
 * @param {number | null} size - of a head, as it is read
 */
export const asksHeads = (candidate, size) =>
  canSplit(candidate) && (candidate.implied || (!candidate.split && size !== null && size > LARGEST_HEAD));

/**
 * A candidate with the number of heads of q that the reader gave. The heads of k follow from it, since both
 * have the same size.
 *
 * @param {Candidate} candidate
 * @param {number | null} heads - may be hostile: it comes out of links; null: as it was understood
 * @returns {Candidate | { refused: Say }}
 */
export function withHeads(candidate, heads) {
  if (heads === null) return candidate;
  const { stack, k, v } = candidate;
  const [shape, kShape, vShape] = [stack, k, v].map(shapeOf);
  const features = shape.at(-1) ?? 0;
  const size = features / heads;
  const keyHeads = (kShape.at(-1) ?? 0) / size;
  if (!Number.isInteger(heads) || heads < 1)
    return { refused: (t) => t.maps.reading.errors.headCount(String(heads)) };
  if (!canSplit(candidate) || !Number.isInteger(size) || !Number.isInteger(keyHeads))
    return { refused: (t) => t.maps.reading.errors.split(String(heads), features, kShape.at(-1) ?? 0) };
  return {
    ...candidate,
    axes: flatAxes(shape, 'query', stack.single),
    kAxes: flatAxes(kShape, 'key', stack.single),
    vAxes: v && vShape.length === kShape.length ? flatAxes(vShape, 'key', stack.single) : candidate.vAxes,
    split: [heads, keyHeads],
    implied: false,
    unsure: false,
  };
}
