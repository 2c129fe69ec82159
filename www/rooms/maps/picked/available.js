/** Whether the view of picked keys has a meaning for a state. */
import { isLarge } from '../large/shape.js';
import { compressRateOf, isPicked, isSigned } from '../reading/layers.js';
/** @import { MapsData, MapsState } from '../types.js' */

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
