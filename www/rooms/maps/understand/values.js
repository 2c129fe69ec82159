import { featureAxes } from './axes.js';
import { layersOf, lengthIn } from './extent.js';
import { stacksOf, stepsOf } from './stacks.js';
/** @import { Candidate, Family, Stack } from './types.js' */

/**
 * Adds values to weights: a TransformerLens cache has `hook_pattern` and `hook_v`. The values have the same
 * layers and keys, and the number of heads or a divisor of it. If several fit, the one whose name shares the
 * most words with the weights is used. If two share the same number of words, neither is used.
 *
 * @param {Candidate} candidate
 * @param {Family[]} families
 * @returns {Candidate}
 */
export function withValues(candidate, families) {
  if (candidate.kind !== 'weights' || stepsOf(candidate.stack).length > 1) return candidate;
  const stacks = families.filter(({ role }) => role === 'v').flatMap(stacksOf);
  const fitting = stacks.map((stack) => valuesIn(stack, candidate)).filter((found) => found !== null);
  const shared = fitting.map(({ v }) => commonWords(v, candidate.stack));
  const most = Math.max(...shared);
  const [first, second] = fitting.filter((_, at) => shared[at] === most);
  return first && !second ? { ...candidate, ...first } : candidate;
}

/**
 * The values of the layers of the weights, and their axes; null if they do not fit.
 *
 * @param {Stack} all
 * @param {Candidate} candidate
 * @returns {{ v: Stack, vAxes: Candidate['vAxes'] } | null}
 */
function valuesIn(all, { stack, axes }) {
  const v = layersLike(stack, all);
  if (!v) return null;
  const [{ shape, words }] = v.layers[0];
  if (v.layers.some(([item]) => String(item.shape) !== String(shape))) return null;
  const [layers, keys] = [layersOf(stack, axes), lengthIn(stack, axes, 'key')];
  const heads = stack.heads?.length ?? lengthIn(stack, axes, 'head');
  // TransformerLens has positions before heads; most others have heads first.
  const orders = words.includes('hook') ? [false, true] : [true, false];
  for (const headsFirst of orders) {
    const vAxes = featureAxes(shape, 'key', headsFirst, v.single);
    if (!vAxes || layersOf(v, vAxes) !== layers || lengthIn(v, vAxes, 'key') !== keys) continue;
    const shared = lengthIn(v, vAxes, 'head');
    // (1, keys, features) is more likely a batch with unsplit heads than one shared head.
    if (shared === heads || (heads % shared === 0 && (shared > 1 || shape.length > 3))) return { v, vAxes };
  }
  return null;
}

/**
 * The values with the layer numbers of the weights; all values if either has no numbers. Null if one is
 * missing.
 *
 * @param {Stack} weights @param {Stack} values @returns {Stack | null}
 */
function layersLike({ layers, numbers }, values) {
  const own = values.numbers;
  if (!numbers || !own || layers.length === 1) return values;
  const found = numbers
    .filter((number) => own.includes(number))
    .map((number) => values.layers[own.indexOf(number)]);
  return found.length < numbers.length ? null : { ...values, layers: found, numbers };
}

/** The number of words that the names of two stacks share. @param {Stack} one @param {Stack} other */
function commonWords({ layers: [[a]] }, { layers: [[b]] }) {
  return new Set(a.words.filter((word) => b.words.includes(word))).size;
}
