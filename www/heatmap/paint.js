import { inkColors, paint } from '../engine/attention.js';
import { widthOf } from '../ui/text-width.js';
import { digitsIn, MASKED } from '../ui/cell-digits.js';
/** @import { Appearance } from '../element/appearance.js' */
/** @import { Complete } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */

/** The opacity of digits over a hatch. */
const MASKED_INK = 0.72;

/**
 * The last content of a canvas, which is compared with the next.
 *
 * @typedef {{ figure: Complete, geometry: PixelGrid, appearance: Appearance, image: ImageData, inks: Uint8Array, texts: string[] }} Painted
 */

/**
 * Paints a map on a canvas of its size: the engine's colors, with digits over them. If neither has changed,
 * it does nothing, so that marks and cursors move without painting. If only the texts have changed, it does
 * not call the engine.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Complete} figure
 * @param {PixelGrid} geometry
 * @param {Appearance} appearance
 * @param {Painted | null} before
 * @returns {Painted}
 * @throws {Error} the engine's message
 */
export function paintMap(canvas, figure, geometry, appearance, before) {
  const fresh = !before || !samePixels(before, figure, geometry, appearance);
  // The digits depend on the size of the cells, and on the texts of the host.
  if (!fresh && before.figure.textSize === figure.textSize && sameTexts(before.figure.texts, figure.texts))
    return before;
  const digits = digitsOf(figure, geometry, appearance);
  const { image, inks } = fresh ? pixels(figure, geometry, appearance) : before;
  const context = canvas.getContext('2d');
  if (context) {
    context.putImageData(image, 0, 0);
    if (figure.cornerRadius) roundCells(context, geometry, figure.cornerRadius * geometry.ratio);
    drawDigits(context, figure, geometry, digits, inks);
  }
  return { figure, geometry, appearance, image, inks, texts: digits.texts };
}

/** @param {Complete} figure @param {PixelGrid} geometry @param {Appearance} appearance */
function pixels({ matrix, states, map, kind, low, high }, geometry, { theme }) {
  const { rows, cols, data } = matrix;
  const { deviceCellWidth: cellWidth, deviceCellHeight: cellHeight, gap } = geometry;
  return paint({ rows, cols, cellWidth, cellHeight, gap, map, kind, low, high, theme }, data, states);
}

/**
 * @param {Painted} before @param {Complete} figure @param {PixelGrid} geometry @param {Appearance} appearance
 */
function samePixels(before, figure, geometry, appearance) {
  return (
    sameIn(before.figure, figure, ['kind', 'map', 'low', 'high']) &&
    sameIn(before.geometry, geometry, ['deviceCellWidth', 'deviceCellHeight', 'gap', 'rows', 'cols']) &&
    sameIn(before.appearance, appearance, ['theme', 'ratio', 'font']) &&
    sameNumbers(before.figure.matrix.data, figure.matrix.data) &&
    sameNumbers(before.figure.states, figure.states)
  );
}

/** @template T @param {T} a @param {T} b @param {(keyof T)[]} keys */
function sameIn(a, b, keys) {
  return keys.every((key) => a[key] === b[key]);
}

/**
 * Compares numbers. After an edit every matrix is a new array, but most have the same numbers.
 *
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
function sameNumbers(a, b) {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let cell = 0; cell < a.length; cell += 1) if (!Object.is(a[cell], b[cell])) return false;
  return true;
}

/** @param {string[] | undefined} a @param {string[] | undefined} b */
function sameTexts(a, b) {
  return a === b || (!!a && !!b && a.length === b.length && a.every((text, cell) => text === b[cell]));
}

/**
 * The texts of the cells with their font. `size` is in CSS pixels, and `font` in device pixels.
 *
 * @param {Complete} figure
 * @param {PixelGrid} geometry
 * @param {Appearance} appearance
 */
export function digitsOf({ matrix, states, texts, textSize }, geometry, { font }) {
  if (textSize !== undefined && texts)
    return {
      texts: textSize > 0 ? texts : [],
      font: `${textSize * geometry.ratio}px ${font}`,
      size: textSize,
    };
  const advance = widthOf('0', `100px ${font}`) / 100 || 0.6;
  const digits = digitsIn(geometry, advance, { data: matrix.data, states, texts });
  if (!digits) return { texts: [], font: '', size: 0 };
  return { ...digits, font: `${digits.size * geometry.ratio}px ${font}` };
}

/**
 * Clears the corners of all cells and the gaps between them.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {PixelGrid} geometry
 * @param {number} radius - in device pixels
 */
function roundCells(context, { rows, cols, gap, deviceCellWidth, deviceCellHeight }, radius) {
  context.globalCompositeOperation = 'destination-in';
  context.beginPath();
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1)
      context.roundRect(
        col * deviceCellWidth + Math.floor(gap / 2),
        row * deviceCellHeight + Math.floor(gap / 2),
        deviceCellWidth - gap,
        deviceCellHeight - gap,
        radius,
      );
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Complete} figure
 * @param {PixelGrid} geometry
 * @param {{ texts: string[], font: string, size: number }} digits
 * @param {Uint8Array} inks
 */
function drawDigits(
  context,
  { states },
  { cols, ratio, deviceCellWidth, deviceCellHeight },
  { texts, font, size },
  inks,
) {
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const { dark, light } = inkColors();
  // Digits are about 0.72 of the font size high, so this baseline centers them in the cell.
  const baseline = Math.round(deviceCellHeight / 2 + 0.36 * size * ratio);
  texts.forEach((text, cell) => {
    if (text === '') return;
    const col = cell % cols;
    const row = (cell - col) / cols;
    // Whole pixels keep the digits sharp.
    const left = Math.round(col * deviceCellWidth + (deviceCellWidth - numberWidth(text, font)) / 2);
    context.fillStyle = inks[cell] === 0 ? dark : light;
    context.globalAlpha = states[cell] === MASKED ? MASKED_INK : 1;
    context.fillText(text, left, row * deviceCellHeight + baseline);
  });
  context.globalAlpha = 1;
}

/**
 * The width of a number, from the cached widths of its characters: there are too many numbers for the cache.
 *
 * @param {string} text @param {string} font
 */
function numberWidth(text, font) {
  let width = 0;
  for (const character of text) width += widthOf(character, font);
  return width;
}
