/** Rings around the cells that stand out: far out, a single cell is less than a pixel. */
/** @import { Inks } from '../head/inks.js' */
/** @import { Frame } from '../head/sight.js' */
/** @import { Outstanding } from './found.js' */

/** The radius of a ring, and the size from which on a cell needs none, CSS pixels. */
const [RADIUS, SEEN] = [6, 6];
/** Cells with less, in units of an even spread, are no more than what chance gives. */
const LEAST = 20;

/**
 * Draws the rings, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is visible
 * @param {Frame} frame
 * @param {readonly Outstanding[]} cells
 * @param {Inks} inks
 */
export function drawMarks(context, { row, col, x, y, width, height }, cells, inks) {
  if (Math.min(x, y) >= SEEN) return;
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  for (const { query, key, times } of cells) {
    const [across, down] = [(key + 0.5 - col) * x, (query + 0.5 - row) * y];
    const isNear = Math.abs(across - width / 2) <= width && Math.abs(down - height / 2) <= height;
    if (times < LEAST || !isNear) continue;
    for (const [color, thick] of /** @type {[string, number][]} */ ([
      [inks.paper, 4],
      [inks.accent, 2],
    ])) {
      context.strokeStyle = color;
      context.lineWidth = thick;
      context.beginPath();
      context.arc(across, down, RADIUS, 0, 2 * Math.PI);
      context.stroke();
    }
  }
  context.restore();
}
