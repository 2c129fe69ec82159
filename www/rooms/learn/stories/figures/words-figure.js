import { html } from '../../../../ui/html.js';
import { px } from '../../stage/box.js';
import { colorsOf } from '../../colors.js';
import { decimal } from '../story-step.js';
import { Weight, Word } from './word.js';
import { arcPath, wordsLayout } from './words-layout.js';
/** @import { FigureContext } from '../story-step.js' */
/** @import { WordsLayout } from './words-layout.js' */

/** Weights below this have no arc. */
const LEAST_ARC = 0.003;

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
export function Words({ context, words, query, weights, choose, covered = [], id = '' }) {
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
    ${words.map((each, place) => {
      const isCovered = covered.includes(place);
      const isQuery = place === query;
      const word = isCovered ? '?' : each;
      const box = layout.boxes[place];
      const { left, top, width, height } = box;
      const weight = weights ? decimal(context.language, weights[place], 2) : '';
      const kind = isQuery ? 'me' : isCovered ? 'covered' : '';
      const [colors, pressed] = [isQuery || isCovered ? null : look, isQuery];
      const number = layout.isColumn
        ? { left: px(left + width + 12), top: px(top), lineHeight: px(height) }
        : { left: px(left - 12), width: px(width + 24), top: px(top + height + 4) };
      return html`<${Word}
          ...${{ context, word, place, box, kind, colors, weight, pressed }}
          choose=${isCovered ? undefined : choose}
        />
        ${weights && html`<${Weight} weight=${weights[place]} text=${weight} style=${number} />`}`;
    })}
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

/** The figure of a step that is a sentence. @param {Omit<WordsProps, 'context'>} props */
export const wordsFigure = (props) => (/** @type {FigureContext} */ context) =>
  html`<${Words} ...${{ context, ...props }} />`;
