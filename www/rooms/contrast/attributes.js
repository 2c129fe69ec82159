import { isOn, oneOf, wholeNumber } from '../../element/attributes.js';
import { CHOICES, figureNamed, FIGURES, rangeOf } from './figures.js';
import { freshState, optionsOf, withOption } from './state.js';
/** @import { Attribute } from '../../element/attributes.js' */
/** @import { Option } from './figures.js' */
/** @import { ContrastState } from './state.js' */

/**
 * The options by the names of their attributes. The number of cached keys comes before the options that
 * depend on it.
 *
 * @type {Record<string, Option>}
 */
const OPTIONS = {
  axis: 'axis',
  precision: 'precision',
  magnitude: 'magnitude',
  features: 'd',
  tokens: 'tokens',
  past: 'past',
  padding: 'padding',
  offset: 'offset',
  head: 'head',
  seed: 'seed',
};

/** Which mistake is shown, and what it can be varied by. @type {Record<string, Attribute<ContrastState>>} */
export const ATTRIBUTES = {
  figure: (text, state) =>
    freshState(
      text === null
        ? ''
        : oneOf(
            text,
            FIGURES.map(({ id }) => id),
          ),
      state,
    ),
  ...Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [name, optionOf(option)])),
  query: (text, state) => pointed(state, text, 'row'),
  key: (text, state) => pointed(state, text, 'col'),
  table: (text, state) => ({ ...state, tables: isOn(text) ? ['weights', 'sums', 'output'] : [] }),
};

/** @param {Option} option @returns {Attribute<ContrastState>} */
function optionOf(option) {
  return (text, state) => {
    const { options } = figureNamed(state.figure);
    if (text === null)
      return option in options
        ? withOption(state, option, /** @type {number | string} */ (options[option]))
        : state;
    if (!(option in options))
      throw new Error(
        `the figure ${state.figure} has no such option: it has ${Object.keys(options).map(nameOf).join(', ')}`,
      );
    const names = CHOICES[option];
    return withOption(
      state,
      option,
      names ? oneOf(text, names) : wholeNumber(text, ...rangeOf(option, optionsOf(state))),
    );
  };
}

/** The name of an option's attribute. @param {string} option */
function nameOf(option) {
  return Object.keys(OPTIONS).find((name) => OPTIONS[name] === option) ?? option;
}

/**
 * A cell of the weights. If only the query or only the key is set, the other is 0.
 *
 * @param {ContrastState} state
 * @param {string | null} text
 * @param {'row' | 'col'} side
 * @returns {ContrastState}
 */
function pointed(state, text, side) {
  if (text === null) return { ...state, cursor: null };
  const { row, col } = state.cursor?.matrix === 'weights' ? state.cursor : { row: 0, col: 0 };
  return { ...state, cursor: { matrix: 'weights', row, col, [side]: wholeNumber(text, 0, 31) } };
}
