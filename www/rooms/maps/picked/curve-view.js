import { html } from '../../../ui/html.js';
/** @import { MapsModel } from '../types.js' */
/** @import { PickedHead } from './figures.js' */

/** The size of the drawing, and its margins, in CSS pixels. */
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 190, 38, 22];
/** The width of a digit below it, and the least space between the last two numbers. */
const [DIGIT, SPACE] = [6.4, 8];
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/**
 * How much weight is kept, by the number of keys, on a logarithmic axis: of the query, the mean, the best
 * choice, and of eight of ten queries.
 *
 * @param {object} props
 * @param {PickedHead} props.found
 * @param {number} props.count - the largest number of keys of a query
 * @param {string} props.query - its token
 * @param {MapsModel['t']['maps']['picked']} props.words
 */
export function Curve({ found, count, query, words }) {
  const { budgets, curve, best, counts, bestOfCounts } = found;
  const last = Math.log(budgets[budgets.length - 1]) || 1;
  const x = (/** @type {number} */ keys) => LEFT + (Math.log(keys) / last) * (WIDTH - LEFT - 8);
  const y = (/** @type {number} */ share) => 8 + (1 - share) * (HEIGHT - BOTTOM - 8);
  /** @param {Float32Array} of @param {number} column @param {Uint32Array} keys */
  const places = (of, column, keys) => Array.from(keys, (each, at) => [x(each), y(of[4 * at + column])]);
  /** @param {number[][]} some */
  const text = (some) => some.map((place) => place.map((each) => each.toFixed(1)).join()).join(' ');
  const own = curve ?? best;
  const ownPlaces = (/** @type {number} */ column) => places(own, column, counts ?? budgets);
  const bestPlaces = [
    ...places(best, 0, budgets),
    ...(counts && bestOfCounts ? places(bestOfCounts, 0, counts) : []),
  ].sort(([a], [b]) => a - b);
  const widthOf = (/** @type {number} */ keys) => DIGIT * String(keys).length;
  const end = WIDTH - 8 - widthOf(budgets[budgets.length - 1]) - SPACE;
  const ticks = Array.from(budgets).filter(
    (keys, at) =>
      at === budgets.length - 1 ||
      (Number.isInteger(Math.log2(keys) / 2) && x(keys) + widthOf(keys) / 2 < end),
  );
  return html`<figure class="recall">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${words.curveLabel}>
      ${SHARES.map(
        (share) =>
          html`<line class="grid" x1=${LEFT} x2=${WIDTH - 8} y1=${y(share)} y2=${y(share)} />
            <text x=${LEFT - 6} y=${y(share) + 3.5} text-anchor="end">${share}</text>`,
      )}
      ${ticks.map((keys) => html`<text x=${x(keys)} y=${HEIGHT - 6} text-anchor=${keys === budgets[budgets.length - 1] ? 'end' : 'middle'}>${keys}</text>`)}
      <polygon class="band" points=${text([...ownPlaces(2), ...ownPlaces(1).reverse()])} />
      ${curve && html`<polyline class="best" points=${text(bestPlaces)} />`}
      <polyline class="mean" points=${text(ownPlaces(0))} />
      <polyline class="own" points=${text(ownPlaces(3))} />
      <line class="now" x1=${x(count)} x2=${x(count)} y1=${y(1)} y2=${y(0)} />
    </svg>
    <figcaption>
      <span class="key own">${words.ofQuery({ query })}</span>
      <span class="key mean">${words.mean}</span>
      ${curve && html`<span class="key best">${words.bestMean}</span>`}
      <span class="key band">${words.most}</span>
    </figcaption>
  </figure>`;
}
