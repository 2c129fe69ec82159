/** @import { MaskState } from './types.js' */

/** The largest number of queries or keys. The core rejects larger masks. */
export const MAX_SIDE = 2048;

/** The range of each number of the model, used by the controls and the URL. */
export const BOUNDS = Object.freeze({
  queries: [1, MAX_SIDE],
  keys: [1, MAX_SIDE],
  seed: [0, 2 ** 32 - 1],
  size: [1, 256],
  heads: [1, 128],
  kvHeads: [1, 128],
});

/** The allowed values of the other settings. */
export const CHOICES = Object.freeze(
  /** @type {const} */ ({
    code: ['numpy', 'sdpa', 'flex'],
    brush: ['none', 'allow', 'forbid'],
    table: ['pattern', 'scores', 'weights'],
    scale: ['one', 'largest'],
    bytes: ['1', '2', '4', '8'],
    /** In rows per second. */
    speed: ['2', '8', '32', '128'],
  }),
);

/**
 * The initial state of the room.
 *
 * @param {Partial<Pick<MaskState, 'language' | 'theme' | 'map'>>} [from] - keeps the reader's language and
 *   colors
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

/**
 * The properties that undo restores. All others are display settings.
 *
 * @type {readonly (keyof MaskState)[]}
 */
const UNDOABLE = Object.freeze([
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
  return UNDOABLE.every((name) => a[name] === b[name]);
}

/** Whether Reset would change the mask or its figures. @param {MaskState} state */
export function isChanged(state) {
  return !sameNumbers(state, freshState());
}

/**
 * Clamps a state: the cursor and the head to the current sizes. Playback that has reached its end shows all
 * rows, and queries and keys of different numbers are not tied.
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
 * An earlier state with the current display settings: undo restores the mask, not the language, the cursor or
 * the colors.
 *
 * @param {MaskState} past
 * @param {MaskState} now
 */
export function withLookOf(past, now) {
  const numbers = Object.fromEntries(UNDOABLE.map((name) => [name, past[name]]));
  return settled(/** @type {MaskState} */ ({ ...now, ...numbers }));
}

/**
 * Sets the number of queries or keys. If they are tied, both change.
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
 * Sets a named mask with its size.
 *
 * @param {MaskState} state
 * @param {{ text: string, queries: number, keys: number }} preset
 * @returns {MaskState}
 */
export function withPreset(state, { text, queries, keys }) {
  return { ...state, text, queries, keys, tied: queries === keys, rows: null };
}
