/** @import { Inks } from './inks.js' */
/** @import { Frame, Pair } from './sight.js' */

/**
 * Cells smaller than the first would be hidden by the two lines of a frame; the second is the least size of a
 * frame around a cell. In CSS pixels.
 */
const [THIN, SMALLEST] = [3, 7];

/**
 * Outlines the selected row, column and cell, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is visible
 * @param {Frame} frame
 * @param {Pair} activeCell
 * @param {Inks} inks
 */
export function drawCross(context, frame, { query, key }, inks) {
  const { x, y, width, height } = frame;
  const [left, top] = [(key - frame.col) * x, (query - frame.row) * y];
  context.save();
  context.beginPath();
  context.rect(-1, -1, width + 2, height + 2);
  context.clip();
  context.strokeStyle = context.fillStyle = inks.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.75;
  if (y < THIN) context.fillRect(0, top, width, Math.max(1, y));
  else context.strokeRect(0.5, top + 0.5, width - 1, y - 1);
  if (x < THIN) context.fillRect(left, 0, Math.max(1, x), height);
  else context.strokeRect(left + 0.5, 0.5, x - 1, height - 1);
  context.globalAlpha = 1;
  const [wide, high] = [Math.max(x, SMALLEST), Math.max(y, SMALLEST)];
  const frameAt = /** @type {[number, number, number, number]} */ ([
    left + x / 2 - wide / 2,
    top + y / 2 - high / 2,
    wide,
    high,
  ]);
  for (const [color, thick] of /** @type {[string, number][]} */ ([
    [inks.paper, 4],
    [inks.accent, 2],
  ])) {
    context.strokeStyle = color;
    context.lineWidth = thick;
    context.strokeRect(...frameAt);
  }
  context.restore();
}
