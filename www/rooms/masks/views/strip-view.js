import { number, localized } from '../../../format/display.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { ticks } from '../../../ui/labels.js';
/** @import { Pair } from '../../../ui/grid.js' */
/** @import { MaskModel } from '../types.js' */

const [WIDTH, HEIGHT] = [1000, 100];
/** The space for a number at the axis, in units of the view box. It is enough on a narrow screen. */
const TICK = 72;
/** In milliseconds. */
const DURATION = 250;
const PARTS = /** @type {const} */ (['removed', 'stays', 'gains']);

/**
 * The selected row: its weights without and with the mask, which show where the weight of the removed keys
 * goes. A change of the mask is animated.
 *
 * @param {{ model: MaskModel, point: (cell: Pair | null) => void }} props
 */
export function Strip({ model, point }) {
  const { state, t, row } = model;
  const { query, key } = model.activeCell;
  const { queries, keys, seed, size, alibi } = state;
  const words = t.masks;
  const weights = useAnimated(row.weights, [query, queries, keys, seed, size, alibi].join());
  const high = Math.max(largest(row.unmasked), largest(row.weights));
  const shapes = flow(row.unmasked, weights, { width: WIDTH, height: HEIGHT, high });
  const allowed = row.allowed.reduce((sum, each) => sum + each, 0);
  const onMove = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === 'touch') return;
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * keys);
    point({ query, key: Math.max(0, Math.min(keys - 1, at)) });
  };
  const tick = (/** @type {number} */ at) =>
    html`<span style=${{ left: `${(100 * (at + 0.5)) / keys}%` }}>${at}</span>`;
  return html`<section class="strip">
    <div class="head">
      <h3>${words.rowOf({ query })}</h3>
      <p class="strip-legend" aria-hidden="true">
        <span class="stays">${words.stays}</span>
        <span class="gains">${words.gains}</span>
        <span class="removed">${words.removed}</span>
      </p>
    </div>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove=${onMove}
      onPointerLeave=${() => point(null)}
    >
      <rect class="at" x=${(key * WIDTH) / keys} y="0" width=${Math.max(2, WIDTH / keys)} height=${HEIGHT} />
      ${PARTS.map((part) => html`<path class=${part} d=${shapes[part]} />`)}
    </svg>
    <div class="columns" aria-hidden="true">${ticks(keys, WIDTH, TICK).map(tick)}</div>
    <p class="says">
      ${
        allowed === 0
          ? words.noKey
          : allowed === keys
            ? words.nothingRemoved
            : words.flowed({ share: localized(number(row.removed, 2), t.language), keys: allowed })
      }
    </p>
  </section>`;
}

/**
 * The weights to draw. If the weights of a row change, they are animated.
 *
 * @param {Float64Array} weights
 * @param {string} row - identifies the row; another row is shown without animation
 */
function useAnimated(weights, row) {
  const [, redraw] = useState(0);
  const { current: move } = useRef({ row: '', from: weights, to: weights, began: 0 });
  const now = performance.now();
  const shareOf = () => Math.min(1, (now - move.began) / DURATION);
  if (move.row !== row || matchMedia('(prefers-reduced-motion: reduce)').matches)
    Object.assign(move, { row, from: weights, to: weights, began: now - DURATION });
  else if (move.to !== weights)
    Object.assign(move, { from: between(move.from, move.to, shareOf()), to: weights, began: now });
  const share = shareOf();
  useLayoutEffect(() => {
    if (share === 1) return undefined;
    const frame = requestAnimationFrame(redraw);
    return () => cancelAnimationFrame(frame);
  });
  return share < 1 ? between(move.from, move.to, share) : weights;
}

/** @param {Float64Array} weights */
function largest(weights) {
  return weights.reduce((most, weight) => Math.max(most, weight), 0);
}

/**
 * Draws the weights of a row as bars, in three SVG paths: what each key keeps of its weight without the mask,
 * what it gains from removed keys, and what is removed. If there are more keys than units of width, several
 * keys share a bar, which shows the largest of them: peaks stay visible, and a long row is drawn within a
 * frame.
 *
 * @param {ArrayLike<number>} before - the row's weights without the mask
 * @param {ArrayLike<number>} after - with it
 * @param {{ width: number, height: number, high: number }} box - `high` is the weight at its upper edge
 * @returns {{ stays: string, gains: string, removed: string }}
 */
export function flow(before, after, { width, height, high }) {
  const shared = Math.ceil(before.length / width);
  const step = (width * shared) / before.length;
  const wide = step > 4 ? step - 1 : step;
  const yOf = (/** @type {number} */ weight) => height - (high > 0 ? weight / high : 0) * height;
  let [stays, gains, removed] = ['', '', ''];
  for (let place = 0; place * shared < before.length; place += 1) {
    const key = largestKey(before, after, place * shared, Math.min(before.length, (place + 1) * shared));
    const bar = (/** @type {number} */ from, /** @type {number} */ to) =>
      `M${round(place * step)} ${round(yOf(from))}V${round(yOf(to))}h${round(wide)}V${round(yOf(from))}z`;
    const kept = Math.min(before[key], after[key]);
    if (kept > 0) stays += bar(0, kept);
    if (after[key] > kept) gains += bar(kept, after[key]);
    if (before[key] > kept) removed += bar(kept, before[key]);
  }
  return { stays, gains, removed };
}

/**
 * The key with the largest weight of either row.
 *
 * @param {ArrayLike<number>} before
 * @param {ArrayLike<number>} after
 * @param {number} first
 * @param {number} end - exclusive
 */
function largestKey(before, after, first, end) {
  let found = first;
  for (let key = first + 1; key < end; key += 1) {
    if (Math.max(before[key], after[key]) > Math.max(before[found], after[found])) found = key;
  }
  return found;
}

/** @param {number} pixels */
function round(pixels) {
  return Math.round(pixels * 10) / 10;
}

/**
 * Interpolates between the weights of two rows.
 *
 * @param {ArrayLike<number>} from
 * @param {ArrayLike<number>} to
 * @param {number} share - the progress from 0 to 1, before easing
 */
export function between(from, to, share) {
  const eased = 1 - (1 - share) ** 3;
  return Float64Array.from(to, (weight, key) => from[key] + (weight - from[key]) * eased);
}
