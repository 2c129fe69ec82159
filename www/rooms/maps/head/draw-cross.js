import { framesOf } from '../../../ui/grid.js';
import { strokeAccent } from './inks.js';
/** @import { Inks } from './inks.js' */
/** @import { Cell, Viewport } from './viewport.js' */

/**
 * Outlines the selected row, column and cell, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the visible part
 * @param {Viewport} viewport
 * @param {Cell} activeCell
 * @param {Inks} inks
 */
export function drawCross(context, viewport, activeCell, inks) {
  const { x: cellWidth, y: cellHeight, width, height } = viewport;
  const { row, column, cell } = framesOf({ ...viewport, cellWidth, cellHeight }, activeCell);
  context.save();
  context.beginPath();
  context.rect(-1, -1, width + 2, height + 2);
  context.clip();
  context.strokeStyle = context.fillStyle = inks.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.75;
  for (const { isThin, box } of [row, column]) {
    if (isThin) context.fillRect(box.left, box.top, box.width, box.height);
    else context.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1);
  }
  context.globalAlpha = 1;
  context.beginPath();
  context.rect(cell.box.left, cell.box.top, cell.box.width, cell.box.height);
  strokeAccent(context, inks);
  context.restore();
}
