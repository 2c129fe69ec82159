import { element } from '../../ui/dom.js';
import { complaint } from '../../ui/field.js';
/** @import { Refusal } from './types.js' */

/** @typedef {'drag' | 'commit'} Phase */

const WHOLE = /^[-−]?\d{1,10}$/;
let sliders = 0;

/**
 * A whole number with its label, a slider and a field. The slider drags and then commits; the field takes also what lies beyond the slider. What is wrong
 * with a number is said below, and the old one stays.
 *
 * @param {string} label
 * @param {object} actions
 * @param {(value: number, phase: Phase) => Refusal | null} actions.change
 * @param {(text: string) => string} actions.notWhole - what is said of a text that is no whole number
 * @param {readonly number[]} [stops] - the numbers on which the slider stops; without them, every one between its ends
 */
export function slider(label, { change, notWhole }, stops) {
  sliders += 1;
  const id = `number-${sliders}`;
  const problem = element('span', { class: 'problem', id: `${id}-problem`, role: 'alert', hidden: true });
  const range = element('input', {
    type: 'range',
    'aria-label': label,
    oninput: () => take(slid(), 'drag'),
    onchange: () => take(slid(), 'commit'),
  });
  const input = element('input', {
    id,
    class: 'whole',
    inputmode: 'numeric',
    autocomplete: 'off',
    onchange: typed,
    onkeydown: onKey,
  });
  const node = element(
    'div',
    { class: 'number' },
    element('label', { for: id }, label),
    range,
    input,
    problem,
  );
  let value = Number.NaN;

  const slid = () => (stops ? stops[Number(range.value)] : Number(range.value));
  const complain = complaint(input, problem);
  /** @param {number} next @param {Phase} phase */
  function take(next, phase) {
    const refused = change(next, phase);
    // A slider that was let go after a refusal is back where it was, and what was refused is still to be read.
    if (!refused && phase === 'commit' && next === value) return;
    complain(refused?.text ?? '');
    if (refused) place();
  }
  function typed() {
    const text = input.value.trim();
    if (!WHOLE.test(text)) return complain(notWhole(text.slice(0, 20)));
    const refused = change(Number(text.replace('−', '-')), 'commit');
    return complain(refused?.text ?? '');
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key !== 'Escape') return;
    input.value = String(value);
    complain('');
  }
  /** Puts the slider where the value is. */
  function place() {
    const at = stops ? nearest(stops, value) : value;
    if (range.value !== String(at)) range.value = String(at);
    range.setAttribute('aria-valuetext', String(value));
  }

  return {
    node,
    input,
    /** @param {number} now @param {[number, number]} [ends] */
    show(now, ends) {
      const [least, most] = stops ? [0, stops.length - 1] : (ends ?? [0, now]);
      range.min = String(least);
      range.max = String(most);
      if (now !== value) {
        value = now;
        input.value = String(now);
        complain('');
      }
      place();
    },
  };
}

/** @param {readonly number[]} stops @param {number} value */
function nearest(stops, value) {
  const after = stops.findIndex((stop) => stop >= value);
  return after < 0 ? stops.length - 1 : after;
}

/**
 * Sizes worth stopping at: every one at first, then steps of a sixteenth.
 *
 * @param {number} most
 */
export function sizeStops(most) {
  const stops = [];
  for (let size = 1; size <= most; size += Math.max(1, 2 ** Math.floor(Math.log2(size) - 4)))
    stops.push(size);
  return Object.freeze(stops);
}
