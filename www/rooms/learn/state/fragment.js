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

/** A cache of encoded states. States are never modified. @type {WeakMap<State, string>} */
const encoded = new WeakMap();

/**
 * The state as the fragment of a URL, without the `#`. Defaults are omitted, so that links are short and
 * readable: `v=1&lesson=words&mask=causal&edit=wQ:0:1:5`.
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
  // Links without this key are from before the stage existed and open the whole view.
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
 * The state of a fragment, or why the fragment is invalid.
 *
 * @param {string} fragment - without the `#`
 */
export function decode(fragment) {
  return stateOf(fragment, (values) => settled(readState(values)));
}

/** @param {Parameters} values @returns {State} */
function readState(values) {
  const { read } = values;
  const lesson = choice(values.take('lesson') ?? '', LESSON_IDS);
  const state = freshState(lesson);
  if (lesson === 'own') state.own = readOwn(values);
  if (lesson === 'distance') state.distance = readDistance(values);
  if (isStory(lesson)) state.story = readStory(lesson, values);
  const { steps, heads } = lessonOf(state);
  state.shown = read('show', readShown, isStory(lesson) ? 'step' : 'whole');
  state.step = read('step', (text) => integer(text, 1, steps.length) - 1, firstStep(state));
  for (const name of SWITCHES)
    values.with(name, (text) => Object.assign(state.switches, { [name]: readSwitch(name, text) }));
  state.seed = read('seed', (text) => integer(text, 0, 2 ** 32 - 1), null);
  state.projections = values.take('projections');
  if (lesson === 'heads') state.kvHeads = read('kvHeads', (text) => integer(text, 1, LIMITS.heads), null);
  state.variant = read('variant', (text) => choice(text, ['1']) === '1', false);
  state.rows = read('rows', readRows, state.rows);
  state.head = read('head', (text) => integer(text, 1, heads?.heads ?? 1) - 1, 0);
  state.rank = read('rank', (text) => integer(text, 0, 32), state.rank);
  state.cursor = read('cursor', (text) => readCell(text.split(':')), null);
  state.asks = read('ask', readAsks, null);
  state.edits = read('edit', (text) => readCells(text, readEdit), state.edits);
  for (const text of values.all('paste')) Object.assign(state.pasted, readPasted(text));
  state.digits = read('digits', readDigits, state.digits);
  state.tables = read(
    'tables',
    (text) => (text === 'all' ? text : text.split(',').map(readId)),
    state.tables,
  );
  return state;
}

/** @param {string} text */
const readShown = (text) => /** @type {State['shown']} */ (choice(text, CHOICES.show));

/** @param {string} text @returns {State['asks']} */
const readAsks = (text) => (text === 'none' ? [] : readCells(text, readCell));

/** @param {string} text @returns {State['digits']} */
const readDigits = (text) => (text === 'full' ? text : integer(text, 0, 12));

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

/** @param {string[]} parts @param {number} count - of the parts @returns {Cell} */
function readCell(parts, count = 3) {
  if (parts.length !== count) throw new BrokenLink(parts.join(':'));
  return { matrix: readId(parts[0]), row: integer(parts[1], 0, 31), col: integer(parts[2], 0, 31) };
}

/**
 * Reads a list of cells. A repeated cell makes the link invalid, as a repeated parameter does.
 *
 * @template {Cell} C
 * @param {string} text @param {(parts: string[]) => C} read
 */
function readCells(text, read) {
  const cells = text.split(',').map((each) => read(each.split(':')));
  if (cells.some((cell, index) => cells.slice(0, index).some((earlier) => sameCell(earlier, cell))))
    throw new BrokenLink(text);
  return cells;
}

/** @param {string[]} parts @returns {Edit} */
function readEdit(parts) {
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
