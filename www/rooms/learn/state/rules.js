/** How settings of the Learn room depend on each other. */
import { queryHeadOf } from '../../../figure/heads.js';
import { keyHeads, wholeNumber } from '../../../state/attributes.js';
import { lessonOf, LIMITS, isStory } from '../lessons/index.js';
/** @import { Cell, Lesson, State, Switches } from '../../../types.js' */

/**
 * The initial step: the first, or in the whole view the last step of attention, which has all matrices.
 *
 * @param {Pick<State, 'lesson' | 'own' | 'shown'>} state
 * @returns {number}
 */
export function firstStep({ lesson, own, shown }) {
  return shown === 'step' ? 0 : Math.min(6, lessonOf({ lesson, own }).steps.length - 1);
}

/**
 * The state in one of the two views. A step that the reader chose is kept.
 *
 * @param {State} state
 * @param {State['shown']} shown
 * @returns {State}
 */
export function withShown(state, shown) {
  const step = state.step === firstStep(state) ? firstStep({ ...state, shown }) : state.step;
  return { ...state, shown, step };
}

/**
 * All switches: the lesson's, overridden by those that the reader moved if the lesson allows it.
 *
 * @param {Lesson} lesson
 * @param {State} state
 * @returns {Switches}
 */
export function switchesOf(lesson, state) {
  return lesson.hasFixedSwitches ? lesson.switches : { ...lesson.switches, ...state.switches };
}

/**
 * Moves a switch. The state keeps only switches that differ from the lesson's.
 *
 * @template {keyof Switches} K
 * @param {State} state
 * @param {K} name
 * @param {Switches[K]} value
 * @returns {State}
 */
export function withSwitch(state, name, value) {
  const { [name]: _, ...rest } = state.switches;
  const same = lessonOf(state).switches[name] === value;
  return { ...state, switches: same ? rest : { ...rest, [name]: value } };
}

/** The number of query heads. @param {State} state */
export function headsIn(state) {
  return lessonOf(state).heads?.heads ?? 1;
}

/** Parses a number of key-value heads. @param {string} written @param {State} state */
export function sharedIn(written, state) {
  return keyHeads(written, headsIn(state));
}

/**
 * Selects a weight by its query (`row`) or its key (`col`). If only one of them is set, the other is 0.
 *
 * @param {State} state @param {string | null} text - of the attribute @param {'row' | 'col'} side
 * @returns {State}
 */
export function withSelected(state, text, side) {
  const { schemes, heads, tokens } = lessonOf(state);
  // The page may set the tokens of "your own" later, a story has several texts, and `distance` has positions.
  const isFixed = !schemes && state.lesson !== 'own' && !isStory(state.lesson);
  const count = isFixed ? tokens.length : LIMITS.tokens;
  const index = text === null ? null : wholeNumber(text, 0, count - 1);
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

/**
 * A state whose query is one of the lesson. A story has no whole view. A single query is shown only with
 * softmax over rows, because other softmaxes need all queries.
 *
 * @param {State} state
 * @returns {State}
 */
export function complying(state) {
  const lesson = lessonOf(state);
  const query = Math.min(state.rows.query, lesson.tokens.length - 1);
  const needsAll = state.rows.show === 'one' && switchesOf(lesson, state).softmaxAxis !== 'rows';
  const shown = isStory(lesson.id) ? 'step' : state.shown;
  if (shown === state.shown && query === state.rows.query && !needsAll) return state;
  return { ...state, shown, rows: { show: needsAll ? 'all' : state.rows.show, query } };
}

/** @param {Cell} a @param {Cell} b */
export function sameCell(a, b) {
  return a.matrix === b.matrix && a.row === b.row && a.col === b.col;
}
