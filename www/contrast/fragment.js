import { MAX_LENGTH } from '../state/fragment.js';
import { BrokenLink, choice, integer, number, parameters } from '../state/fragment-values.js';
import { CHOICES as LOOKS } from '../state/state.js';
import { CHOICES, FIGURES, figureNamed } from './figures.js';
import { freshState } from './state.js';
/** @import { ContrastState } from './state.js' */
/** @import { Option } from './figures.js' */

/** The version that this page writes, and the newest that it reads. */
const VERSION = 1;

/** The matrices that a side shows, left to right. */
export const MATRICES = Object.freeze(['weights', 'sums', 'output']);

/**
 * The state as the fragment of an address, without the `#`: `v=1&room=contrast&figure=late&tokens=6`.
 *
 * @param {ContrastState} state
 */
export function encode(state) {
  const out = new URLSearchParams({ v: String(VERSION), room: 'contrast', figure: state.figure });
  for (const [name, value] of Object.entries(state.options)) out.set(name, String(value));
  if (state.cursor) out.set('cursor', `${state.cursor.matrix}:${state.cursor.row}:${state.cursor.col}`);
  if (state.tables.length > 0) out.set('tables', state.tables.join(','));
  if (state.map !== 'ember') out.set('map', state.map);
  if (state.language) out.set('language', state.language);
  if (state.theme) out.set('theme', state.theme);
  return out.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
}

/**
 * The state that a fragment holds, or why it holds none. Numbers are only read here: whether a figure can be worked from them is for the engine to say.
 *
 * @param {string} fragment - without the `#`
 * @returns {{ state: ContrastState } | { state: null, error: null | 'tooLarge' | 'later' | 'broken' }}
 */
export function decode(fragment) {
  if (fragment === '') return { state: null, error: null };
  if (fragment.length > MAX_LENGTH) return { state: null, error: 'tooLarge' };
  try {
    const values = parameters(fragment);
    if (integer(values.take('v') ?? '', 1, 1e6) > VERSION) return { state: null, error: 'later' };
    choice(values.take('room') ?? '', ['contrast']);
    const state = readState(values);
    values.end();
    return { state };
  } catch (error) {
    if (error instanceof BrokenLink) return { state: null, error: 'broken' };
    throw error;
  }
}

/** @param {ReturnType<typeof parameters>} values @returns {ContrastState} */
function readState(values) {
  const figure = choice(values.take('figure') ?? FIGURES[0].id, FIGURES.map(({ id }) => id));
  const state = freshState(figure);
  const opens = figureNamed(figure).options;
  for (const name of /** @type {Option[]} */ (Object.keys(opens))) {
    values.with(name, (text) => {
      const choices = CHOICES[name];
      const value = choices ? choice(text, choices) : number(text);
      if (value !== opens[name]) state.options[name] = value;
    });
  }
  values.with('cursor', (text) => { state.cursor = readCell(text.split(':')); });
  values.with('tables', (text) => { state.tables = text.split(',').map((id) => choice(id, MATRICES)); });
  values.with('map', (text) => { state.map = /** @type {ContrastState['map']} */ (choice(text, LOOKS.map)); });
  values.with('language', (text) => { state.language = /** @type {ContrastState['language']} */ (choice(text, ['en', 'es'])); });
  values.with('theme', (text) => { state.theme = /** @type {ContrastState['theme']} */ (choice(text, ['light', 'dark'])); });
  return state;
}

/** @param {string[]} parts */
function readCell(parts) {
  const [matrix, row, col, ...rest] = parts;
  if (rest.length > 0 || col === undefined) throw new BrokenLink(parts.join(':'));
  return { matrix: choice(matrix, MATRICES), row: integer(row, 0, 31), col: integer(col, 0, 31) };
}
