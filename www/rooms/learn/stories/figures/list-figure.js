/** Figures of words one below the other: lists, bars of weights, and strips of features. */
import { html } from '../../../../ui/html.js';
import { colorsOf } from '../../colors.js';
import { decimal } from '../story-step.js';
/** @import { FigureContext, StoryContext } from '../story-step.js' */
/** @import { View } from '../../../../ui/html.js' */

/**
 * One line of a list of words: the word, a drawing, and a number.
 *
 * @typedef {{ word: string, drawn: View, number: string, isLarge?: boolean }} Line
 */

/** The roles of a table, for a list that is one. */
const TABLE = { table: 'table', row: 'row', heading: 'columnheader', word: 'rowheader', cell: 'cell' };
/** The roles of a list without a heading. */
const PLAIN = { table: 'list', row: 'listitem' };

/**
 * A list of words, one on each line, with an optional head and foot. With `choose`, the lines are buttons.
 * For screen readers, a list without buttons is a table if it has a heading; `label` is its name.
 *
 * @param {{ lines: Line[], head?: Line, foot?: Line, chosen?: number, choose?: (place: number) => void, heading?: [string, string, string], label?: string, className?: string }} props
 */
export function List({ lines, head, foot, chosen, choose, heading, label, className = '' }) {
  /** @type {Partial<typeof TABLE>} */
  const role = choose ? {} : heading ? TABLE : PLAIN;
  const cells = (/** @type {Line} */ { word, drawn, number, isLarge }) =>
    html`<span class="of" role=${role.word}>${word}</span><span class="drawn" role=${role.cell}>${drawn}</span
      ><span class=${isLarge ? 'figure-number large' : 'figure-number'} role=${role.cell}>${number}</span>`;
  /** The place in the order in which the lines appear during a motion. @param {number} place */
  const order = (place) => ({ '--place': String(place) });
  const line = (/** @type {Line} */ each, /** @type {number} */ place) =>
    choose
      ? html`<button
          type="button"
          style=${order(place)}
          class=${place === chosen ? 'entry on' : 'entry'}
          aria-pressed=${String(place === chosen)}
          onClick=${() => choose(place)}
        >
          ${cells(each)}
        </button>`
      : html`<div class=${place === chosen ? 'entry on' : 'entry'} style=${order(place)} role=${role.row}>
          ${cells(each)}
        </div>`;
  return html`<div class=${`entries ${className}`} role=${role.table} aria-label=${label}>
    ${head && html`<div class="entry entry-head">${cells(head)}</div>`}
    ${
      heading &&
      html`<div class="entry entry-heading" role=${role.row} aria-hidden=${role.row ? null : 'true'}>
        ${heading.map((each) => html`<span role=${role.heading}>${each}</span>`)}
      </div>`
    }
    ${lines.map(line)}
    ${foot && html`<div class="entry entry-foot" style=${order(lines.length)} role=${role.row}>${cells(foot)}</div>`}
  </div>`;
}

/** Parts narrower than this, in CSS pixels, have no text. */
const NARROW = 44;

/** A bar whose length is a share of 1. @param {{ share: number }} props */
export function Bar({ share }) {
  return html`<span class="bar-track"
    ><span class="bar-fill" style=${{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}></span
  ></span>`;
}

/**
 * A bar that is divided in proportion to the weights of a row.
 *
 * @param {{ context: FigureContext, words: string[], weights: ArrayLike<number> }} props
 */
export function Whole({ context, words, weights }) {
  const { language, t, width } = context;
  const wide = Math.min(width, 900);
  const part = (/** @type {string} */ word, /** @type {number} */ place) =>
    html`<span
      class=${weights[place] > 0.1 ? 'part large' : 'part'}
      style=${{ flexGrow: weights[place] }}
      title=${`${word} ${decimal(language, weights[place], 4)}`}
      >${weights[place] * wide > NARROW ? `${word} ${decimal(language, weights[place], 2)}` : ''}</span
    >`;
  return html`<div class="whole" role="img" aria-label=${t.wholeSpoken}>${words.map(part)}</div>`;
}

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
