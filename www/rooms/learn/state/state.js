import { lessonOf } from '../lessons/index.js';
import { learn } from '../settings.js';
import { sameCell } from './rules.js';
/** @import { Cell, Edit, State } from '../../../types.js' */

export { firstStep, sameCell, switchesOf, withShown, withSwitch } from './rules.js';

export const { clamp: settled, sameNumbers } = learn;

/**
 * The initial state of a lesson.
 *
 * @param {string} lesson - one of LESSON_IDS
 * @param {State} [from] - its language, theme, color map, digits and "your own" are kept
 * @returns {State}
 */
export function freshState(lesson, from) {
  return learn.fresh(from, { lesson, ...(from && { own: from.own, digits: from.digits }) });
}

/** The state of an element without attributes. */
export const DEFAULT_STATE = Object.freeze(freshState('words'));

/**
 * Adds an edit, which replaces an earlier edit of the same cell.
 *
 * @param {State} state
 * @param {Edit} edit
 * @returns {State}
 */
export function withEdit(state, edit) {
  const others = state.edits.filter((other) => !sameCell(other, edit));
  return { ...state, edits: [...others, edit] };
}

/**
 * A state from the history with the current display settings: undoing restores numbers, but within a lesson
 * not the shown queries and the pair of tokens.
 *
 * @param {State} past
 * @param {State} now
 * @returns {State}
 */
export function withDisplayOf(past, now) {
  const { language, theme, digits, map, rows } = now;
  if (past.lesson !== now.lesson) return { ...past, language, theme, digits, map };
  const { query, key } = now.distance;
  return learn.withDisplayOf({ ...past, rows, distance: { ...past.distance, query, key } }, now);
}

/**
 * Restores the numbers of the lesson. The view, the step, the cursor, the tables and the head are kept.
 *
 * @param {State} state
 * @returns {State}
 */
export function backToNotebook(state) {
  const { lesson, shown, step, cursor, tables, head } = state;
  return { ...freshState(lesson, state), shown, step, cursor, tables, head };
}

/**
 * Whether anything that changes a number differs from the lesson. The shown queries and the pair of tokens
 * change none.
 *
 * @param {State} state
 */
export function isChanged(state) {
  const { rows, distance } = freshState(state.lesson, state);
  const { query, key } = distance;
  const compared = { ...state, rows, distance: { ...state.distance, query, key } };
  return Object.keys(state.story).length > 0 || learn.isChanged(compared);
}

/**
 * The cells that are questions: those of the state, by default those of the lesson.
 *
 * @param {State} state
 * @returns {Cell[]}
 */
export function asksOf(state) {
  return state.asks ?? lessonOf(state).asks ?? [];
}

/**
 * Makes a cell a question, or removes the question.
 *
 * @param {State} state
 * @param {Cell} cell
 * @returns {State}
 */
export function withAsk(state, cell) {
  const asks = asksOf(state);
  const others = asks.filter((each) => !sameCell(each, cell));
  return { ...state, asks: others.length < asks.length ? others : [...asks, cell] };
}
