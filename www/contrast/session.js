import { sentence } from '../lesson/session.js';
import { history, push, redo, replace, undo } from '../state/history.js';
import { figureNamed } from './figures.js';
import { optionsOf, request, sameNumbers } from './state.js';
/** @import { Contrast } from '../engine.js' */
/** @import { Strings } from '../strings/en.js' */
/** @import { Figure, Options } from './figures.js' */
/** @import { ContrastState } from './state.js' */

/**
 * All that the views draw from.
 *
 * @typedef {object} ContrastModel
 * @property {ContrastState} state
 * @property {Figure} figure
 * @property {Options} options - all of them
 * @property {Contrast} found - both sides
 * @property {Strings} t
 * @property {'en' | 'es'} language
 */

/**
 * The room's state with its history and both sides worked from it. A state that cannot be worked is refused with a sentence, and everything stays as it was.
 *
 * @param {typeof import('../engine.js')} engine
 * @param {ContrastState} first
 * @param {() => Pick<ContrastModel, 't' | 'language'>} words - the strings of the language of now
 * @throws {Error} when the first state cannot be worked
 */
export function session(engine, first, words) {
  let states = history(first);
  let found = computed(engine, first, null);
  /** Where a drag began, to undo to. @type {ContrastState | null} */
  let dragFrom = null;

  /** @param {typeof states} next @returns {string | null} */
  function accept(next) {
    try {
      if (!sameNumbers(states.present, next.present)) found = computed(engine, next.present, { state: states.present, found });
      states = next;
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
  /** Undoing brings numbers back, not the language or the colours. @param {typeof states} next */
  function walk(next) {
    if (next === states) return null;
    const { map, language, theme } = states.present;
    return accept(replace(next, { ...next.present, map, language, theme }));
  }

  return {
    get state() { return states.present; },
    /** @returns {ContrastModel} */
    get model() {
      const state = states.present;
      return { state, figure: figureNamed(state.figure), options: optionsOf(state), found, ...words() };
    },
    get canUndo() { return states.past.length > 0; },
    get canRedo() { return states.future.length > 0; },
    /** A change that can be undone. @param {ContrastState} next */
    commit(next) {
      return accept(push(landed(), next));
    },
    /** A change on the way to another: it is undone together with the commit that follows. @param {ContrastState} next */
    drag(next) {
      dragFrom ??= states.present;
      return accept(replace(states, next));
    },
    /** A change of what is looked at, which no one would undo. @param {ContrastState} next */
    look(next) { return accept(replace(states, next)); },
    undo() { return walk(undo(landed())); },
    redo() { return walk(redo(landed())); },
  };
}

/**
 * Both sides. The curve over features is taken over from before where only the features have moved: it takes longer than all else.
 *
 * @param {typeof import('../engine.js')} engine
 * @param {ContrastState} state
 * @param {{ state: ContrastState, found: Contrast } | null} before
 * @returns {Contrast}
 */
function computed(engine, state, before) {
  const asked = request(state);
  const was = before && request(before.state);
  const same = was && asked.figure === was.figure && asked.tokens === was.tokens && asked.seed === was.seed && before.found.curve.some(({ d }) => d === asked.d);
  const found = engine.contrast({ ...asked, curve: !same });
  return same ? { ...found, curve: before.found.curve } : found;
}

/**
 * Why a state cannot be worked, or null if it can.
 *
 * @param {typeof import('../engine.js')} engine
 * @param {ContrastState} state
 * @param {Strings} t
 */
export function refusal(engine, state, t) {
  try {
    engine.contrast(request(state));
    return null;
  } catch (error) {
    return sentence(error, t);
  }
}
