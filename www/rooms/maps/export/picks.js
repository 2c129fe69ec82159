/** What pictures and tables have of the views of picked keys and of entries. */
import { mean } from '../../../format/mean.js';
import { hasBorders, highest, lanesOf } from '../picked/parts.js';
import { wordOf } from '../picked/use-text.js';
import { isLarge } from '../large/shape.js';
import { canPick, pickerOf } from '../picked/policies.js';
import { compressRateOf, isPicked } from '../reading/layers.js';
/** @import { MapInfo, MapsModel, MapsService, MapSpec } from '../types.js' */
/** @import { labelsOf } from '../head/labels.js' */
/** @import { Gathered } from './types.js' */

/** The largest side of a picture in cells, and the queries of a large head that are computed. */
const [SIDE, SOME] = [2048, 192];

/**
 * The weights that the queries of a map keep: -1 is a key that was not picked, NaN one that is not visible.
 * Null if the view or the map has no picks. Weights over the picks of a file are shown with these, whatever
 * the policy is.
 *
 * @param {Pick<MapsModel, 'state' | 'data'>} model
 * @param {MapSpec} spec
 * @param {Pick<MapInfo, 'keys' | 'large'>} info
 * @param {MapsService} service
 * @returns {Promise<Float32Array | null>}
 */
export async function picksIn(model, spec, { keys, large }, service) {
  const of = large ? null : headOf(model, spec);
  if (!of || of.m > 0) return null;
  return (await service.picked(0, { ...requestOf(model, of), side: keys })).picture;
}

/**
 * The head whose picks or entries a map shows, and the tokens of an entry, 0 without entries. Null if the
 * view or the map has none.
 *
 * @param {Pick<MapsModel, 'state' | 'data'>} model @param {MapSpec} spec
 */
function headOf({ state, data }, { source, reading: slot, words }) {
  if (!data || state.view !== 'picked' || source.of !== 'head' || slot !== 0 || words) return null;
  const { layer, head } = source;
  if (!canPick({ ...state, layer, head }, data)) return null;
  return { data, layer, head, m: compressRateOf(data.reading, layer) };
}

/** @typedef {NonNullable<ReturnType<typeof headOf>>} Head */

/** @param {Pick<MapsModel, 'state'>} model @param {Head} of */
function requestOf({ state }, { data, layer, head }) {
  const { reading } = data;
  const by = isPicked(reading, layer) ? 'file' : pickerOf({ ...state, layer }, data);
  return { layer, head, by, budget: Math.min(state.budget, reading.keys) };
}

/**
 * The panels of the view of picked keys, or of entries: the cells as the view draws them, with the mass lost
 * beside the rows, or the row of the query in a lane below. Null in other views, where panels are maps.
 *
 * @param {MapsModel} model
 * @param {MapSpec} spec
 * @param {MapInfo} info
 * @param {ReturnType<typeof labelsOf>} labels
 * @param {MapsService} service
 * @returns {Promise<Gathered[] | null>}
 */
export async function viewPanels(model, spec, info, labels, service) {
  const { state, t } = model;
  const of = headOf(model, spec);
  if (!of) return null;
  if (of.m > 0) return entriesPanels(model, of, info, labels, service);
  const { layer } = of;
  const { reading } = of.data;
  const request = requestOf(model, of);
  const words = t.maps.picked;
  const count = isLarge(reading) ? SOME : undefined;
  const found = await service.picked(0, { ...request, side: SIDE, count });
  const block = request.by === 'file' ? (reading.blocks?.[layer] ?? 1) : 1;
  const bounds = hasBorders(block, reading.queries) ? { rows: block, cols: block } : null;
  const kept = {
    ...{ by: request.by, lost: mean(found.lost), high: highest(found.picture), m: 0, bounds },
    ...{ query: state.cursor?.query ?? null, lane: null, name: '', losses: found.lost },
    words: { hidden: words.states.hidden, unpicked: words.states.other, losses: words.massLost },
  };
  return [{ info, ...cellsOf(info, [0, reading.keys], found.sides, found.picture), kept }];
}

/**
 * @param {MapsModel} model
 * @param {Head} of
 * @param {MapInfo} info
 * @param {ReturnType<typeof labelsOf>} labels
 * @param {MapsService} service
 * @returns {Promise<Gathered[]>}
 */
async function entriesPanels({ state, t }, { data, layer, head, m }, info, labels, service) {
  const { queries, keys, offset, sinks: own } = data.reading;
  const words = t.maps.entries;
  const query = Math.min(state.cursor?.query ?? queries - 1, queries - 1);
  const found = await service.entries(0, { layer, head, query, side: SIDE });
  const { side, pictures, lost } = found;
  const sinks = Number(Boolean(own));
  const tokens = keys - sinks;
  const lanes = lanesOf(found, { tokens, sinks, position: query + offset - sinks });
  // One scale for the map and the row, because they share a legend.
  const high = highest(pictures);
  const row = wordOf(labels.query[query]) || String(query);
  return [1, 0].map((at) => {
    const weights = pictures.subarray(at * side * side, (at + 1) * side * side);
    const kept = {
      ...{ by: /** @type {const} */ ('file'), lost: lost && mean(lost), high, m, query, losses: null },
      name: at === 1 ? words.entries : words.single,
      bounds: at === 1 ? { rows: 0, cols: m } : null,
      lane: { name: t.maps.out.rowOf({ query: row }), weights: lanes[1 - at] },
      words: { hidden: words.states.hidden, unpicked: words.states.other, losses: '' },
    };
    return { info, ...cellsOf(info, [sinks, tokens], [side, side], weights), kept };
  });
}

/**
 * @param {MapInfo} info @param {[start: number, length: number]} keys
 * @param {[rows: number, cols: number]} sides @param {Float32Array} data
 */
function cellsOf({ queries }, keys, [rows, cols], data) {
  const region = { rows: /** @type {[number, number]} */ ([0, queries]), cols: keys };
  return { region, pooled: { rows: queries / rows, cols: keys[1] / cols }, rows, cols, data, path: null };
}
