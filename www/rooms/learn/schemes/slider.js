import { parseNumber } from '../../../format/parse.js';
import { element } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';

/**
 * A number to slide or to type, with its label before it.
 *
 * @param {string} label
 * @param {{ max: number, toValue?: (place: number) => number, toPlace?: (value: number) => number }} range -
 *   the places of the slider, from 0 on, and what each stands for where it is not itself
 * @param {(value: number, phase: 'drag' | 'commit') => string | null} change - null when the number was
 *   taken, else a sentence that says why not
 * @param {string} wants - what is said of a text that is not a number
 */
export function slider(
  label,
  { max, toValue = (place) => place, toPlace = (value) => value },
  change,
  wants,
) {
  const typed = field(
    label,
    (text) => {
      const parsed = parseNumber(text);
      return 'error' in parsed ? wants : change(parsed.value, 'commit');
    },
    { inputmode: 'decimal' },
  );
  const slide = (/** @type {'drag' | 'commit'} */ phase) => () => change(toValue(Number(range.value)), phase);
  const range = element('input', {
    type: 'range',
    min: 0,
    max,
    step: 1,
    'aria-label': label,
    oninput: slide('drag'),
    onchange: slide('commit'),
  });
  typed.node.classList.add('slider');
  typed.input.before(range);

  return {
    node: typed.node,
    /** @param {number} value @param {number} [most] - the last place, where it moves */
    update(value, most = max) {
      range.max = String(most);
      range.value = String(toPlace(value));
      range.setAttribute('aria-valuetext', String(value));
      typed.show(String(value));
    },
  };
}

/** How finely a decade of the logarithmic slider is divided. */
const PER_DECADE = 50;

/**
 * The places of a slider on which equal steps are equal factors.
 *
 * @param {readonly number[]} ends - the least and the most value, above 0
 */
export function logarithmic([least, most]) {
  const place = (/** @type {number} */ value) => Math.round(PER_DECADE * Math.log10(value / least));
  return {
    max: place(most),
    /** Round numbers: three digits are as fine as the steps. @param {number} at */
    toValue: (at) => Number((least * 10 ** (at / PER_DECADE)).toPrecision(3)),
    /** A value beyond the ends stands at the end. @param {number} value */
    toPlace: (value) => Math.max(0, Math.min(place(most), place(value))),
  };
}
