/** What the views of picked keys and of entries draw, as numbers: the screen and pictures draw the same. */
import { mean } from '../../../format/mean.js';
import { largestOf } from '../text/looks.js';
/** @import { EntriesFound } from './compressed.js' */

/** How far up the colors a picked key with weight 0 is, so that it is seen. */
const LEAST = 0.14;
/** The opacity of the largest loss of several rows, of which the bar is the mean. */
export const PALE = 0.35;
/** The least height of a block with a border, as a share of the map: a border would cover thinner ones. */
const LEAST_BLOCK = 1 / 80;

/** Whether blocks of keys have borders. @param {number} block - its keys @param {number} queries */
export const hasBorders = (block, queries) => block > 1 && block / queries >= LEAST_BLOCK;

/** The largest weight; 0 if there is none. @param {Float32Array} weights */
export const highest = (weights) => weights[largestOf(weights)] ?? 0;

/**
 * The roots of weights, which show small ones beside large ones; NaN for marks.
 *
 * @param {Float32Array} weights
 */
export const rootsOf = (weights) => weights.map((weight) => (weight >= 0 ? Math.sqrt(weight) : NaN));

/** The scale of roots. @param {number} high - the weight at the end of the colors */
export function rootScale(high) {
  const top = Math.sqrt(high) || 1;
  return { kind: /** @type {const} */ ('sequential'), low: (-top * LEAST) / (1 - LEAST), high: top };
}

/**
 * The mass lost by rows as bars: of several rows in a unit of the height, their mean and the largest.
 *
 * @param {Float32Array} lost - of all rows, or of some in equal bands
 * @param {number} height - in whole units
 */
export function lossBars(lost, height) {
  const count = Math.min(lost.length, height);
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor((at * lost.length) / count);
    const end = Math.max(start + 1, Math.floor(((at + 1) * lost.length) / count));
    const some = lost.subarray(start, end);
    const [from, to] = [(at * height) / count, ((at + 1) * height) / count];
    return { from, to, mean: mean(some), most: Math.max(...some) };
  });
}

/**
 * The row of a query in two lanes with one axis of tokens: the weights of the entries, each as wide as its
 * tokens, and those of the tokens that it sees by themselves. -1 is an entry that it could have looked at,
 * NaN what it cannot see.
 *
 * @param {Pick<EntriesFound, 'm' | 'row' | 'entries' | 'seen'>} found
 * @param {{ tokens: number, sinks: number, position: number }} of - `position`: of the query among the tokens
 * @returns {[entries: Float32Array, tokens: Float32Array]}
 */
export function lanesOf({ m, row, entries, seen }, { tokens, sinks, position }) {
  const [upper, lower] = [0, 1].map(() => new Float32Array(tokens).fill(NaN));
  upper.fill(-1, 0, Math.min(tokens, Math.floor((position + 1) / m) * m));
  for (const entry of entries) upper.fill(row[sinks + tokens + entry], entry * m, (entry + 1) * m);
  for (let at = 0; at < seen.length; at += 2)
    lower.set(row.subarray(sinks + seen[at], sinks + seen[at + 1]), seen[at]);
  return [upper, lower];
}
