/** The size of digits in a cell, CSS pixels: the first is wanted, the last can just be read. */
const SIZES = [11, 10.5, 10, 9.5, 9];
/** A cell has to be this large to hold a digit at all. */
const SMALLEST = { width: 12, height: 12 };
/** Ground to the left and right of the digits, CSS pixels together: as little as this where the texts are given, a share of a wider cell else. */
const MARGIN = 4;
const MARGIN_SHARE = 0.16;
/** Four characters hold a weight ("0.24"): a smaller font is better than fewer. */
const WANTED = 4;

/**
 * The font size of a map's digits, one for all cells, and how many characters fit at that size. Null if the cells are too small for digits.
 *
 * @param {{ cellWidth: number, cellHeight: number }} geometry
 * @param {number} advance - the width of a digit, as a share of the font size
 * @param {number} [longest] - characters of the longest text, if the texts are given
 * @returns {{ size: number, room: number } | null}
 */
export function fit({ cellWidth, cellHeight }, advance, longest) {
  if (cellWidth < SMALLEST.width || cellHeight < SMALLEST.height) return null;
  const width = cellWidth - (longest === undefined ? Math.max(MARGIN, MARGIN_SHARE * cellWidth) : MARGIN);
  const sizes = SIZES.filter((size) => size <= cellHeight - 2);
  const least = sizes.at(-1) ?? cellHeight - 2;
  const size = sizes.find((each) => room(each, width, advance) >= (longest ?? WANTED)) ?? least;
  return { size, room: Math.max(1, room(size, width, advance)) };
}

/** @param {number} size @param {number} width @param {number} advance */
function room(size, width, advance) {
  return Math.floor(width / (size * advance));
}

/** @typedef {(value: number, maxChars: number) => string} CellText */

/**
 * Where some numbers of a matrix have a minus sign, those that have none leave its place free, so that all show as many decimals: -.02 beside
 * .05, not beside .050.
 *
 * @param {ArrayLike<number>} data - of the whole matrix
 * @param {CellText} cellText
 * @returns {CellText}
 */
export function evenDecimals(data, cellText) {
  const signed = Array.prototype.some.call(data, (value) => value < 0 && !Number.isInteger(value));
  return (value, room) =>
    cellText(value, signed && value > 0 && !Number.isInteger(value) ? Math.max(1, room - 1) : room);
}

/**
 * What stands in one cell.
 *
 * @param {object} cell
 * @param {number} cell.value
 * @param {number} cell.state
 * @param {string | undefined} cell.text - if the host says what stands there
 * @param {number} room - in characters
 * @param {CellText} cellText
 */
export function textOf({ value, state, text }, room, cellText) {
  if (state === 2) return '';
  if (text !== undefined && text.length <= room) return text;
  // A masked cell is told by its hatch and a missing one by its cross: only the host may write over them.
  if (state === 1 || Number.isNaN(value)) return text ? clip(text, room) : '';
  return cellText(value, room);
}

/** @param {string} text @param {number} room */
function clip(text, room) {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
}
