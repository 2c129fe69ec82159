/** @import { HeadFound, MapsData, MapsState, Reading } from './types.js' */

/**
 * Thumbnails are pooled to at most this many rows and columns, so that the choice does not depend on the
 * resolution of the screen.
 */
const COARSE = 16;
/** Scores are rounded to this many decimals, so that rounded numbers in a saved file choose the same head. */
const DECIMALS = 3;

/**
 * The score of a head and its factors, each from 0 to 1.
 *
 * @typedef {object} Worth
 * @property {number} score - 0 for uniform weights, a pure sink and a pure diagonal
 * @property {number} focus - 1 minus the normalized entropy
 * @property {number} reach - the mean distance of a query to its keys without the first key, relative to
 *   uniform weights
 * @property {number} away - the share of the weight that is not on the query itself or the tokens next to it
 * @property {number} varied - 1 minus the heaviest column: 0 if all queries attend to the same key
 * @property {number} repeats - the share on earlier occurrences of the same token, or on the tokens after
 *   them
 */

/**
 * The score of a head. `docs/maps.md` states the formula.
 *
 * @param {Pick<HeadFound, 'measures' | 'thumb'>} found
 * @param {Distances} distances - for uniform weights
 * @returns {Worth | null} null if a measure is missing, because no row has weights or there is only one key
 */
export function scoreOf({ measures, thumb }, { first, even }) {
  const {
    normalised_entropy: entropy,
    mean_distance: distance,
    sink_share: sink,
    diagonal_share: diagonal,
  } = measures;
  if (entropy === null || distance === null || sink === null || diagonal === null) return null;
  const focus = clamped(1 - entropy);
  const reach = even > 0 ? clamped((distance - sink * first) / even) : 0;
  const away = clamped(1 - diagonal);
  const varied = clamped(1 - heaviestColumn(thumb));
  const repeats = clamped(Math.max(measures.induction ?? 0, measures.duplicate_token ?? 0));
  return {
    score: Number((focus * reach * away * varied * (1 + repeats)).toFixed(DECIMALS)),
    focus,
    reach,
    away,
    varied,
    repeats,
  };
}

/**
 * The head with the largest score; ties go to the first by layer and head.
 *
 * @param {MapsData['heads']} heads - by layer, then head
 * @param {Pick<Reading, 'heads' | 'queries' | 'keys' | 'offset'>} reading
 * @returns {{ layer: number, head: number, worth: Worth } | null} null if there are fewer than two heads or no score is above 0
 */
export function firstHead(heads, reading) {
  if (heads.length < 2) return null;
  const [all, causal] = [distancesOf(reading, false), distancesOf(reading, true)];
  /** @type {{ layer: number, head: number, worth: Worth } | null} */
  let best = null;
  for (const [index, found] of heads.entries()) {
    const worth = found ? scoreOf(found, found.causal ? causal : all) : null;
    if (worth && worth.score > (best?.worth.score ?? 0))
      best = { layer: Math.floor(index / reading.heads), head: index % reading.heads, worth };
  }
  return best;
}

/**
 * A cache, because thousands of heads take a while.
 *
 * @type {WeakMap<MapsData['heads'], ReturnType<typeof firstHead>>}
 */
const choices = new WeakMap();

/**
 * The head that is opened once all heads of a file are measured.
 *
 * @param {Pick<MapsData, 'reading'> & Partial<Pick<MapsData, 'heads' | 'done'>>} data
 */
export function firstHeadOf({ reading, heads, done }) {
  if (!heads || done !== 1) return null;
  const cached = choices.get(heads);
  if (cached !== undefined) return cached;
  const chosen = firstHead(heads, reading);
  choices.set(heads, chosen);
  return chosen;
}

/**
 * Whether the open head was chosen by the page and not requested.
 *
 * @param {Pick<MapsState, 'layer' | 'head' | 'suggested'>} state
 */
export function isSuggested({ layer, head, suggested }) {
  return suggested?.layer === layer && suggested.head === head;
}

/**
 * The mean distance of a query to the first key, and to all keys that it may attend to.
 *
 * @typedef {{ first: number, even: number }} Distances
 * @param {Pick<Reading, 'queries' | 'keys' | 'offset'>} reading
 * @param {boolean} causal
 * @returns {Distances}
 */
export function distancesOf({ queries, keys, offset }, causal) {
  let [first, even] = [0, 0];
  for (let query = 0; query < queries; query += 1) {
    const at = Math.max(0, Math.min(keys - 1, query + offset));
    const after = keys - 1 - at;
    first += at / queries;
    even += (causal ? at / 2 : (at * (at + 1) + after * (after + 1)) / (2 * keys)) / queries;
  }
  return { first, even };
}

/**
 * The largest mean of a column of a thumbnail: near 1 if all queries attend to the same key.
 *
 * @param {HeadFound['thumb']} thumb
 */
function heaviestColumn({ rows, cols, data }) {
  const [tall, wide] = [Math.min(COARSE, rows), Math.min(COARSE, cols)];
  const pooled = new Float64Array(tall * wide);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const place = Math.floor((row * tall) / rows) * wide + Math.floor((col * wide) / cols);
      const value = data[row * cols + col];
      if (value > pooled[place]) pooled[place] = value;
    }
  }
  let heaviest = 0;
  for (let col = 0; col < wide; col += 1) {
    let sum = 0;
    for (let row = 0; row < tall; row += 1) sum += pooled[row * wide + col];
    heaviest = Math.max(heaviest, sum / tall);
  }
  return heaviest;
}

/** @param {number} share */
function clamped(share) {
  return Math.max(0, Math.min(1, share));
}
