import { inkColors, paint } from '../engine/attention.js';
import { widthOf } from '../ui/text-width.js';
import { digitsIn } from '../ui/cell-digits.js';
/** @import { Appearance } from '../element/appearance.js' */
/** @import { Complete } from './figure.js' */
/** @import { Geometry } from './geometry.js' */

/** The opacity of digits over a hatch. */
const MASKED_INK = 0.72;

/**
 * The last contents of a canvas, to see what must be painted again.
 *
 * @typedef {{ figure: Complete, geometry: Geometry, appearance: Appearance, image: ImageData, inks: Uint8Array, texts: string[] }} Painted
 */

/**
 * Paints a map: colors from the engine, with digits over them. It does nothing if nothing has changed, so
 * that marks and cursors move without painting, and does not call the engine if only the texts changed. The
 * canvas has the size of the geometry.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Complete} figure
 * @param {Geometry} geometry
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

/** @param {Complete} figure @param {Geometry} geometry @param {Appearance} appearance */
function pixels(
  { matrix, states, map, kind, low, high },
  { deviceCellWidth, deviceCellHeight, gap },
  { theme },
) {
  const { rows, cols, data } = matrix;
  return paint(
    {
      rows,
      cols,
      cellWidth: deviceCellWidth,
      cellHeight: deviceCellHeight,
      gap,
      map,
      kind,
      low,
      high,
      theme,
    },
    data,
    states,
  );
}

/**
 * @param {Painted} before @param {Complete} figure @param {Geometry} geometry @param {Appearance} appearance
 */
function samePixels({ figure: old, geometry: was, appearance: looked }, figure, geometry, appearance) {
  return (
    old.kind === figure.kind &&
    old.map === figure.map &&
    old.low === figure.low &&
    old.high === figure.high &&
    was.deviceCellWidth === geometry.deviceCellWidth &&
    was.deviceCellHeight === geometry.deviceCellHeight &&
    was.gap === geometry.gap &&
    was.rows === geometry.rows &&
    was.cols === geometry.cols &&
    looked.theme === appearance.theme &&
    looked.ratio === appearance.ratio &&
    looked.font === appearance.font &&
    sameNumbers(old.matrix.data, figure.matrix.data) &&
    sameNumbers(old.states, figure.states)
  );
}

/**
 * An edit computes every matrix again, and most do not change.
 *
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
function sameNumbers(a, b) {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let place = 0; place < a.length; place += 1) if (!Object.is(a[place], b[place])) return false;
  return true;
}

/** @param {string[] | undefined} a @param {string[] | undefined} b */
function sameTexts(a, b) {
  return a === b || (!!a && !!b && a.length === b.length && a.every((text, place) => text === b[place]));
}

/**
 * The texts of the cells, and their font size.
 *
 * @param {Complete} figure
 * @param {Geometry} geometry
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
 * Clears the corners of all cells, and the gaps between them.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Geometry} geometry
 * @param {number} radius
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
 * @param {Geometry} geometry
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
  // Digits are about 0.72 of the font size high, so this centers them in the cell.
  const baseline = Math.round(deviceCellHeight / 2 + 0.36 * size * ratio);
  texts.forEach((text, cell) => {
    if (text === '') return;
    const col = cell % cols;
    const row = (cell - col) / cols;
    // Whole pixels keep the digits sharp.
    const left = Math.round(col * deviceCellWidth + (deviceCellWidth - numberWidth(text, font)) / 2);
    context.fillStyle = inks[cell] === 0 ? dark : light;
    context.globalAlpha = states[cell] === 1 ? MASKED_INK : 1;
    context.fillText(text, left, row * deviceCellHeight + baseline);
  });
  context.globalAlpha = 1;
}

/**
 * The width of a number: the sum of the widths of its characters, which are measured once.
 *
 * @param {string} text @param {string} font
 */
function numberWidth(text, font) {
  let width = 0;
  for (const character of text) width += widthOf(character, font);
  return width;
}
