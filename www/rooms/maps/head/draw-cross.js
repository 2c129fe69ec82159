import { strokeAccent } from './inks.js';
/** @import { Inks } from './inks.js' */
/** @import { Cell, Viewport } from './viewport.js' */

/** Smaller cells are filled, because the two lines of an outline would hide them. In CSS pixels. */
const MIN_OUTLINED = 3;
/** The minimum size of the frame around the selected cell, in CSS pixels. */
const MIN_FRAME = 7;

/**
 * Outlines the selected row, column and cell, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the visible part
 * @param {Viewport} viewport
 * @param {Cell} activeCell
 * @param {Inks} inks
 */
export function drawCross(context, { x, y, row, col, width, height }, { query, key }, inks) {
  const [left, top] = [(key - col) * x, (query - row) * y];
  context.save();
  context.beginPath();
  context.rect(-1, -1, width + 2, height + 2);
  context.clip();
  context.strokeStyle = context.fillStyle = inks.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.75;
  if (y < MIN_OUTLINED) context.fillRect(0, top, width, Math.max(1, y));
  else context.strokeRect(0.5, top + 0.5, width - 1, y - 1);
  if (x < MIN_OUTLINED) context.fillRect(left, 0, Math.max(1, x), height);
  else context.strokeRect(left + 0.5, 0.5, x - 1, height - 1);
  context.globalAlpha = 1;
  const [frameWidth, frameHeight] = [Math.max(x, MIN_FRAME), Math.max(y, MIN_FRAME)];
  context.beginPath();
  context.rect(left + (x - frameWidth) / 2, top + (y - frameHeight) / 2, frameWidth, frameHeight);
  strokeAccent(context, inks);
  context.restore();
}
