import { parseNumber } from '../../../format/parse.js';
import { element } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';

/**
 * A number that is set with a slider or typed.
 *
 * @param {string} label
 * @param {{ max: number, toValue?: (position: number) => number, toPosition?: (value: number) => number }} scale -
 *   the positions of the slider are 0 to `max`; by default they are the values
 * @param {(value: number, phase: 'drag' | 'commit') => string | null} change - null if the number was accepted,
 *   else the error
 * @param {string} notANumber - the error for a text that is not a number
 */
export function slider(
  label,
  { max, toValue = (position) => position, toPosition = (value) => value },
  change,
  notANumber,
) {
  const typed = field(
    label,
    (text) => {
      const parsed = parseNumber(text);
      return 'error' in parsed ? notANumber : change(parsed.value, 'commit');
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
    /** @param {number} value @param {number} [last] - the last position, if it changes */
    update(value, last = max) {
      range.max = String(last);
      range.value = String(toPosition(value));
      range.setAttribute('aria-valuetext', String(value));
      typed.show(String(value));
    },
  };
}

/** The positions of a logarithmic slider for each power of ten. */
const PER_DECADE = 50;

/**
 * A logarithmic scale for `slider`.
 *
 * @param {readonly number[]} range - the least and the greatest value, above 0
 */
export function logarithmic([least, most]) {
  const position = (/** @type {number} */ value) => Math.round(PER_DECADE * Math.log10(value / least));
  return {
    max: position(most),
    /** Rounded to three digits, which distinguish all positions. @param {number} at */
    toValue: (at) => Number((least * 10 ** (at / PER_DECADE)).toPrecision(3)),
    /** Clamped to the range. @param {number} value */
    toPosition: (value) => Math.max(0, Math.min(position(most), position(value))),
  };
}
