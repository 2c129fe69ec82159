import { reachOf } from './shape.js';
/** @import { Viewport } from '../head/viewport.js' */

/**
 * The masked visible cells of a large head as rectangles, in device pixels. They are computed from the mask
 * for the visible rows only.
 *
 * @param {import('./shape.js').LargeMask} mask
 * @param {Viewport} viewport
 * @param {number} ratio
 * @returns {[left: number, top: number, width: number, height: number][]}
 */
export function maskedRects(mask, viewport, ratio) {
  if (mask.before === null && mask.after === null) return [];
  const [width, height] = [Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)];
  const cell = viewport.y * ratio;
  const across = (/** @type {number} */ key) =>
    Math.max(0, Math.min(width, Math.round((key - viewport.col) * viewport.x * ratio)));
  const sinks = across(mask.sinks ?? 0);
  /** @type {[number, number, number, number][]} */
  const rects = [];
  for (let top = 0; top < height;) {
    const query = Math.min(viewport.rows - 1, Math.floor(viewport.row + top / cell + 1e-6));
    const bottom = Math.min(height, Math.max(top + 1, Math.round((query + 1 - viewport.row) * cell)));
    const [from, to] = reachOf(mask, query, viewport.cols).map(across);
    const first = Math.min(from, sinks);
    if (from > first) rects.push([first, top, from - first, bottom - top]);
    if (to < width) rects.push([to, top, width - to, bottom - top]);
    top = bottom;
  }
  return rects;
}
