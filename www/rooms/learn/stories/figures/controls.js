/** Parts that stories share. */
import { html } from '../../../../ui/html.js';
/** @import { StoryContext } from '../story-step.js' */
/** @import { View } from '../../../../ui/html.js' */

/** @typedef {{ text: string, act: () => void, disabled?: boolean }} ButtonProps */

/** @param {ButtonProps} props */
export function QuietButton({ text, act, disabled = false }) {
  return html`<button type="button" class="quiet-button" disabled=${disabled} onClick=${act}>
    ${text}
  </button>`;
}

/**
 * The value of an option of a story, and how a control changes it.
 *
 * @param {StoryContext} context @param {string} name
 */
export const optionOf = ({ choice, choose }, name) => ({
  value: choice[name],
  choose: (/** @type {string | number} */ value) => choose({ [name]: String(value) }),
});

/** A control with its label to the left. @param {{ label: string, children: View }} props */
export const Labeled = ({ label, children }) =>
  html`<span class="labeled"><span aria-hidden="true">${label}</span>${children}</span>`;

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
  return html`<${Labeled} label=${label}>
    <span class="chips" role="group" aria-label=${label}>${choices.map(chip)}</span>
  <//>`;
}

/** Where a story leads, with an explanation. @param {ButtonProps[]} buttons @param {string} [text] */
export const onward = (buttons, text) =>
  html`<p class="onward">
    ${buttons.map((button) => html`<${QuietButton} ...${button} />`)}${text && html`<span>${text}</span>`}
  </p>`;

/**
 * The figure of the last step: where the story leads, and facts.
 *
 * @param {ButtonProps[]} buttons @param {string[]} facts
 */
export const ending = (buttons, facts) =>
  html`<div class="ending">
    ${onward(buttons)}
    <ul class="honest">
      ${facts.map((fact) => html`<li>${fact}</li>`)}
    </ul>
  </div>`;
