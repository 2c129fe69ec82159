import { maskExplain, maskPainted } from '../../engine/masks.js';
/** @import { session } from './session.js' */
/** @import { MaskState, Refusal } from './types.js' */

/**
 * Changes the expression by the engine: what a brush touched is written into it, a clause is taken out or aligned.
 *
 * @param {object} host
 * @param {() => MaskState} host.state - of now
 * @param {(change: (now: ReturnType<typeof session>) => Refusal | null) => void} host.act
 * @param {(says: string) => string} host.sentence - what the engine says, for the reader
 */
export function painting({ state, act, sentence }) {
  /** The expression before the stroke of a brush. @type {string | null} */
  let unpainted = null;

  /** The engine may refuse to. @param {(text: string) => string} make @param {'drag' | 'commit'} phase */
  function write(make, phase) {
    act((now) => {
      try {
        return now[phase]({ ...now.state, text: make(now.state.text) });
      } catch (error) {
        // What a stroke wrote before it was too much stays, and is undone by itself.
        if (phase === 'commit') now.commit(now.state);
        return { text: sentence(error instanceof Error ? error.message : String(error)), column: null };
      }
    });
  }
  /** Without cells, the cell under the cursor. @param {Set<number> | null} cells @param {'drag' | 'commit' | 'cancel'} phase */
  function paint(cells, phase) {
    const from = unpainted ?? state().text;
    unpainted = phase === 'drag' ? from : null;
    if (phase === 'cancel') return act((now) => now.cancel());
    return write(() => {
      const { brush, cursor, queries, keys, text } = state();
      const pairs = cells
        ? Uint32Array.from([...cells].flatMap((cell) => [Math.floor(cell / keys), cell % keys]))
        : Uint32Array.of(cursor.query, cursor.key);
      const opposite = maskExplain(text, queries, keys, cursor.query, cursor.key).allows ? 'forbid' : 'allow';
      return maskPainted(from, queries, keys, brush === 'none' ? opposite : brush, pairs);
    }, phase);
  }
  return { write, paint };
}
