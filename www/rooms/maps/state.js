import { firstHeadOf, isSuggested } from './first-head.js';
import { isLarge } from './large/shape.js';
/** @import { Corrections, MapsState, MeasureName } from './types.js' */

/** The measures of a head, in the order in which they are listed everywhere. @type {readonly MeasureName[]} */
export const MEASURES = Object.freeze([
  'entropy',
  'normalised_entropy',
  'sink_share',
  'previous_token',
  'next_token',
  'induction',
  'duplicate_token',
  'mean_distance',
  'diagonal_share',
  'causal_share',
]);

/** The most that a state may name; the engine refuses more. */
export const BOUNDS = Object.freeze({
  layers: 4096,
  heads: 4096,
  side: 2 ** 24,
  leaveOut: 8,
  candidates: 4096,
  batch: 2 ** 24,
  name: 255,
  cell: 512,
});

/** What can be chosen, besides numbers. */
export const CHOICES = Object.freeze({
  source: ['head', 'mean', 'max', 'rollout'],
  over: ['heads', 'layers', 'all'],
  values: ['none', 'norm', 'share'],
  view: ['map', 'lines', 'table'],
  scale: ['auto', 'unit', 'largest', 'log', 'percentile', 'row'],
  pooling: ['max', 'mean', 'mass'],
  sort: ['layer', ...MEASURES],
  order: ['up', 'down'],
  measure: MEASURES,
  axis: ['layer', 'head', 'query', 'key', 'feature', 'fixed'],
  tokens: ['plain', 'byte_level', 'sentencepiece', 'wordpiece'],
  causal: ['none', 'upper_left', 'lower_right'],
  pairs: ['half', 'interleaved'],
});

/** As it was understood. @type {Readonly<Corrections>} */
export const AS_UNDERSTOOD = Object.freeze({
  candidate: null,
  axes: null,
  heads: null,
  batch: null,
  tokens: null,
  scale: null,
  causal: null,
  window: null,
  softcap: null,
  rope: null,
});

/**
 * The room as it opens on a file: at its first head until all are measured, then at the one that is most worth seeing (`settled`). The sample opens at the head
 * in which "it" looks at "trophy".
 *
 * @param {Partial<Pick<MapsState, 'language' | 'theme' | 'map'>>} [from] - keeps the reader's language and colours
 * @param {MapsState['file']} [file] - null: the sample
 * @returns {MapsState}
 */
export function freshState(from, file = null) {
  return {
    file,
    corrections: AS_UNDERSTOOD,
    layer: file ? 0 : 5,
    head: file ? 0 : 10,
    suggested: file ? { layer: 0, head: 0 } : null,
    source: 'head',
    over: 'heads',
    values: 'none',
    words: false,
    view: 'map',
    compare: null,
    map: from?.map ?? 'ember',
    scale: 'auto',
    pooling: 'max',
    leaveOut: 0,
    sight: null,
    cursor: file ? null : { query: 11, key: 2 },
    threshold: 0.1,
    sort: 'layer',
    order: 'up',
    filter: null,
    measure: 'entropy',
    alike: false,
    language: from?.language ?? null,
    theme: from?.theme ?? null,
  };
}

/** What a head that is too large to hold is shown as: all else needs every cell at once. @type {Readonly<Partial<MapsState>>} */
const AS_LARGE = Object.freeze({
  source: 'head',
  values: 'none',
  words: false,
  compare: null,
  leaveOut: 0,
  alike: false,
});

/** What is undone: all else is how it is looked at. @type {readonly (keyof MapsState)[]} */
const WORKED = Object.freeze([
  'corrections',
  'source',
  'over',
  'values',
  'words',
  'compare',
  'scale',
  'leaveOut',
  'filter',
]);

/**
 * Whether nothing lies between two states that one would undo. Parts are compared by what they hold: a slider that came back makes new parts of old numbers.
 *
 * @param {MapsState} a
 * @param {MapsState} b
 */
export function sameNumbers(a, b) {
  return WORKED.every((name) => a[name] === b[name] || JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

/**
 * A state from the past as it is looked at now: undoing brings back what was shown, not the head, the cursor or the colours.
 *
 * @param {MapsState} past
 * @param {MapsState} now
 * @returns {MapsState}
 */
export function seenAs(past, now) {
  return /** @type {MapsState} */ ({
    ...now,
    ...Object.fromEntries(WORKED.map((name) => [name, past[name]])),
  });
}

/** Whether two states show the same, whatever the language and the colours. @param {MapsState} a @param {MapsState | null} b */
export function sameView(a, b) {
  const seen = (/** @type {MapsState | null} */ state) =>
    JSON.stringify({ ...state, language: null, theme: null, map: null });
  return seen(a) === seen(b);
}

/** Whether Reset would change anything but the language and the colours. A head that the page suggested is where Reset leads. @param {MapsState} state */
export function isChanged(state) {
  const fresh = freshState(state, state.file);
  const { layer, head, suggested } = fresh;
  return !sameView(isSuggested(state) ? { ...state, layer, head, suggested } : state, fresh);
}

/** What a reader changes while looking at the head that is open. @type {readonly (keyof MapsState)[]} */
const OF_HEAD = Object.freeze([
  'layer',
  'head',
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
 * A change that the reader makes. A reader who works with the open head before all heads are measured has chosen it, and the page suggests no other.
 *
 * @param {Partial<MapsState>} patch
 * @param {boolean} isMeasured - whether all heads are
 * @returns {Partial<MapsState>}
 */
export function chosenBy(patch, isMeasured) {
  return !isMeasured && OF_HEAD.some((name) => name in patch) ? { ...patch, suggested: null } : patch;
}

/**
 * Whether two files have heads of one shape, so that a view of one is a view of the other.
 *
 * @param {MapsState['file']} a
 * @param {MapsState['file']} b
 */
export function sameShape(a, b) {
  return (
    a !== null &&
    b !== null &&
    a.layers === b.layers &&
    a.heads === b.heads &&
    a.queries === b.queries &&
    a.keys === b.keys
  );
}

/**
 * The file of a reading, as a state names it.
 *
 * @param {string} name
 * @param {Pick<import('./types.js').Reading, 'layers' | 'heads' | 'queries' | 'keys'>} reading
 * @returns {NonNullable<MapsState['file']>}
 */
export function fileOf(name, { layers, heads, queries, keys }) {
  // Half a pair of surrogates could not be written into a link.
  return {
    name: name.slice(0, BOUNDS.name).replace(/\p{Surrogate}/gu, '\ufffd'),
    layers,
    heads,
    queries,
    keys,
  };
}

/**
 * The state brought to what is open: a head or a cell that is not there is the last that is; if no head was named, it is the one most worth seeing as soon as
 * all are measured.
 *
 * @param {MapsState} state
 * @param {{ reading: Pick<import('./types.js').Reading, 'layers' | 'heads' | 'queries' | 'keys' | 'v'>, other: { reading: Pick<import('./types.js').Reading, 'layers' | 'heads'> } | null, heads?: import('./types.js').MapsData['heads'], done?: number } | null} data - null: nothing is open yet
 * @returns {MapsState}
 */
export function settled(state, data) {
  if (!data) return state;
  const { layers, heads, queries, keys, v } = data.reading;
  const first =
    isSuggested(state) && state.source === 'head' && !state.compare
      ? firstHeadOf(/** @type {import('./types.js').MapsData} */ (data))
      : null;
  const layer = first?.layer ?? Math.min(state.layer, layers - 1);
  const head = first?.head ?? Math.min(state.head, heads - 1);
  const suggested = isSuggested(state) ? { layer, head } : state.suggested;
  const cursor = state.cursor && {
    query: Math.min(state.cursor.query, queries - 1),
    key: Math.min(state.cursor.key, keys - 1),
  };
  // A second file that a link compares with may still come: the view says that it is not there.
  const of = state.compare?.slot === 1 ? data.other?.reading : data.reading;
  const compare =
    state.compare && of
      ? {
          slot: state.compare.slot,
          layer: Math.min(state.compare.layer, of.layers - 1),
          head: Math.min(state.compare.head, of.heads - 1),
        }
      : state.compare;
  const values = v.length > 0 ? state.values : 'none';
  /** @type {MapsState} */
  const next = {
    ...state,
    layer,
    head,
    suggested,
    cursor,
    compare,
    values,
    ...(isLarge(data.reading) && AS_LARGE),
    ...(isLarge(data.reading) && state.scale === 'row' && { scale: 'auto' }),
    ...(isLarge(data.reading) && state.view === 'lines' && { view: 'map' }),
  };
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}
