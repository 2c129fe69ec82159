import { parseNumber } from '../../../format/parse.js';
import { localized, separatorOf } from '../../../format/display.js';
import { Field } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { Language } from '../../../state/languages.js' */

/**
 * A mapping between the positions of a slider, which are 0 to `max`, and its values.
 *
 * @typedef {{ max: number, toValue: (position: number) => number, toPosition: (value: number) => number }} Scale
 */

/**
 * @typedef {object} SliderProps
 * @property {string} label
 * @property {Language} language
 * @property {number} value
 * @property {Scale} scale
 * @property {(value: number, phase: 'drag' | 'commit') => string | null} change - null if the number was
 *   accepted, else the error
 * @property {string} notANumber - the error for a text that is not a number
 */

/** A number that is set with a slider or typed. @param {SliderProps} props */
export function Slider({ label, language, value, scale, change, notANumber }) {
  const text = localized(String(value), language);
  const take = (/** @type {string} */ typed) => {
    const parsed = parseNumber(typed, separatorOf(language));
    return 'error' in parsed ? notANumber : change(parsed.value, 'commit');
  };
  const slide = (/** @type {any} */ { currentTarget }, /** @type {'drag' | 'commit'} */ phase) =>
    change(scale.toValue(Number(currentTarget.value)), phase);
  return html`<${Field} kind="slider" inputmode="decimal" ...${{ label, value: text, take }}>
    <input
      type="range"
      min="0"
      max=${scale.max}
      step="1"
      value=${scale.toPosition(value)}
      aria-label=${label}
      aria-valuetext=${text}
      onInput=${(/** @type {any} */ event) => slide(event, 'drag')}
      onChange=${(/** @type {any} */ event) => slide(event, 'commit')}
    />
  <//>`;
}

/** A scale whose positions are the values. @param {number} max @returns {Scale} */
export function linear(max) {
  return { max, toValue: (position) => position, toPosition: (value) => value };
}

/** The positions of a logarithmic slider for each power of ten. */
const PER_DECADE = 50;

/**
 * A logarithmic scale.
 *
 * @param {readonly number[]} range - the least and the greatest value, above 0
 * @returns {Scale}
 */
export function logarithmic([least, most]) {
  const position = (/** @type {number} */ value) => Math.round(PER_DECADE * Math.log10(value / least));
  return {
    max: position(most),
    // Three digits distinguish all positions.
    toValue: (at) => Number((least * 10 ** (at / PER_DECADE)).toPrecision(3)),
    toPosition: (value) => Math.max(0, Math.min(position(most), position(value))),
  };
}
