/** @import { MapsData, MapsState, Reading } from './types.js' */

/**
 * The pair at the cursor for `heed-select`; null without a cursor, and undefined while its weight is
 * computed.
 *
 * @param {MapsState} state
 * @param {MapsData | null} data
 * @param {number | undefined} weight - NaN for a missing weight
 */
export function selectedPair({ cursor, source, layer, head }, data, weight) {
  if (!cursor || !data) return null;
  if (weight === undefined) return undefined;
  return {
    head: source === 'head' ? layer * data.reading.heads + head : null,
    ...cursor,
    weight: Number.isNaN(weight) ? null : weight,
  };
}

/**
 * The head that is `by` heads after the open one, in the order of layers, clamped to the first and last head.
 *
 * @param {Pick<MapsState, 'layer' | 'head'>} state
 * @param {Pick<Reading, 'layers' | 'heads'>} reading
 * @param {number} by
 */
export function headAt({ layer, head }, { layers, heads }, by) {
  const place = Math.max(0, Math.min(layers * heads - 1, layer * heads + head + by));
  return { layer: Math.floor(place / heads), head: place % heads };
}
