import { writersOf } from '../format/cell-text.js';

/** The size of digits, CSS pixels. Smaller ones cannot be read, so that a cell without room for them has none. */
const [SMALLEST, LARGEST] = [11, 12.5];
/** The share of the height of a cell that digits take where it is high enough. */
const SHARE = 0.4;
/** Lower cells have no digits: CSS pixels. */
const LOWEST = 14;
/** Ground to the left and right of the digits together: CSS pixels, and the share of a wider cell. */
const [MARGIN, MARGIN_SHARE] = [3, 0.08];
/** As states are numbered. */
const [MASKED, BLANK] = [1, 2];

/**
 * The size of digits of so many characters; null if they do not fit.
 *
 * @param {{ cellWidth: number, cellHeight: number }} cell - CSS pixels
 * @param {number} advance - the width of a digit, as a share of the font size
 * @param {number} characters
 */
export function sizeOf({ cellWidth, cellHeight }, advance, characters) {
  if (cellHeight < LOWEST) return null;
  const wanted = Math.min(LARGEST, Math.max(SMALLEST, SHARE * cellHeight));
  const size = Math.min(
    wanted,
    (cellWidth - Math.max(MARGIN, MARGIN_SHARE * cellWidth)) / (Math.max(1, characters) * advance),
  );
  // A size in quarters of a pixel, so that matrices that differ by a hair are equal.
  return size < SMALLEST ? null : Math.floor(size * 4) / 4;
}

/** The width of a cell that holds so many characters, CSS pixels. @param {number} characters @param {number} advance */
export function widthFor(characters, advance) {
  return Math.ceil(characters * advance * SMALLEST + MARGIN);
}

/** The characters of the longest text. @param {string[]} texts */
export function longestOf(texts) {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

/**
 * What stands in the cells of a matrix, and how large: what the host gives if that fits, else the digits that fit. One size and one count of decimals for all cells.
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
    // Texts that are not shown yet take their place already: nothing changes its size later.
    const size = sizeOf(cell, advance, longestOf(texts));
    if (size !== null) return { size, texts: shown };
  }
  const values = Array.from(data);
  // A masked cell is told by its hatch and a missing one by its cross: only the host may write over them.
  const isWritten = (/** @type {number} */ value, /** @type {number} */ at) =>
    states[at] !== MASKED && !Number.isNaN(value);
  for (const write of writersOf(values.filter(isWritten))) {
    const written = values.map((value, at) => (isWritten(value, at) ? write(value) : ''));
    const size = sizeOf(cell, advance, longestOf(written));
    if (size !== null) return { size, texts: written.map((text, at) => (states[at] === BLANK ? '' : text)) };
  }
  return null;
}
