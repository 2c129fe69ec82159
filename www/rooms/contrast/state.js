import { FEATURES, figureNamed, FIGURES } from './figures.js';
import { contrast, optionsOf } from './settings.js';
/** @import { ContrastOptions } from '../../engine/contrast.js' */
/** @import { Display } from '../../state/fields.js' */
/** @import { Cell } from '../../types.js' */
/** @import { Options } from './figures.js' */

/**
 * The whole state of the room. What is drawn is a function of it, and it is in the URL.
 *
 * @typedef {Display & { figure: ContrastOptions['figure'], options: Options, cursor: Cell | null, tables:
 *   string[] }} ContrastState
 */

export const { decode, encode, isChanged, sameNumbers } = contrast;

/**
 * The initial state of a figure.
 *
 * @param {string} figure
 * @param {Partial<Display>} [from] - keeps the reader's language and colors
 * @returns {ContrastState}
 */
export function freshState(figure, from) {
  return contrast.fresh(from, { figure: figureNamed(figure).id });
}

/** The options for the engine. @param {ContrastState} state @returns {ContrastOptions} */
export function engineOptions(state) {
  return /** @type {ContrastOptions} */ ({ figure: state.figure, d: FEATURES, ...optionsOf(state) });
}

/**
 * The initial state of the next or previous figure; at the ends, the state itself.
 *
 * @param {ContrastState} state @param {number} by
 */
export function neighbor(state, by) {
  const next = FIGURES[FIGURES.findIndex(({ id }) => id === state.figure) + by];
  return next ? freshState(next.id, state) : state;
}
