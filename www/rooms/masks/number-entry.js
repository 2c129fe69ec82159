import { html, useState } from '../../ui/html.js';
/** @import { Refusal } from './types.js' */

const WHOLE = /^[-−]?\d{1,10}$/;
let entries = 0;

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
  const [id] = useState(() => `number-${(entries += 1)}`);
  const [entry, setEntry] = useState({ of: value, text: String(value), problem: '' });
  // The typed text and its error belong to the value at that time.
  const { text, problem } = entry.of === value ? entry : { text: String(value), problem: '' };
  const show = (/** @type {string} */ typed, /** @type {string} */ why) =>
    setEntry({ of: value, text: typed, problem: why });

  const slide = (/** @type {'drag' | 'commit'} */ phase) => (/** @type {any} */ event) => {
    const position = Number(event.currentTarget.value);
    const next = stops ? stops[position] : position;
    const refused = change(next, phase);
    if (refused) show(text, refused.text);
    // After a rejection, the slider returns to its value and the message stays.
    else if (next === value && phase === 'drag') show(text, '');
  };
  const commitText = (/** @type {any} */ event) => {
    const typed = event.currentTarget.value;
    const trimmed = typed.trim();
    if (!WHOLE.test(trimmed)) return show(typed, notWhole({ text: trimmed.slice(0, 20) }));
    const next = Number(trimmed.replace('−', '-'));
    const refused = change(next, 'commit');
    if (refused) return show(typed, refused.text);
    return next === value && show(String(value), '');
  };
  const onKey = (/** @type {KeyboardEvent} */ { key }) => key === 'Escape' && show(String(value), '');

  const [least, most] = stops ? [0, stops.length - 1] : ends;
  return html`<div class="number">
    <label for=${id}>${label}</label>
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
    <input
      id=${id}
      class="whole"
      inputmode="numeric"
      autocomplete="off"
      value=${text}
      aria-invalid=${problem ? 'true' : null}
      aria-describedby=${problem ? `${id}-problem` : null}
      onInput=${(/** @type {any} */ event) => show(event.currentTarget.value, problem)}
      onChange=${commitText}
      onKeyDown=${onKey}
    />
    <span class="problem" id="${id}-problem" role="alert" hidden=${!problem}>${problem}</span>
  </div>`;
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
