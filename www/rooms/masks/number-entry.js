import { Field } from '../../ui/controls.js';
import { html, useState } from '../../ui/html.js';
/** @import { Refusal } from './types.js' */

const WHOLE = /^[-−]?\d{1,10}$/;

/**
 * A whole number with its label, a slider and a field. A drag of the slider sends the phase `drag`, its end
 * `commit`. The field also accepts numbers outside the slider's range. If a number is rejected, the value
 * stays and the error is shown below.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {number} props.value
 * @param {[number, number]} [props.ends] - the ends of the slider
 * @param {readonly number[]} [props.stops] - the values of the slider; by default all whole numbers between
 *   its ends
 * @param {(value: number, phase: 'drag' | 'commit') => Refusal | null} props.change
 * @param {(values: { text: string }) => string} props.notWhole - the message for a text that is not a whole number
 */
export function NumberEntry({ label, value, ends = [0, value], stops, change, notWhole }) {
  const [slid, setSlid] = useState({ of: value, problem: '' });
  const slide = (/** @type {'drag' | 'commit'} */ phase) => (/** @type {any} */ event) => {
    const position = Number(event.currentTarget.value);
    const next = stops ? stops[position] : position;
    const refused = change(next, phase);
    // After a rejection, the slider returns to its value and the message stays.
    if (refused || (next === value && phase === 'drag')) setSlid({ of: value, problem: refused?.text ?? '' });
  };
  const take = (/** @type {string} */ text) => {
    setSlid({ of: value, problem: '' });
    if (!WHOLE.test(text)) return notWhole({ text: text.slice(0, 20) });
    return change(Number(text.replace('−', '-')), 'commit')?.text ?? null;
  };
  const [least, most] = stops ? [0, stops.length - 1] : ends;
  const refused = slid.of === value ? slid.problem : '';
  return html`<${Field}
    kind="number"
    inputmode="numeric"
    ...${{ label, value: String(value), take, refused }}
  >
    <input
      type="range"
      aria-label=${label}
      aria-valuetext=${value}
      min=${least}
      max=${most}
      value=${stops ? stopFor(stops, value) : value}
      onInput=${slide('drag')}
      onChange=${slide('commit')}
    />
  <//>`;
}

/** @param {readonly number[]} stops @param {number} value */
function stopFor(stops, value) {
  const after = stops.findIndex((stop) => stop >= value);
  return after < 0 ? stops.length - 1 : after;
}

/**
 * The stops of a slider for sizes: every size up to 32, then steps of at most a sixteenth of the size.
 *
 * @param {number} most
 */
export function sizeStops(most) {
  const stops = [];
  for (let size = 1; size <= most; size += Math.max(1, 2 ** Math.floor(Math.log2(size) - 4)))
    stops.push(size);
  return Object.freeze(stops);
}
