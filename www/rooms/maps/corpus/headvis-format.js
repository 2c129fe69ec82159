/** The JSON files of HeadVis (docs/corpus.md), checked as far as they are read. */
import { BOUNDS } from '../state.js';
import { StoreError } from './layout.js';

/** The most tokens of a sequence: its cells are drawn one by one. */
const MOST_TOKENS = 4096;
/** How many sequences of a head have numbers in links. */
export const MOST_SEQUENCES = 4096;

/**
 * @typedef {object} Export
 * @property {string} model
 * @property {[layer: number, head: number][]} heads
 * @property {number} intervals - how many groups of sequences there are; the last one has the strongest
 * @property {string} pattern - of the names of the files of heads
 * @property {string[]} metrics
 * @property {Record<string, string>} descriptions
 */

/**
 * A sequence of a head. `tokens`, `indices`, `values` and `length` are checked when it is opened.
 *
 * @typedef {object} Sequence
 * @property {number} id
 * @property {number} interval
 * @property {number} strength - its largest weight, as the export says it
 * @property {unknown} tokens
 * @property {unknown} indices
 * @property {unknown} values
 * @property {unknown} length
 */

const isIndex = (/** @type {unknown} */ value, /** @type {number} */ end) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < end;

/** @param {Uint8Array | undefined} bytes @param {string} name @returns {any} */
export function jsonOf(bytes, name) {
  if (!bytes) throw new StoreError('noFile', { name });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new StoreError('damaged', { name });
  }
}

/** @param {any} config @returns {Export} */
export function exportOf(config) {
  const heads = config?.heads;
  const isHead = (/** @type {unknown} */ head) =>
    Array.isArray(head) &&
    head.length === 2 &&
    isIndex(head[0], BOUNDS.layers) &&
    isIndex(head[1], BOUNDS.heads);
  if (!Array.isArray(heads) || heads.length === 0 || !heads.every(isHead))
    throw new StoreError('hvHeads', { most: BOUNDS.heads });
  const { metrics, metric_descriptions: said, head_data_pattern: pattern, n_intervals: intervals } = config;
  const isName = (/** @type {unknown} */ name) => typeof name === 'string' && name !== '';
  if (!Array.isArray(metrics) || metrics.length === 0 || !metrics.every(isName))
    throw new StoreError('hvMetrics');
  return {
    model: typeof config.model_name === 'string' ? config.model_name : '',
    heads,
    intervals: isIndex(intervals, 1000) && intervals > 0 ? intervals : 10,
    pattern: isName(pattern) ? pattern : 'L{layer}H{head}.json',
    metrics: [...new Set(metrics)],
    descriptions: Object.fromEntries(
      Object.entries(said ?? {}).filter(([, text]) => typeof text === 'string'),
    ),
  };
}

/**
 * The metrics of all heads of a grid, (layers, heads, metrics); NaN where there is none.
 *
 * @param {Uint8Array | undefined} bytes - of `scatter_data.json`
 * @param {Export} said
 * @param {{ layers: number[], heads: number }} grid
 */
export function metricsOf(bytes, { heads, metrics }, grid) {
  const name = 'scatter_data.json';
  // Python writes NaN, which is no JSON. The values of this file are numbers.
  const text = bytes && new TextDecoder().decode(bytes).replaceAll(/:\s*(NaN|-?Infinity)\b/g, ':null');
  const rows = jsonOf(text === undefined ? undefined : new TextEncoder().encode(text), name);
  if (!Array.isArray(rows)) throw new StoreError('damaged', { name });
  const known = new Set(heads.map(String));
  const values = new Float32Array(grid.layers.length * grid.heads * metrics.length).fill(NaN);
  for (const row of rows) {
    const { layer, head } = row ?? {};
    if (!known.has(`${layer},${head}`))
      throw new StoreError('hvRow', { layer: String(layer).slice(0, 20), head: String(head).slice(0, 20) });
    const at = (grid.layers.indexOf(layer) * grid.heads + head) * metrics.length;
    metrics.forEach((metric, place) => {
      if (Number.isFinite(row[metric])) values[at + place] = row[metric];
    });
  }
  return values;
}

/**
 * The sequences of a head, from the strongest.
 *
 * @param {any} head - its file @param {string} name - of the file @returns {Sequence[]}
 */
export function sequencesOf(head, name) {
  const list = head?.sequences;
  if (!Array.isArray(list)) throw new StoreError('hvNoList', { name });
  if (list.length > MOST_SEQUENCES)
    throw new StoreError('hvMany', { name, n: list.length, limit: MOST_SEQUENCES });
  const found = list.map((each, at) => {
    const { sequence_id: id, interval, max_activation: strength } = each ?? {};
    if (!Number.isSafeInteger(id) || !Number.isSafeInteger(interval) || !Number.isFinite(strength))
      throw new StoreError('hvSequence', { name, at });
    const { tokens, attention_indices: indices, attention_values: values, seq_len: length } = each;
    return { id, interval, strength, tokens, indices, values, length };
  });
  return found.sort((a, b) => b.interval - a.interval || b.strength - a.strength || a.id - b.id);
}

/**
 * The weights of a sequence, (queries, keys), with 0 for those that are not stored.
 *
 * @param {Sequence} sequence @param {string} name - of the file
 * @returns {{ tokens: string[], weights: Float32Array, stored: number }}
 */
export function weightsOf({ id, tokens, indices, values, length }, name) {
  const figures = { name, id };
  if (!isIndex(length, MOST_TOKENS + 1) || length === 0)
    throw new StoreError('hvLength', { ...figures, n: String(length).slice(0, 20), limit: MOST_TOKENS });
  const n = /** @type {number} */ (length);
  const isList = Array.isArray(tokens) && tokens.every((token) => typeof token === 'string');
  if (!isList || tokens.length !== n)
    throw new StoreError('hvTokens', { ...figures, there: Array.isArray(tokens) ? tokens.length : 0, n });
  if (!Array.isArray(indices) || !Array.isArray(values) || indices.length !== values.length)
    throw new StoreError('hvPairs', {
      ...figures,
      n: Array.isArray(indices) ? indices.length : 0,
      there: Array.isArray(values) ? values.length : 0,
    });
  const weights = new Float32Array(n * n);
  const seen = new Set();
  indices.forEach((index, at) => {
    if (!isIndex(index, n * n))
      throw new StoreError('hvIndex', { ...figures, index: String(index).slice(0, 20), n });
    if (seen.has(index))
      throw new StoreError('hvTwice', { ...figures, query: Math.floor(index / n), key: index % n });
    const value = values[at];
    if (typeof value !== 'number' || !(value >= 0 && value < Infinity))
      throw new StoreError('hvValue', {
        ...figures,
        value: String(value).slice(0, 20),
        ...{ query: Math.floor(index / n), key: index % n },
      });
    seen.add(index);
    weights[index] = value;
  });
  return { tokens, weights, stored: indices.length };
}
