import { html } from '../../../../ui/html.js';
/** @import { View } from '../../../../ui/html.js' */

/**
 * One line of a list of words: the word, a drawing, and a number.
 *
 * @typedef {{ word: string, drawn: View, number: string, isLarge?: boolean }} Line
 */

/**
 * A list of words, one on each line, with an optional head and foot. With `choose`, the lines are buttons.
 *
 * @param {{ lines: Line[], head?: Line, foot?: Line, chosen?: number, choose?: (place: number) => void, heading?: [string, string, string], className?: string }} props
 */
export function List({ lines, head, foot, chosen, choose, heading, className = '' }) {
  const cells = (/** @type {Line} */ { word, drawn, number, isLarge }) =>
    html`<span class="of">${word}</span><span class="drawn">${drawn}</span
      ><span class=${isLarge ? 'figure-number large' : 'figure-number'}>${number}</span>`;
  const line = (/** @type {Line} */ each, /** @type {number} */ place) =>
    choose
      ? html`<button
          type="button"
          class=${place === chosen ? 'entry on' : 'entry'}
          aria-pressed=${String(place === chosen)}
          onClick=${() => choose(place)}
        >
          ${cells(each)}
        </button>`
      : html`<div class=${place === chosen ? 'entry on' : 'entry'}>${cells(each)}</div>`;
  return html`<div class=${`entries ${className}`}>
    ${head && html`<div class="entry entry-head">${cells(head)}</div>`}
    ${
      heading &&
      html`<div class="entry entry-heading" aria-hidden="true">
        ${heading.map((each) => html`<span>${each}</span>`)}
      </div>`
    }
    ${lines.map(line)} ${foot && html`<div class="entry entry-foot">${cells(foot)}</div>`}
  </div>`;
}
