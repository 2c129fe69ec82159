import { beginning, ending, stateOf } from '../../state/fragment-frame.js';
import { BrokenLink, choice, integer, number } from '../../state/fragment-values.js';
import { CHOICES, FIGURE_IDS, figureNamed, MATRICES } from './figures.js';
import { freshState } from './state.js';
/** @import { Parameters } from '../../state/fragment-values.js' */
/** @import { ContrastState } from './state.js' */
/** @import { Option } from './figures.js' */

/**
 * Encodes a state as the fragment of a URL, without the `#`: `v=1&room=contrast&figure=late&tokens=6`.
 *
 * @param {ContrastState} state
 */
export function encode(state) {
  const out = beginning({ room: 'contrast', figure: state.figure });
  for (const [name, value] of Object.entries(state.options)) out.set(name, String(value));
  if (state.cursor) out.set('cursor', `${state.cursor.matrix}:${state.cursor.row}:${state.cursor.col}`);
  if (state.tables.length > 0) out.set('tables', state.tables.join(','));
  return ending(out, state);
}

/**
 * Decodes a fragment to a state, or returns the error. Numbers are only parsed here; the engine validates
 * them later.
 *
 * @param {string} fragment - without the `#`
 */
export function decode(fragment) {
  return stateOf(fragment, (values) => {
    choice(values.take('room') ?? '', ['contrast']);
    return readState(values);
  });
}

/** @param {Parameters} values @returns {ContrastState} */
function readState(values) {
  const figure = choice(values.take('figure') ?? FIGURE_IDS[0], FIGURE_IDS);
  const state = freshState(figure);
  const defaults = figureNamed(figure).options;
  for (const name of /** @type {Option[]} */ (Object.keys(defaults))) {
    values.with(name, (text) => {
      const choices = CHOICES[name];
      const value = choices ? choice(text, choices) : number(text);
      if (value !== defaults[name]) state.options[name] = value;
    });
  }
  values.with('cursor', (text) => {
    state.cursor = readCell(text.split(':'));
  });
  values.with('tables', (text) => {
    state.tables = text.split(',').map((id) => choice(id, MATRICES));
  });
  return state;
}

/** @param {string[]} parts */
function readCell(parts) {
  const [matrix, row, col, ...rest] = parts;
  if (rest.length > 0 || col === undefined) throw new BrokenLink(parts.join(':'));
  return { matrix: choice(matrix, MATRICES), row: integer(row, 0, 31), col: integer(col, 0, 31) };
}
