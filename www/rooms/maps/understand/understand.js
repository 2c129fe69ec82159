import { weightAxes } from './axes.js';
import { exclusionOf, familiesOf, itemsOf, unnamed } from './items.js';
import { metadataIn } from './metadata.js';
import { numbersByName, weightedName } from './names.js';
import { projected } from './projected.js';
import { nameOf, stacksOf, stepsOf } from './stacks.js';
import { listsFor, tokenLists } from './tokens.js';
import { withValues } from './values.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate, Item, Stack, TokenList } from './types.js' */

/** The maximum number of candidates. */
const MOST = 64;

/**
 * The possible interpretations of opened files, the most likely first. If there is none, `rejectionReason`
 * says why.
 *
 * Only names, shapes and tokens are used. The supported forms, with N queries, and N keys unless M is
 * written:
 *
 * | tensors | interpretation |
 * |---|---|
 * | (N, N), (N, M) | weights of one head; M keys are those of a cache or of another text |
 * | (heads, N, N) | one layer; with "layers" or "rollout" in the name, layers of one head |
 * | (layers, heads, N, N) | all heads |
 * | (1, heads, N, N), (layers, 1, heads, N, N), (1, layers, heads, N, N) | the same with a batch axis; one index of a batch is shown |
 * | (heads, N, N) with a number in the name: `layers.3.attn`, `attentions_3`, `arr_0` | one layer each, by number; an axis before is a batch |
 * | (N, N) with a head number in the name: `layer_0_head_3`, `l0h3`, `0.3` | one head each, if all layers have the same heads |
 * | names with other words: `encoder_attentions.0`, `cross_attentions.0`, BertViz's views | one candidate each |
 * | (1, heads, n, n), (1, heads, 1, n + 1), (1, heads, 1, n + 2) ... | steps of `generate()` as consecutive rows, by one number or two |
 * | (heads, n, M), (heads, 1, M), (heads, 1, M) ... | the same with a static cache |
 * | (N, N, heads), (N, heads, N) | the axis of another length is heads; a note says so |
 * | q with k: `q`, `query`, `q_proj`, `layers.0.q`; `qkv` with an axis of 3 | weights are computed; v is used if present |
 * | weights with v: `hook_pattern` and `hook_v` | weights and values |
 * | `attn_scores`, or `kind` in the metadata | scores, whose softmax is shown; or differences |
 * | q, k: (N, d), (heads, N, d), (1, heads, N, d), (layers, heads, N, d) | axes as written; with a number in the name, one layer each |
 * | q, k: (N, heads, d) | if the number of tokens, fewer heads of k, `layout` in the metadata or a name of TransformerLens says so |
 * | k with fewer heads than q | grouped heads |
 *
 * Learned parameters (`….weight`, `….bias`), masks, token ids and other shapes are ignored. If this leaves
 * nothing because of the name of a file, such as `labels_run.npy`, the names of files are ignored.
 *
 * @param {Opened} opened
 * @returns {Candidate[]}
 */
export function understand(opened) {
  const items = itemsOf(opened);
  const found = candidatesOf(
    opened,
    items.filter((item) => !exclusionOf(item)),
  );
  return found.length > 0 ? found : candidatesOf(opened, unnamed(items));
}

/** @param {Opened} opened @param {Item[]} items @returns {Candidate[]} */
function candidatesOf(opened, items) {
  const families = familiesOf(items);
  const lists = tokenLists(opened);
  const weighted = families
    .filter(({ role }) => role === null)
    .flatMap(stacksOf)
    .flatMap((stack) => weights(opened, lists, stack))
    .map((candidate) => withValues(candidate, families));
  const found = [...weighted, ...projected(opened, lists, families)];
  return found.sort((a, b) => rankOf(b) - rankOf(a)).slice(0, MOST);
}

/** @param {Opened} opened @param {TokenList[]} lists @param {Stack} stack @returns {Candidate[]} */
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
  // Steps were recognized by their last two axes, and the tokens belong to the last step.
  const found = weightAxes(shape, steps ? { ...known, counts: [] } : known);
  if (!found || (steps && !(found.axes.at(-1) === 'key' && found.axes.at(-2) === 'query'))) return [];
  const cross = words.some((word) => word === 'cross' || word === 'encdec');
  const unsure = found.unsure && !steps;
  const { numbers: declared, sinks } = metadataIn(opened, items[0].file);
  const possible = declared ? [declared] : numbersByName(words);
  return possible.map((numbers) => ({
    kind: 'weights',
    numbers,
    isEither: possible.length > 1,
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
    sinks: sinks === 'column' ? 'column' : null,
  }));
}

/** How likely an interpretation is; larger is more likely. @param {Candidate} candidate */
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
