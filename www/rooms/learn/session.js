import { compute } from './compute/compute.js';
import { InputError } from './compute/inputs.js';
import { kindOf } from './kinds/kind.js';
import { lessonOf } from './lessons/index.js';
import { encode } from './state/fragment.js';
import { MAX_PLAIN } from '../../state/fragment-frame.js';
import { sameNumbers, seenAs, settled } from './state/state.js';
import { timeline } from '../../state/timeline.js';
/** @import { Model, State } from '../../types.js' */
/** @import { Kind } from './kinds/kind.js' */

/**
 * A lesson's state with its history and the model worked from it. A state that cannot be worked is refused with a sentence, and everything stays as it was.
 *
 * @param {typeof import('../../engine/attention.js')} engine
 * @param {State} first
 * @param {() => Pick<Model, 't' | 'language'>} words - the strings of the current language, for messages
 * @param {Kind[]} [kinds] - the kinds of lessons that can be shown; by default all
 * @throws {Error} when the first state cannot be worked
 */
export function session(engine, first, words, kinds) {
  const lesson = engine.openLesson();
  const keeping = { ...engine, ...lesson };
  checkKind(kinds, first);
  let worked = compute(keeping, settled(first));
  /** A state of a lesson that this script lacks is like none. @param {State} state */
  const written = (state) => {
    try {
      return encode(state);
    } catch {
      return null;
    }
  };
  return timeline(worked.state, {
    // A drag that came back made new parts of the old numbers.
    same: (a, b) => sameNumbers(a, b) || written(a) === written(b),
    seenAs,
    model: () => ({ ...worked, ...words() }),
    release: lesson.close,
    /** @returns {{ state: State } | { refused: string }} */
    admit(next, now, isDragged) {
      try {
        const state = settled(next);
        checkKind(kinds, state);
        // What cannot be written down is no state: it could be neither saved nor undone to. The address holds less, which the page says.
        const length = isDragged ? 0 : encode(state).length;
        if (length > MAX_PLAIN) return { refused: words().t.errors.tooMuch(length, MAX_PLAIN) };
        // Moving the cursor or going to a step works nothing out anew.
        worked = sameNumbers(now, state) ? { ...worked, state } : compute(keeping, state);
        return { state };
      } catch (error) {
        return { refused: sentence(error, words().t) };
      }
    },
  });
}

/** Rejects a lesson of a kind that this script lacks. @param {Kind[] | undefined} kinds @param {State} state */
function checkKind(kinds, state) {
  if (kinds && kindOf(kinds, lessonOf(state)) === null)
    throw new InputError('noKind', { text: state.lesson });
}

/**
 * Why a state cannot be worked, or null if it can.
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
