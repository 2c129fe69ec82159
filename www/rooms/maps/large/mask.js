/** @import { Viewport } from '../head/viewport.js' */

/**
 * A mask by position: a query may attend to the first `sinks` keys, and to the keys near its position.
 * `reached` gives the first of these and their end for each query.
 *
 * @typedef {{ sinks: number, reached: (queries: Uint32Array) => ArrayLike<number> }} LargeMask
 */

/**
 * The masked visible cells of a large head as rectangles, in device pixels. They are computed from the mask
 * for the visible rows only.
 *
 * @param {LargeMask} mask
 * @param {Viewport} viewport
 * @param {number} ratio
 * @returns {[left: number, top: number, width: number, height: number][]}
 */
export function maskedRects(mask, viewport, ratio) {
  const [width, height] = [Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)];
  const cell = viewport.y * ratio;
  const across = (/** @type {number} */ key) =>
    Math.max(0, Math.min(width, Math.round((key - viewport.col) * viewport.x * ratio)));
  const sinks = across(mask.sinks);
  /** @type {{ query: number, top: number, bottom: number }[]} */
  const lines = [];
  for (let top = 0; top < height;) {
    const query = Math.min(viewport.rows - 1, Math.floor(viewport.row + top / cell + 1e-6));
    const bottom = Math.min(height, Math.max(top + 1, Math.round((query + 1 - viewport.row) * cell)));
    lines.push({ query, top, bottom });
    top = bottom;
  }
  const reached = mask.reached(Uint32Array.from(lines, ({ query }) => query));
  /** @type {[number, number, number, number][]} */
  const rects = [];
  for (const [at, { top, bottom }] of lines.entries()) {
    const [from, to] = [across(reached[2 * at]), across(reached[2 * at + 1])];
    const first = Math.min(from, sinks);
    if (from > first) rects.push([first, top, from - first, bottom - top]);
    if (to < width) rects.push([to, top, width - to, bottom - top]);
  }
  return rects;
}
