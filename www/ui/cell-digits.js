import { writersOf } from '../format/cell-text.js';
import { longest } from '../format/numpy.js';

/** The size of digits, CSS pixels. Smaller ones cannot be read, so a cell without room for them has none. */
const [SMALLEST, LARGEST] = [11, 12.5];
/** The size of digits as a share of the height of a cell. */
const SHARE = 0.4;
/** Lower cells have no digits, CSS pixels. */
const LOWEST = 14;
/**
 * The space to the left and right of the digits together, CSS pixels: at least, and preferred before larger
 * digits.
 */
const [MARGIN, PREFERRED] = [3, 6];
/** States of cells. */
const [MASKED, BLANK] = [1, 2];

/**
 * The size of digits for texts of this many characters; null if they do not fit.
 *
 * @param {{ cellWidth: number, cellHeight: number }} cell - CSS pixels
 * @param {number} advance - the width of a digit, as a share of the font size
 * @param {number} characters
 */
export function sizeOf({ cellWidth, cellHeight }, advance, characters) {
  if (cellHeight < LOWEST) return null;
  const wanted = Math.min(LARGEST, Math.max(SMALLEST, SHARE * cellHeight));
  const width = Math.max(1, characters) * advance;
  if (width * SMALLEST > cellWidth - MARGIN) return null;
  const size = Math.max(SMALLEST, Math.min(wanted, (cellWidth - PREFERRED) / width));
  // Quarters of a pixel, so that matrices whose cells differ by a fraction of a pixel have the same size.
  return Math.floor(size * 4) / 4;
}

/**
 * The width of a cell that holds this many characters, CSS pixels.
 *
 * @param {number} characters @param {number} advance
 */
export function widthFor(characters, advance) {
  return Math.ceil(characters * advance * SMALLEST + MARGIN);
}

/**
 * The texts of the cells of a matrix and their size: those of the host if they fit, else the digits that fit.
 * All cells have the same size and the same decimals.
 *
 * @param {{ cellWidth: number, cellHeight: number }} cell
 * @param {number} advance - the width of a digit, as a share of the font size
 * @param {{ data: ArrayLike<number>, states?: ArrayLike<number>, texts?: string[] }} matrix
 * @returns {{ size: number, texts: string[] } | null} null if the cells are too small for digits
 */
export function digitsIn(cell, advance, { data, states = [], texts }) {
  if (sizeOf(cell, advance, 1) === null) return null;
  if (texts) {
    const shown = texts.map((text, at) => (states[at] === BLANK ? '' : text));
    // Blank cells count, so that the size does not change when they are shown.
    const size = sizeOf(cell, advance, longest(texts));
    if (size !== null) return { size, texts: shown };
  }
  const values = Array.from(data);
  // A masked cell is marked by its hatch and a missing one by its cross: only the host may write over them.
  const isWritten = (/** @type {number} */ value, /** @type {number} */ at) =>
    states[at] !== MASKED && !Number.isNaN(value);
  for (const write of writersOf(values.filter(isWritten))) {
    const written = values.map((value, at) => (isWritten(value, at) ? write(value) : ''));
    const size = sizeOf(cell, advance, longest(written));
    if (size !== null) return { size, texts: written.map((text, at) => (states[at] === BLANK ? '' : text)) };
  }
  return null;
}
