import { weightAxes } from './axes.js';
import { asideOf, familiesOf, itemsOf, unnamed } from './items.js';
import { metadataIn } from './metadata.js';
import { weightedName } from './names.js';
import { projected } from './projected.js';
import { nameOf, stacksOf, stepsOf } from './stacks.js';
import { listsFor, tokenLists } from './tokens.js';
import { withValues } from './values.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate, Item, Stack, TokenList } from './types.js' */

/** The most that is offered: a longer list would not be read. */
const MOST = 64;

/**
 * The possible interpretations of opened files, the likeliest first. Empty if there is none:
 * rejectionReason() says why.
 *
 * Nothing is read but names, shapes and tokens. The forms, with N queries and as many keys unless M is
 * written:
 *
 * | what is there | is taken for |
 * |---|---|
 * | (N, N), (N, M) | weights of one head; with M keys those of a cache or of another text |
 * | (heads, N, N) | one layer; with "layers" or "rollout" in the name, layers of one head |
 * | (layers, heads, N, N) | all heads |
 * | (1, heads, N, N), (layers, 1, heads, N, N), (1, layers, heads, N, N) | the same, in a batch; of a larger batch one place is looked at |
 * | (heads, N, N) with a number in the name: `layers.3.attn`, `attentions_3`, `arr_0` | one layer each, by number; an axis before is a batch |
 * | (N, N) with the number of a head in the name: `layer_0_head_3`, `l0h3`, `0.3` | one head each, where every layer has all of them |
 * | names with other words: `encoder_attentions.0`, `cross_attentions.0`, BertViz's views | something else each; the likeliest first, the others on offer |
 * | (1, heads, n, n), (1, heads, 1, n + 1), (1, heads, 1, n + 2) ... | steps of `generate()`, one below the other, by one number or two |
 * | (heads, n, M), (heads, 1, M), (heads, 1, M) ... | the same with a cache that was made at once |
 * | (N, N, heads), (N, heads, N) | heads where they stand, since two sides are equal; that is said |
 * | q with k: `q`, `query`, `q_proj`, `layers.0.q`; `qkv` with an axis of 3 | what weights are computed from; with v, what they weigh |
 * | weights with v: `hook_pattern` and `hook_v` | weights, and the values that they weigh |
 * | q, k: (N, d), (heads, N, d), (1, heads, N, d), (layers, heads, N, d) | as it stands; by number in the name, one layer each |
 * | q, k: (N, heads, d) | where the count of tokens, fewer heads of k, `layout` in the metadata or TransformerLens's name says so |
 * | k with fewer heads than q | grouped heads |
 *
 * What a model learned (`….weight`, `….bias`), masks, numbers of tokens and what has another shape is left
 * aside. Where nothing is understood because of what files without names in them are called,
 * `labels_run.npy`, that is not counted.
 *
 * @param {Opened} opened
 * @returns {Candidate[]}
 */
export function understand(opened) {
  const items = itemsOf(opened);
  const found = candidatesOf(
    opened,
    items.filter((item) => !asideOf(item)),
  );
  return found.length > 0 ? found : candidatesOf(opened, unnamed(items));
}

/** @param {Opened} opened @param {Item[]} items @returns {Candidate[]} */
function candidatesOf(opened, items) {
  const families = familiesOf(items);
  const lists = tokenLists(opened);
  const maps = families
    .filter(({ role }) => role === null)
    .flatMap(stacksOf)
    .map((stack) => weights(opened, lists, stack));
  const weighted = maps
    .filter((candidate) => candidate !== null)
    .map((candidate) => withValues(candidate, families));
  const found = [...weighted, ...projected(opened, lists, families)];
  return found
    .map((candidate) => ({ candidate, rank: rankOf(candidate) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

/** @param {Opened} opened @param {TokenList[]} lists @param {Stack} stack @returns {Candidate | null} */
function weights(opened, lists, stack) {
  const items = stack.layers.flat();
  const { words, shape } = items[0];
  const layersOnly = (words.includes('layers') || words.includes('rollout')) && !words.includes('heads');
  const known = {
    single: stack.single,
    headed: stack.heads !== null,
    counts: listsFor(lists, items).map(({ tokens }) => tokens.length),
    layersOnly,
  };
  const steps = stepsOf(stack).length > 1;
  // Steps were recognized by their last two axes, and the tokens are those of the last.
  const found = weightAxes(shape, steps ? { ...known, counts: [] } : known);
  if (!found || (steps && !(found.axes.at(-1) === 'key' && found.axes.at(-2) === 'query'))) return null;
  const cross = words.some((word) => word === 'cross' || word === 'encdec');
  const unsure = found.unsure && !steps;
  return {
    kind: 'weights',
    name: nameOf(stack),
    stack,
    k: null,
    v: null,
    axes: found.axes,
    kAxes: [],
    vAxes: [],
    unsure,
    causal: null,
    scale: null,
    window: null,
    softcap: null,
    rope: null,
    unread: [],
    early: false,
    cross,
    split: null,
    implied: false,
    sinks: metadataIn(opened, items[0].file).sinks === 'column' ? 'column' : null,
  };
}

/** How likely it is that somebody means this. @param {Candidate} candidate */
function rankOf({ kind, stack, axes, unsure, cross, v, early }) {
  const [{ words, shape }] = stack.layers[0];
  const named = weightedName(words);
  const square = shape[axes.indexOf('query')] === shape[axes.indexOf('key')] || stepsOf(stack).length > 1;
  const likely =
    kind === 'qk'
      ? 3 + Number(v !== null) / 2
      : named > 0
        ? square || cross
          ? 4 + named
          : 2
        : square && !unsure
          ? 4
          : 1;
  const tensors = stack.layers.length * (stack.heads?.length ?? 1);
  const heads =
    tensors *
    axes.reduce((all, axis, at) => (axis === 'head' || axis === 'layer' ? all * shape[at] : all), 1);
  return likely - (cross ? 0.5 : 0) - (early ? 1 : 0) + Math.min(heads, 4096) / 16384;
}
