import { moved } from '../../../ui/grid.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { drawPatches } from './draw.js';
import { placeOf, tokenAt } from './patches.js';
/** @import { Grid } from './settings.js' */

/** The largest side of a picture, in CSS pixels. */
const MOST = 420;

/**
 * Weights over the patches of a picture. The pointer points at a patch, and a click or an arrow key chooses
 * one; Enter, or a click with Shift, makes it what is looked from.
 *
 * @param {object} props
 * @param {string} props.title
 * @param {string} props.label - for screen readers, with the keys
 * @param {Grid} props.grid
 * @param {number} props.space - the available width in CSS pixels
 * @param {Omit<Parameters<typeof drawPatches>[1], 'grid'>} props.content
 * @param {Omit<Parameters<typeof drawPatches>[2], 'cell'>} props.how
 * @param {number} props.chosen - a token
 * @param {(token: number | null) => void} props.point
 * @param {(token: number) => void} props.choose
 * @param {(token: number) => void} props.from
 */
export function PatchFigure({ title, label, grid, space, content, how, chosen, point, choose, from }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  // Keys may be pressed faster than the figure is drawn.
  const now = useRef(chosen);
  now.current = chosen;
  const go = (/** @type {number} */ token) => {
    now.current = token;
    choose(token);
  };
  const side = Math.min(MOST, space);
  const cell = Math.max(1, Math.floor(Math.min(side / grid.columns, (1.2 * MOST) / grid.rows)));
  useLayoutEffect(() => {
    if (canvas.current) drawPatches(canvas.current, { ...content, grid }, { ...how, cell });
  });
  const tokenOf = (/** @type {MouseEvent} */ event) => {
    const { left, top } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const at = (/** @type {number} */ offset, /** @type {number} */ count) =>
      Math.max(0, Math.min(count - 1, Math.floor(offset / cell)));
    const place = { row: at(event.clientY - top, grid.rows), column: at(event.clientX - left, grid.columns) };
    return tokenAt(place, grid);
  };
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, column } = placeOf(now.current, grid) ?? { row: 0, column: 0 };
    const size = { rows: grid.rows, cols: grid.columns };
    const target = moved(event, { row, col: column }, size);
    if (event.key === 'Enter') from(tokenAt({ row, column }, grid));
    else if (target) go(tokenAt({ row: target.row, column: target.col }, grid));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return html`<figure class="patches">
    <figcaption>${title}</figcaption>
    <div
      class="patch-box"
      role="application"
      tabindex="0"
      aria-label=${label}
      onPointerMove=${(/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && point(tokenOf(event))}
      onPointerLeave=${() => point(null)}
      onClick=${(/** @type {MouseEvent} */ event) => (event.shiftKey ? from : choose)(tokenOf(event))}
      onKeyDown=${press}
    >
      <canvas ref=${canvas} aria-hidden="true"></canvas>
    </div>
  </figure>`;
}
