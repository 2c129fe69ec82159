import { counted, plural } from '../../../words/plural.js';

/** Texts of the Maps room about how files are interpreted, in English. */
export const reading = {
  layers: (/** @type {number} */ n) => counted(n, 'layer', 'layers'),
  heads: (/** @type {number} */ n) => counted(n, 'head', 'heads'),
  grouped: (/** @type {string} */ heads, /** @type {number} */ kvHeads) =>
    `${heads} (sharing ${counted(kvHeads, 'key head', 'key heads')})`,
  every: (/** @type {string} */ layers, /** @type {string} */ heads) => `${layers} × ${heads}`,
  tokens: (/** @type {number} */ n) => counted(n, 'token', 'tokens'),
  extent: (/** @type {number} */ queries, /** @type {number} */ keys) =>
    `${counted(queries, 'query', 'queries')} × ${counted(keys, 'key', 'keys')}`,
  weights: (/** @type {string} */ every, /** @type {string} */ extent) =>
    `Read as ${every}, ${extent}: weights (query, key).`,
  weightsAndValues: (/** @type {string} */ every, /** @type {string} */ extent) =>
    `Read as ${every}, ${extent}: weights (query, key), with values (v).`,
  qk: (/** @type {string} */ every) => `q and k of ${every}`,
  qkv: (/** @type {string} */ every) => `q, k and v of ${every}`,
  size: (/** @type {number} */ size) => `head size ${size}`,
  computed: (/** @type {string} */ what, /** @type {string} */ extent, /** @type {string} */ how) =>
    `${what}, ${extent}: weights are computed, ${how}.`,
  how: {
    scaled: (/** @type {string} */ scale) => `scaled by ${scale}`,
    both: 'bidirectional',
    causal: 'causal',
    aligned: (/** @type {string} */ corner) => `causal (${corner})`,
    window: (/** @type {number} */ keys) => `window ${keys}`,
    softcap: (/** @type {string} */ cap) => `softcap ${cap}`,
    rope: (/** @type {string} */ base, /** @type {string} */ pairs, /** @type {string} */ dim) =>
      `RoPE applied here (base ${base}, ${pairs}, ${dim} features)`,
    allOf: 'all',
  },
  causal: { none: 'none', both: 'yes', upper_left: 'upper left', lower_right: 'lower right' },
  pairs: { half: 'halves paired', interleaved: 'neighbors paired' },
  axes: { layer: 'layer', head: 'head', query: 'query', key: 'key', feature: 'feature', fixed: 'batch' },
  assembled: (/** @type {number} */ steps) =>
    `${counted(steps, 'step of generation is', 'steps of generation are')} stacked. Nothing is drawn where a key did not exist yet.`,
  below: (/** @type {number} */ steps) =>
    `${counted(steps, 'step of generation is', 'steps of generation are')} stacked.`,
  batchOf: (/** @type {number} */ length, /** @type {number} */ at) =>
    `The batch has ${counted(length, 'text', 'texts')}. Text ${at} is shown, counted from 0.`,
  unsure: (/** @type {string} */ shape, /** @type {string} */ axes) =>
    `The file does not say which axis is which. ${shape} is interpreted as ${axes}.`,
  sideBySide: (/** @type {number} */ size) =>
    `The file does not say how many heads there are, and a head size of ${size} would be unusual: several heads are probably side by side in the features.`,
  implied:
    'The file does not say how many heads there are. q has more features than k, so several heads are side by side. The smallest number that fits is used.',
  unreadMask: (/** @type {string} */ clauses) =>
    `The file names a mask that is not applied here: ${clauses}. Only causal and window(n) are applied.`,
  beforeRope: 'q and k of hook_q and hook_k were saved before RoPE. If the model uses RoPE, apply it below.',
  sinkColumn: 'Each head has a learned sink: a score without a key. Its weight is the first column.',
  sinksLeft: (/** @type {string} */ shape, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `The sinks with shape ${shape} are ignored: there are ${counted(layers, 'layer', 'layers')} of ${counted(heads, 'head', 'heads')}.`,
  padding: (/** @type {number} */ n) => `${counted(n, 'padding token is', 'padding tokens are')} left out.`,
  looksAhead: 'The file does not say whether queries see later keys. Does the model look ahead?',
  looks: { yes: 'yes, like BERT', no: 'no, like GPT' },
  numbered: (/** @type {string} */ list) => `Layers are counted from 0 here. In the file they are ${list}.`,
  numberedOne: (/** @type {string} */ number) => `Layer 0 here is layer ${number} in the file.`,
  numberedHeads: (/** @type {string} */ list) =>
    `Heads are counted from 0 here. In the file they are ${list}.`,
  valuesLeft: {
    qk: (/** @type {string} */ shape) => `v with shape ${shape} does not match k and is ignored.`,
    weights: (/** @type {string} */ shape) =>
      `v with shape ${shape} does not match the weights and is ignored.`,
  },
  lastToken: (/** @type {number} */ tokens) =>
    `There are ${counted(tokens, 'token', 'tokens')}, one more than keys. The last one was generated and was never a key.`,
  tokenCount: (/** @type {number} */ tokens, /** @type {number} */ keys) =>
    `The tokens are ignored: there ${plural(tokens, 'is', 'are')} ${counted(tokens, 'token', 'tokens')}, but ${counted(keys, 'key', 'keys')}.`,
  aside: (/** @type {string} */ list) => `Ignored: ${list}.`,
  more: (/** @type {string} */ list, /** @type {number} */ more) => `${list} and ${more} more`,
  rows: {
    heads: (/** @type {number} */ some, /** @type {number} */ all) =>
      `${some} of ${counted(all, 'head', 'heads')}`,
    place: (/** @type {number} */ layer, /** @type {number} */ head, /** @type {number} */ query) =>
      `layer ${layer}, head ${head}, query ${query}`,
    sums: (/** @type {string} */ heads, /** @type {string} */ place, /** @type {string} */ sum) =>
      `Not all rows sum to 1, in ${heads}. The farthest from 1 is ${place}, with ${sum}. Rows are shown unchanged.`,
    odd: (/** @type {number} */ rows, /** @type {string} */ heads, /** @type {string} */ place) =>
      `Rows with invalid weights (negative, infinite or missing): ${rows}, in ${heads}. The first is ${place}.`,
    empty: (/** @type {number} */ rows, /** @type {string} */ heads) =>
      `Rows in which every weight is 0: ${rows}, in ${heads}.`,
  },
  nothing: {
    empty: 'The opened files contain no tensor.',
    tokens: (/** @type {number} */ tokens) =>
      `There ${plural(tokens, 'is', 'are')} ${counted(tokens, 'token', 'tokens')}, but no tensor. Drop the weights, or q and k, together with the tokens.`,
    learned: (/** @type {number} */ count, /** @type {string} */ list) =>
      `${count === 1 ? 'This tensor is' : `These ${count} tensors are`} what a model learned, not its attention: ${list}. Run the model on a text, and open what it computes. In Python: with heedmap.capture(model) as seen: model(**inputs), then heedmap.show(seen).save("heads.safetensors").`,
    whole: (/** @type {string} */ list) =>
      `There are only integers or booleans in ${list}. Weights, q and k must be floating-point numbers, such as float32.`,
    noKeys: (/** @type {string} */ list) => `There is q, but no k with a matching name: ${list}.`,
    noQueries: (/** @type {string} */ list) => `There is k, but no q with a matching name: ${list}.`,
    shapes: (/** @type {string} */ list) =>
      `No attention was found in ${list}. Supported are weights (layers, heads, queries, keys), also with fewer axes, with a batch or with one tensor per layer, and q with k (layers, heads, tokens, head size).`,
  },
  correct: 'Not right?',
  corrections: 'How it is read',
  candidate: 'Tensors',
  fromQk: (/** @type {string} */ tensors) => `q and k: ${tensors}`,
  axis: (/** @type {number} */ at, /** @type {number} */ length) => `Axis ${at}, of ${length}`,
  headCount: 'Heads of q, side by side',
  batch: 'Index in the batch',
  scheme: 'Tokens are',
  schemes: {
    '': 'as recognized',
    plain: 'plain text',
    byte_level: 'byte-level BPE',
    sentencepiece: 'SentencePiece',
    wordpiece: 'WordPiece',
  },
  recognised: (/** @type {string} */ scheme) => `as recognized: ${scheme}`,
  scale: 'Scale',
  mask: 'Causal',
  window: 'Window',
  softcap: 'Softcap',
  rope: 'RoPE',
  ropes: { none: 'applied, or none', apply: 'apply it' },
  base: 'Base',
  paired: 'Pairs',
  dim: 'Features rotated',
  back: 'As recognized',
  help: {
    causal: 'With more keys than queries because of a cache, the diagonal ends in the lower right corner.',
    heads:
      'How many heads of q are side by side in the features. The number for k follows, because all heads have the same size.',
    window:
      'How many keys a query sees: its own and those just before it. Without a causal mask, as many after it too. Empty: no window.',
    softcap: 'Scores z become c · tanh(z / c) with this c. Empty: no softcap.',
    rope: 'If q and k were saved before RoPE was applied, it can be applied here.',
  },
  errors: {
    axes: (/** @type {string} */ shape) =>
      `The axes of ${shape} cannot be read this way: one must be queries and one keys (for q, features), and at most one each layers and heads.`,
    batches: (/** @type {string} */ lengths) =>
      `More than one axis would be a batch, with lengths ${lengths}. Only one can be.`,
    batch: (/** @type {string} */ at, /** @type {number} */ most) =>
      `${at} is not an index in the batch: indices go from 0 to ${most}.`,
    sizes: (/** @type {number} */ q, /** @type {number} */ k) =>
      `A query in q has ${counted(q, 'feature', 'features')} and a key in k has ${k}: the two must be equal. If several heads are side by side in the features, also open config.json, which has their number.`,
    headCount: (/** @type {string} */ text) =>
      `The number of heads is a whole number from 1, such as 12, not “${text}”.`,
    split: (/** @type {string} */ heads, /** @type {number} */ q, /** @type {number} */ k) =>
      `The ${counted(q, 'feature', 'features')} of q and the ${k} of k cannot be split into heads of one size with ${heads} heads of q.`,
    sharing: (/** @type {number} */ heads, /** @type {number} */ kvHeads) =>
      `${counted(heads, 'head', 'heads')} of q cannot share ${counted(kvHeads, 'head', 'heads')} of k: ${heads} is not a multiple of ${kvHeads}.`,
    layers: (/** @type {number} */ q, /** @type {number} */ k) =>
      `q has ${counted(q, 'layer', 'layers')} and k has ${k}.`,
    cells: (/** @type {number} */ queries, /** @type {number} */ keys, /** @type {number} */ most) =>
      `A head of ${queries} × ${keys} cells does not fit in memory (at most ${most}, as in 4096 × 4096) and cannot be read in slices from this file. Save q and k, an uncompressed .npy or .safetensors with all rows of a head in one tensor, part of the rows, or fewer heads.`,
    side: (/** @type {number} */ tokens, /** @type {number} */ most) =>
      `A head of ${tokens} tokens is too long: at most ${most} can be shown. Save part of the rows and keys.`,
    vectors: (/** @type {number} */ tokens, /** @type {number} */ size, /** @type {number} */ fits) =>
      `q and k of one head have ${tokens} tokens × ${size} features, more than the limit of 16777216 numbers each. Save part of the rows, at most ${fits} tokens.`,
    heads: (/** @type {number} */ layers, /** @type {number} */ heads, /** @type {number} */ most) =>
      `${layers} × ${heads} heads are too many: at most ${most} can be shown.`,
    scale: (/** @type {string} */ text) => `A scale is a number, such as 0.125, not “${text}”.`,
    window: (/** @type {string} */ text) =>
      `A window is a whole number of keys, from 1 to 16777216, not “${text}”.`,
    softcap: (/** @type {string} */ text) => `A softcap is a number above 0, such as 50, not “${text}”.`,
    base: (/** @type {string} */ text) =>
      `The base of RoPE is a number above 0, such as 10000, not “${text}”.`,
    dim: (/** @type {string} */ text, /** @type {number} */ size) =>
      `RoPE rotates an even number of features, from 2 to the head size ${size}, not “${text}”.`,
  },
};
