/** What picks the keys of a head, and how many: the picks of a file, or a policy with a budget. */
import { isLarge } from '../large/shape.js';
import { compressRateOf, isPicked, isSigned } from '../reading/layers.js';
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { PickedRequest } from './figures.js' */

/** Policies that need the weights of all queries before one, which a large head does not have in memory. */
export const NEED_ALL = ['h2o', 'snapkv'];

/**
 * Whether a head can be shown with picked keys: its weights are those of a softmax over keys up to its
 * query, which is known once it is measured.
 *
 * @param {Pick<MapsState, 'source' | 'layer' | 'head'>} state @param {MapsData} data
 */
export function canPick({ source, layer, head }, { reading, heads, queryTokens }) {
  const { queries, keys, sinks, numbers } = reading;
  if (source !== 'head' || isSigned(reading, layer)) return false;
  if (compressRateOf(reading, layer) > 0) return queryTokens === null;
  if (queries !== keys || queries < 2 || sinks || queryTokens || numbers === 'difference') return false;
  // The scores of a long text are not in memory.
  if (isLarge(reading) && numbers === 'scores') return false;
  return isPicked(reading, layer) || heads[layer * reading.heads + head]?.causal === true;
}

/**
 * What picks the keys of a head: a file is possible only if it has picks.
 *
 * @param {Pick<MapsState, 'picks' | 'layer'>} state @param {MapsData} data
 */
export const pickerOf = ({ picks, layer }, { reading }) =>
  (picks === 'file' && !isPicked(reading, layer)) || (isLarge(reading) && NEED_ALL.includes(picks))
    ? 'best'
    : picks;

/**
 * Budgets in steps of about a third: 1, 2, 3, 4, 6, 8, 12, 16 ... up to the number of keys.
 *
 * @param {number} keys
 */
export function budgetsOf(keys) {
  /** @type {number[]} */
  const budgets = [];
  for (let two = 1; two < keys; two *= 2)
    for (const budget of [two, (3 * two) / 2])
      if (Number.isInteger(budget) && budget < keys) budgets.push(budget);
  return Uint32Array.from([...budgets, Math.max(1, keys)]);
}

/**
 * The largest number of keys of a query. The budget of SnapKV is that of the first half of the text, and
 * queries see all keys after it as well.
 *
 * @param {PickedRequest['by']} by @param {number} budget @param {number} tokens
 */
export function keysOfQuery(by, budget, tokens) {
  const half = by === 'snapkv' ? Math.floor(tokens / 2) : tokens;
  return tokens - half + Math.min(budget, half);
}
