/** @import { PickedRequest } from './figures.js' */

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
