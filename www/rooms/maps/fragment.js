import { beginning, ending, stateOf } from '../../state/fragment-frame.js';
import { BrokenLink, choice, integer, number } from '../../state/fragment-values.js';
import { correctionsFrom, writeCorrections } from './fragment-corrections.js';
import { isSuggested } from './first-head.js';
import { BOUNDS, CHOICES, freshState } from './state.js';
/** @import { MapsState } from './types.js' */

const ROOM = 'maps';
const CHOSEN = /** @type {const} */ ([
  'source',
  'over',
  'values',
  'view',
  'scale',
  'pooling',
  'sort',
  'order',
  'measure',
]);
const SWITCHES = /** @type {const} */ (['words', 'alike']);

/**
 * Encodes a state as the fragment of a URL, without the `#`. It contains only what differs from the initial
 * state of the file, so that links are short and readable:
 * `v=1&room=maps&file=a.npy&shape=6:12:17:17&head=3:5&sort=entropy`. It does not contain the content of the
 * file.
 *
 * @param {MapsState} state
 * @returns {string}
 */
export function encode(state) {
  const fresh = freshState({}, state.file);
  const out = beginning({ room: ROOM });
  const { file } = state;
  if (file) {
    out.set('file', file.name);
    out.set('shape', [file.layers, file.heads, file.queries, file.keys].join(':'));
  }
  writeCorrections(out, state.corrections);
  const isFresh = state.layer === fresh.layer && state.head === fresh.head;
  // If a link has no head, the page chooses one.
  if (!isFresh || (file && !isSuggested(state))) out.set('head', `${state.layer}:${state.head}`);
  for (const name of CHOSEN) if (state[name] !== fresh[name]) out.set(name, state[name]);
  for (const name of SWITCHES) if (state[name]) out.set(name, '1');
  if (state.compare)
    out.set('compare', [state.compare.slot, state.compare.layer, state.compare.head].join(':'));
  if (state.leaveOut !== 0) out.set('leaveOut', String(state.leaveOut));
  if (state.sight) out.set('sight', [state.sight.row, state.sight.col, state.sight.cell].join(':'));
  if (JSON.stringify(state.cursor) !== JSON.stringify(fresh.cursor))
    out.set('cursor', state.cursor ? `${state.cursor.query}:${state.cursor.key}` : 'none');
  if (state.threshold !== fresh.threshold) out.set('threshold', String(state.threshold));
  if (state.filter)
    out.set('filter', [state.filter.measure, state.filter.least, state.filter.most].join(':'));
  return ending(out, state);
}

/**
 * Parsers of parameters that have the name of a property. @satisfies {{ [K in keyof MapsState]?: (text:
 * string) => MapsState[K] }}
 */
const PARSERS = {
  compare(/** @type {string} */ text) {
    const [slot, layer, head] = integers(text, [1, BOUNDS.layers - 1, BOUNDS.heads - 1]);
    return { slot: /** @type {0 | 1} */ (slot), layer, head };
  },
  leaveOut: (/** @type {string} */ text) => integer(text, 0, BOUNDS.leaveOut),
  sight: readSight,
  cursor: (/** @type {string} */ text) => (text === 'none' ? null : readCell(text)),
  threshold: (/** @type {string} */ text) => between(number(text), 0, 1),
  filter: readFilter,
};

/**
 * Decodes a fragment to a state, or returns the error. Its file may still have to be opened.
 *
 * @param {string} fragment - without the `#`
 */
export function decode(fragment) {
  return stateOf(fragment, (values) => {
    choice(values.take('room') ?? '', [ROOM]);
    return readState(values);
  });
}

/** @param {import('../../state/fragment-values.js').Parameters} values @returns {MapsState} */
function readState(values) {
  const state = freshState({}, readFile(values.take('file'), values.take('shape')));
  state.corrections = correctionsFrom(values);
  values.with('head', (text) => {
    [state.layer, state.head] = integers(text, [BOUNDS.layers - 1, BOUNDS.heads - 1]);
    state.suggested = null;
  });
  for (const name of CHOSEN)
    values.with(name, (text) => {
      Object.assign(state, { [name]: choice(text, CHOICES[name]) });
    });
  for (const name of SWITCHES)
    values.with(name, (text) => {
      state[name] = choice(text, ['1']) === '1';
    });
  for (const [name, parse] of Object.entries(PARSERS))
    values.with(name, (text) => {
      Object.assign(state, { [name]: parse(text) });
    });
  return state;
}

/** @param {string | null} name @param {string | null} shape @returns {MapsState['file']} */
function readFile(name, shape) {
  if (name === null && shape === null) return null;
  if (name === null || shape === null || name.length > BOUNDS.name) throw new BrokenLink('file');
  const [layers, heads, queries, keys] = integers(shape, [
    BOUNDS.layers,
    BOUNDS.heads,
    BOUNDS.side,
    BOUNDS.side,
  ]);
  if (Math.min(layers, heads, queries, keys) < 1) throw new BrokenLink(shape);
  return { name, layers, heads, queries, keys };
}

/** Whole numbers, each from 0 to its maximum. @param {string} text @param {number[]} mosts */
function integers(text, mosts) {
  const parts = text.split(':');
  if (parts.length !== mosts.length) throw new BrokenLink(text);
  return parts.map((part, place) => integer(part, 0, mosts[place]));
}

/** @param {string} text @returns {NonNullable<MapsState['cursor']>} */
function readCell(text) {
  const [query, key] = integers(text, [BOUNDS.side - 1, BOUNDS.side - 1]);
  return { query, key };
}

/** @param {string} text @returns {NonNullable<MapsState['sight']>} */
function readSight(text) {
  const [row, col, cell, ...rest] = text.split(':').map(number);
  if (cell === undefined || rest.length > 0 || cell === 0) throw new BrokenLink(text);
  return {
    row: between(row, -BOUNDS.side, BOUNDS.side),
    col: between(col, -BOUNDS.side, BOUNDS.side),
    cell: between(cell, 0, BOUNDS.cell),
  };
}

/** @param {string} text @returns {NonNullable<MapsState['filter']>} */
function readFilter(text) {
  const [measure, least, most, ...rest] = text.split(':');
  if (most === undefined || rest.length > 0) throw new BrokenLink(text);
  return {
    measure: /** @type {import('./types.js').MeasureName} */ (choice(measure, CHOICES.measure)),
    least: number(least),
    most: number(most),
  };
}

/** @param {number} value @param {number} least @param {number} most */
function between(value, least, most) {
  if (value < least || value > most) throw new BrokenLink(String(value));
  return value;
}
