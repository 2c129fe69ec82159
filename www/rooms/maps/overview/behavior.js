/** @import { MeasureName } from '../types.js' */

/** From this share of the weight on, a head is said to do something. */
const MOST = 0.5;
/** From this share of the largest entropy on, its weight is almost even. */
const EVEN = 0.9;

/**
 * What a head does unless its weight is almost even, in this order: a head that looks at what followed an
 * earlier copy also rests on the first token where there is none, and the former says more.
 */
const BEHAVIORS = /** @type {const} */ ([
  'induction',
  'duplicate_token',
  'previous_token',
  'next_token',
  'sink_share',
  'diagonal_share',
]);

/**
 * What a head does on its text by its measures: that its weight is almost even, because of many copies of a
 * token even such a head has much weight on those; else the first behavior with at least half of the weight.
 * `none` otherwise.
 *
 * @param {Partial<Record<MeasureName, number | null>>} measures
 */
export function behaviorOf(measures) {
  if ((measures.normalised_entropy ?? 0) >= EVEN) return 'normalised_entropy';
  return BEHAVIORS.find((name) => (measures[name] ?? 0) >= MOST) ?? 'none';
}
