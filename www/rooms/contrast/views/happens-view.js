import { html } from '../../../ui/html.js';
/** @import { ContrastModel } from '../session.js' */

/** What happens in a figure, where the list of all of them is left out. @param {{ model: ContrastModel }} props */
export function Happens({ model: { figure, t } }) {
  const { title, happens } = t.contrast.figures[figure.id];
  return html`<div class="happens">
    <p class="name">${title}</p>
    <p class="step-text" aria-live="polite">${happens}</p>
  </div>`;
}
