import { history, push, redo, replace, undo } from './history.js';

/**
 * What a room says of its states.
 *
 * @template S, R, M
 * @typedef {object} Rules
 * @property {(next: S, now: S) => { state: S } | { refused: R }} admit - the state as it can be worked, or why it cannot
 * @property {(a: S, b: S) => boolean} same - whether two states have the same numbers
 * @property {(past: S, now: S) => S} seenAs - a state from the past, looked at as now
 * @property {(state: S) => M} model - all that the views draw from
 */

/**
 * A state with its history, drags included. A change that is not admitted is refused with the room's reason, and everything stays as it was.
 *
 * @template S, R, M
 * @param {S} first - one that can be worked
 * @param {Rules<S, R, M>} rules
 */
export function timeline(first, { admit, same, seenAs, model }) {
  let states = history(first);
  /** Where a drag began, to come back to or to undo to. @type {S | null} */
  let dragFrom = null;

  /** @param {typeof states} next @returns {R | null} */
  function accept(next) {
    const answer = admit(next.present, states.present);
    if ('refused' in answer) return answer.refused;
    states = replace(next, answer.state);
    return null;
  }

  /** Ends a drag that is still on its way, so that it can be undone. */
  function rest() {
    if (dragFrom && !same(dragFrom, states.present)) states = push(replace(states, dragFrom), states.present);
    dragFrom = null;
  }

  /** @param {(before: typeof states) => typeof states} step */
  function walk(step) {
    rest();
    const next = step(states);
    return next === states ? null : accept(replace(next, seenAs(next.present, states.present)));
  }

  return {
    get state() {
      return states.present;
    },
    get model() {
      return model(states.present);
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
      // What has the numbers from before, such as a drag that came back to where it began, leaves nothing to undo.
      const refused = accept(same(from, next) ? replace(states, next) : push(replace(states, from), next));
      if (refused !== null) rest();
      dragFrom = null;
      return refused;
    },
    /** A change on the way to another: it is undone together with the commit that follows. @param {S} next */
    drag(next) {
      dragFrom ??= states.present;
      return accept(replace(states, next));
    },
    /** Back to where the drag began. */
    cancel() {
      const from = dragFrom;
      dragFrom = null;
      return from ? accept(replace(states, seenAs(from, states.present))) : null;
    },
    /** A change of what is looked at, which no one would undo. @param {S} next */
    look(next) {
      return accept(replace(states, next));
    },
    undo() {
      return walk(undo);
    },
    redo() {
      return walk(redo);
    },
  };
}
