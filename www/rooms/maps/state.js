import { firstHeadOf, isSuggested } from './first-head.js';
import { isLarge } from './large/shape.js';
/** @import { Corrections, MapsData, MapsState, MeasureName, Numbers, Reading } from './types.js' */

/** The measures of a head, in order. @type {readonly MeasureName[]} */
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

/**
 * What tensors of weights contain; `kind` in the metadata.
 *
 * @type {readonly Numbers[]}
 */
export const NUMBERS = Object.freeze(['weights', 'scores', 'difference']);

/** The limits of a state; the engine rejects larger numbers. */
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

/** The allowed values of the other settings. */
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

/** @type {Readonly<Corrections>} */
export const NO_CORRECTIONS = Object.freeze({
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
 * The initial state of a file: its first head until all are measured, then the one with the highest score
 * (`settled`). The sample opens at the head in which "it" looks at "trophy".
 *
 * @param {Partial<Pick<MapsState, 'language' | 'theme' | 'map'>>} [from] - keeps the reader's language and
 *   colors
 * @param {MapsState['file']} [file] - null for the sample
 * @returns {MapsState}
 */
export function freshState(from, file = null) {
  return {
    file,
    corrections: NO_CORRECTIONS,
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

/**
 * The only settings of a large head, because others need all cells in memory.
 *
 * @type {Readonly<Partial<MapsState>>}
 */
const AS_LARGE = Object.freeze({
  source: 'head',
  values: 'none',
  words: false,
  compare: null,
  leaveOut: 0,
  alike: false,
});

/** The properties that undo restores. Others are display settings. @type {readonly (keyof MapsState)[]} */
const UNDOABLE = Object.freeze([
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
 * Whether two states have no difference that undo would restore. Parts are compared by value, because a
 * slider creates new objects with equal numbers.
 *
 * @param {MapsState} a
 * @param {MapsState} b
 */
export function sameNumbers(a, b) {
  return UNDOABLE.every((name) => a[name] === b[name] || JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

/**
 * An earlier state with the current display settings: undo does not restore the head, the cursor or the
 * colors.
 *
 * @param {MapsState} past
 * @param {MapsState} now
 * @returns {MapsState}
 */
export function withLookOf(past, now) {
  return /** @type {MapsState} */ ({
    ...now,
    ...Object.fromEntries(UNDOABLE.map((name) => [name, past[name]])),
  });
}

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

/** Whether Reset would have an effect. It opens the head that the page suggested. @param {MapsState} state */
export function isChanged(state) {
  const fresh = freshState(state, state.file);
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
 * The name and shape of a reading's file, for a state.
 *
 * @param {string} name
 * @param {Pick<Reading, 'layers' | 'heads' | 'queries' | 'keys'>} reading
 * @returns {NonNullable<MapsState['file']>}
 */
export function fileOf(name, { layers, heads, queries, keys }) {
  // A lone surrogate cannot be encoded in a link.
  return {
    name: name.slice(0, BOUNDS.name).replace(/\p{Surrogate}/gu, '\ufffd'),
    layers,
    heads,
    queries,
    keys,
  };
}

/**
 * Clamps a state to the open files. If no head was requested, the head with the highest score is opened once
 * all are measured.
 *
 * @param {MapsState} state
 * @param {{ reading: Pick<Reading, 'layers' | 'heads' | 'queries' | 'keys' | 'v'>, other: { reading: Pick<Reading, 'layers' | 'heads'> } | null, heads?: MapsData['heads'], done?: number } | null} data -
 *   null if no file is open
 * @returns {MapsState}
 */
export function settled(state, data) {
  if (!data) return state;
  const { layers, heads, queries, keys, v } = data.reading;
  const first =
    isSuggested(state) && state.source === 'head' && !state.compare
      ? firstHeadOf(/** @type {MapsData} */ (data))
      : null;
  const layer = first?.layer ?? Math.min(state.layer, layers - 1);
  const head = first?.head ?? Math.min(state.head, heads - 1);
  const suggested = isSuggested(state) ? { layer, head } : state.suggested;
  const cursor = state.cursor && {
    query: Math.min(state.cursor.query, queries - 1),
    key: Math.min(state.cursor.key, keys - 1),
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
  /** @type {MapsState} */
  const next = {
    ...state,
    layer,
    head,
    suggested,
    cursor,
    compare,
    values: v.length > 0 ? state.values : 'none',
    ...(isLarge(data.reading) && {
      ...AS_LARGE,
      scale: state.scale === 'row' ? 'auto' : state.scale,
      view: state.view === 'lines' ? 'map' : state.view,
    }),
  };
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}
