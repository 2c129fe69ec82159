/** @import { MaskState } from './types.js' */

/** The largest mask that is drawn; the core refuses more. */
export const MOST = 2048;

/** What a model may be given, from the least to the most. The controls and the address both read this table. */
export const BOUNDS = Object.freeze({
  queries: [1, MOST],
  keys: [1, MOST],
  seed: [0, 2 ** 32 - 1],
  size: [1, 256],
  heads: [1, 128],
  kvHeads: [1, 128],
});

/** What can be chosen, besides numbers. */
export const CHOICES = Object.freeze({
  map: ['ember', 'viridis', 'cividis', 'grey'],
  code: ['numpy', 'sdpa', 'flex'],
  brush: ['none', 'allow', 'forbid'],
  table: ['pattern', 'scores', 'weights'],
  scale: ['one', 'largest'],
  bytes: ['1', '2', '4', '8'],
  /** Rows a second. */
  speed: ['2', '8', '32', '128'],
});

/**
 * The room as it opens.
 *
 * @param {Partial<Pick<MaskState, 'language' | 'theme' | 'map'>>} [from] - keeps the reader's language and colours
 * @returns {MaskState}
 */
export function freshState(from) {
  return {
    text: 'causal and window(6)',
    queries: 24,
    keys: 24,
    tied: true,
    seed: 42,
    size: 64,
    heads: 8,
    kvHeads: 8,
    bytes: 2,
    alibi: null,
    rows: null,
    speed: 8,
    cursor: { query: 14, key: 3 },
    brush: 'none',
    code: 'numpy',
    table: null,
    scale: 'one',
    map: from?.map ?? 'ember',
    language: from?.language ?? null,
    theme: from?.theme ?? null,
  };
}

/** What is undone: all else is how it is looked at. @type {readonly (keyof MaskState)[]} */
const WORKED = Object.freeze([
  'text',
  'queries',
  'keys',
  'tied',
  'seed',
  'size',
  'heads',
  'kvHeads',
  'bytes',
  'alibi',
]);

/**
 * Whether two states have the same mask and the same figures.
 *
 * @param {MaskState} a
 * @param {MaskState} b
 */
export function sameNumbers(a, b) {
  return WORKED.every((name) => a[name] === b[name]);
}

/** Whether Reset would change a number. @param {MaskState} state */
export function isChanged(state) {
  return !sameNumbers(state, freshState());
}

/**
 * The state with what cannot be brought to what can: a cursor or a head that is no longer there becomes the last one, a play that has reached its end
 * shows all, and what is not equal is not tied.
 *
 * @param {MaskState} state
 * @returns {MaskState}
 */
export function settled(state) {
  const { queries, keys, cursor } = state;
  const rows = state.rows === null || state.rows >= queries ? null : state.rows;
  const alibi = state.alibi === null ? null : Math.min(state.alibi, state.heads - 1);
  const tied = state.tied && queries === keys;
  const inside = cursor.query < queries && cursor.key < keys;
  if (rows === state.rows && alibi === state.alibi && tied === state.tied && inside) return state;
  return {
    ...state,
    rows,
    alibi,
    tied,
    cursor: { query: Math.min(cursor.query, queries - 1), key: Math.min(cursor.key, keys - 1) },
  };
}

/**
 * A state from the past as it is looked at now: undoing brings the mask back, not the language, the cursor or the colours.
 *
 * @param {MaskState} past
 * @param {MaskState} now
 */
export function seenAs(past, now) {
  const numbers = Object.fromEntries(WORKED.map((name) => [name, past[name]]));
  return settled(/** @type {MaskState} */ ({ ...now, ...numbers }));
}

/**
 * The state with another number of queries or keys: tied, both change.
 *
 * @param {MaskState} state
 * @param {'queries' | 'keys'} name
 * @param {number} value
 * @returns {MaskState}
 */
export function withSide(state, name, value) {
  return state.tied ? { ...state, queries: value, keys: value } : { ...state, [name]: value };
}

/**
 * The state with a mask that has a name, in its own size.
 *
 * @param {MaskState} state
 * @param {{ text: string, queries: number, keys: number }} preset
 * @returns {MaskState}
 */
export function withPreset(state, { text, queries, keys }) {
  return { ...state, text, queries, keys, tied: queries === keys, rows: null };
}
