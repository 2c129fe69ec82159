import { featureAxes } from './axes.js';
import { layersOf, lengthIn } from './extent.js';
import { stacksOf, stepsOf } from './stacks.js';
/** @import { Candidate, Family, Stack } from './types.js' */

/**
 * Weights with the values that stand beside them: a TransformerLens cache has `hook_pattern` and `hook_v`.
 * The values have as many layers and keys, and as many heads or a divisor of them. Of several that fit, those
 * count whose names share most words with the weights; where two share as many, neither is taken.
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
 * The values of the layers of the weights, and what their axes are; null where they do not fit.
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
    // (1, keys, features) is more likely a batch before heads were split than one head that all share.
    if (shared === heads || (heads % shared === 0 && (shared > 1 || shape.length > 3))) return { v, vAxes };
  }
  return null;
}

/**
 * The layers of the values by the numbers of the weights; all in their order where either has no numbers.
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

/** How many words the names of two stacks share. @param {Stack} one @param {Stack} other */
function commonWords({ layers: [[a]] }, { layers: [[b]] }) {
  return new Set(a.words.filter((word) => b.words.includes(word))).size;
}
