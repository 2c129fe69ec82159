/** Components that the templates of all rooms share. */
import { html, useLayoutEffect, useRef, useState } from './html.js';
import icons from './icons.json' with { type: 'json' };
import { iconShape } from './icons.js';
/** @import { Model } from '../types.js' */
/** @import { View } from './html.js' */

const SEED = /^\d{1,10}$/;
/** The largest seed that NumPy's generator accepts. */
const MAX_SEED = 2 ** 32 - 1;

/** A control with its label to the left. @param {{ label: string, children: View }} props */
export const Row = ({ label, children }) =>
  html`<div class="row"><span class="label" aria-hidden="true">${label}</span>${children}</div>`;

/**
 * @typedef {object} Choices
 * @property {string} label
 * @property {string | null} value - the chosen value
 * @property {[value: string, text: string, title?: string][]} choices - `title` explains a short text
 * @property {(value: string) => void} choose
 * @property {string[]} [disabled] - disabled values
 * @property {string} [title] - of all buttons
 */

/** A list to choose from. @param {Choices} props */
export function Select({ label, value, choices, choose }) {
  const change = (/** @type {any} */ event) => choose(event.currentTarget.value);
  return html`<select aria-label=${label} value=${value} onChange=${change}>
    ${choices.map(([each, text]) => html`<option value=${each}>${text}</option>`)}
  </select>`;
}

/** A row of buttons, one of which is pressed. @param {Choices} props */
export function Segments({ label, value, choices, choose, disabled = [], title: hint }) {
  const button = (/** @type {Choices['choices'][number]} */ [each, text, title]) =>
    html`<button
      type="button"
      value=${each}
      title=${title}
      aria-pressed=${String(each === value)}
      disabled=${disabled.includes(each)}
      onClick=${() => choose(each)}
    >
      ${text}
    </button>`;
  return html`<span class="segments" role="group" aria-label=${label} title=${hint}>
    ${choices.map(button)}
  </span>`;
}

/** A node that other code creates and updates, such as a canvas. @param {{ node: Node }} props */
export function Mounted({ node }) {
  const mount = (/** @type {Element | null} */ host) => {
    if (host && host.firstChild !== node) host.replaceChildren(node);
  };
  return html`<div class="mounted" style=${{ display: 'contents' }} ref=${mount}></div>`;
}

let fields = 0;

/**
 * @typedef {object} FieldProps
 * @property {string} label
 * @property {string} value
 * @property {(text: string) => string | null} take - null if the text was accepted, else the error
 * @property {string} [placeholder]
 * @property {string} [inputmode]
 * @property {string} [size]
 * @property {readonly string[]} [suggestions] - some of the allowed texts, offered as a list
 * @property {unknown} [context] - if it changes, a refused text is discarded, because it may be valid now
 * @property {string} [kind] - a further class
 * @property {string} [refused] - the error of another control of the value
 * @property {View} [children] - another control of the value
 *
 * @typedef {{ text: string, problem: string, isTyping: boolean, value: string, context: unknown }} Typed
 */

/**
 * A labeled text field. It keeps the text while the reader is typing, and a text that was refused, with the
 * error below it. Escape restores the value.
 *
 * @param {FieldProps} props
 */
export function Field({ label, value, take, context, kind = '', children, suggestions = [], ...props }) {
  const [id] = useState(() => `field-${(fields += 1)}`);
  const [, redraw] = useState(0);
  /** What the reader typed over a value. @type {{ current: Typed | null }} */
  const typed = useRef(/** @type {Typed | null} */ (null));
  const before = typed.current;
  const isKept = before?.isTyping || (before?.value === value && (before.problem || before.text));
  // In another context a refused text may be valid. What is being typed stays, whatever changes around it.
  if (!isKept || (!before.isTyping && before.context !== context)) typed.current = null;
  const { text, problem: ofText } = typed.current ?? { text: value, problem: '' };
  const problem = ofText || (props.refused ?? '');
  const put = (/** @type {Pick<Typed, 'text' | 'problem' | 'isTyping'> | null} */ next) => {
    typed.current = next && { ...next, value, context };
    redraw((count) => count + 1);
  };
  const commit = (/** @type {string} */ now) => {
    // `take` may draw the page. Then the text does not count as one that is being typed.
    put({ text: now, problem: '', isTyping: false });
    put({ text: now, problem: take(now.trim()) ?? '', isTyping: false });
  };
  const { placeholder = '', inputmode = 'text', size } = props;
  const [list, error] = [suggestions.length > 0 ? `${id}-list` : undefined, `${id}-problem`];
  return html`<div class=${`field ${kind}`}>
    <label for=${id}>${label}</label>
    ${children}
    <input
      ...${{ id, autocomplete: 'off', spellcheck: false, inputmode, placeholder, size, list, value: text }}
      aria-invalid=${problem ? 'true' : null}
      aria-describedby=${problem ? error : null}
      onInput=${(/** @type {any} */ event) => put({ text: event.currentTarget.value, problem: ofText, isTyping: true })}
      onChange=${(/** @type {any} */ event) => commit(event.currentTarget.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ { key }) => key === 'Escape' && put(null)}
    />
    <span class="problem" id=${error} role="alert" hidden=${problem === ''}>${problem}</span>
    ${list && html`<datalist id=${list}>${suggestions.map((each) => html`<option value=${each}></option>`)}</datalist>`}
  </div>`;
}

/**
 * A field for a seed.
 *
 * @param {{ t: Model['t'], value: string, take: (seed: number) => string | null, context?: unknown }} props
 */
export function SeedField({ t, value, take, context }) {
  const check = (/** @type {string} */ text) =>
    SEED.test(text) && Number(text) <= MAX_SEED
      ? take(Number(text))
      : t.errors.seed({ text: text.slice(0, 20) });
  const { seed: label } = t.controls;
  return html`<${Field} ...${{ label, value, take: check, context, inputmode: 'numeric' }} />`;
}

/** @type {Record<string, string[]>} */
const ICONS = icons;

/** An icon in the color of the surrounding text. @param {{ name: string }} props */
export function Icon({ name }) {
  const { attributes, style, lines } = iconShape(name, ICONS[name]);
  return html`<svg ...${attributes} style=${style}>${lines.map((line) => html`<path ...${line} />`)}</svg>`;
}

/**
 * A canvas with an image.
 *
 * @param {{ image: ImageData | null, width: number, height: number, class?: string }} props - the size is in
 *   CSS pixels
 */
export function Canvas({ image, width, height, class: name }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useLayoutEffect(() => {
    if (!canvas.current || !image) return;
    Object.assign(canvas.current, { width: image.width, height: image.height });
    canvas.current.getContext('2d')?.putImageData(image, 0, 0);
  }, [image]);
  const size = { width: `${width}px`, height: `${height}px` };
  return html`<canvas ref=${canvas} class=${name} style=${size} aria-hidden="true"></canvas>`;
}

/**
 * A button that copies a text, with a message about the result.
 *
 * @param {{ text: string, words: { copy: string, copied: string, notCopied: string } }} props
 */
export function CopyButton({ text, words }) {
  const [copied, setCopied] = useState({ text: '', message: '' });
  const copy = () => {
    const say = (/** @type {string} */ message) => setCopied({ text, message });
    navigator.clipboard.writeText(text).then(
      () => say(words.copied),
      () => say(words.notCopied),
    );
  };
  return html`
    <button type="button" class="play" onClick=${copy}>${words.copy}</button>
    <span class="said" role="status">${copied.text === text && copied.message}</span>
  `;
}
