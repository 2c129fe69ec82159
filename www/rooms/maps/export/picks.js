/** The cells that a picture marks in the view of picked keys: not visible, and not picked. */
import { mean } from '../../../format/mean.js';
import { canPick, pickerOf } from '../picked/policies.js';
import { compressRateOf, isPicked } from '../reading/layers.js';
/** @import { MapInfo, MapsModel, MapsService, MapSpec } from '../types.js' */
/** @import { Panel, Picks } from './types.js' */

/**
 * What the queries of a map keep; null if the view or the map has no picks. Weights over the picks of a file
 * are shown with these, whatever the policy is.
 *
 * @param {Pick<MapsModel, 'state' | 'data'>} model
 * @param {MapSpec} spec
 * @param {Pick<MapInfo, 'queries' | 'keys' | 'large'>} info
 * @param {MapsService} service
 * @returns {Promise<Picks | null>}
 */
export async function picksIn({ state, data }, { source, reading: slot, words }, { keys, large }, service) {
  if (!data || state.view !== 'picked' || source.of !== 'head' || slot !== 0 || words || large) return null;
  const { layer, head } = source;
  const { reading } = data;
  if (compressRateOf(reading, layer) > 0 || !canPick({ ...state, layer, head }, data)) return null;
  const by = isPicked(reading, layer) ? 'file' : pickerOf(state, data);
  const request = { layer, head, by, budget: Math.min(state.budget, keys), side: keys };
  const { picture, lost } = await service.picked(0, request);
  return { by, cells: picture, lost: mean(lost) };
}

/**
 * Whether no cell of a pooled one is visible, or none is picked; null if it has picked cells.
 *
 * @param {Pick<Panel, 'region' | 'pooled' | 'picks'> & { info?: Pick<MapInfo, 'queries' | 'keys'> }} panel
 * @param {number} row @param {number} col
 */
export function markOf({ picks, info, region, pooled }, row, col) {
  if (!picks || !info) return null;
  const { queries, keys } = info;
  const [top, left] = [region.rows[0] + row * pooled.rows, region.cols[0] + col * pooled.cols];
  /** @type {'hidden' | 'unpicked'} */
  let mark = 'hidden';
  for (let query = top; query < Math.min(queries, top + pooled.rows); query += 1)
    for (let key = left; key < Math.min(keys, left + pooled.cols); key += 1) {
      const cell = picks.cells[query * keys + key];
      if (cell >= 0) return null;
      if (cell === -1) mark = 'unpicked';
    }
  return mark;
}
