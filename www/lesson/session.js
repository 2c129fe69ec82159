import { compute } from '../figure/compute.js';
import { InputError } from '../figure/inputs.js';
import { encode, MAX_LENGTH } from '../state/fragment.js';
import { history, push, redo, replace, undo } from '../state/history.js';
import { sameNumbers, seenAs, settled } from '../state/state.js';
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
  let states = history(settled(first));
  let worked = compute(engine, states.present);
  /** Where a drag began, to come back to or to undo to. @type {State | null} */
  let dragFrom = null;

  /** @param {typeof states} next @returns {string | null} */
  function accept(next) {
    const present = settled(next.present);
    // What no link can hold is no state: it could be neither copied nor reloaded.
    const { length } = encode(present);
    if (length > MAX_LENGTH) return words().t.errors.linkTooLong(length, MAX_LENGTH);
    try {
      // Moving the cursor or going to a step works nothing out anew.
      worked = sameNumbers(states.present, present) ? { ...worked, state: present } : compute(engine, present);
      states = replace(next, present);
      return null;
    } catch (error) {
      return sentence(error, words().t);
    }
  }

  /** The states as a drag found them: a slider that is let go where it was taken up says nothing of its end. */
  function landed() {
    const from = dragFrom ? replace(states, dragFrom) : states;
    dragFrom = null;
    return from;
  }
  /** @param {typeof states} next */
  function walk(next) {
    return next === states ? null : accept(replace(next, seenAs(next.present, states.present)));
  }

  return {
    get state() { return states.present; },
    /** @returns {Model} */
    get model() { return { ...worked, ...words() }; },
    get canUndo() { return states.past.length > 0; },
    get canRedo() { return states.future.length > 0; },

    /** A change that can be undone. @param {State} next */
    commit(next) {
      return accept(push(landed(), next));
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
    undo() { return walk(undo(landed())); },
    redo() { return walk(redo(landed())); },
  };
}

/**
 * Why a state cannot be worked, or null if it can.
 *
 * @param {typeof import('../engine.js')} engine
 * @param {State} state
 * @param {Model['t']} t
 */
export function refusal(engine, state, t) {
  try {
    compute(engine, settled(state));
    return null;
  } catch (error) {
    return sentence(error, t);
  }
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
  return t.errors.engine(error instanceof Error ? error.message : String(error));
}
