import { widthOf } from '../../../ui/text-width.js';
import { digitsIn } from '../../../ui/cell-digits.js';
import { SIDE } from './tiles.js';
/** @import { Drawn } from './draw-cells.js' */
/** @import { Frame } from './sight.js' */

/** The least size of cells with digits, in CSS pixels. */
const LEAST = { width: 36, height: 16 };
/** The luminance at which black and white have the same contrast. */
const EVEN = 0.179;

/**
 * Writes numbers into cells that are large enough, in the color with more contrast, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is visible
 * @param {Drawn} drawn
 * @param {Frame} frame
 * @param {string} family - of digits, as in CSS
 */
export function drawDigits(context, { pictures }, { x, y, row, col, width, height, rows, cols }, family) {
  if (x < LEAST.width || y < LEAST.height) return;
  const cells = [...cellsInSight(pictures, { x, y, row, col, width, height, rows, cols })];
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
  cells.forEach(({ query, key, ink }, at) => {
    context.fillStyle = ink;
    context.fillText(digits.texts[at], (key + 0.5 - col) * x, (query + 0.5 - row) * y);
  });
  context.restore();
}

/**
 * The visible cells whose numbers are known, with the color of their digits.
 *
 * @param {Drawn['pictures']} pictures
 * @param {Pick<Frame, 'x' | 'y' | 'row' | 'col' | 'width' | 'height' | 'rows' | 'cols'>} frame
 */
function* cellsInSight(pictures, { x, y, row, col, width, height, rows, cols }) {
  for (const { place, picture } of pictures) {
    if (!picture || place.level > 0) continue;
    const [top, left] = [place.row * SIDE, place.col * SIDE];
    for (
      let query = Math.max(top, Math.floor(row));
      query < Math.min(top + picture.rows, rows, row + height / y);
      query += 1
    ) {
      for (
        let key = Math.max(left, Math.floor(col));
        key < Math.min(left + picture.cols, cols, col + width / x);
        key += 1
      ) {
        const at = (query - top) * picture.cols + key - left;
        const ink = luminance(picture.pixels, 4 * at) > EVEN ? '#000' : '#fff';
        yield { query, key, value: picture.data[at], ink };
      }
    }
  }
}

/** The relative luminance, as WCAG defines it. @param {Uint8ClampedArray} pixels @param {number} at */
export function luminance(pixels, at) {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const share = pixels[at + channel] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
