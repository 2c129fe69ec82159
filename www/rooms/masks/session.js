import { timeline } from '../../state/timeline.js';
import { masks } from './settings.js';
import { sameNumbers, withDisplayOf, settled } from './state.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { Strings } from '../../words/languages.js' */
/** @import { MaskError } from '../../engine/masks.js' */
/** @import { MaskState, Refusal } from './types.js' */

/** @typedef {Pick<typeof import('../../engine/masks.js'), 'maskExplain'>} Engine */

/**
 * The room's state with its history. An invalid state is rejected and changes nothing.
 *
 * @param {Engine} engine
 * @param {MaskState} first - a valid state
 * @param {() => Strings} words - the strings of the current language
 */
export function session(engine, first, words) {
  return timeline(settled(first), {
    same: sameNumbers,
    withDisplayOf,
    model: (state) => state,
    /** @returns {{ state: MaskState } | { refused: Refusal }} */
    admit(next, now) {
      const state = settled(next);
      const refused = sameNumbers(now, state) ? null : refusalOf(engine, state, words());
      return refused ? { refused } : { state };
    },
  });
}

/**
 * The engine's options for drawing a mask, except for sizes in pixels. The engine caches the synthetic scores
 * until these options change.
 *
 * @param {MaskState} state
 */
export function drawOptions({ text, queries, keys, seed, size, heads, alibi }) {
  return { text, queries, keys, seed, size, alibi: alibi === null ? null : { heads, head: alibi } };
}

/**
 * The engine's options for the cost of a mask.
 *
 * @param {MaskState} state
 */
export function costModelOf({ size, heads, kvHeads, bytes }) {
  return { size, heads, kvHeads, bytes };
}

/**
 * Why a state is invalid, or null if it is valid.
 *
 * @param {Engine} engine
 * @param {MaskState} state
 * @param {Strings} t
 * @returns {Refusal | null}
 */
export function refusalOf(engine, state, t) {
  const { heads } = state;
  const wrong = masks.outOfRange(state);
  if (wrong) {
    // Readers count heads from 1.
    const first = wrong.name === 'alibi' ? 1 : 0;
    const name = first ? t.masks.head : t.masks.names[/** @type {'size'} */ (wrong.name)];
    const range = `${wrong.least + first}–${wrong.most + first}`;
    return { text: t.masks.errors.bounds({ name, value: wrong.value + first, range }), column: null };
  }
  if (heads % state.kvHeads !== 0)
    return { text: t.masks.errors.kvHeads({ heads, kvHeads: state.kvHeads }), column: null };
  try {
    // The cheapest of the functions that check the whole expression.
    const { text, queries, keys, cursor } = state;
    engine.maskExplain(
      text,
      queries,
      keys,
      Math.min(cursor.query, queries - 1),
      Math.min(cursor.key, keys - 1),
    );
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { column = null, correction = null } = /** @type {Partial<MaskError>} */ (error ?? {});
    return { text: t.errors.engine({ says: asSentence(message) }), column, correction };
  }
}
