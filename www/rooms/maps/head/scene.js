import { areShown } from '../chosen/chosen.js';
import { fileNameOf } from '../model-loading.js';
import { shownName } from '../reading/shown-name.js';
import { alignmentOf } from './aligned.js';
import { groupsIn } from './groups.js';
import { nameOfSource } from './kept.js';
import { labelsOf } from './labels.js';
/** @import { MapInfo, MapsData, MapsModel, MapsState, Source } from '../types.js' */
/** @import { ScoreRow } from '../live/types.js' */
/** @import { ShownMap } from './map-store.js' */
/** @import { Absent } from './absent.js' */
/** @import { Inks } from './inks.js' */
/** @import { MapRole } from './spec.js' */
/** @import { Cell } from './viewport.js' */

/**
 * The model that the views of a head are drawn from.
 *
 * @typedef {object} Scene
 * @property {MapsState} state
 * @property {MapsData} data
 * @property {MapsModel['t']['maps']['head']} t
 * @property {MapsModel['t']['maps']['large']} large
 * @property {MapsModel['t']['maps']['entries']} entries
 * @property {MapsModel['t']['maps']['text']} text
 * @property {MapsModel['t']['maps']['chosen']} chosen
 * @property {MapsModel['t']['image']} image
 * @property {MapsModel['language']} language
 * @property {MapsModel['appearance']} appearance
 * @property {Inks} inks
 * @property {ReturnType<typeof labelsOf>} labels
 * @property {Partial<Record<MapRole, ShownMap>>} shown
 * @property {MapInfo | null} numbers - the map of the readout, which may differ from the painted one
 * @property {Cell | null} activeCell - the cell under the pointer, or that of the token under it, else the cursor
 * @property {ScoreRow | null} scores - of the active cell's query, or of the cursor's beside other views, while the reader asks why the head looks there
 * @property {Uint32Array | null} path - of dynamic time warping, if keys are frames of sound
 * @property {boolean} isCausal - whether no query of the open heads has weight on later keys
 * @property {Absent} absent - why cells have no number
 */

/**
 * Caches the labels until their inputs change, because thousands of them take long.
 *
 * @returns {typeof labelsOf}
 */
export function labelCache() {
  /** @type {unknown[]} */
  let cachedInputs = [];
  /** @type {ReturnType<typeof labelsOf>} */
  let labels;
  return (state, data, segments) => {
    const { tokens, queryTokens, reading } = data;
    const { words, values, frameRate, pair, grid } = state;
    const alignment = alignmentOf(state, data);
    const inputs = [tokens, queryTokens, reading, words, values, frameRate, pair, grid, alignment, segments];
    if (inputs.some((input, index) => input !== cachedInputs[index]))
      labels = labelsOf(state, data, segments);
    cachedInputs = inputs;
    return labels;
  };
}

/**
 * The name of a map.
 *
 * @param {Source} source
 * @param {Parameters<typeof nameOfSource>[1]} data
 * @param {Scene['t']} t
 */
export function titleOf(source, data, { titles }) {
  return nameOfSource(source, data, titles);
}

/**
 * The name of a map with its file, if maps of two files are compared.
 *
 * @param {string} name @param {Pick<MapsData, 'opened' | 'reading'>} data @param {MapsState['compare']} compare
 */
export const withFile = (name, { opened, reading }, compare) =>
  compare?.slot === 1 ? `${name} (${shownName(fileNameOf(opened, reading))})` : name;

/**
 * The cursor, clamped to the shape of a map.
 *
 * @param {Cell | null} cell @param {{ query: unknown[], key: unknown[] }} labels @returns {Cell | null}
 */
export function clampedCell(cell, { query, key }) {
  return (
    cell && {
      query: Math.max(0, Math.min(query.length - 1, cell.query)),
      key: Math.max(0, Math.min(key.length - 1, cell.key)),
    }
  );
}

/**
 * Whether a map has the shape of the labels: another file may have been opened since it was requested.
 *
 * @param {Scene} scene
 */
export function hasShapeOf({ labels }) {
  return (/** @type {MapInfo} */ { queries, keys }) =>
    queries === labels.query.length && keys === labels.key.length;
}

/**
 * Whether a map of the shape of the labels is still being computed.
 *
 * @param {Scene} scene
 */
export function isAwaited(scene) {
  const { a, plain } = scene.shown;
  if (a?.problem || plain?.problem) return false;
  return ![a?.info, scene.numbers].every((info) => info && hasShapeOf(scene)(info));
}

/**
 * Whether no query of the open head, or of all heads of a combination, has weight on later keys.
 *
 * @param {MapsState} state @param {MapsData} data
 */
export function isCausal(state, { heads, reading }) {
  const { source, layer, head, chosen } = state;
  const shown = source === 'head' ? [{ layer, head }] : areShown(state) ? chosen : null;
  const open = shown ? shown.map((each) => heads[each.layer * reading.heads + each.head]) : heads;
  return open.every((each) => each?.causal === true);
}

/**
 * The key of the first query, if later keys are hatched: those of causal heads, if the queries are the last
 * keys; otherwise null. A head with a mask by position has a hatch already. In a comparison, the other head
 * may look ahead.
 *
 * @param {MapsState} state @param {MapsData} data
 */
export function laterFrom(state, data) {
  const { queries, keys, offset, tokens, queryTokens } = data.reading;
  const hasLater = queries + offset === keys && queries > 1;
  if (!hasLater || state.compare || !isCausal(state, data)) return null;
  if (data.queryTokens && queryTokens.some((token, query) => token !== tokens[query + offset])) return null;
  const groups = groupsIn(state.words, data, state);
  const first = groups?.key.of[offset] ?? offset;
  const isWhole = !groups?.query || groups.query.texts.length + first === groups.key.texts.length;
  return isWhole ? first : null;
}

/**
 * Why cells of a map have no number.
 *
 * @param {MapsState} state @param {MapsData} data
 * @param {{ leaveOut: number, words: unknown }} spec - of the map, or of the state
 * @param {Pick<MapInfo, 'large'> | null} [info]
 * @returns {Absent}
 */
export const absentIn = (state, data, { leaveOut, words }, info) => ({
  leaveOut,
  reach: words ? null : data.reading.reach,
  mask: info?.large?.view.mask ?? null,
  later: laterFrom(state, data),
});

/**
 * The maps of the heads that have a color each, in their order; empty if they have none, or until all are
 * there.
 *
 * @param {Pick<Scene, 'shown'> & Parameters<typeof hasShapeOf>[0]} scene @returns {MapInfo[]}
 */
export function headMaps(scene) {
  const heads = Object.entries(scene.shown).filter(([role]) => role.startsWith('head '));
  const infos = heads
    .toSorted(([a], [b]) => Number(a.slice(5)) - Number(b.slice(5)))
    .flatMap(([, { info, waiting }]) => (info && !waiting && hasShapeOf(scene)(info) ? info : []));
  return infos.length === heads.length ? infos : [];
}
