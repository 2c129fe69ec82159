import { allDigits, cellText, longest, writersOf } from '../format/display.js';
/** @import { MatrixData, State } from '../types.js' */

/** The font size of digits, in CSS pixels. Smaller digits are illegible and are left out. */
const [MIN_SIZE, MAX_SIZE] = [11, 12.5];
/** The font size as a share of the height of a cell. */
const SHARE = 0.4;
/** The minimum height of a cell with digits, in CSS pixels. */
const MIN_HEIGHT = 14;
/**
 * Horizontal space around the digits, in CSS pixels: the minimum, and the space for digits larger than the
 * minimum.
 */
const [MARGIN, PREFERRED_MARGIN] = [3, 6];
/**
 * For a number of decimals that the reader chose: the width of a character, the number of characters besides
 * the decimals, and the number of characters if all digits are shown.
 */
const CHARACTER = 6.8;
const BESIDES_DECIMALS = 5;
const ALL_DIGITS = 22;
/** States of cells, as in the engine. 0 is a visible value, and `BLANK` is a value that is not shown yet. */
export const MASKED = 1;
export const BLANK = 2;
/** A key that the query sees and did not pick. */
export const UNPICKED = 3;

/**
 * The font size for texts of this many characters; null if they do not fit.
 *
 * @param {{ cellWidth: number, cellHeight: number }} cell - CSS pixels
 * @param {number} advance - the width of a digit, as a share of the font size
 * @param {number} characters
 */
function sizeOf({ cellWidth, cellHeight }, advance, characters) {
  if (cellHeight < MIN_HEIGHT) return null;
  const wanted = Math.min(MAX_SIZE, Math.max(MIN_SIZE, SHARE * cellHeight));
  const width = Math.max(1, characters) * advance;
  if (width * MIN_SIZE > cellWidth - MARGIN) return null;
  const size = Math.max(MIN_SIZE, Math.min(wanted, (cellWidth - PREFERRED_MARGIN) / width));
  // Rounded to quarters of a pixel, so that matrices with nearly equal cells have the same font size.
  return Math.floor(size * 4) / 4;
}

/**
 * The minimum width of a cell for this many characters, in CSS pixels.
 *
 * @param {number} characters @param {number} advance
 */
export function widthFor(characters, advance) {
  return Math.ceil(characters * advance * MIN_SIZE + MARGIN);
}

/**
 * The texts of the cells of a matrix and their font size: `texts` if they fit, else the digits that fit. All
 * cells have the same size and the same number of decimals.
 *
 * @param {{ cellWidth: number, cellHeight: number }} cell
 * @param {number} advance - the width of a digit, as a share of the font size
 * @param {{ data: ArrayLike<number>, states?: ArrayLike<number>, texts?: string[] }} matrix
 * @returns {{ size: number, texts: string[] } | null} null if the cells are too small for digits
 */
export function digitsIn(cell, advance, { data, states = [], texts }) {
  if (sizeOf(cell, advance, 1) === null) return null;
  const withoutBlank = (/** @type {string[]} */ all) =>
    all.map((text, at) => (states[at] === BLANK ? '' : text));
  if (texts) {
    // Blank cells count, so that the size does not change when they are shown.
    const size = sizeOf(cell, advance, longest(texts));
    if (size !== null) return { size, texts: withoutBlank(texts) };
  }
  const values = Array.from(data);
  // Masked cells are hatched, missing ones crossed out and unpicked ones flat, so only `texts` are written
  // over them.
  const isWritten = (/** @type {number} */ value, /** @type {number} */ at) =>
    states[at] !== MASKED && states[at] !== UNPICKED && !Number.isNaN(value);
  for (const write of writersOf(values.filter(isWritten))) {
    const written = values.map((value, at) => (isWritten(value, at) ? write(value) : ''));
    const size = sizeOf(cell, advance, longest(written));
    if (size !== null) return { size, texts: withoutBlank(written) };
  }
  return null;
}

/**
 * Widens a cell if the decimals that the reader chose need it.
 *
 * @param {State['digits']} digits
 * @param {number} width
 */
export function wideEnough(digits, width) {
  if (digits === 'auto') return width;
  const characters = digits === 'full' ? ALL_DIGITS : digits + BESIDES_DECIMALS;
  return Math.max(width, Math.ceil(characters * CHARACTER));
}

/**
 * The texts of the cells with the decimals that the reader chose; undefined for as many as fit.
 *
 * @param {Pick<State, 'digits'>} state
 * @param {MatrixData} matrix
 * @returns {string[] | undefined}
 */
export function cellTexts({ digits }, { data }) {
  if (digits === 'auto') return undefined;
  return Array.from(data, (value) => (digits === 'full' ? allDigits(value) : cellText(value, digits)));
}
