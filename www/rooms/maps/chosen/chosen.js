/** The heads that the reader chose to see together. */
import { largestHeads } from '../overview/order.js';
import { headsOf, isSigned } from '../reading/layers.js';
import { isSame, MOST_CHOSEN } from './settings.js';
/** @import { ListedHead } from '../overview/order.js' */
/** @import { MapsState, Reading } from '../types.js' */
/** @import { Head } from './settings.js' */

/** The maximum number of heads with a color of their own: more cannot be told apart. */
export const MOST_COLORS = 5;

/**
 * Whether the map and the text show the chosen heads.
 *
 * @param {Pick<MapsState, 'source' | 'over'>} state
 */
export const areShown = ({ source, over }) =>
  source === 'each' || ((source === 'mean' || source === 'max') && over === 'chosen');

/**
 * The heads with a color of their own; empty if the map has one color scale.
 *
 * @param {Pick<MapsState, 'source' | 'chosen' | 'compare'>} state @returns {readonly Head[]}
 */
export const coloredHeads = ({ source, chosen, compare }) => (source === 'each' && !compare ? chosen : []);

/**
 * Whether each of some heads can have a color of its own: there are few, and their weights are not signed.
 *
 * @param {readonly Head[]} chosen @param {Pick<Reading, 'kinds' | 'numbers'>} reading
 */
export const canColor = (chosen, reading) =>
  chosen.length > 0 &&
  chosen.length <= MOST_COLORS &&
  reading.numbers !== 'difference' &&
  chosen.every(({ layer }) => !isSigned(reading, layer));

/**
 * The settings that show some chosen heads. As they were shown before if that is possible, else one color for
 * each, else their mean. Without any, the open head is shown.
 *
 * @param {MapsState} state @param {readonly Head[]} chosen @param {Pick<Reading, 'kinds' | 'numbers'>} reading
 * @returns {Partial<MapsState>}
 */
export function showing(state, chosen, reading) {
  if (chosen.length === 0) return areShown(state) ? { chosen, source: 'head', over: 'heads' } : { chosen };
  const source =
    areShown(state) && state.source !== 'each' ? state.source : canColor(chosen, reading) ? 'each' : 'mean';
  return { chosen, source, over: 'chosen', compare: null, values: 'none' };
}

/**
 * The settings after a head was added to the chosen ones, or removed from them. The first one is chosen
 * together with the open head.
 *
 * @param {MapsState} state @param {Head} target @param {Pick<Reading, 'kinds' | 'numbers'>} reading
 * @returns {Partial<MapsState>}
 */
export function toggled(state, target, reading) {
  const { chosen, source, layer, head } = state;
  const before = chosen.length === 0 && source === 'head' ? [{ layer, head }] : chosen;
  const isChosen = chosen.some((each) => isSame(each, target));
  if (isChosen)
    return showing(
      state,
      chosen.filter((each) => !isSame(each, target)),
      reading,
    );
  if (before.length >= MOST_CHOSEN) return {};
  const more = before.some((each) => isSame(each, target)) ? before : [...before, target];
  return showing(
    state,
    more.map((each) => ({ layer: each.layer, head: each.head })),
    reading,
  );
}

/**
 * The settings after all heads from the last chosen one to another were chosen, in the order of the
 * thumbnails. Without chosen heads, the first one is the open head.
 *
 * @param {MapsState} state @param {readonly (Head & { isMissing?: boolean })[]} heads @param {Head} target
 * @param {Pick<Reading, 'kinds' | 'numbers'>} reading @returns {Partial<MapsState>}
 */
export function extended(state, heads, target, reading) {
  const from = state.chosen.at(-1) ?? state;
  const ends = [from, target].map((end) => heads.findIndex((each) => isSame(each, end)));
  // The last chosen head may be filtered out.
  const [first, last] = ends.includes(-1) ? [ends[1], ends[1]] : ends;
  const between = heads.slice(Math.min(first, last), Math.max(first, last) + 1);
  const inOrder = first > last ? between.toReversed() : between;
  const more = inOrder.filter(
    (each) => !each.isMissing && !state.chosen.some((chosen) => isSame(chosen, each)),
  );
  const all = [...state.chosen, ...more].slice(0, MOST_CHOSEN);
  return showing(
    state,
    all.map(({ layer, head }) => ({ layer, head })),
    reading,
  );
}

/**
 * The chosen heads that a file has, and the source that fits them.
 *
 * @param {Pick<MapsState, 'chosen' | 'source' | 'over'>} state
 * @param {Pick<Reading, 'layers' | 'heads' | 'layerHeads' | 'kinds'> & Partial<Pick<Reading, 'numbers'>>} reading
 * @returns {Pick<MapsState, 'chosen' | 'source' | 'over'>}
 */
export function settledChoice({ chosen: wanted, source, over }, reading) {
  const exists = (/** @type {Head} */ { layer, head }) =>
    layer < reading.layers && head < headsOf(reading, layer);
  const chosen = wanted.every(exists) ? wanted : wanted.filter(exists);
  if (!areShown({ source, over })) return { chosen, source, over: over === 'chosen' ? 'heads' : over };
  if (chosen.length === 0) return { chosen, source: 'head', over: 'heads' };
  const fits = source !== 'each' || canColor(chosen, /** @type {Reading} */ (reading));
  return { chosen, source: fits ? source : 'mean', over: 'chosen' };
}

/**
 * The first heads by the measure of the thumbnails: in the order of the reader, or by layer and head the ones
 * with the largest values.
 *
 * @param {ListedHead[]} heads - in the order of the thumbnails
 * @param {Pick<MapsState, 'sort' | 'alike'>} state
 * @param {number} count
 * @returns {Head[]}
 */
export function firstHeads(heads, { sort, alike }, count) {
  const isSorted = alike || sort !== 'layer';
  const first = isSorted
    ? heads.filter(({ passes, value }) => passes && value !== null).slice(0, count)
    : largestHeads(heads, count);
  return first.map(({ layer, head }) => ({ layer, head }));
}
