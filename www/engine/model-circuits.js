/** What heads read and write as tokens, and parts of their scores. */
import { bindings } from './model-instance.js';
import { plain } from './instance.js';
import { headPlaces } from './model-places.js';
import { fed } from './model-feed.js';
import { rawRun } from './model-run.js';
/** @import { LanguageModel } from './model.js' */
/** @import { FinishedRun, ScoreCell, ScoreParts } from './model-run.js' */

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
export function features(running, { text = 0, layer, head, query, key }) {
  const { layerHeads, keyHeads, headSize: size, scale } = running.facts;
  const tokens = running.ids[text].length;
  const row = (/** @type {'q' | 'k'} */ part, /** @type {number} */ of, /** @type {number} */ token) =>
    running.kept(layer, part, { text }).slice((of * tokens + token) * size, (of * tokens + token + 1) * size);
  const [q, k] = [row('q', head, query), row('k', Math.floor((head * keyHeads) / layerHeads[layer]), key)];
  const products = Float64Array.from(q, (cell, at) => cell * k[at] * scale);
  return { q, k, products, score: products.reduce((sum, product) => sum + product, 0) };
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
