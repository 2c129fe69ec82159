/** Components that the templates of all rooms share. */
import { field } from './field.js';
import { Component, html, useLayoutEffect, useRef, useState } from './html.js';
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

/**
 * A labelled text field. See `field`. Use a `key` that changes with the label. If `context` changes, a text
 * that was rejected is discarded, because it may be valid now.
 *
 * @extends {Component<{ label: string, value: string, take: (text: string) => string | null, placeholder?: string, inputmode?: string, size?: string, suggestions?: readonly string[], context?: unknown }>}
 */
export class Field extends Component {
  #field = field(
    this.props.label,
    (text) => this.props.take(text),
    {
      inputmode: this.props.inputmode ?? 'text',
      ...(this.props.size && { size: this.props.size }),
    },
    this.props.suggestions,
  );

  #context = this.props.context;

  /** @param {{ value: string, placeholder?: string, context?: unknown }} props */
  render({ value, placeholder = '', context }) {
    if (context !== this.#context) this.#field.forget();
    this.#context = context;
    this.#field.show(value);
    this.#field.input.placeholder = placeholder;
    return html`<${Mounted} node=${this.#field.node} />`;
  }
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

/** An icon in the color of the surrounding text. @param {{ name: string }} props */
export function Icon({ name }) {
  const { attributes, style, lines } = iconShape(name);
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
