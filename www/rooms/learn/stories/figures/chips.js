import { html } from '../../../../ui/html.js';

/**
 * Choices that may need several lines, of which one is pressed, with their label before them.
 *
 * @param {{ label: string, value: string, choices: [value: string, text: string][], choose: (value: string) => void }} props
 */
export function Chips({ label, value, choices, choose }) {
  return html`<span class="labelled">
    <span aria-hidden="true">${label}</span>
    <span class="chips" role="group" aria-label=${label}>
      ${choices.map(
        ([each, text]) =>
          html`<button
            type="button"
            class="chip"
            value=${each}
            aria-pressed=${String(each === value)}
            onClick=${() => choose(each)}
          >
            ${text}
          </button>`,
      )}
    </span>
  </span>`;
}
