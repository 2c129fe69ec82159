import { maskExplain, maskPainted } from '../../engine/masks.js';
/** @import { session } from './session.js' */
/** @import { MaskState, Refusal } from './types.js' */

/**
 * Edits of the expression by the engine: it adds the cells of a brush stroke, removes a clause or aligns it.
 *
 * @param {object} host
 * @param {() => MaskState} host.state - of now
 * @param {(change: (now: ReturnType<typeof session>) => Refusal | null) => void} host.act
 * @param {(says: string) => string} host.sentence - the message for the reader about an error of the engine
 */
export function painting({ state, act, sentence }) {
  /** The expression before the stroke of a brush. @type {string | null} */
  let unpainted = null;

  /**
   * The engine may reject the edit.
   *
   * @param {(text: string) => string} make @param {'drag' | 'commit'} phase
   */
  function write(make, phase) {
    act((now) => {
      try {
        return now[phase]({ ...now.state, text: make(now.state.text) });
      } catch (error) {
        // If a stroke becomes too long, its cells so far stay, as one undo step.
        if (phase === 'commit') now.commit(now.state);
        return { text: sentence(error instanceof Error ? error.message : String(error)), column: null };
      }
    });
  }
  /**
   * Without cells, the cell under the cursor is painted.
   *
   * @param {Set<number> | null} cells @param {'drag' | 'commit' | 'cancel'} phase
   */
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
