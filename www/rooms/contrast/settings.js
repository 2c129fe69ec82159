import { isOn, wholeNumber } from '../../state/attributes.js';
import { choice, custom, int } from '../../state/fields.js';
import { sparse } from '../../state/compound-fields.js';
import { BrokenLink, choice as chosen, integer, number } from '../../state/fragment-values.js';
import { settings } from '../../state/settings.js';
import { FIGURE_IDS, figureNamed, MATRICES } from './figures.js';
/** @import { Field } from '../../state/fields.js' */
/** @import { Cell } from '../../types.js' */
/** @import { ContrastState } from './state.js' */
/** @import { Option, Options } from './figures.js' */

/** The largest row or column of a cell in links. */
const LAST = 31;
/** The cached tokens of `pooled`, and the keys of `slot`, each of which stands for several. */
const [POOLED_TOKENS, SLOT_KEYS] = [12, 6];

/**
 * The options. Numbers in links are only parsed; the engine checks them. The number of tokens precedes the
 * padding, which depends on it.
 *
 * @type {Record<Option, Field<any>>}
 */
export const OPTIONS = {
  axis: choice(['columns', 'all']),
  precision: choice(['f64', 'f32']),
  magnitude: option(0, 10),
  d: option(1, 1024).attribute('features'),
  past: option(0, 8),
  offset: option(0, 9).upTo((state) => Number(optionsOf(state).past) + 1),
  block: option(2, 4),
  padding: option(0, 15)
    .upTo((state) => (state.figure === 'pooled' ? POOLED_TOKENS : Number(optionsOf(state).tokens)) - 1)
    .after('tokens'),
  head: option(0, 7),
  picks: option(1, 16).upTo((state) => (state.figure === 'slot' ? SLOT_KEYS : 16)),
  // With a cache, `tokens` counts the queries.
  tokens: option(1, 16).upTo((state) => (optionsOf(state).past === undefined ? 16 : 8)),
  seed: option(0, 2 ** 32 - 1),
};

/** The settings of the room. Options apply to the figures that have them. */
export const contrast = settings(
  { room: 'contrast' },
  {
    figure: choice(FIGURE_IDS)
      .subject()
      .with({ effect: (state, figure) => contrast.fresh(state, { figure }) }),
    /** Only those that differ from the defaults of the figure. */
    options: sparse(
      /** @type {Record<Option, Field<number | string>>} */ (
        Object.fromEntries(Object.entries(OPTIONS).map(([name, field]) => [name, ofFigure(name, field)]))
      ),
    ).undoable(),
    /** The same cell on both sides. */
    cursor: custom({
      read: readCell,
      write: ({ matrix, row, col }) => [matrix, row, col].join(':'),
      type: 'number',
      attributes: {
        query: (text, state) => withSelected(state, text, 'row'),
        key: (text, state) => withSelected(state, text, 'col'),
      },
    }).optional(),
    /** The matrices that are shown as tables, on both sides. */
    tables: custom({
      type: 'boolean',
      read: (text) => text.split(',').map((id) => String(chosen(id, MATRICES))),
      write: (tables) => tables.join(','),
      parse: (text) => (isOn(text) ? [...MATRICES] : []),
    })
      .is([])
      .attribute('table'),
  },
);

/** A whole number that the engine checks. @param {number} least @param {number} most */
function option(least, most) {
  const { kind } = int(least, most);
  return custom({
    ...kind,
    read: number,
    upTo: (ofState) => ({ ...kind, ...kind.upTo?.(ofState), read: number }),
  });
}

/**
 * An option with the default of the figure.
 *
 * @param {string} name @param {Field<any>} field @returns {Field<any>}
 */
function ofFigure(name, { kind, use }) {
  const option = /** @type {Option} */ (name);
  const defaults = (/** @type {ContrastState} */ state) => figureNamed(state.figure).options;
  const applies = (/** @type {ContrastState} */ state) => option in defaults(state);
  const field = custom({
    ...kind,
    parse(text, state) {
      if (applies(state)) return kind.parse?.(text, state);
      const names = Object.keys(defaults(state)).map(
        (each) => OPTIONS[/** @type {Option} */ (each)].use.attribute ?? each,
      );
      throw new Error(`the figure ${state.figure} has no such option: it has ${names.join(', ')}`);
    },
  });
  return field.with({
    ...use,
    initial: (/** @type {ContrastState} */ state) => defaults(state)[option],
    applies,
    effect: (state, value) => withOption(state, option, value),
    removed: (state) => (applies(state) ? withOption(state, option, defaults(state)[option] ?? 0) : state),
  });
}

/**
 * All options of a state's figure.
 *
 * @param {Pick<ContrastState, 'figure' | 'options'>} state @returns {Options}
 */
export function optionsOf(state) {
  return { ...figureNamed(state.figure).options, ...state.options };
}

/**
 * The range of an option's slider: numbers that the engine accepts and that make a visible difference.
 *
 * @param {Option} option
 * @param {Pick<ContrastState, 'figure' | 'options'>} state
 * @returns {[number, number]}
 */
export function rangeOf(option, state) {
  const { limits = [0, 0], most } = OPTIONS[option].kind;
  return [limits[0], typeof most === 'function' ? most(state) : limits[1]];
}

/** The choices of an option; empty for numbers. @param {Option} option @returns {readonly string[]} */
export const choicesOf = (option) => OPTIONS[option].choices;

/**
 * Sets an option. Options that depend on it are clamped, and options with their default are removed from the
 * state.
 *
 * @param {ContrastState} state
 * @param {Option} option
 * @param {number | string} value
 * @returns {ContrastState}
 */
export function withOption(state, option, value) {
  const all = { ...optionsOf(state), [option]: value };
  const next = { ...state, options: all };
  for (const name of /** @type {Option[]} */ (Object.keys(all)))
    if (name !== option) all[name] = OPTIONS[name].kind.clamp?.(all[name], next) ?? all[name];
  const defaults = figureNamed(state.figure).options;
  const changed = Object.entries(all).filter(([name, now]) => defaults[/** @type {Option} */ (name)] !== now);
  return { ...state, options: Object.fromEntries(changed) };
}

/** @param {string} text @returns {Cell} */
function readCell(text) {
  const [matrix, row, col, ...rest] = text.split(':');
  if (rest.length > 0 || col === undefined) throw new BrokenLink(text);
  return { matrix: chosen(matrix, MATRICES), row: integer(row, 0, LAST), col: integer(col, 0, LAST) };
}

/**
 * Selects a cell of the weights. If only the query or only the key is set, the other is 0.
 *
 * @param {ContrastState} state
 * @param {string | null} text
 * @param {'row' | 'col'} side
 * @returns {ContrastState}
 */
function withSelected(state, text, side) {
  if (text === null) return { ...state, cursor: null };
  const { row, col } = state.cursor?.matrix === 'weights' ? state.cursor : { row: 0, col: 0 };
  const index = wholeNumber(text, 0, shapeOf(state)[side] - 1);
  return { ...state, cursor: { matrix: 'weights', row, col, [side]: index } };
}

/** How many queries (`row`) and keys (`col`) the weights have. @param {ContrastState} state */
function shapeOf(state) {
  const { tokens, past = 0, block } = optionsOf(state);
  const keys = { pooled: POOLED_TOKENS / Number(block), slot: SLOT_KEYS };
  return {
    row: Number(tokens),
    col: keys[/** @type {keyof typeof keys} */ (state.figure)] ?? Number(tokens) + Number(past),
  };
}
