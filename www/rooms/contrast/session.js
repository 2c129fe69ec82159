import { timeline } from '../../state/timeline.js';
import { figureNamed } from './figures.js';
import { optionsOf } from './settings.js';
import { engineOptions, sameNumbers } from './state.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { Figure, Options } from './figures.js' */
/** @import { ContrastState } from './state.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The model that the views are drawn from.
 *
 * @typedef {object} ContrastModel
 * @property {ContrastState} state
 * @property {Figure} figure
 * @property {Options} options - all options of the figure
 * @property {Contrast} result - both sides
 * @property {Strings} t
 * @property {Language} language
 */

/**
 * The room's state with its history and the results of both sides. An invalid state is rejected with a
 * message and changes nothing.
 *
 * @param {typeof import('../../engine/contrast.js')} engine
 * @param {ContrastState} first
 * @param {() => Pick<ContrastModel, 't' | 'language'>} words - the strings of the current language
 * @throws {Error} if the first state is invalid
 */
export function session(engine, first, words) {
  let result = computeBoth(engine, first, null);
  return timeline(first, {
    same: sameNumbers,
    // Undo restores the cursor and the tables, not the language or the colors.
    withDisplayOf: (past, { map, language, theme }) => ({ ...past, map, language, theme }),
    /** @returns {ContrastModel} */
    model: (state) => ({
      state,
      figure: figureNamed(state.figure),
      options: optionsOf(state),
      result,
      ...words(),
    }),
    /** @returns {{ state: ContrastState } | { refused: string }} */
    admit(state, now) {
      try {
        if (!sameNumbers(now, state)) result = computeBoth(engine, state, { state: now, result });
        return { state };
      } catch (error) {
        return { refused: messageOf(error, words().t) };
      }
    },
  });
}

/**
 * Computes both sides. If only the number of features has changed, the curve over features is reused, because
 * it takes longest.
 *
 * @param {typeof import('../../engine/contrast.js')} engine
 * @param {ContrastState} state
 * @param {{ state: ContrastState, result: Contrast } | null} before
 * @returns {Contrast}
 */
function computeBoth(engine, state, before) {
  const options = engineOptions(state);
  const previous = before && engineOptions(before.state);
  const isReusable =
    previous &&
    options.figure === previous.figure &&
    options.tokens === previous.tokens &&
    options.seed === previous.seed &&
    before.result.curve.some(({ d }) => d === options.d);
  const result = engine.contrast({ ...options, curve: !isReusable });
  return isReusable ? { ...result, curve: before.result.curve } : result;
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
    engine.contrast(engineOptions(state));
    return null;
  } catch (error) {
    return messageOf(error, t);
  }
}

/** The message about an error of the engine. @param {unknown} error @param {Strings} t */
function messageOf(error, t) {
  return t.errors.engine({ says: asSentence(error) });
}
