import { timeline } from '../../state/timeline.js';
import { figureNamed } from './figures.js';
import { encode } from './fragment.js';
import { optionsOf, request, sameNumbers } from './state.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Strings } from '../../page/words/en.js' */
/** @import { Figure, Options } from './figures.js' */
/** @import { ContrastState } from './state.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The model that the views are drawn from.
 *
 * @typedef {object} ContrastModel
 * @property {ContrastState} state
 * @property {Figure} figure
 * @property {Options} options - all of them
 * @property {Contrast} found - both sides
 * @property {Strings} t
 * @property {Language} language
 */

/**
 * The room's state with its history and the results of both sides. An invalid state is rejected with a message and changes nothing.
 *
 * @param {typeof import('../../engine/contrast.js')} engine
 * @param {ContrastState} first
 * @param {() => Pick<ContrastModel, 't' | 'language'>} words - the strings of the current language
 * @throws {Error} if the first state is invalid
 */
export function session(engine, first, words) {
  let found = computed(engine, first, null);
  return timeline(first, {
    // A drag back to the start creates new objects with equal numbers.
    same: (a, b) => sameNumbers(a, b) || encode(a) === encode(b),
    // Undo restores numbers, not the language or the colors.
    seenAs: (past, { map, language, theme }) => ({ ...past, map, language, theme }),
    /** @returns {ContrastModel} */
    model: (state) => ({
      state,
      figure: figureNamed(state.figure),
      options: optionsOf(state),
      found,
      ...words(),
    }),
    /** @returns {{ state: ContrastState } | { refused: string }} */
    admit(state, now) {
      try {
        if (!sameNumbers(now, state)) found = computed(engine, state, { state: now, found });
        return { state };
      } catch (error) {
        return { refused: sentence(error, words().t) };
      }
    },
  });
}

/**
 * Computes both sides. If only the number of features has changed, the curve over features is reused, because it takes longest.
 *
 * @param {typeof import('../../engine/contrast.js')} engine
 * @param {ContrastState} state
 * @param {{ state: ContrastState, found: Contrast } | null} before
 * @returns {Contrast}
 */
function computed(engine, state, before) {
  const asked = request(state);
  const was = before && request(before.state);
  const same =
    was &&
    asked.figure === was.figure &&
    asked.tokens === was.tokens &&
    asked.seed === was.seed &&
    before.found.curve.some(({ d }) => d === asked.d);
  const found = engine.contrast({ ...asked, curve: !same });
  return same ? { ...found, curve: before.found.curve } : found;
}

/**
 * Why a state is invalid, or null if it is valid.
 *
 * @param {typeof import('../../engine/contrast.js')} engine
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

/** The message for the reader about an error of the engine. @param {unknown} error @param {Strings} t */
function sentence(error, t) {
  return t.errors.engine(error instanceof Error ? error.message : String(error));
}
