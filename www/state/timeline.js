import { history, push, redo, replace, undo } from './history.js';

/**
 * The functions of a room that its timeline calls.
 *
 * @template S, R, M
 * @typedef {object} Rules
 * @property {(next: S, now: S, isDragged: boolean) => { state: S } | { refused: R }} admit - validates a state:
 *   the state to use, or why it is rejected. During a drag it need not check whether a link can encode the
 *   state
 * @property {(a: S, b: S) => boolean} same - whether two states have the same numbers
 * @property {(past: S, now: S) => S} withDisplayOf - a past state with the current display settings
 * @property {(state: S) => M} model - the model that the views draw
 * @property {() => void} [release] - frees caches outside of the memory of JavaScript
 */

/**
 * A state with its history, including drags. Changes return null, or why they are rejected; then they have no
 * effect.
 *
 * @template S, R, M
 * @param {S} first - a valid state
 * @param {Rules<S, R, M>} rules
 */
export function timeline(first, { admit, same, withDisplayOf, model, release = () => {} }) {
  let states = history(first);
  /** The state at the start of an unfinished drag. @type {S | null} */
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
    return next === states ? null : accept(replace(next, withDisplayOf(next.present, states.present)));
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
      // If the numbers are the same as before, for example after a drag back to the start, there is nothing
      // to undo.
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
      return from ? accept(replace(states, withDisplayOf(from, states.present))) : null;
    },
    /** A change of display settings, which has no undo step. @param {S} next */
    setDisplay(next) {
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
