import { digitsIn } from '../../heatmap/settings.js';
import { isOn, oneOf, shortened, wholeNumber } from '../../element/attributes.js';
import { queryHeadOf } from '../../figure/heads.js';
import { LESSON_IDS, lessonOf } from './lessons/index.js';
import { LIMITS } from './lessons/own.js';
import { CHOICES } from '../../state/choices.js';
import { firstStep, freshState, withShown, withSwitch } from './state/state.js';
/** @import { State, Switches } from '../../types.js' */
/** @import { Attribute } from '../../element/attributes.js' */

/** The largest seed of NumPy. */
const LAST_SEED = 2 ** 32 - 1;

/**
 * The attributes of `<heed-lesson>`. The lesson comes first, because the others depend on it.
 *
 * @type {Record<string, Attribute<State>>}
 */
export const ATTRIBUTES = {
  lesson: (text, state) => freshState(text === null ? 'words' : oneOf(text, LESSON_IDS), state),
  show: (text, state) =>
    withShown(state, text === null ? 'step' : oneOf(text, /** @type {State["shown"][]} */ (CHOICES.show))),
  step: (text, state) => ({
    ...state,
    step: text === null ? firstStep(state) : stepIn(text, state),
  }),
  seed: (text, state) => seeded(state, text === null ? null : wholeNumber(text, 0, LAST_SEED)),
  scale: (text, state) => switched(state, 'scale', text === null ? null : scaleIn(text)),
  mask: of('mask'),
  positions: of('positions'),
  'softmax-axis': of('softmaxAxis'),
  'softmax-form': of('softmaxForm'),
  'embedding-scale': of('embeddingScale'),
  'kv-heads': (text, state) => ({
    ...state,
    kvHeads: text === null ? null : wholeNumber(text, 1, headsIn(state)),
  }),
  head: (text, state) => ({ ...state, head: text === null ? 0 : wholeNumber(text, 0, headsIn(state) - 1) }),
  query: (text, state) =>
    pointed(state, text === null ? null : wholeNumber(text, 0, LIMITS.tokens - 1), 'row'),
  key: (text, state) => pointed(state, text === null ? null : wholeNumber(text, 0, LIMITS.tokens - 1), 'col'),
  rank: (text, state) => ({
    ...state,
    rank: text === null ? freshState(state.lesson, state).rank : wholeNumber(text, 0, LIMITS.features),
  }),
  digits: (text, state) => ({ ...state, digits: digitsIn(text) }),
  table: (text, state) =>
    isOn(text) ? { ...withShown(state, 'whole'), tables: 'all' } : { ...state, tables: [] },
};

/** @param {keyof Switches & keyof typeof CHOICES} name @returns {Attribute<State>} */
function of(name) {
  return (text, state) =>
    switched(
      state,
      name,
      text === null
        ? null
        : /** @type {any} */ (oneOf(text, /** @type {readonly string[]} */ (CHOICES[name]))),
    );
}

/** The number of heads of a lesson. @param {State} state */
const headsIn = (state) => lessonOf(state).heads?.heads ?? 1;

/** Parses a step: its number, counted from 1, or its name. @param {string} text @param {State} state */
function stepIn(text, state) {
  const { steps } = lessonOf(state);
  const named = steps.indexOf(text.trim().toLowerCase());
  if (named >= 0) return named;
  if (/^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= steps.length) return Number(text) - 1;
  throw new Error(
    `${JSON.stringify(shortened(text))} is neither a number from 1 to ${steps.length} nor one of ${steps.join(', ')}`,
  );
}

/** @param {string} text @returns {Switches['scale']} */
function scaleIn(text) {
  const found = CHOICES.scale.find((each) => each === text.trim().toLowerCase());
  if (found) return /** @type {'sqrt' | 'none'} */ (found);
  const factor = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(factor))
    throw new Error(
      `${JSON.stringify(shortened(text))} is neither a number nor one of ${CHOICES.scale.join(', ')}`,
    );
  return factor;
}

/**
 * @template {keyof Switches} K
 * @param {State} state
 * @param {K} name
 * @param {Switches[K] | null} value - null: as the lesson has it
 * @returns {State}
 */
function switched(state, name, value) {
  return withSwitch(state, name, value ?? lessonOf(state).switches[name]);
}

/**
 * "Your own" has its seed among its own choices.
 *
 * @param {State} state @param {number | null} seed @returns {State}
 */
function seeded(state, seed) {
  return state.lesson === 'own' && seed !== null
    ? { ...state, own: { ...state.own, seed } }
    : { ...state, seed };
}

/**
 * A cell of the weights. If only the query or only the key is set, the other is 0.
 *
 * @param {State} state @param {number | null} at @param {'row' | 'col'} side @returns {State}
 */
function pointed(state, at, side) {
  if (lessonOf(state).schemes)
    return {
      ...state,
      distance: { ...state.distance, ...(at === null ? {} : { [side === 'row' ? 'query' : 'key']: at }) },
    };
  if (at === null) return { ...state, cursor: null };
  const matrix = lessonOf(state).heads ? `weights${state.head + 1}` : 'weights';
  const before =
    state.cursor?.matrix === matrix || (state.cursor && queryHeadOf(state.cursor.matrix) !== null)
      ? state.cursor
      : null;
  return { ...state, cursor: { matrix, row: before?.row ?? 0, col: before?.col ?? 0, [side]: at } };
}
