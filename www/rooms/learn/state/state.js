import { lessonOf } from '../lessons/index.js';
import { DISTANCE } from '../lessons/distance.js';
import { isStory } from '../lessons/stories.js';
import { OWN } from '../lessons/own.js';
/** @import { State, Switches, Lesson, Cell, Edit } from '../../../types.js' */

/**
 * A lesson as it opens: nothing changed, at its first step.
 *
 * @param {string} lesson - one of LESSON_IDS
 * @param {State} [from] - keeps the reader's language, colours and digits
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
 * The step that a lesson opens at: the first, or in the whole view the last step of attention, which has all
 * of its matrices.
 *
 * @param {Pick<State, 'lesson' | 'own' | 'shown'>} state
 */
export function firstStep({ lesson, own, shown }) {
  return shown === 'step' ? 0 : Math.min(6, lessonOf({ lesson, own }).steps.length - 1);
}

/**
 * The state in the other view. A step that the reader chose stays.
 *
 * @param {State} state
 * @param {State['shown']} shown
 * @returns {State}
 */
export function withShown(state, shown) {
  const step = state.step === firstStep(state) ? firstStep({ ...state, shown }) : state.step;
  return { ...state, shown, step };
}

/** An element without attributes. */
export const DEFAULT_STATE = Object.freeze(freshState('words'));

/**
 * All switches: the lesson's, and over them what the reader moved.
 *
 * @param {Lesson} lesson
 * @param {State} state
 * @returns {Switches}
 */
export function switchesOf(lesson, state) {
  return { ...lesson.switches, ...state.switches };
}

/**
 * The state with one switch moved. A switch that is back where the lesson has it leaves the state.
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
 * The state with one number typed. A second edit of the same cell replaces the first.
 *
 * @param {State} state
 * @param {Edit} edit
 * @returns {State}
 */
export function withEdit(state, edit) {
  const others = state.edits.filter((other) => !sameCell(other, edit));
  return { ...state, edits: [...others, edit] };
}

/** What a computation depends on. All else is how it is looked at. @type {(keyof State)[]} */
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
 * Whether two states have the same numbers. Parts are compared as they are: a change makes a new part, a look
 * keeps it.
 *
 * @param {State} a
 * @param {State} b
 */
export function sameNumbers(a, b) {
  return COMPUTED.every((name) => a[name] === b[name]);
}

/**
 * The state with what cannot be brought to what can: a query, a head or a step that is no longer there
 * becomes the last one, and one query alone needs softmax over rows, because a single query has no column to
 * share.
 *
 * @param {State} state
 * @returns {State}
 */
export function settled(state) {
  const lesson = lessonOf(state);
  const query = Math.min(state.rows.query, lesson.tokens.length - 1);
  const alone = state.rows.show === 'one' && switchesOf(lesson, state).softmaxAxis !== 'rows';
  const head = Math.min(state.head, (lesson.heads?.heads ?? 1) - 1);
  const step = Math.min(state.step, lesson.steps.length - 1);
  // A story has no whole view.
  const shown = isStory(lesson.id) ? 'step' : state.shown;
  if (
    shown === state.shown &&
    query === state.rows.query &&
    head === state.head &&
    step === state.step &&
    !alone
  )
    return state;
  return { ...state, shown, head, step, rows: { show: alone ? 'all' : state.rows.show, query } };
}

/**
 * A state from the past as it is looked at now: undoing brings numbers back, not the language, the step or
 * the colours.
 *
 * @param {State} past
 * @param {State} now
 * @returns {State}
 */
export function withLookOf(past, now) {
  const { language, theme, digits, map, shown, step, story, cursor, asks, tables, rows, head } = now;
  const everywhere = { ...past, language, theme, digits, map };
  const distance = { ...past.distance, query: now.distance.query, key: now.distance.key };
  return past.lesson === now.lesson
    ? settled({ ...everywhere, shown, step, story, cursor, asks, tables, rows, head, distance })
    : everywhere;
}

/**
 * The state of the notebook again: no edit, no moved switch; the step, the cursor and how it is shown stay.
 *
 * @param {State} state
 * @returns {State}
 */
export function backToNotebook(state) {
  const fresh = freshState(state.lesson, state);
  return {
    ...fresh,
    shown: state.shown,
    step: state.step,
    cursor: state.cursor,
    tables: state.tables,
    head: state.head,
  };
}

/**
 * Whether anything that changes a number differs from the notebook.
 *
 * @param {State} state
 */
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
    isMoved(state.distance)
  );
}

/**
 * Whether schemes are set otherwise than as the lesson opens. Which pair is looked at is no setting.
 *
 * @param {State['distance']} distance
 */
function isMoved(distance) {
  return Object.entries(DISTANCE).some(
    ([name, value]) =>
      name !== 'query' && name !== 'key' && distance[/** @type {keyof typeof distance} */ (name)] !== value,
  );
}

/**
 * The cells that are questions: the ones in the state, otherwise the lesson's.
 *
 * @param {State} state
 * @returns {Cell[]}
 */
export function asksOf(state) {
  return state.asks ?? lessonOf(state).asks ?? [];
}

/**
 * The state in which a cell is a question, or is none any more. The lesson's own questions are as without a
 * choice.
 *
 * @param {State} state
 * @param {Cell} cell
 * @returns {State}
 */
export function withAsk(state, cell) {
  const before = asksOf(state);
  const found = before.some((each) => sameCell(each, cell));
  const asks = found ? before.filter((each) => !sameCell(each, cell)) : [...before, cell];
  return { ...state, asks };
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
export function sameCell(a, b) {
  return a.matrix === b.matrix && a.row === b.row && a.col === b.col;
}
