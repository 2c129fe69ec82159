import { widthOf } from '../../../ui/text-width.js';
import { fit } from '../../../ui/cell-digits.js';
import { cellText } from '../../../format/display.js';
import { SIDE } from './tiles.js';
/** @import { Drawn } from './draw-cells.js' */
/** @import { Frame } from './sight.js' */

/** Smaller cells have no digits: colours and the cell that is looked at say enough. CSS pixels. */
const LEAST = { width: 36, height: 16 };
/** More characters in a cell are read by nobody; all digits of the cell that is looked at stand beside the map. */
const MOST = 6;
/** The luminance at which black and white stand out alike. */
const EVEN = 0.179;

/**
 * Writes numbers into cells that are large enough, in the ink that stands out, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is in sight
 * @param {Drawn} drawn
 * @param {Frame} frame
 * @param {string} family - of digits, as in CSS
 */
export function drawDigits(context, { pictures }, { x, y, row, col, width, height, rows, cols }, family) {
  if (x < LEAST.width || y < LEAST.height) return;
  const fits = fit({ cellWidth: x, cellHeight: y }, widthOf('0', `100px ${family}`) / 100 || 0.6);
  if (!fits) return;
  const room = Math.min(MOST, fits.room);
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.font = `${fits.size}px ${family}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
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
        if (Number.isNaN(picture.data[at])) continue;
        context.fillStyle = luminance(picture.pixels, 4 * at) > EVEN ? '#000' : '#fff';
        context.fillText(cellText(picture.data[at], room), (key + 0.5 - col) * x, (query + 0.5 - row) * y);
      }
    }
  }
  context.restore();
}

/** As the contrast of text is reckoned by. @param {Uint8ClampedArray} pixels @param {number} at */
export function luminance(pixels, at) {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const share = pixels[at + channel] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
