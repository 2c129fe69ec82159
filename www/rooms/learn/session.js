import { compute } from './compute/compute.js';
import { InputError } from './compute/inputs.js';
import { kindOf } from './kinds/kind.js';
import { lessonOf } from './lessons/index.js';
import { encode } from './state/fragment.js';
import { MAX_PLAIN } from '../../state/fragment-frame.js';
import { sameNumbers, withDisplayOf, settled } from './state/state.js';
import { timeline } from '../../state/timeline.js';
import { asSentence } from '../../words/as-sentence.js';
import { textOf } from '../../words/languages.js';
/** @import { Model, State } from '../../types.js' */
/** @import { Kind } from './kinds/kind.js' */

/**
 * The state of a lesson with its history, and the model computed from it. An invalid state is rejected with a
 * sentence, and the previous state is kept.
 *
 * @param {typeof import('../../engine/attention.js')} engine
 * @param {State} first
 * @param {() => Pick<Model, 't' | 'language'>} words - the strings of the current language, for messages
 * @param {Kind[]} [kinds] - the kinds of lessons that can be shown; by default all
 * @throws {Error} if the first state is invalid
 */
export function session(engine, first, words, kinds) {
  const lesson = engine.openLesson();
  const openEngine = { ...engine, ...lesson };
  checkKind(kinds, first);
  let computed = compute(openEngine, settled(first));
  /** The encoded state, or null if it cannot be encoded. @param {State} state */
  const encodedOrNull = (state) => {
    try {
      return encode(state);
    } catch {
      return null;
    }
  };
  return timeline(computed.state, {
    // A drag back to the start creates new objects with the old numbers.
    same: (a, b) => sameNumbers(a, b) || encodedOrNull(a) === encodedOrNull(b),
    withDisplayOf,
    model: () => ({ ...computed, ...words() }),
    release: lesson.close,
    /** @returns {{ state: State } | { refused: string }} */
    admit(next, now, isDragged) {
      try {
        const state = settled(next);
        checkKind(kinds, state);
        // A state that cannot be encoded is invalid: it could not be saved. The limit of the address is
        // lower, and the page reports it.
        const length = isDragged ? 0 : encode(state).length;
        if (length > MAX_PLAIN) return { refused: words().t.errors.tooMuch({ length, most: MAX_PLAIN }) };
        // Moving the cursor or going to another step needs no computation.
        computed = sameNumbers(now, state) ? { ...computed, state } : compute(openEngine, state);
        return { state };
      } catch (error) {
        return { refused: sentence(error, words().t) };
      }
    },
  });
}

/**
 * Rejects a lesson whose kind is not in this script.
 *
 * @param {Kind[] | undefined} kinds @param {State} state
 */
function checkKind(kinds, state) {
  if (kinds && kindOf(kinds, lessonOf(state)) === null)
    throw new InputError('noKind', { text: state.lesson });
}

/**
 * Why a state is invalid, or null if it is valid.
 *
 * @param {typeof import('../../engine/attention.js')} engine
 * @param {State} state
 * @param {Model['t']} t
 * @param {Kind[]} [kinds] - the kinds of lessons that can be shown; by default all
 */
export function refusal(engine, state, t, kinds) {
  try {
    checkKind(kinds, state);
    compute(engine, settled(state));
    return null;
  } catch (error) {
    return sentence(error, t);
  }
}

/**
 * The message of an error for the reader: a string of the page for its own errors, otherwise the message of
 * the engine.
 *
 * @param {unknown} error
 * @param {Model['t']} t
 */
function sentence(error, t) {
  if (error instanceof InputError) {
    const { matrix } = error.figures;
    const figures = matrix ? { ...error.figures, matrix: t.figure.names[matrix] ?? matrix } : error.figures;
    return textOf(t.inputErrors[/** @type {'badDraw'} */ (error.key)], figures);
  }
  return t.errors.engine({ says: asSentence(error) });
}
