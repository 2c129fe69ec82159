import { history, push, redo, replace, undo } from './history.js';

/**
 * The functions of a room for its states.
 *
 * @template S, R, M
 * @typedef {object} Rules
 * @property {(next: S, now: S, isDragged: boolean) => { state: S } | { refused: R }} admit - the valid state,
 *   or why it is rejected; during a drag, whether it can be encoded is not checked
 * @property {(a: S, b: S) => boolean} same - whether two states have the same numbers
 * @property {(past: S, now: S) => S} withLookOf - a state from the past with the present display settings
 * @property {(state: S) => M} model - the model that the views draw
 * @property {() => void} [release] - frees what the room keeps outside of JavaScript's memory; it can be
 *   computed again
 */

/**
 * A state with its history, including drags. A change that is rejected has no effect; the room's reason is
 * returned.
 *
 * @template S, R, M
 * @param {S} first - a valid state
 * @param {Rules<S, R, M>} rules
 */
export function timeline(first, { admit, same, withLookOf, model, release = () => {} }) {
  let states = history(first);
  /** The state at the start of a drag, for cancelling or undoing it. @type {S | null} */
  let dragFrom = null;

  /** @param {typeof states} next @returns {R | null} */
  function accept(next, isDragged = false) {
    const answer = admit(next.present, states.present, isDragged);
    if ('refused' in answer) return answer.refused;
    states = replace(next, answer.state);
    return null;
  }

  /** Ends an unfinished drag, so that it can be undone. */
  function endDrag() {
    if (dragFrom && !same(dragFrom, states.present)) {
      // The states of a drag are not checked in full.
      if (accept(states) === null) states = push(replace(states, dragFrom), states.present);
      else accept(replace(states, dragFrom));
    }
    dragFrom = null;
  }

  /** @param {(before: typeof states) => typeof states} change */
  function move(change) {
    endDrag();
    const next = change(states);
    return next === states ? null : accept(replace(next, withLookOf(next.present, states.present)));
  }

  return {
    get state() {
      return states.present;
    },
    get model() {
      return model(states.present);
    },
    /** Whether a drag is unfinished. */
    get isDragged() {
      return dragFrom !== null;
    },
    get canUndo() {
      return states.past.length > 0;
    },
    get canRedo() {
      return states.future.length > 0;
    },

    /** A change that can be undone. @param {S} next */
    commit(next) {
      const from = dragFrom ?? states.present;
      // A state with the same numbers as before, such as after a drag back to the start, leaves nothing to
      // undo.
      const refused = accept(same(from, next) ? replace(states, next) : push(replace(states, from), next));
      if (refused !== null) endDrag();
      dragFrom = null;
      return refused;
    },
    /** A change during a drag; it is undone together with the commit that follows. @param {S} next */
    drag(next) {
      dragFrom ??= states.present;
      return accept(replace(states, next), true);
    },
    /** Restores the state before the drag. */
    cancel() {
      const from = dragFrom;
      dragFrom = null;
      return from ? accept(replace(states, withLookOf(from, states.present))) : null;
    },
    /** A change of display settings, which has no undo step. @param {S} next */
    look(next) {
      return accept(replace(states, next));
    },
    undo() {
      return move(undo);
    },
    redo() {
      return move(redo);
    },
    release,
  };
}
