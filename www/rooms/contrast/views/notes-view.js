import { html } from '../../../ui/html.js';
import { program } from '../code.js';
/** @import { Code } from '../code.js' */
/** @import { ContrastModel } from '../session.js' */

/**
 * Why the mistake happens, how to notice it, and the figure as a program.
 *
 * @param {{ model: ContrastModel, code: Code }} props
 */
export function Notes({ model: { figure, t }, code }) {
  const { headings, figures, sides, code: names } = t.contrast;
  const { why, notice, where } = figures[figure.id];
  return html`<div class="notes">
    <section>
      <h3>${headings.why}</h3>
      <p>${why}</p>
    </section>
    <section>
      <h3>${headings.notice}</h3>
      <p>${notice}</p>
      <pre tabindex="0" role="group" aria-label=${names.check}>${code.check}</pre>
    </section>
    ${
      figure.thread &&
      html`<section class="where">
        <h3>${headings.where}</h3>
        <p>${where} <a href=${figure.thread} rel="noreferrer" target="_blank">${headings.thread}</a></p>
      </section>`
    }
    <details>
      <summary>${headings.program}</summary>
      <pre tabindex="0" role="group" aria-label=${headings.program}>${program(code, sides)}</pre>
    </details>
  </div>`;
}
