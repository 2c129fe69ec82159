/** Draws weights over a picture. */
import { paintMap } from '../program.js';
import { contextOf, drawShapes } from '../../../picture/canvas.js';
import { paintHeads } from '../chosen/colors.js';
import { ofPatches, partOf, placeOf } from './patches.js';
/** @import { Inks } from '../head/inks.js' */
/** @import { Colors } from '../head/tiles.js' */
/** @import { Picture } from './pictures.js' */
/** @import { Grid } from './settings.js' */

/** A gray picture is drawn as pale as this, so that it darkens a color as little as possible. */
const PALE = 0.42;
/** Patches that are smaller have no line between them, in CSS pixels. */
const LEAST_LINE = 16;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {object} content
 * @param {Grid} content.grid
 * @param {Float32Array[]} content.weights - of all tokens: one list, or one for each head that has a color; empty
 *   while they are pending
 * @param {Colors} content.colors
 * @param {boolean} content.isByRow - whether colors end at the largest weight of the row
 * @param {Picture | null} content.picture
 * @param {{ token: number | null, ink: string }[]} content.rings - around patches
 * @param {{ cell: number, ratio: number, inks: Inks }} how - `cell` is the side of a patch in CSS pixels
 */
export function drawPatches(canvas, content, { cell, ratio, inks }) {
  const { grid, rings } = content;
  const { columns, rows } = grid;
  const [width, height] = [columns * cell, rows * cell];
  const context = contextOf(canvas, { width, height }, ratio);
  if (!context) return;
  paintPatches(context, content, { cell, paper: inks.paper });
  if (cell >= LEAST_LINE) drawLines(context, grid, cell, inks);
  for (const { token, ink } of rings) {
    const place = token === null ? null : placeOf(token, grid);
    if (!place) continue;
    const box = { x: place.column * cell, y: place.row * cell, width: cell, height: cell };
    drawShapes(context, [{ kind: 'frame', ...box, stroke: ink, thickness: 2, rim: inks.paper }]);
  }
}

/**
 * The picture with the weights over it.
 *
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {Omit<Parameters<typeof drawPatches>[1], 'rings'>} content
 * @param {{ cell: number, paper: string }} how
 */
export function paintPatches(context, { grid, weights, colors, isByRow, picture }, { cell, paper }) {
  const { columns, rows } = grid;
  const [width, height] = [columns * cell, rows * cell];
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  const look = picture?.look ?? 'none';
  if (picture && look !== 'none') {
    context.filter = look === 'gray' ? 'grayscale(1)' : 'none';
    context.globalAlpha = PALE;
    context.drawImage(picture.bitmap, ...partOf(picture.bitmap, grid, picture.fit), 0, 0, width, height);
    context.filter = 'none';
    context.globalAlpha = 1;
  }
  if (weights.length === 0) return;
  const parts = weights.map((each) => ofPatches(each, grid));
  const pixels = paintWeights(parts, grid, colors, isByRow);
  const small = new OffscreenCanvas(columns, rows);
  small.getContext('2d')?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  context.imageSmoothingEnabled = false;
  // Weights darken a light page and lighten a dark one, so that the picture stays visible.
  if (look !== 'none') context.globalCompositeOperation = colors.theme === 'dark' ? 'screen' : 'multiply';
  context.drawImage(small, 0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
}

/** @param {Float32Array[]} parts @param {Grid} grid @param {Colors} colors @param {boolean} isByRow */
function paintWeights(parts, { columns, rows }, colors, isByRow) {
  let high = 0;
  for (const part of parts) for (const weight of part) if (weight > high) high = weight;
  const own = /** @type {const} */ ({ kind: 'sequential', low: 0, high: high || 1 });
  const { map, theme } = colors;
  const scale = isByRow ? own : colors.scale;
  if (parts.length > 1) return paintHeads(parts, { map, theme, scale });
  return /** @type {Uint8ClampedArray<ArrayBuffer>} */ (
    paintMap({ rows, cols: columns, data: parts[0], map, theme, scale })
  );
}

/** @param {CanvasRenderingContext2D} context @param {Grid} grid @param {number} cell @param {Inks} inks */
function drawLines(context, { columns, rows }, cell, inks) {
  context.globalAlpha = 0.25;
  context.fillStyle = inks.paper;
  for (let column = 1; column < columns; column += 1)
    context.fillRect(column * cell - 0.5, 0, 1, rows * cell);
  for (let row = 1; row < rows; row += 1) context.fillRect(0, row * cell - 0.5, columns * cell, 1);
  context.globalAlpha = 1;
}
