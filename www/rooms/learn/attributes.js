import { digits } from '../../heatmap/settings.js';
import { attributesOf } from '../../state/attributes.js';
import { isOn, oneOf, shortened, wholeNumber } from '../../state/attribute-values.js';
import { queryHeadOf } from '../../figure/heads.js';
import { LESSON_IDS, lessonOf } from './lessons/index.js';
import { LIMITS } from './lessons/own.js';
import { CHOICES } from '../../state/choices.js';
import { firstStep, freshState, withShown, withSwitch } from './state/state.js';
/** @import { State, Switches } from '../../types.js' */
/** @import { Attribute } from '../../state/settings.js' */

/** The largest seed that NumPy accepts. */
const LAST_SEED = 2 ** 32 - 1;

/**
 * The attributes of `<heed-lesson>`. `lesson` is applied first, because the others depend on it.
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
  seed: (text, state) => withSeed(state, text === null ? null : wholeNumber(text, 0, LAST_SEED)),
  scale: (text, state) => switchedTo(state, 'scale', text === null ? null : scaleIn(text)),
  mask: switchAttribute('mask'),
  positions: switchAttribute('positions'),
  'softmax-axis': switchAttribute('softmaxAxis'),
  'softmax-form': switchAttribute('softmaxForm'),
  'embedding-scale': switchAttribute('embeddingScale'),
  'kv-heads': (text, state) => ({
    ...state,
    kvHeads: text === null ? null : wholeNumber(text, 1, headsIn(state)),
  }),
  head: (text, state) => ({ ...state, head: text === null ? 0 : wholeNumber(text, 0, headsIn(state) - 1) }),
  query: (text, state) =>
    withSelected(state, text === null ? null : wholeNumber(text, 0, LIMITS.tokens - 1), 'row'),
  key: (text, state) =>
    withSelected(state, text === null ? null : wholeNumber(text, 0, LIMITS.tokens - 1), 'col'),
  rank: (text, state) => ({
    ...state,
    rank: text === null ? freshState(state.lesson, state).rank : wholeNumber(text, 0, LIMITS.features),
  }),
  digits: attributesOf({ digits }).digits,
  table: (text, state) =>
    isOn(text) ? { ...withShown(state, 'whole'), tables: 'all' } : { ...state, tables: [] },
};

/** @param {keyof Switches & keyof typeof CHOICES} name @returns {Attribute<State>} */
function switchAttribute(name) {
  const values = /** @type {readonly any[]} */ (CHOICES[name]);
  return (text, state) => switchedTo(state, name, text === null ? null : oneOf(text, values));
}

/** @param {State} state */
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
 * @param {Switches[K] | null} value - null: the lesson's default
 * @returns {State}
 */
function switchedTo(state, name, value) {
  return withSwitch(state, name, value ?? lessonOf(state).switches[name]);
}

/**
 * "Your own" keeps its seed in `state.own`.
 *
 * @param {State} state @param {number | null} seed @returns {State}
 */
function withSeed(state, seed) {
  return state.lesson === 'own' && seed !== null
    ? { ...state, own: { ...state.own, seed } }
    : { ...state, seed };
}

/**
 * Selects a weight by its query (`row`) or its key (`col`). If only one of them is set, the other is 0.
 *
 * @param {State} state @param {number | null} index @param {'row' | 'col'} side @returns {State}
 */
function withSelected(state, index, side) {
  const { schemes, heads } = lessonOf(state);
  if (schemes) {
    if (index === null) return state;
    return { ...state, distance: { ...state.distance, [side === 'row' ? 'query' : 'key']: index } };
  }
  if (index === null) return { ...state, cursor: null };
  const { cursor } = state;
  const matrix = heads ? `weights${state.head + 1}` : 'weights';
  const keepsOther = cursor && (cursor.matrix === matrix || queryHeadOf(cursor.matrix) !== null);
  const { row, col } = keepsOther ? cursor : { row: 0, col: 0 };
  return { ...state, cursor: { matrix, row, col, [side]: index } };
}
