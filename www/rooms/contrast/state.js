import { FEATURES, figureNamed, FIGURES, rangeOf } from './figures.js';
/** @import { ContrastOptions } from '../../engine/contrast.js' */
/** @import { Look } from '../../types.js' */
/** @import { Option, Options } from './figures.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The whole state of the room. What is drawn is a function of it, and it is in the URL.
 *
 * @typedef {object} ContrastState
 * @property {ContrastOptions['figure']} figure
 * @property {Options} options - only those that differ from the defaults of the figure
 * @property {{ matrix: string, row: number, col: number } | null} cursor - the same cell on both sides
 * @property {string[]} tables - matrices that are shown as tables, on both sides
 * @property {'ember' | 'viridis' | 'cividis' | 'grey'} map
 * @property {Language | null} language
 * @property {'light' | 'dark' | null} theme
 */

/**
 * The initial state of a figure.
 *
 * @param {string} figure
 * @param {Partial<Look> & { map?: ContrastState['map'] }} [from] - keeps the reader's language and colors
 * @returns {ContrastState}
 */
export function freshState(figure, from) {
  const { id } = figureNamed(figure);
  return {
    figure: id,
    options: {},
    cursor: null,
    tables: [],
    map: from?.map ?? 'ember',
    language: from?.language ?? null,
    theme: from?.theme ?? null,
  };
}

/** All options of a state's figure. @param {ContrastState} state @returns {Options} */
export function optionsOf(state) {
  return { ...figureNamed(state.figure).options, ...state.options };
}

/** The options for the engine. @param {ContrastState} state @returns {ContrastOptions} */
export function engineOptions(state) {
  return /** @type {ContrastOptions} */ ({ figure: state.figure, d: FEATURES, ...optionsOf(state) });
}

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
  for (const name of /** @type {const} */ (['padding', 'offset'])) {
    if (name !== option && name in all) all[name] = Math.min(Number(all[name]), rangeOf(name, all)[1]);
  }
  const defaults = figureNamed(state.figure).options;
  const changed = Object.entries(all).filter(([name, now]) => defaults[/** @type {Option} */ (name)] !== now);
  return { ...state, options: Object.fromEntries(changed) };
}

/**
 * The initial state of the next or previous figure; at the ends, the state itself.
 *
 * @param {ContrastState} state @param {number} by
 */
export function neighbour(state, by) {
  const next = FIGURES[FIGURES.findIndex(({ id }) => id === state.figure) + by];
  return next ? freshState(next.id, state) : state;
}

/** Whether two states have the same numbers. @param {ContrastState} a @param {ContrastState} b */
export function sameNumbers(a, b) {
  return a.figure === b.figure && a.options === b.options;
}

/** Whether any option differs from its default. @param {ContrastState} state */
export function isChanged(state) {
  return Object.keys(state.options).length > 0;
}
