import { isOn, oneOf, wholeNumber } from '../../state/attribute-values.js';
import { CHOICES, FIGURE_IDS, figureNamed, MATRICES, rangeOf } from './figures.js';
import { freshState, optionsOf, withOption } from './state.js';
/** @import { Attribute } from '../../state/settings.js' */
/** @import { Option } from './figures.js' */
/** @import { ContrastState } from './state.js' */

/**
 * The options, in the order in which their attributes are applied: the number of cached keys comes before the
 * options that depend on it.
 *
 * @type {Option[]}
 */
const OPTIONS = [
  'axis',
  'precision',
  'magnitude',
  'd',
  'tokens',
  'past',
  'padding',
  'offset',
  'head',
  'seed',
];

/** The figure, its options and the selected cell. @type {Record<string, Attribute<ContrastState>>} */
export const ATTRIBUTES = {
  figure: (text, state) => freshState(text === null ? '' : oneOf(text, FIGURE_IDS), state),
  ...Object.fromEntries(OPTIONS.map((option) => [nameOf(option), optionAttribute(option)])),
  query: (text, state) => withSelected(state, text, 'row'),
  key: (text, state) => withSelected(state, text, 'col'),
  table: (text, state) => ({ ...state, tables: isOn(text) ? [...MATRICES] : [] }),
};

/** @param {Option} option @returns {Attribute<ContrastState>} */
function optionAttribute(option) {
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
    const choices = CHOICES[option];
    const value = choices ? oneOf(text, choices) : wholeNumber(text, ...rangeOf(option, optionsOf(state)));
    return withOption(state, option, value);
  };
}

/** The name of an option's attribute. @param {string} option */
function nameOf(option) {
  return option === 'd' ? 'features' : option;
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
  return { ...state, cursor: { matrix: 'weights', row, col, [side]: wholeNumber(text, 0, 31) } };
}
