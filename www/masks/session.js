import { MAX_LENGTH } from '../state/fragment.js';
import { history, push, redo, replace, undo } from '../state/history.js';
import { encode } from './fragment.js';
import { BOUNDS, sameNumbers, seenAs, settled } from './state.js';
/** @import { Strings } from '../strings/en.js' */
/** @import { MaskState, Refusal } from './types.js' */

/** @typedef {typeof import('../engine.js')} Engine */

/**
 * The room's state with its history. A state that cannot be worked is refused, and everything stays as it was.
 *
 * @param {Engine} engine
 * @param {MaskState} first - one that can be worked
 * @param {() => Strings} words - of the language of now, for sentences
 */
export function session(engine, first, words) {
  let states = history(settled(first));
  /** Where a drag began, to come back to or to undo to. @type {MaskState | null} */
  let dragFrom = null;

  /** @param {typeof states} next @returns {Refusal | null} */
  function accept(next) {
    const present = settled(next.present);
    // What no link can hold is no state: it could be neither copied nor reloaded.
    const { length } = encode(present);
    if (length > MAX_LENGTH) return { text: words().masks.errors.linkTooLong(length, MAX_LENGTH), column: null };
    const refused = sameNumbers(states.present, present) ? null : refusalOf(engine, present, words());
    if (!refused) states = replace(next, present);
    return refused;
  }

  /** Ends a drag that is still on its way, so that it can be undone. */
  function rest() {
    if (dragFrom && !sameNumbers(dragFrom, states.present)) states = push(replace(states, dragFrom), states.present);
    dragFrom = null;
  }

  /** @param {(before: typeof states) => typeof states} step */
  function walk(step) {
    rest();
    const next = step(states);
    return next === states ? null : accept(replace(next, seenAs(next.present, states.present)));
  }

  return {
    get state() { return states.present; },
    get canUndo() { return states.past.length > 0; },
    get canRedo() { return states.future.length > 0; },

    /** A change that can be undone. @param {MaskState} next */
    commit(next) {
      const from = dragFrom ?? states.present;
      // A drag that came back to where it began leaves nothing to undo.
      const refused = accept(sameNumbers(from, next) ? replace(states, next) : push(replace(states, from), next));
      if (refused) rest();
      dragFrom = null;
      return refused;
    },
    /** A change on the way to another: it is undone together with the commit that follows. @param {MaskState} next */
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
    /** A change of what is looked at, which no one would undo. @param {MaskState} next */
    look(next) { return accept(replace(states, next)); },
    undo() { return walk(undo); },
    redo() { return walk(redo); },
  };
}

/**
 * The model around a mask, as the engine counts with it.
 *
 * @param {MaskState} state
 */
export function modelOf({ size, heads, kvHeads, bytes }) {
  return { size, heads, kvHeads, bytes };
}

/**
 * Why a state cannot be worked, or null if it can.
 *
 * @param {Engine} engine
 * @param {MaskState} state
 * @param {Strings} t
 * @returns {Refusal | null}
 */
export function refusalOf(engine, state, t) {
  for (const [name, [least, most]] of /** @type {[keyof typeof BOUNDS, number[]][]} */ (Object.entries(BOUNDS))) {
    const value = state[name];
    if (!Number.isInteger(value) || value < least || value > most) return { text: t.masks.errors.bounds(t.masks.names[name], value, `${least}–${most}`), column: null };
  }
  const { alibi, heads } = state;
  if (alibi !== null && !(Number.isInteger(alibi) && alibi >= 0 && alibi < heads)) return { text: t.masks.errors.bounds(t.masks.head, alibi + 1, `1–${heads}`), column: null };
  if (heads % state.kvHeads !== 0) return { text: t.masks.errors.kvHeads(heads, state.kvHeads), column: null };
  try {
    // Any question about the mask reads the whole of it, and this one costs least.
    engine.maskExplain(state.text, state.queries, state.keys, 0, 0);
    return null;
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const { column = null } = /** @type {{ column?: number | null }} */ (error ?? {});
    return { text: t.errors.engine(says), column };
  }
}
