import { html } from '../../../../ui/html.js';
import { colorsOf } from '../colors.js';
import { decimal } from '../story-step.js';
/** @import { StoryContext } from '../story-step.js' */

/**
 * A list of numbers as a row of cells, blue below 0 and orange above. It is as wide as its container.
 *
 * @param {{ context: StoryContext, values: ArrayLike<number>, high: number, label: string }} props - `high` is
 *   the value of the darkest color
 */
export function Strip({ context, values, high, label }) {
  const { fill } = colorsOf(context, values, { kind: 'diverging', high });
  const cell = (/** @type {string} */ color, /** @type {number} */ place) =>
    html`<rect x=${place + 0.04} y="0" width=".92" height="1" style=${{ fill: color }}
      ><title>
        ${context.t.feature({ n: place + 1 })}: ${decimal(context.language, values[place], 2)}
      </title></rect
    >`;
  return html`<svg
    class="strip"
    viewBox="0 0 ${values.length} 1"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
  >
    ${fill.map(cell)}
  </svg>`;
}
