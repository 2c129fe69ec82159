import { featureAxes, headsFirst } from './axes.js';
import { metadataIn } from './metadata.js';
import { patternOf } from './names.js';
import { flatAxes, impliedSplit, splitOf } from './split.js';
import { nameOf, stacksOf } from './stacks.js';
import { listsFor } from './tokens.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate, Family, Item, Stack, TokenList } from './types.js' */

/**
 * Candidates that compute weights from q and k, with v if it fits.
 *
 * @param {Opened} opened
 * @param {TokenList[]} lists
 * @param {Family[]} families
 * @returns {Candidate[]}
 */
export function projected(opened, lists, families) {
  /** @type {Map<string, Family>} */
  const byKey = new Map();
  // "q_proj" may go with "key_states": words that only say where a tensor was captured are ignored.
  const loose = (/** @type {Family} */ { key }) => key.replace(/proj|states?|layer\b|[*.]/g, '');
  for (const family of families.toReversed()) {
    byKey.set(`${family.role} ${loose(family)}`, family);
    byKey.set(`${family.role}:${family.key}`, family);
  }
  return families
    .filter(({ role }) => role === 'q')
    .flatMap((family) => {
      const of = (/** @type {'k' | 'v'} */ role) =>
        byKey.get(`${role}:${family.key}`) ??
        byKey.get(`${role} ${loose(family)}`) ??
        // TransformerLens applies RoPE to q and k only: `hook_rot_q` goes with `hook_v`.
        (role === 'v' ? byKey.get(`v ${loose(family).replace('hookrot', 'hook')}`) : undefined);
      const [ofK, ofV] = [partners(family, of('k')), partners(family, of('v'))];
      return stacksOf(family)
        .map((stack) => withKeys(opened, lists, stack, ofK, ofV))
        .filter((candidate) => candidate !== null);
    });
}

/**
 * @param {Opened} opened
 * @param {TokenList[]} lists
 * @param {Stack} all
 * @param {Partner} ofK
 * @param {Partner} ofV
 * @returns {Candidate | null}
 */
function withKeys(opened, lists, all, ofK, ofV) {
  // Layers that have only q are ignored.
  const hasK = all.layers.map(([item]) => ofK(item) !== undefined);
  const only = (/** @type {unknown} */ _, /** @type {number} */ layer) => hasK[layer];
  const stack = { ...all, layers: all.layers.filter(only), numbers: all.numbers?.filter(only) ?? null };
  const k = stackOf(stack, ofK);
  if (!k) return null;
  const v = stackOf(stack, ofV);
  const [{ shape, words, file, cut }] = stack.layers[0];
  const [{ shape: kShape }] = k.layers[0];
  const metadata = metadataIn(opened, file);
  const { causal, scale, window, softcap, rope, unread, sinks } = metadata;
  const counts = listsFor(lists, [...stack.layers.flat(), ...k.layers.flat()]).map(
    ({ tokens }) => tokens.length,
  );
  // Most models split their projection as (tokens, 3, heads, size).
  const tokensFirst = cut !== null && cut.axis === shape.length - 2 && shape[cut.axis - 1] > 1;
  const { headsFirst: first, unsure } = headsFirst(
    shape,
    kShape,
    counts,
    // Names with "hook" are from TransformerLens, which has positions before heads.
    layoutIn(metadata.layout) ?? (words.includes('hook') ? false : null),
    !tokensFirst,
  );
  const known = splitOf(metadata.heads, shape, kShape);
  const split = known ?? impliedSplit(shape, kShape);
  const axesOf = (/** @type {number[]} */ its, /** @type {'query' | 'key'} */ token) =>
    split ? flatAxes(its, token, stack.single) : featureAxes(its, token, first, stack.single);
  const axes = axesOf(shape, 'query');
  const kAxes = axesOf(kShape, 'key');
  const vAxes = v && axesOf(v.layers[0][0].shape, 'key');
  if (!axes || !kAxes) return null;
  return {
    kind: 'qk',
    numbers: 'weights',
    isEither: false,
    name: nameOf(stack),
    stack,
    k,
    v: vAxes ? v : null,
    axes,
    kAxes,
    vAxes: vAxes ?? [],
    unsure: unsure && !split,
    split,
    implied: split !== null && known === null,
    causal: causal ?? (words.includes('causal') ? true : null),
    scale,
    window,
    softcap,
    rope,
    unread,
    // TransformerLens stores q and k before RoPE, and the rotated ones in other tensors.
    early: words.includes('hook') && !words.includes('rot'),
    cross: words.includes('cross'),
    sinks: sinks === 'column' ? null : sinks,
  };
}

/** @typedef {(q: Item) => Item | undefined} Partner */

/**
 * Finds the k or v of a q by the numbers in its name. If there is only one of each, they belong together.
 *
 * @param {Family} qs
 * @param {Family | undefined} family
 * @returns {Partner}
 */
function partners(qs, family) {
  const members = family?.members ?? [];
  if (members.length === 1 && qs.members.length === 1) return () => members[0].item;
  const byNumbers = new Map(members.map(({ item, numbers }) => [numbers.join(), item]));
  return ({ words, role }) => byNumbers.get(patternOf(words, role).numbers.join());
}

/**
 * The tensors of k or v for the layers of q; null if one is missing or differs in shape.
 *
 * @param {Stack} stack @param {Partner} of @returns {Stack | null}
 */
function stackOf(stack, of) {
  const items = stack.layers.map(([item]) => of(item)).filter((item) => item !== undefined);
  const isComplete = items.length > 0 && items.length === stack.layers.length;
  const isUniform = items.every(({ shape }) => String(shape) === String(items[0].shape));
  return isComplete && isUniform ? { ...stack, layers: items.map((item) => [item]) } : null;
}

/**
 * Whether heads come first, according to the layout in the metadata: "(heads, positions, head_size)".
 *
 * @param {string} layout
 */
function layoutIn(layout) {
  const words = layout
    .toLowerCase()
    .split(/[^a-z_]+/)
    .filter(Boolean);
  const head = words.findIndex((word) => /^(n_?|num_?)?heads?$|^h$/.test(word));
  const token = words.findIndex((word) => /^(pos|seq|tok|time|quer|len|n$|t$|l$)/.test(word));
  return head === -1 || token === -1 ? null : head < token;
}
