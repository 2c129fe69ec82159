import { widthOf } from '../../../ui/text-width.js';
import { digitsIn } from '../../../ui/cell-digits.js';
import { SIDE } from './tiles.js';
/** @import { TilesToDraw } from './draw-cells.js' */
/** @import { Viewport } from './viewport.js' */

/** The minimum size of cells with digits, in CSS pixels. */
const MIN_CELL = { width: 36, height: 16 };
/** The luminance at which black and white have the same contrast. */
const EQUAL_CONTRAST = 0.179;

/**
 * Writes numbers into cells that are large enough, in black or white, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the visible part
 * @param {TilesToDraw['tiles']} tiles
 * @param {Viewport} viewport
 * @param {string} family - of digits, as in CSS
 */
export function drawDigits(context, tiles, viewport, family) {
  const { x, y, row, col, width, height } = viewport;
  if (x < MIN_CELL.width || y < MIN_CELL.height) return;
  const cells = [...visibleCells(tiles, viewport)];
  const digits = digitsIn({ cellWidth: x, cellHeight: y }, widthOf('0', `100px ${family}`) / 100 || 0.6, {
    data: cells.map(({ value }) => value),
  });
  if (!digits) return;
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.font = `${digits.size}px ${family}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  cells.forEach(({ query, key, ink }, index) => {
    context.fillStyle = ink;
    context.fillText(digits.texts[index], (key + 0.5 - col) * x, (query + 0.5 - row) * y);
  });
  context.restore();
}

/**
 * The visible cells whose numbers are known, with the color of their digits.
 *
 * @param {TilesToDraw['tiles']} tiles
 * @param {Viewport} viewport
 */
function* visibleCells(tiles, { x, y, row, col, width, height, rows, cols }) {
  for (const { place, image } of tiles) {
    if (place.level > 0) continue;
    const [top, left] = [place.row * SIDE, place.col * SIDE];
    const bottom = Math.min(top + image.rows, rows, row + height / y);
    const right = Math.min(left + image.cols, cols, col + width / x);
    for (let query = Math.max(top, Math.floor(row)); query < bottom; query += 1) {
      for (let key = Math.max(left, Math.floor(col)); key < right; key += 1) {
        const index = (query - top) * image.cols + key - left;
        const ink = luminance(image.pixels, 4 * index) > EQUAL_CONTRAST ? '#000' : '#fff';
        yield { query, key, value: image.data[index], ink };
      }
    }
  }
}

/**
 * The relative luminance of a pixel, as WCAG defines it.
 *
 * @param {Uint8ClampedArray} pixels @param {number} at
 */
function luminance(pixels, at) {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const share = pixels[at + channel] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
