import { html } from '../../../../ui/html.js';
import { colorsOf } from '../../colors.js';
import { decimal } from '../story-step.js';
/** @import { MatrixData } from '../../../../types.js' */
/** @import { FigureContext } from '../story-step.js' */

const LARGEST_CELL = 46;
/** The gap between two maps that share their row labels. */
const GAP = 12;

/**
 * @typedef {object} MapProps
 * @property {FigureContext} context
 * @property {string[]} words
 * @property {MatrixData} weights
 * @property {string} label
 * @property {string} [title]
 * @property {number} size - the largest width, in CSS pixels
 * @property {number} [row] - the outlined row
 * @property {number} [fresh] - a row that is animated, because it is new
 * @property {number} [pair] - 0 or 1 for the maps of a pair, which share their row labels and the width
 */

/** A heatmap of weights under the causal mask, with its words. @param {MapProps} props */
export function WeightMap({ context, words, weights, label, title, size, row, fresh, pair }) {
  const type = size < 420 ? 12 : 14;
  const widest = Math.ceil(Math.max(...words.map((word) => context.measure(word, type)))) + 10;
  const side = pair === 1 ? 2 : widest;
  const columns = words.length * (pair === undefined ? 1 : 2);
  const cell = Math.min(LARGEST_CELL, (size - widest - (pair === undefined ? 0 : GAP)) / columns);
  const wide = words.length * cell;
  const colors = colorsOf(context, weights.data, { kind: 'sequential', high: 1 }).fill;
  const middle = (/** @type {number} */ place) => (place + 0.5) * cell;
  return html`<figure class="weight-map">
    ${title && html`<figcaption>${title}</figcaption>`}
    <svg
      width=${side + wide + 2}
      height=${widest + wide + 2}
      role="img"
      aria-label=${label}
      style=${{ fontSize: `${type}px` }}
    >
      ${colors.map((color, i) => {
        const [query, key] = [Math.floor(i / words.length), i % words.length];
        const isHidden = key > query;
        const weight = decimal(context.language, weights.data[i], 2);
        return html`<rect
          class=${`${isHidden ? 'hidden-cell' : ''}${query === fresh ? ' fresh' : ''}`}
          x=${side + key * cell + 0.5}
          y=${widest + query * cell + 0.5}
          width=${cell - 1}
          height=${cell - 1}
          style=${isHidden ? {} : { fill: color }}
          ><title>
            ${isHidden ? context.t.hiddenSpoken : `${words[query]} → ${words[key]}: ${weight}`}
          </title></rect
        >`;
      })}
      ${words.map(
        (word, place) => html`
          ${
            pair === 1
              ? null
              : html`<text
                  class=${place === row ? 'on' : ''}
                  x=${side - 6}
                  y=${widest + middle(place)}
                  text-anchor="end"
                  dominant-baseline="central"
                  >${word}</text
                >`
          }
          <text
            transform="translate(${side + middle(place)} ${widest - 6}) rotate(-90)"
            dominant-baseline="central"
            >${word}</text
          >
        `,
      )}
      ${
        row === undefined
          ? null
          : html`<rect
              class="row-lit"
              x=${side - 1}
              y=${widest + row * cell - 1}
              width=${wide + 2}
              height=${cell + 2}
              rx="3"
            />`
      }
    </svg>
  </figure>`;
}
