/** What heads read and write as tokens, parts of their scores, and heads that write the next of a list. */
import { bindings, missing } from './model-instance.js';
import { plain } from './instance.js';
import { headPlaces } from './model-places.js';
import { fed } from './model-feed.js';
import { idsOf, rawRun, run } from './model-run.js';
/** @import { LanguageModel } from './model.js' */
/** @import { FinishedRun, ScoreCell, ScoreParts, Watch } from './model-run.js' */
/** @import { Text } from './model-effects.js' */

/**
 * @typedef {bindings.HeadCircuits} HeadCircuits
 * @typedef {bindings.HeadTokens} HeadTokens
 */

/**
 * The copying score of each head, from -1 to 1: whether it raises the token that it looks at. It follows
 * from the parameters alone; docs/models.md has the formula.
 *
 * @param {LanguageModel} model
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<{ layer: number, head: number, score: number }[]>} by layer, then head
 */
export async function copying(model, options) {
  const found = await fed(() => bindings.CircuitRun.all(model.raw()), model.source, options);
  return headPlaces(model.facts).map((place, at) => ({ ...place, score: found.copying[at] }));
}

/**
 * What the head of a cell reads and writes, as tokens: the keys that the token of its query prefers, and
 * the tokens that it makes likelier when it looks at the token of its key. It follows from the parameters
 * and the two tokens; the rest of the text takes no part, but for the scale of the last norm.
 *
 * @param {FinishedRun} running
 * @param {ScoreCell} cell
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<HeadTokens & { tokens: number, copying: number }>} `tokens`: how many tokens of the vocabulary take
 *   part, from the first on
 */
export async function headTokens(running, cell, options) {
  const wanted = plain(cell, 'the cell');
  const start = () => bindings.CircuitRun.ofCell(rawRun(running), wanted);
  const { cell: found, tokens, copying: scores } = await fed(start, running.model.source, options);
  return { .../** @type {HeadTokens} */ (found), tokens, copying: scores[wanted.head] };
}

/**
 * A score as a sum over features: `score = Σ_c q_c · k_c · scale`, before a softcap. Layers that keep a state
 * have none.
 *
 * @param {FinishedRun} running
 * @param {ScoreCell} cell
 * @returns {{ q: Float32Array, k: Float32Array, products: Float64Array, score: number }} the query and the key as the
 *   score uses them, with norms and rotation; `products` have the scale
 */
export function features(running, { key, ...of }) {
  const { q, keys, keyAt } = vectorsOf(running, of);
  if (!(key >= 0 && key < keys)) throw missing('key', key, keys);
  const k = keyAt(key).slice();
  const { scale } = running.facts;
  const products = Float64Array.from(q, (cell, at) => cell * k[at] * scale);
  return { q, k, products, score: scoreOf(q, k, scale) };
}

/**
 * The scores of a query in a head, before a softcap and softmax: one for each key, and NaN for a key that the
 * query does not see. Layers that keep a state have none.
 *
 * @param {FinishedRun} running
 * @param {Omit<ScoreCell, 'key'>} row
 * @returns {Float64Array}
 */
export function scores(running, row) {
  const { q, keys, keyAt } = vectorsOf(running, row);
  const { causal, scale, windows } = running.facts;
  const { query, layer } = row;
  const window = windows[layer] ?? Infinity;
  const isSeen = (/** @type {number} */ key) => Math.abs(query - key) < window && !(causal && key > query);
  return Float64Array.from({ length: keys }, (_, key) => (isSeen(key) ? scoreOf(q, keyAt(key), scale) : NaN));
}

/**
 * The query of a row as scores use it, and the keys of its head.
 *
 * @param {FinishedRun} running @param {Omit<ScoreCell, 'key'>} row
 */
function vectorsOf(running, { text = 0, variant = null, layer, head, query }) {
  rawRun(running);
  const { layerHeads, keyHeads, headSize: size } = running.facts;
  const keys = running.idsOf(text).length;
  for (const [what, index, count] of /** @type {const} */ ([
    ['head', head, layerHeads[layer] ?? Infinity],
    ['query', query, keys],
  ]))
    if (!(index >= 0 && index < count)) throw missing(what, index, count);
  const kept = (/** @type {'q' | 'k'} */ part) => running.kept(layer, part, { text, variant });
  const row = (/** @type {Float32Array} */ cells, /** @type {number} */ of, /** @type {number} */ token) =>
    cells.subarray((of * keys + token) * size, (of * keys + token + 1) * size);
  const [k, keyHead] = [kept('k'), Math.floor((head * keyHeads) / layerHeads[layer])];
  return {
    q: row(kept('q'), head, query).slice(),
    keys,
    keyAt: (/** @type {number} */ key) => row(k, keyHead, key),
  };
}

/**
 * The scaled product of two vectors. A pointer asks for the scores of a row with each move, so this makes no
 * arrays.
 *
 * @param {Float32Array} q @param {Float32Array} k @param {number} scale
 */
function scoreOf(q, k, scale) {
  let sum = 0;
  for (let at = 0; at < q.length; at += 1) sum += q[at] * k[at] * scale;
  return sum;
}

/**
 * A score split by whether the query and the key come from the table of positions, or from anything else.
 * The four parts sum to the score.
 *
 * What later heads and MLPs made of a position counts as content: only what the table itself gives is
 * position.
 *
 * @param {ScoreParts} parts
 * @returns {{ content: number, queryPosition: number, keyPosition: number, positions: number } | null} `queryPosition`:
 *   the position of the query with the content of the key; `keyPosition`: the reverse. null for models
 *   without a table of positions
 */
export function contentAndPosition({ origins, products }) {
  const position = origins.findIndex(({ of }) => of === 'positions');
  if (position < 0) return null;
  const count = origins.length;
  const found = { content: 0, queryPosition: 0, keyPosition: 0, positions: 0 };
  products.forEach((product, at) => {
    const [isQuery, isKey] = [Math.floor(at / count) === position, at % count === position];
    found[isQuery ? (isKey ? 'positions' : 'queryPosition') : isKey ? 'keyPosition' : 'content'] += product;
  });
  return found;
}

/** Lists in their order. The words of a list may be tokens of a text with a space before them, or without. */
const LISTS = [
  'zero one two three four five six seven eight nine ten eleven twelve',
  'first second third fourth fifth sixth seventh eighth ninth tenth',
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  'January February March April May June July August September October November December',
  '0 1 2 3 4 5 6 7 8 9',
  'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z',
].map((list) => list.split(' '));

/**
 * How much each head writes directly for the successor of a token, on this text: the logit that it writes
 * at the token for the next word of its list, minus the mean of what it writes for the other words of the
 * list, in logits.
 *
 * A score is the mean over the tokens of the text that have a successor in a list of which the text has at
 * least three words in order, because “I”, “A” and “May” alone are no list. Only words that are one token
 * of the model count. Layers that come later may change what is written.
 *
 * - source: Gould et al., "Successor Heads", 2023, whose measure reads the parameters instead of a text
 *
 * @param {LanguageModel} model
 * @param {Text} text
 * @param {Watch} [watch]
 * @returns {Promise<{ layer: number, head: number, score: number, first: number }[] | null>} by layer, then head;
 *   `first`: the share of these tokens where the next word gets more than the others of its list. null if
 *   the text has no three words of a list in its order, or if the model has no tokenizer or no logits
 */
export async function successors(model, text, watch) {
  if (!model.facts.hasTokenizer || !model.facts.hasLogits) return null;
  const ids = idsOf(model, text);
  const places = ids.map((id) => placeOf(model, id));
  const inOrder = listsInOrder(model, ids);
  const positions = [...ids.keys()].filter((at) => inOrder.has(places[at]?.words ?? []));
  if (positions.length === 0) return null;
  const watched = [...new Set(positions.flatMap((at) => /** @type {Place} */ (places[at]).list))];
  const running = await run(model, { texts: [ids], watched, direct: true, positions }, watch);
  try {
    const scores = headPlaces(model.facts).map((place) => ({ ...place, score: 0, first: 0 }));
    for (const { source, layer, head, position, watched: logits } of running.readouts()) {
      const place = places[position];
      const found = source === 'head' && scores.find((each) => each.layer === layer && each.head === head);
      if (!found || !place) continue;
      const written = place.list.map((id) => logits[watched.indexOf(id)]);
      const others = written.filter((_, at) => at !== place.next);
      const mean = others.reduce((sum, logit) => sum + logit, 0) / others.length;
      found.score += (written[place.next] - mean) / positions.length;
      found.first += Number(others.every((logit) => logit < written[place.next])) / positions.length;
    }
    return scores;
  } finally {
    running.free();
  }
}

/** A text has this many words of a list in its order, one after the other, or the list does not count. */
const IN_ORDER = 3;

/** The lists that a text goes through. @param {LanguageModel} model @param {number[]} ids */
function listsInOrder(model, ids) {
  /** The longest run that ends with each word. @type {Map<string, number>} */
  const runs = new Map();
  /** @type {Set<string[]>} */
  const found = new Set();
  for (const id of ids) {
    const { word, words } = wordOf(model, id);
    if (!words) continue;
    const run = 1 + (runs.get(words[words.indexOf(word) - 1]) ?? 0);
    runs.set(word, Math.max(run, runs.get(word) ?? 0));
    if (run >= IN_ORDER) found.add(words);
  }
  return found;
}

/** The word of a token, and its list. @param {LanguageModel} model @param {number} id */
function wordOf(model, id) {
  const [{ text, special }] = model.pieces([id]);
  const word = text.trim();
  return { word, words: special ? undefined : LISTS.find((list) => list.includes(word)) };
}

/** All lists, as far as the model has positions. @param {LanguageModel} model */
export function allLists(model) {
  const { hasTokenizer, positions } = model.facts;
  return hasTokenizer ? model.encode(LISTS.flat().join(' ')).slice(0, positions) : [];
}

/**
 * The words and the ids of a list, and the index of the successor.
 *
 * @typedef {{ words: string[], list: number[], next: number }} Place
 */

/**
 * The list of a token, if it has a successor there.
 *
 * @param {LanguageModel} model
 * @param {number} id
 * @returns {Place | null}
 */
function placeOf(model, id) {
  const { word, words } = wordOf(model, id);
  if (!words) return null;
  // A text has a space before each word that is written next.
  const tokens = words.map((each) => [...model.encode(` ${each}`)]);
  const start = model.encode('').length;
  const known = words
    .map((_, at) => ({ at, ids: tokens[at].slice(start) }))
    .filter(({ ids }) => ids.length === 1);
  const next = known.findIndex(({ at }) => at === words.indexOf(word) + 1);
  return next < 0 || known.length < 3 ? null : { words, list: known.map(({ ids: [only] }) => only), next };
}
