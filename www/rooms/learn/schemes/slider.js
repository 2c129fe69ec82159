import { parseNumber } from '../../../format/parse.js';
import { localized, separatorOf } from '../../../format/separator.js';
import { Mounted } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { Component, html } from '../../../ui/html.js';
/** @import { Language } from '../../../state/languages.js' */

/**
 * A mapping between the positions of a slider, which are 0 to `max`, and its values.
 *
 * @typedef {{ max: number, toValue: (position: number) => number, toPosition: (value: number) => number }} Scale
 */

/**
 * @typedef {object} SliderProps
 * @property {string} label
 * @property {Language} language - use a `key` that changes with it
 * @property {number} value
 * @property {Scale} scale
 * @property {(value: number, phase: 'drag' | 'commit') => string | null} change - null if the number was
 *   accepted, else the error
 * @property {string} notANumber - the error for a text that is not a number
 */

/**
 * A number that is set with a slider or typed. Use a `key` that changes with the label.
 *
 * @extends {Component<SliderProps>}
 */
export class Slider extends Component {
  #field = field(
    this.props.label,
    (text) => {
      const parsed = parseNumber(text, separatorOf(this.props.language));
      return 'error' in parsed ? this.props.notANumber : this.props.change(parsed.value, 'commit');
    },
    { inputmode: 'decimal' },
  );
  #range = element('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': this.props.label,
    oninput: () => this.#slide('drag'),
    onchange: () => this.#slide('commit'),
  });

  /** @param {SliderProps} props */
  constructor(props) {
    super(props);
    this.#field.node.classList.add('slider');
    this.#field.input.before(this.#range);
  }

  /** @param {'drag' | 'commit'} phase */
  #slide(phase) {
    this.props.change(this.props.scale.toValue(Number(this.#range.value)), phase);
  }

  /** @param {SliderProps} props */
  render({ value, scale, language }) {
    const text = localized(String(value), language);
    this.#range.max = String(scale.max);
    this.#range.value = String(scale.toPosition(value));
    this.#range.setAttribute('aria-valuetext', text);
    this.#field.show(text);
    return html`<${Mounted} node=${this.#field.node} />`;
  }
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
