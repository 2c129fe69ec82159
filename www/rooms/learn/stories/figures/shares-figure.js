import { html } from '../../../../ui/html.js';
import { decimal } from '../story-step.js';
/** @import { FigureContext } from '../story-step.js' */

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
