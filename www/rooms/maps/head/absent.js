/** @import { Cell, Viewport } from './viewport.js' */

/**
 * A mask by position: a query may attend to the first `sinks` keys, and to the keys near its position.
 * `reached` gives the first of these and their end for each query.
 *
 * @typedef {{ sinks: number, reached: (queries: Uint32Array) => ArrayLike<number> }} LargeMask
 *
 * Why cells have no number: keys are left out, did not exist yet, or are masked. `reach` is the end of the
 * keys of each query, or null if all existed.
 *
 * @typedef {{ leaveOut: number, reach: number[] | null, mask: LargeMask | null }} Absent
 */

/**
 * Why a cell without a number has none; null if it is missing.
 *
 * @param {Absent} absent @param {Cell} cell
 * @returns {'leftOut' | 'masked' | 'beyond' | null}
 */
export function reasonAt({ leaveOut, reach, mask }, { query, key }) {
  if (key < leaveOut) return 'leftOut';
  if (mask) {
    const reached = mask.reached(Uint32Array.of(query));
    if ((key < reached[0] && key >= mask.sinks) || key >= reached[1]) return 'masked';
  }
  return reach && key >= reach[query] ? 'beyond' : null;
}

/**
 * The visible cells without a number as rectangles, in device pixels. They are computed for the visible rows
 * only.
 *
 * @param {Absent} absent
 * @param {Viewport} viewport
 * @param {number} ratio
 * @returns {[left: number, top: number, width: number, height: number][]}
 */
export function absentRects({ leaveOut, reach, mask }, viewport, ratio) {
  const [width, height] = [Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)];
  const size = viewport.cellHeight * ratio;
  const across = (/** @type {number} */ key) =>
    Math.max(0, Math.min(width, Math.round((key - viewport.col) * viewport.cellWidth * ratio)));
  /** @type {ReturnType<typeof absentRects>} */
  const rects = leaveOut > 0 ? [[0, 0, across(leaveOut), height]] : [];
  if (!reach && !mask) return rects;
  const sinks = across(mask?.sinks ?? 0);
  /** @type {{ query: number, top: number, bottom: number }[]} */
  const lines = [];
  for (let top = 0; top < height;) {
    const query = Math.min(viewport.rows - 1, Math.floor(viewport.row + top / size + 1e-6));
    const bottom = Math.min(height, Math.max(top + 1, Math.round((query + 1 - viewport.row) * size)));
    lines.push({ query, top, bottom });
    top = bottom;
  }
  const reached = mask?.reached(Uint32Array.from(lines, ({ query }) => query));
  for (const [at, { query, top, bottom }] of lines.entries()) {
    const [first, end] = reached ? [reached[2 * at], reached[2 * at + 1]] : [0, viewport.cols];
    const [from, to] = [first, Math.min(end, reach?.[query] ?? end)].map(across);
    const start = Math.min(from, sinks);
    if (from > start) rects.push([start, top, from - start, bottom - top]);
    if (to < width) rects.push([to, top, width - to, bottom - top]);
  }
  return rects;
}
