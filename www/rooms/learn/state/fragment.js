import { LIMITS } from '../lessons/own.js';
import { LESSON_IDS, lessonOf } from '../lessons/index.js';
import { CHOICES } from '../../../state/choices.js';
import { firstStep, freshState, sameCell, settled } from './state.js';
import { readOwn, writeOwn } from './fragment-own.js';
import { readDistance, writeDistance } from './fragment-distance.js';
import { readMatrix, writeMatrix } from './fragment-matrix.js';
import { isStory } from '../lessons/stories.js';
import { readStory, writeStory } from '../stories/options.js';
import { beginning, ending, stateOf } from '../../../state/fragment-frame.js';
import { BrokenLink, choice, integer, number } from '../../../state/fragment-values.js';
/** @import { State, Switches, Cell, Edit } from '../../../types.js' */
/** @import { Parameters } from '../../../state/fragment-values.js' */

/** @type {(keyof Switches)[]} */
const SWITCHES = ['embeddingScale', 'positions', 'scale', 'mask', 'softmaxAxis', 'softmaxForm'];
const EDITABLE = ['embeddings', 'positions', 'wQ', 'wK', 'wV', 'wO', 'q', 'k', 'v', 'ratings', 'viewers'];
const MATRIX = /^[a-zA-Z]{1,20}\d?$/;

/** The fragments of the states that were encoded: no state is modified. @type {WeakMap<State, string>} */
const encoded = new WeakMap();

/**
 * The state as the fragment of an address, without the `#`. Only what differs from the lesson as it opens is
 * written, so a link stays short and can be read: `v=1&lesson=words&mask=causal&edit=wQ:0:1:5`.
 *
 * @param {State} state
 * @returns {string}
 */
export function encode(state) {
  const cached = encoded.get(state);
  if (cached !== undefined) return cached;
  const fragment = fragmentOf(state);
  encoded.set(state, fragment);
  return fragment;
}

/** @param {State} state */
function fragmentOf(state) {
  const fresh = freshState(state.lesson, state);
  const out = beginning({ lesson: state.lesson });
  // Links from before there were two views have no such key, and open the whole view.
  if (state.shown === 'step' && !isStory(state.lesson)) out.set('show', 'step');
  if (state.step !== firstStep(state)) out.set('step', String(state.step + 1));
  for (const [name, value] of Object.entries(state.switches)) out.set(name, String(value));
  if (state.seed !== null) out.set('seed', String(state.seed));
  if (state.projections !== null) out.set('projections', state.projections);
  if (state.variant) out.set('variant', '1');
  if (state.rows.show !== 'all') out.set('rows', `${state.rows.show}:${state.rows.query}`);
  if (state.head !== 0) out.set('head', String(state.head + 1));
  if (state.kvHeads !== null) out.set('kvHeads', String(state.kvHeads));
  if (state.rank !== fresh.rank) out.set('rank', String(state.rank));
  if (state.cursor) out.set('cursor', cellText(state.cursor));
  if (state.asks) out.set('ask', state.asks.map(cellText).join(',') || 'none');
  if (state.edits.length > 0)
    out.set('edit', state.edits.map((edit) => `${cellText(edit)}:${edit.value}`).join(','));
  for (const [id, matrix] of Object.entries(state.pasted))
    out.append('paste', `${id}:${writeMatrix(matrix)}`);
  if (state.lesson === 'own') writeOwn(state.own, out);
  if (state.lesson === 'distance') writeDistance(state.distance, out);
  if (isStory(state.lesson)) writeStory(state, out);
  if (state.digits !== 'auto') out.set('digits', String(state.digits));
  if (state.tables === 'all') out.set('tables', 'all');
  else if (state.tables.length > 0) out.set('tables', state.tables.join(','));
  return ending(out, state);
}

/**
 * The state that a fragment holds, or why it holds none.
 *
 * @param {string} fragment - without the `#`
 */
export function decode(fragment) {
  return stateOf(fragment, (values) => settled(readState(values)));
}

/** @param {Parameters} values @returns {State} */
function readState(values) {
  const lesson = choice(values.take('lesson') ?? '', LESSON_IDS);
  const state = freshState(lesson);
  if (lesson === 'own') state.own = readOwn(values);
  if (lesson === 'distance') state.distance = readDistance(values);
  if (isStory(lesson)) state.story = readStory(lesson, values);
  const opened = lessonOf(state);
  const steps = opened.steps.length;
  state.shown = isStory(lesson) ? 'step' : 'whole';
  values.with('show', (text) => {
    state.shown = /** @type {State["shown"]} */ (choice(text, CHOICES.show));
  });
  state.step = firstStep(state);
  values.with('step', (text) => {
    state.step = integer(text, 1, steps) - 1;
  });
  for (const name of SWITCHES)
    values.with(name, (text) => {
      Object.assign(state.switches, { [name]: readSwitch(name, text) });
    });
  values.with('seed', (text) => {
    state.seed = integer(text, 0, 2 ** 32 - 1);
  });
  values.with('projections', (text) => {
    state.projections = text;
  });
  if (lesson === 'heads')
    values.with('kvHeads', (text) => {
      state.kvHeads = integer(text, 1, LIMITS.heads);
    });
  values.with('variant', (text) => {
    state.variant = choice(text, ['1']) === '1';
  });
  values.with('rows', (text) => {
    state.rows = readRows(text);
  });
  values.with('head', (text) => {
    state.head = integer(text, 1, opened.heads?.heads ?? 1) - 1;
  });
  values.with('rank', (text) => {
    state.rank = integer(text, 0, 32);
  });
  values.with('cursor', (text) => {
    state.cursor = readCell(text.split(':'), 3);
  });
  values.with('ask', (text) => {
    state.asks = text === 'none' ? [] : readAsks(text);
  });
  values.with('edit', (text) => {
    state.edits = readEdits(text);
  });
  for (const text of values.all('paste')) Object.assign(state.pasted, readPasted(text));
  values.with('digits', (text) => {
    state.digits = text === 'full' ? text : integer(text, 0, 12);
  });
  values.with('tables', (text) => {
    state.tables = text === 'all' ? text : text.split(',').map(readId);
  });
  return state;
}

/** @param {keyof Switches} name @param {string} text */
function readSwitch(name, text) {
  if (name === 'scale' && !CHOICES.scale.includes(text)) return number(text);
  return choice(text, CHOICES[name]);
}

/** @param {string} text @returns {State['rows']} */
function readRows(text) {
  const [show, query, ...rest] = text.split(':');
  if (rest.length > 0) throw new BrokenLink(text);
  return {
    show: /** @type {'one' | 'upto'} */ (choice(show, ['one', 'upto'])),
    query: integer(query ?? '', 0, 31),
  };
}

/** @param {string} text */
function readId(text) {
  if (!MATRIX.test(text)) throw new BrokenLink(text);
  return text;
}

/** @param {string[]} parts @param {number} count @returns {Cell} */
function readCell(parts, count) {
  if (parts.length !== count) throw new BrokenLink(parts.join(':'));
  return { matrix: readId(parts[0]), row: integer(parts[1], 0, 31), col: integer(parts[2], 0, 31) };
}

/** @param {string} text @returns {Cell[]} */
function readAsks(text) {
  const asks = text.split(',').map((each) => readCell(each.split(':'), 3));
  if (asks.some((ask, index) => asks.slice(0, index).some((earlier) => sameCell(earlier, ask))))
    throw new BrokenLink(text);
  return asks;
}

/**
 * A cell that is edited twice breaks the link, as everything that stands twice does.
 *
 * @param {string} text @returns {Edit[]}
 */
function readEdits(text) {
  const edits = text.split(',').map(readEdit);
  if (edits.some((edit, index) => edits.slice(0, index).some((earlier) => sameCell(earlier, edit))))
    throw new BrokenLink(text);
  return edits;
}

/** @param {string} text @returns {Edit} */
function readEdit(text) {
  const parts = text.split(':');
  const cell = readCell(parts, 4);
  return { ...cell, matrix: choice(cell.matrix, EDITABLE), value: number(parts[3]) };
}

/** @param {string} text */
function readPasted(text) {
  const colon = text.indexOf(':');
  return { [choice(text.slice(0, Math.max(colon, 0)), EDITABLE)]: readMatrix(text.slice(colon + 1)) };
}

/** @param {Cell} cell */
function cellText({ matrix, row, col }) {
  return `${matrix}:${row}:${col}`;
}
