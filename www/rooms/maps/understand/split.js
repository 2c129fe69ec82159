/** @import { Axis } from '../types.js' */
/** Heads side by side in the features of q and k, as in vLLM: (batch, tokens, heads · size). */
/** @import { Candidate, Message, Stack } from './types.js' */

/** Most models have head sizes that are multiples of this. */
const HEAD_UNIT = 32;
/** The largest head size of today's models. More features are probably several heads side by side. */
const LARGEST_HEAD = 576;

/**
 * The numbers of heads of q and k in their features, from the metadata.
 *
 * @param {[heads: number, keyHeads: number] | null} declared
 * @param {number[]} shape
 * @param {number[]} kShape
 * @returns {Candidate['split']}
 */
export function splitOf(declared, shape, kShape) {
  if (!declared || shape.length > 3 || shape.length !== kShape.length) return null;
  const [heads, keyHeads] = declared;
  const [size, keySize] = [(shape.at(-1) ?? 0) / heads, (kShape.at(-1) ?? 0) / keyHeads];
  const hasAxis = shape.length === 3 && shape[0] === heads && kShape[0] === keyHeads;
  return Number.isInteger(size) && size === keySize && !hasAxis ? declared : null;
}

/**
 * The numbers of heads if the metadata does not define them, but q has more features than k, because heads
 * share keys. The smallest possible numbers are assumed until the reader corrects them.
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
 * The axes of q or k: (batch, tokens, heads · size), (layers, tokens, heads · size) or (tokens, heads ·
 * size).
 *
 * @param {number[]} shape @param {'query' | 'key'} token @param {boolean} single @returns {Axis[]}
 */
export const flatAxes = (shape, token, single) =>
  shape.length === 3 ? [single ? 'fixed' : 'layer', token, 'feature'] : [token, 'feature'];

/** The shape of each layer. @param {Stack | null} stack */
const shapeOf = (stack) => stack?.layers[0][0].shape ?? [];

/**
 * Whether the features of q and k may be several heads, because there is no axis of heads.
 *
 * @param {Candidate} candidate
 */
export const canSplit = ({ kind, stack, k }) =>
  kind === 'qk' && shapeOf(stack).length <= 3 && shapeOf(stack).length === shapeOf(k).length;

/**
 * Whether the reader should be asked for the number of heads.
 *
 * @param {Candidate} candidate
 * @param {number | null} size - the head size of the current reading
 */
export const asksHeads = (candidate, size) =>
  canSplit(candidate) && (candidate.implied || (!candidate.split && size !== null && size > LARGEST_HEAD));

/**
 * Splits the features of q into a number of heads. The number of heads of k follows, because both have the
 * same size.
 *
 * @param {Candidate} candidate
 * @param {number | null} heads - untrusted, because it may come from a link; null for no correction
 * @returns {Candidate | { refused: Message }}
 */
export function withHeads(candidate, heads) {
  if (heads === null) return candidate;
  const { stack, k, v } = candidate;
  const [shape, kShape, vShape] = [stack, k, v].map(shapeOf);
  const features = shape.at(-1) ?? 0;
  const size = features / heads;
  const keyHeads = (kShape.at(-1) ?? 0) / size;
  if (!Number.isInteger(heads) || heads < 1)
    return { refused: (t) => t.maps.reading.errors.headCount({ text: String(heads) }) };
  if (!canSplit(candidate) || !Number.isInteger(size) || !Number.isInteger(keyHeads))
    return {
      refused: (t) =>
        t.maps.reading.errors.split({ heads: String(heads), q: features, k: kShape.at(-1) ?? 0 }),
    };
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
