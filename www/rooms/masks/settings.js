import { choice, custom, flag, int, text } from '../../state/fields.js';
import { tuple } from '../../state/compound-fields.js';
import { isOn, keyHeads } from '../../state/attributes.js';
import { settings } from '../../state/settings.js';

/** The largest number of queries or keys. The core rejects larger masks. */
export const MAX_SIDE = 2048;
/** The largest number of query heads. */
export const MAX_HEADS = 128;
/** The maps, which can also be shown as tables. */
const maps = choice(/** @type {const} */ (['pattern', 'scores', 'weights'])).optional();

/** The settings of the Masks room. */
export const masks = settings(
  { room: 'masks' },
  {
    /** The expression as it was typed. It is always valid. */
    text: text('causal and window(6)').undoable().link('mask').attribute('mask').after('keys'),
    queries: int(1, MAX_SIDE)
      .is(24)
      .undoable()
      .with({ effect: (state, queries) => ({ ...state, queries, keys: state.tied ? queries : state.keys }) }),
    keys: int(1, MAX_SIDE)
      .is(({ queries }) => queries)
      .undoable()
      .with({ effect: (state, keys) => ({ ...state, keys, tied: keys === state.queries }) }),
    /** The seed of the synthetic queries and keys. */
    seed: int(0, 2 ** 32 - 1)
      .is(42)
      .undoable(),
    /** The features of a head. */
    size: int(1, 256).is(64).undoable(),
    heads: int(1, MAX_HEADS)
      .is(8)
      .undoable()
      .with({
        effect: (state, heads) => ({
          ...state,
          heads,
          kvHeads: heads % state.kvHeads === 0 ? state.kvHeads : heads,
        }),
      }),
    kvHeads: custom({
      ...int(1, MAX_HEADS).kind,
      parse: (written, { heads }) => keyHeads(written, heads, MAX_HEADS),
    })
      .is(({ heads }) => heads)
      .undoable(),
    /** The bytes of one number in the cache. */
    bytes: choice([1, 2, 4, 8]).is(2).undoable(),
    /** Whether queries and keys change together. */
    tied: flag(true)
      .undoable()
      .link('same')
      .attribute(null)
      .with({ isWritten: (tied, { queries, keys }) => !tied && queries === keys }),
    /** The head whose ALiBi slope is added to the scores, counted from 0; null if none is. */
    alibi: int(0, MAX_HEADS - 1)
      .upTo(({ heads }) => heads - 1)
      .optional()
      .undoable(),
    /** The number of rows shown so far in playback; null if all rows are shown. */
    rows: int(1, MAX_SIDE)
      .upTo(({ queries }) => queries)
      .optional()
      .after('cursor'),
    /** The speed of playback, in rows per second. */
    speed: choice([2, 8, 32, 128]).is(8),
    cursor: tuple({ query: MAX_SIDE - 1, key: MAX_SIDE - 1 })
      .upTo({ query: ({ queries }) => queries - 1, key: ({ keys }) => keys - 1 })
      .is({ query: 14, key: 3 }),
    brush: choice(/** @type {const} */ (['none', 'allow', 'forbid'])),
    code: choice(/** @type {const} */ (['numpy', 'sdpa', 'flex'])),
    /** The map that is also shown as a table. */
    table: custom({
      ...maps.kind,
      parse: (written, state) => (isOn(written) ? (maps.kind.parse?.(written, state) ?? null) : null),
    }).is(null),
    /** The end of the color scale of weights: 1 or the largest weight. */
    scale: choice(/** @type {const} */ (['one', 'largest'])),
  },
  complying,
);

/**
 * Playback that has reached its end shows all rows, and queries and keys of different numbers are not tied.
 *
 * @param {any} state
 */
function complying(state) {
  const { queries, keys, rows, tied } = state;
  const isDone = rows !== null && rows >= queries;
  if (!isDone && !(tied && queries !== keys)) return state;
  return { ...state, rows: isDone ? null : rows, tied: tied && queries === keys };
}
