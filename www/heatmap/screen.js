import { inkColors, paint } from '../engine/painting.js';
import { MASKED } from '../ui/cell-digits.js';
import { element } from '../ui/dom.js';
import { SLOPE, WIDEST_ROW_LABEL, widthOf } from '../ui/labels.js';
import { baselineIn, columnsOf, digitsOf, focusOf, MASKED_INK, outlinesOf, rowsOf } from './scene.js';
/** @import { Appearance } from '../element/surroundings.js' */
/** @import { PixelGrid } from '../ui/grid.js' */
/** @import { Complete } from './figure.js' */
/** @import { tableOf } from './scene.js' */

/** The font of the column labels, as in the style sheet. */
const COLUMN_FONT = '12px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/**
 * Writes the row labels to the left of the matrix, each as high as its row.
 *
 * @param {HTMLElement} host
 * @param {Complete} figure
 * @param {PixelGrid} grid
 */
export function writeRows(host, figure, { cellHeight }) {
  host.replaceChildren(
    ...rowsOf(figure).map((text) => {
      const span = labelled(text);
      span.style.height = span.style.lineHeight = `${cellHeight}px`;
      span.style.maxWidth = `${WIDEST_ROW_LABEL}px`;
      return span;
    }),
  );
}

/**
 * Writes the column labels above the matrix.
 *
 * @param {HTMLElement} host
 * @param {Complete} figure
 * @param {PixelGrid} grid
 */
export function writeColumns(host, figure, { cellWidth }) {
  const measure = (/** @type {string} */ text) => widthOf(text, COLUMN_FONT);
  const { texts, widths, sloping, height, clip } = columnsOf(figure, cellWidth, measure);
  host.style.height = `${height}px`;
  host.classList.toggle('sloping', sloping);
  host.replaceChildren(
    ...texts.map((text, col) => {
      const span = labelled(text);
      const middle = (col + 0.5) * cellWidth;
      if (sloping) {
        span.style.left = `${middle}px`;
        span.style.maxWidth = `${clip}px`;
        // The lower left corner is at the middle of the column, shifted by half the slanted line height.
        span.style.transform = `translateX(6px) rotate(-${SLOPE}deg)`;
      } else {
        const width = Math.max(cellWidth, Math.ceil(widths[col]) + 1);
        span.style.left = `${middle - width / 2}px`;
        span.style.width = `${width}px`;
      }
      return span;
    }),
  );
}

/**
 * Labels are isolated, so that their writing direction does not affect others. The title has the full text of
 * a clipped label.
 *
 * @param {string} text
 */
function labelled(text) {
  return element('span', { title: text }, element('bdi', {}, text));
}

/**
 * Highlights the labels of the row and column in focus.
 *
 * @param {HTMLElement} rows
 * @param {HTMLElement} columns
 * @param {Complete} figure
 */
export function pointLabels(rows, columns, figure) {
  const at = focusOf(figure);
  Array.from(rows.children).forEach((label, row) => label.classList.toggle('at', row === at?.row));
  Array.from(columns.children).forEach((label, col) => label.classList.toggle('at', col === at?.col));
}

/**
 * Draws the outlines. They are elements rather than pixels, so that moving one repaints nothing and their
 * colors come from the style sheet.
 *
 * @param {HTMLElement} over - covers the canvas
 * @param {Complete} figure
 * @param {PixelGrid} grid
 */
export function drawOutlines(over, figure, grid) {
  const outlines = outlinesOf(figure, grid);
  while (over.children.length > outlines.length) over.lastElementChild?.remove();
  while (over.children.length < outlines.length) over.append(document.createElement('div'));
  outlines.forEach(({ level, left, top, width, height }, index) => {
    const box = /** @type {HTMLElement} */ (over.children[index]);
    if (box.className !== level) {
      box.className = level;
      // Pages can style the cursor.
      if (level === 'cursor') box.setAttribute('part', 'cursor');
      else box.removeAttribute('part');
    }
    box.style.transform = `translate(${left}px, ${top}px)`;
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
  });
}

/**
 * Writes the matrix as a read-only table.
 *
 * @param {HTMLTableElement} table
 * @param {ReturnType<typeof tableOf>} content
 */
export function writeTable(table, { name, corner, columns, rows }) {
  const body = rows.map(({ label, cells }) => {
    const line = element('tr', {}, header('row', label));
    for (const { text, isNone } of cells) {
      const cell = document.createElement('td');
      cell.textContent = text;
      if (isNone) cell.className = 'none';
      line.append(cell);
    }
    return line;
  });
  const head = element('tr', {}, header(null, corner), ...columns.map((label) => header('col', label)));
  table.replaceChildren(
    element('caption', {}, name),
    element('thead', {}, head),
    element('tbody', {}, ...body),
  );
}

/** @param {'row' | 'col' | null} scope @param {string} label */
function header(scope, label) {
  const isolated = element('bdi', {}, label);
  return scope ? element('th', { scope }, isolated) : element('td', { class: 'none' }, isolated);
}

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
  const isSame = sameIn(before?.figure ?? figure, figure, ['textSize', 'separator']);
  if (!fresh && isSame && sameItems(before.figure.texts, figure.texts)) return before;
  const advance = widthOf('0', `100px ${appearance.font}`) / 100 || 0.6;
  const digits = digitsOf(figure, geometry, advance);
  const { image, inks } = fresh ? pixels(figure, geometry, appearance) : before;
  const context = canvas.getContext('2d');
  if (context) {
    context.putImageData(image, 0, 0);
    if (figure.cornerRadius) roundCells(context, geometry, figure.cornerRadius * geometry.ratio);
    drawDigits(context, figure, geometry, digits, inks, appearance.font);
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
    sameItems(before.figure.matrix.data, figure.matrix.data) &&
    sameItems(before.figure.states, figure.states)
  );
}

/** @template T @param {T} a @param {T} b @param {(keyof T)[]} keys */
function sameIn(a, b, keys) {
  return keys.every((key) => a[key] === b[key]);
}

/**
 * Compares numbers or texts. After an edit every matrix is a new array, but most have the same numbers.
 *
 * @param {ArrayLike<unknown> | undefined} a
 * @param {ArrayLike<unknown> | undefined} b
 */
function sameItems(a, b) {
  if (a === b) return true;
  if (!a || !b || a.length !== b.length) return false;
  for (let cell = 0; cell < a.length; cell += 1) if (!Object.is(a[cell], b[cell])) return false;
  return true;
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
 * @param {{ texts: string[], size: number }} digits
 * @param {Uint8Array} inks
 * @param {string} family
 */
function drawDigits(
  context,
  { states },
  { cols, ratio, deviceCellWidth, deviceCellHeight },
  { texts, size },
  inks,
  family,
) {
  if (texts.length === 0) return;
  const font = `${size * ratio}px ${family}`;
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const { dark, light } = inkColors();
  const baseline = Math.round(baselineIn(deviceCellHeight, size * ratio));
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
