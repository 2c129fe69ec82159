import { featureAxes, headsFirst } from './axes.js';
import { metadataIn } from './metadata.js';
import { patternOf } from './names.js';
import { flatAxes, impliedSplit, splitOf } from './split.js';
import { nameOf, stacksOf } from './stacks.js';
import { listsFor } from './tokens.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate, Family, Item, Stack, TokenList } from './types.js' */

/**
 * Candidates of q with k, and with v if it fits, from which weights are computed.
 *
 * @param {Opened} opened
 * @param {TokenList[]} lists
 * @param {Family[]} families
 * @returns {Candidate[]}
 */
export function projected(opened, lists, families) {
  /** @type {Map<string, Family>} */
  const byKey = new Map();
  // "q_proj" may go with "key_states": what says no more than where it was taken from does not count.
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
        // TransformerLens turns only q and k: `hook_rot_q` goes with `hook_v`.
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
  const there = all.layers.map(([item]) => ofK(item) !== undefined);
  const only = (/** @type {unknown} */ _, /** @type {number} */ at) => there[at];
  const stack = { ...all, layers: all.layers.filter(only), numbers: all.numbers?.filter(only) ?? null };
  const k = stackOf(stack, ofK);
  if (!k) return null;
  const v = stackOf(stack, ofV);
  const [{ shape, words, file, cut }] = stack.layers[0];
  const [{ shape: kShape }] = k.layers[0];
  const said = metadataIn(opened, file);
  // TransformerLens uses such names, and has positions before heads.
  const counts = listsFor(lists, [...stack.layers.flat(), ...k.layers.flat()]).map(
    ({ tokens }) => tokens.length,
  );
  // Most models split their projection as (tokens, 3, heads, size).
  const between = cut !== null && cut.axis === shape.length - 2 && shape[cut.axis - 1] > 1;
  const { headsFirst: first, unsure } = headsFirst(
    shape,
    kShape,
    counts,
    layoutIn(said.layout) ?? (words.includes('hook') ? false : null),
    !between,
  );
  const known = splitOf(said.heads, shape, kShape);
  const split = known ?? impliedSplit(shape, kShape);
  const axesOf = (/** @type {number[]} */ its, /** @type {'query' | 'key'} */ token) =>
    split ? flatAxes(its, token, stack.single) : featureAxes(its, token, first, stack.single);
  const axes = axesOf(shape, 'query');
  const kAxes = axesOf(kShape, 'key');
  const vAxes = v && axesOf(v.layers[0][0].shape, 'key');
  if (!axes || !kAxes) return null;
  return {
    kind: 'qk',
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
    causal: said.causal ?? (words.includes('causal') ? true : null),
    scale: said.scale,
    window: said.window,
    softcap: said.softcap,
    rope: said.rope,
    unread: said.unread,
    // TransformerLens stores q and k before RoPE, and the rotated ones beside them.
    early: words.includes('hook') && !words.includes('rot'),
    cross: words.includes('cross'),
    sinks: said.sinks === 'column' ? null : said.sinks,
  };
}

/** @typedef {(q: Item) => Item | undefined} Partner */

/**
 * Finds k or v of a layer by the numbers in the name of its q; where there is one of each, by nothing.
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
  const shape = JSON.stringify(items[0]?.shape);
  if (
    items.length === 0 ||
    items.length < stack.layers.length ||
    items.some((item) => JSON.stringify(item.shape) !== shape)
  )
    return null;
  return { ...stack, layers: items.map((item) => [item]) };
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
