import { compute } from '../figure/compute.js';
import { InputError } from '../figure/inputs.js';
import { history, push, redo, replace, undo } from '../state/history.js';
/** @import { Model, State } from '../types.js' */

/**
 * A lesson's state with its history and the model worked from it. A state that cannot be worked is refused with a sentence, and everything stays as it was.
 *
 * @param {typeof import('../engine.js')} engine
 * @param {State} first
 * @param {() => Pick<Model, 't' | 'language'>} words - the strings of the language of now, for sentences
 * @throws {Error} when the first state cannot be worked
 */
export function session(engine, first, words) {
  let states = history(first);
  let worked = compute(engine, first);
  /** Where a drag began, to come back to or to undo to. @type {State | null} */
  let dragFrom = null;

  /** @param {typeof states} next @returns {string | null} */
  function accept(next) {
    try {
      worked = compute(engine, next.present);
      states = next;
      return null;
    } catch (error) {
      return sentence(error, words().t);
    }
  }

  return {
    get state() { return states.present; },
    /** @returns {Model} */
    get model() { return { ...worked, ...words() }; },
    get canUndo() { return states.past.length > 0; },
    get canRedo() { return states.future.length > 0; },

    /** A change that can be undone. @param {State} next */
    commit(next) {
      const from = dragFrom ? replace(states, dragFrom) : states;
      dragFrom = null;
      return accept(push(from, next));
    },
    /** A change on the way to another: it is undone together with the commit that follows. @param {State} next */
    drag(next) {
      dragFrom ??= states.present;
      return accept(replace(states, next));
    },
    /** Back to where the drag began. */
    cancel() {
      if (!dragFrom) return null;
      const from = dragFrom;
      dragFrom = null;
      return accept(replace(states, from));
    },
    /** A change of what is looked at, which no one would undo. @param {State} next */
    look(next) { return accept(replace(states, next)); },
    undo() { return accept(undo(states)); },
    redo() { return accept(redo(states)); },
  };
}

/**
 * What an error says to a reader: the strings' own sentence for what the page itself refuses, else the engine's.
 *
 * @param {unknown} error
 * @param {Model['t']} t
 */
export function sentence(error, t) {
  if (error instanceof InputError) {
    const say = /** @type {(figures: any) => string} */ (t.errors[/** @type {'badDraw'} */ (error.key)]);
    const { matrix } = error.figures;
    return say(matrix ? { ...error.figures, matrix: t.figure.names[matrix] ?? matrix } : error.figures);
  }
  return error instanceof Error ? error.message : String(error);
}
