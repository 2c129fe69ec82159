import { html } from '../../../../ui/html.js';
import { boxStyle } from '../../stage/box.js';
import { colorsOf } from '../../colors.js';
import { partOf, decimal } from '../story-step.js';
import { arcPath, wordsLayout } from './words-layout.js';
/** @import { Colors } from '../../colors.js' */
/** @import { FigureContext } from '../story-step.js' */
/** @import { WordsLayout } from './words-layout.js' */

/** Weights below this have no arc. */
const LEAST_ARC = 0.003;
/** Larger weights are emphasized. */
const LARGE = 0.1;

/**
 * @typedef {object} WordsProps
 * @property {FigureContext} context
 * @property {string[]} words
 * @property {number} query - the index of the query
 * @property {ArrayLike<number> | null} weights - the weights of the query; null while they are hidden
 * @property {(place: number) => void} [choose] - makes the words buttons, which choose the query
 * @property {number[]} [covered] - the indices of words that are shown as question marks
 * @property {string} [id] - a new value animates the arcs again
 */

/**
 * A sentence as a row of words, with the weights of one query: an arc to each word, its color and its number.
 *
 * @param {WordsProps} props
 */
export function Words(props) {
  const { context, words, query, weights, covered = [], id = '' } = props;
  const shown = words.map((word, place) => (covered.includes(place) ? '?' : word));
  const layout = wordsLayout(words, context.measure, { width: context.width, height: context.height });
  const look = weights && colorsOf(context, weights, { kind: 'sequential', high: 1 });
  return html`<div
    class=${layout.isColumn ? 'word-row column' : 'word-row'}
    style=${{ width: `${layout.width}px`, height: `${layout.height}px`, fontSize: `${layout.size}px` }}
  >
    <svg
      class="arcs"
      width=${layout.width}
      height=${layout.height}
      aria-hidden="true"
      key=${`${id} ${query}`}
    >
      ${weights ? words.map((_, place) => arc(layout, query, place, weights[place])) : null}
    </svg>
    ${shown.map((word, place) => html`<${Word} ...${{ props, layout, look, word, place }} />`)}
  </div>`;
}

/**
 * @param {WordsLayout} layout
 * @param {number} query
 * @param {number} place
 * @param {number} weight
 */
function arc(layout, query, place, weight) {
  if (place === query || weight < LEAST_ARC) return null;
  return html`<path
    d=${arcPath(layout, query, place)}
    pathLength="1"
    stroke-width=${Math.max(1.2, weight * (layout.isColumn ? 11 : 17))}
    opacity=${0.28 + 0.6 * weight}
  />`;
}

/** @param {{ props: WordsProps, layout: WordsLayout, look: Colors | null, word: string, place: number }} props */
function Word({ props, layout, look, word, place }) {
  const { context, query, weights, choose, covered = [] } = props;
  const { left, top, width, height } = layout.boxes[place];
  const isQuery = place === query;
  const weight = weights ? decimal(context.language, weights[place], 2) : '';
  const isCovered = covered.includes(place);
  const part = partOf(context.sentence, word, place);
  const point = {
    onPointerEnter: () => part && context.light(part),
    onPointerLeave: () => part && context.light(null),
  };
  const kind = [
    'word',
    isQuery ? 'me' : '',
    isCovered ? 'covered' : '',
    part && context.lit.includes(part) ? 'lit-word' : '',
  ].join(' ');
  const style = {
    ...boxStyle(left, top, width, height),
    background: look && !isQuery && !isCovered ? look.fill[place] : null,
    color: look && !isQuery && !isCovered ? look.ink[place] : null,
  };
  const spoken = weight
    ? context.t.wordAndWeight({ word, place: place + 1, weight })
    : context.t.wordSpoken({ word, place: place + 1 });
  const box =
    choose && !isCovered
      ? html`<button
          type="button"
          class=${kind}
          style=${style}
          ...${point}
          aria-label=${spoken}
          aria-pressed=${String(isQuery)}
          onClick=${() => choose(place)}
        >
          ${word}
        </button>`
      : html`<span class=${kind} style=${style} ...${point}
          ><span aria-hidden="true">${word}</span><span class="unseen">${spoken}</span></span
        >`;
  const number = layout.isColumn
    ? { left: `${left + width + 12}px`, top: `${top}px`, lineHeight: `${height}px` }
    : { left: `${left - 12}px`, width: `${width + 24}px`, top: `${top + height + 4}px` };
  return html`${box}
  ${
    weight &&
    html`<small
      class=${weights && weights[place] > LARGE ? 'weight large' : 'weight'}
      style=${number}
      aria-hidden="true"
      >${weight}</small
    >`
  }`;
}
