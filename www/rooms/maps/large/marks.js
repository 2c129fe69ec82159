import { strokeAccent } from '../head/inks.js';
/** @import { Inks } from '../head/inks.js' */
/** @import { Viewport } from '../head/viewport.js' */
/** @import { OutstandingCell } from '../../../engine/maps-large-head.js' */

/** The radius of a ring, and the least size of a cell that needs no ring, in CSS pixels. */
const [RADIUS, VISIBLE] = [6, 6];
/** Cells below this multiple of a uniform weight may be due to chance. */
const MIN_TIMES = 20;

/**
 * Draws rings around outstanding cells, because such a cell is less than a pixel in a view of the whole map.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the viewport
 * @param {Viewport} viewport
 * @param {readonly OutstandingCell[]} cells
 * @param {Inks} inks
 */
export function drawMarks(context, { row, col, x, y, width, height }, cells, inks) {
  if (Math.min(x, y) >= VISIBLE) return;
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  for (const { query, key, times } of cells) {
    const [across, down] = [(key + 0.5 - col) * x, (query + 0.5 - row) * y];
    const isNear = Math.abs(across - width / 2) <= width && Math.abs(down - height / 2) <= height;
    if (times < MIN_TIMES || !isNear) continue;
    context.beginPath();
    context.arc(across, down, RADIUS, 0, 2 * Math.PI);
    strokeAccent(context, inks);
  }
  context.restore();
}
