/** Controls that stories share. */
import { html } from '../../../../ui/html.js';

/** @typedef {{ text: string, act: () => void, disabled?: boolean }} ButtonProps */

/** @param {ButtonProps} props */
export function QuietButton({ text, act, disabled = false }) {
  return html`<button type="button" class="quiet-button" disabled=${disabled} onClick=${act}>
    ${text}
  </button>`;
}

/**
 * A label and a group of buttons of which one is pressed. The buttons may need several lines.
 *
 * @param {{ label: string, value: string, choices: [value: string, text: string][], choose: (value: string) => void }} props
 */
export function Chips({ label, value, choices, choose }) {
  const chip = (/** @type {[value: string, text: string]} */ [each, text]) =>
    html`<button
      type="button"
      class="chip"
      value=${each}
      aria-pressed=${String(each === value)}
      onClick=${() => choose(each)}
    >
      ${text}
    </button>`;
  return html`<span class="labelled">
    <span aria-hidden="true">${label}</span>
    <span class="chips" role="group" aria-label=${label}>${choices.map(chip)}</span>
  </span>`;
}
