import { maskExplain, maskPainted } from '../../engine/masks.js';
/** @import { session } from './session.js' */
/** @import { MaskState, Refusal } from './types.js' */

/** @typedef {ReturnType<typeof session>} Session */

/**
 * Edits of the expression that may fail, among them brush strokes. An error becomes a message for the reader.
 *
 * @param {object} host
 * @param {() => MaskState} host.state - the current state
 * @param {(change: (session: Session) => Refusal | null) => void} host.act
 * @param {(error: string) => string} host.messageOf - the message about an error of the engine
 */
export function painting({ state, act, messageOf }) {
  /** The expression before the current brush stroke. @type {string | null} */
  let unpainted = null;

  /** @param {(text: string) => string} edit @param {'drag' | 'commit'} phase */
  function write(edit, phase) {
    act((session) => {
      try {
        return session[phase]({ ...session.state, text: edit(session.state.text) });
      } catch (error) {
        // If a stroke becomes too long, its cells so far stay, as one undo step.
        if (phase === 'commit') session.commit(session.state);
        return { text: messageOf(error instanceof Error ? error.message : String(error)), column: null };
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
    if (phase === 'cancel') return act((session) => session.cancel());
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
