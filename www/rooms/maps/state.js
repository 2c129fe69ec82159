import { firstHeadOf, isSuggested } from './first-head.js';
import { settledChoice } from './chosen/chosen.js';
import { nameInState } from './corpus/settings.js';
import { alignmentOf } from './head/aligned.js';
import { firstListed } from './overview/order.js';
import { isLarge } from './large/shape.js';
import { SENTENCE } from './live/settings.js';
import { maps } from './settings.js';
/** @import { Display } from '../../state/fields.js' */
/** @import { MapsData, MapsState, Reading } from './types.js' */

export { BOUNDS, MEASURES, NO_CORRECTIONS, NUMBERS } from './settings.js';

export const { sameNumbers, withDisplayOf } = maps;

/**
 * The initial state of a file: its first head until all are measured, then the one with the highest score
 * (`settled`). The sample opens at the head in which "it" looks at "trophy".
 *
 * @param {Partial<Display>} [from] - keeps the reader's language and colors
 * @param {MapsState['file']} [file] - null for the sample
 * @returns {MapsState}
 */
export function freshState(from, file = null) {
  return maps.fresh(from, { file });
}

/**
 * The initial state of a text that the running model reads: layer 2, head 2, its strongest induction head.
 *
 * @param {Partial<Display>} [from]
 * @param {string} [text]
 * @returns {MapsState}
 */
export function liveState(from, text = SENTENCE) {
  return maps.fresh(from, { text });
}

/**
 * The only settings of a large head, because others need all cells in memory.
 *
 * @type {Readonly<Partial<MapsState>>}
 */
const AS_LARGE = Object.freeze({
  source: 'head',
  chosen: Object.freeze([]),
  values: 'none',
  words: false,
  compare: null,
  leaveOut: 0,
  alike: false,
});

/**
 * Whether two states show the same, apart from the language and the colors.
 *
 * @param {MapsState} a @param {MapsState | null} b
 */
export function sameView(a, b) {
  const seen = (/** @type {MapsState | null} */ state) =>
    JSON.stringify({ ...state, language: null, theme: null, map: null });
  return seen(a) === seen(b);
}

/**
 * What can be opened without a file of heads: the small model, the sample, or the reader's own model.
 *
 * @typedef {'small' | 'sample' | { model: string }} Example
 */

/**
 * The initial state of an example. The reader's own model reads the text that is there.
 *
 * @param {Example} what
 * @param {MapsState} from
 * @returns {MapsState}
 */
export function exampleOf(what, from) {
  if (what === 'sample') return freshState(from);
  if (what === 'small') return liveState(from);
  return { ...liveState(from, from.text ?? SENTENCE), model: what.model, layer: 0, head: 0 };
}

/**
 * The initial state of the file, of the texts of a store, of the sample or of the running model.
 *
 * @param {MapsState} state
 */
export function initialOf(state) {
  const { corpus, file, text } = state;
  if (text === null) {
    const listed = corpus && !file ? { layer: 0, head: 0, suggested: null, cursor: null } : {};
    return { ...freshState(state, file), ...listed, corpus };
  }
  return exampleOf(state.model === null ? 'small' : { model: state.model }, state);
}

/** Whether Reset would have an effect. It opens the head that the page suggested. @param {MapsState} state */
export function isChanged(state) {
  const fresh = initialOf(state);
  const { layer, head, suggested } = fresh;
  return !sameView(isSuggested(state) ? { ...state, layer, head, suggested } : state, fresh);
}

/**
 * A change of these properties means that the reader works with the open head.
 *
 * @type {readonly (keyof MapsState)[]}
 */
const OF_HEAD = Object.freeze([
  'layer',
  'head',
  'chosen',
  'source',
  'over',
  'compare',
  'cursor',
  'sight',
  'scale',
  'pooling',
  'leaveOut',
  'values',
  'words',
  'view',
  'threshold',
]);

/**
 * A change by the reader. If the reader works with the open head before all heads are measured, that head is
 * chosen, and the page suggests no other.
 *
 * @param {Partial<MapsState>} patch
 * @param {boolean} isMeasured - whether all heads are measured
 * @returns {Partial<MapsState>}
 */
export function chosenBy(patch, isMeasured) {
  return !isMeasured && OF_HEAD.some((name) => name in patch) ? { ...patch, suggested: null } : patch;
}

/**
 * Whether two files have the same shape, so that a view fits both.
 *
 * @param {MapsState['file']} a
 * @param {MapsState['file']} b
 */
export function sameShape(a, b) {
  const sides = /** @type {const} */ (['layers', 'heads', 'queries', 'keys']);
  return a !== null && b !== null && sides.every((side) => a[side] === b[side]);
}

/**
 * The name and shape of a reading's file, for a state.
 *
 * @param {string} name
 * @param {Pick<Reading, 'layers' | 'heads' | 'queries' | 'keys'>} reading
 * @returns {NonNullable<MapsState['file']>}
 */
export function fileOf(name, { layers, heads, queries, keys }) {
  return { name: nameInState(name), layers, heads, queries, keys };
}

/**
 * The head that the page opens by itself: the first one of the reader's order by a measure, else the one with
 * the highest score in a file, else the initial one of the sample or of a text. Null until all heads are
 * measured. In place of a head with wrong numbers, it is the first head without.
 *
 * @param {MapsState} state
 * @param {MapsData} data
 * @returns {{ layer: number, head: number } | null}
 */
function headToOpen(state, data) {
  if (state.alike) return null;
  if (state.sort !== 'layer') return data.done === 1 ? firstListed(data, state) : null;
  if (state.file) return firstHeadOf(data) ?? goodHead(state, data);
  const { layer, head } = initialOf(state);
  return { layer, head };
}

/**
 * The first head without wrong numbers, if those of the open one are wrong.
 *
 * @param {Pick<MapsState, 'layer' | 'head'>} state @param {Pick<MapsData, 'reading' | 'heads'>} data
 */
function goodHead({ layer, head }, { reading, heads = [] }) {
  if (heads[layer * reading.heads + head]?.problem === undefined) return null;
  const good = heads.find((found) => found && found.problem === undefined);
  return good ? { layer: good.layer, head: good.head } : null;
}

/**
 * A change of the order of heads, which opens the first head of the new order unless the reader chose the
 * open one.
 *
 * @param {Partial<MapsState>} patch
 * @param {MapsState} state
 * @param {MapsData | null} data
 * @returns {Partial<MapsState>}
 */
export function ordered(patch, state, data) {
  const { layer, head, source, compare, suggested } = state;
  const initial = initialOf(state);
  const isInitial = suggested === null && layer === initial.layer && head === initial.head;
  const isOpenedByPage = isSuggested(state) || (!state.file && isInitial);
  if (!data || data.done !== 1 || source !== 'head' || compare || !isOpenedByPage) return patch;
  const first = headToOpen({ ...state, ...patch }, data);
  return first ? { ...patch, layer: first.layer, head: first.head, suggested: first } : patch;
}

/**
 * Clamps a state to the open files. If no head was requested, the page opens one once all are
 * measured (`headToOpen`).
 *
 * @param {MapsState} state
 * @param {{ reading: Pick<Reading, 'layers' | 'heads' | 'layerHeads' | 'kinds' | 'queries' | 'keys' | 'v'>, other: { reading: Pick<Reading, 'layers' | 'heads'> } | null, heads?: MapsData['heads'], done?: number } | null} data -
 *   null if no file is open
 * @returns {MapsState}
 */
export function settled(state, data) {
  if (!data) return state;
  const { layers, heads, queries, keys, v } = data.reading;
  const first =
    isSuggested(state) && state.source === 'head' && !state.compare
      ? headToOpen(state, /** @type {MapsData} */ (data))
      : null;
  const layer = first?.layer ?? Math.min(state.layer, layers - 1);
  const own = data.reading.layerHeads?.[layer] ?? heads;
  const head = first?.head ?? Math.min(state.head, own - 1);
  const suggested = isSuggested(state) ? { layer, head } : state.suggested;
  const places = alignmentOf(state, /** @type {MapsData} */ (data))?.texts.length;
  const cursor = state.cursor && {
    query: Math.min(state.cursor.query, (places ?? queries) - 1),
    key: Math.min(state.cursor.key, (places ?? keys) - 1),
  };
  // The second file of a link may be opened later. Until then, the comparison is not clamped.
  const compared = state.compare?.slot === 1 ? data.other?.reading : data.reading;
  const compare =
    state.compare && compared
      ? {
          slot: state.compare.slot,
          layer: Math.min(state.compare.layer, compared.layers - 1),
          head: Math.min(state.compare.head, compared.heads - 1),
        }
      : state.compare;
  const choice = settledChoice(state, data.reading);
  /** @type {MapsState} */
  const next = {
    ...state,
    ...choice,
    layer,
    head,
    suggested,
    cursor,
    compare,
    values: v.length > 0 || state.values === 'contacts' ? state.values : 'none',
    // Weights of several heads with a color each are compared, so rows are not divided by different numbers.
    scale: choice.source === 'each' && state.scale === 'row' ? 'auto' : state.scale,
    // A layer that keeps a state picks no keys, and words are no patches.
    view:
      (state.view === 'picked' && data.reading.kinds?.[layer]) || (state.view === 'image' && state.words)
        ? 'map'
        : state.view,
    ...(isLarge(data.reading) && {
      ...AS_LARGE,
      scale: state.scale === 'row' ? 'auto' : state.scale,
      view: ['table', 'picked'].includes(state.view) ? state.view : 'map',
    }),
  };
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}
