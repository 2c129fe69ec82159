import { lessonOf } from '../lessons/index.js';
import { DISTANCE } from '../lessons/distance.js';
import { isStory } from '../lessons/stories.js';
import { OWN } from '../lessons/own.js';
/** @import { State, Switches, Lesson, Cell, Edit } from '../../../types.js' */

/**
 * The initial state of a lesson.
 *
 * @param {string} lesson - one of LESSON_IDS
 * @param {State} [from] - its language, theme, color map, digits and "your own" are kept
 * @returns {State}
 */
export function freshState(lesson, from) {
  const own = from?.own ?? OWN;
  return {
    lesson,
    shown: 'step',
    step: 0,
    switches: {},
    seed: null,
    projections: null,
    variant: false,
    rows: { show: 'all', query: 0 },
    head: 0,
    kvHeads: null,
    rank: 2,
    cursor: null,
    asks: null,
    edits: [],
    pasted: {},
    own,
    distance: DISTANCE,
    story: {},
    digits: from?.digits ?? 'auto',
    map: from?.map ?? 'ember',
    tables: [],
    language: from?.language ?? null,
    theme: from?.theme ?? null,
  };
}

/**
 * The initial step: the first, or in the whole view the last step of attention, which has all matrices.
 *
 * @param {Pick<State, 'lesson' | 'own' | 'shown'>} state
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

/** The state of an element without attributes. */
export const DEFAULT_STATE = Object.freeze(freshState('words'));

/**
 * All switches: the lesson's, overridden by those that the reader moved.
 *
 * @param {Lesson} lesson
 * @param {State} state
 * @returns {Switches}
 */
export function switchesOf(lesson, state) {
  return { ...lesson.switches, ...state.switches };
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
 * The properties that the computation depends on. The others are display settings.
 *
 * @type {(keyof State)[]}
 */
const COMPUTED = [
  'lesson',
  'switches',
  'seed',
  'projections',
  'variant',
  'rows',
  'kvHeads',
  'rank',
  'edits',
  'pasted',
  'own',
  'distance',
];

/**
 * Whether two states have the same numbers. Properties are compared by identity: a change creates a new
 * object, and a change of display settings does not.
 *
 * @param {State} a
 * @param {State} b
 */
export function sameNumbers(a, b) {
  return COMPUTED.every((name) => a[name] === b[name]);
}

/**
 * Clamps the query, the head and the step to the lesson. A single query is shown only with softmax over rows,
 * because other softmaxes need all queries.
 *
 * @param {State} state
 * @returns {State}
 */
export function settled(state) {
  const lesson = lessonOf(state);
  const query = Math.min(state.rows.query, lesson.tokens.length - 1);
  const needsAll = state.rows.show === 'one' && switchesOf(lesson, state).softmaxAxis !== 'rows';
  const head = Math.min(state.head, (lesson.heads?.heads ?? 1) - 1);
  const step = Math.min(state.step, lesson.steps.length - 1);
  // A story has no whole view.
  const shown = isStory(lesson.id) ? 'step' : state.shown;
  if (
    shown === state.shown &&
    query === state.rows.query &&
    head === state.head &&
    step === state.step &&
    !needsAll
  )
    return state;
  return { ...state, shown, head, step, rows: { show: needsAll ? 'all' : state.rows.show, query } };
}

/**
 * A state from the history with the current display settings: undoing restores numbers, but not the language,
 * the step or the colors.
 *
 * @param {State} past
 * @param {State} now
 * @returns {State}
 */
export function withDisplayOf(past, now) {
  const { language, theme, digits, map, shown, step, story, cursor, asks, tables, rows, head } = now;
  const state = { ...past, language, theme, digits, map };
  if (past.lesson !== now.lesson) return state;
  const distance = { ...past.distance, query: now.distance.query, key: now.distance.key };
  return settled({ ...state, shown, step, story, cursor, asks, tables, rows, head, distance });
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

/** Whether anything that changes a number differs from the lesson. @param {State} state */
export function isChanged(state) {
  return (
    state.edits.length > 0 ||
    Object.keys(state.switches).length > 0 ||
    Object.keys(state.pasted).length > 0 ||
    state.seed !== null ||
    state.projections !== null ||
    state.kvHeads !== null ||
    state.variant ||
    Object.keys(state.story).length > 0 ||
    (state.lesson === 'concepts' && state.rank !== 2) ||
    isDistanceChanged(state.distance)
  );
}

/**
 * Whether the comparison of position encodings differs from its defaults. The selected pair is not a setting.
 *
 * @param {State['distance']} distance
 */
function isDistanceChanged(distance) {
  return Object.entries(DISTANCE).some(
    ([name, value]) =>
      name !== 'query' && name !== 'key' && distance[/** @type {keyof typeof distance} */ (name)] !== value,
  );
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

/** @param {Cell} a @param {Cell} b */
export function sameCell(a, b) {
  return a.matrix === b.matrix && a.row === b.row && a.col === b.col;
}
