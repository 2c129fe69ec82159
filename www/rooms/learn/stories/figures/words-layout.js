/** The positions of the words of a sentence and of the arcs between them, as pure functions. */
import { sum } from '../../lessons/matrix.js';

/** @typedef {ReturnType<typeof wordsLayout>} WordsLayout */

/** Font sizes, in CSS pixels. A row with a smaller font than `least` becomes a column. */
const FONT = { least: 20, most: 64, column: 20 };
/** The font size of a row is at most 38 px, or the width divided by this, if that is larger. */
const WIDE = 29;
/** The space at the ends of a row for numbers that are wider than their words, in CSS pixels. */
const OVERHANG = 20;
/** The padding of a word and the gap between two words, in font sizes. */
const PAD = 0.24;
const GAP = 0.3;
/** The largest height of a word in a column, in CSS pixels. */
const COLUMN_STEP = 42;
/** The width of the numbers beside a column, in CSS pixels. */
const NUMBERS = 56;

/**
 * @param {string[]} words
 * @param {(text: string, size: number) => number} measure
 * @param {{ width: number, height: number }} space
 */
export function wordsLayout(words, measure, { width, height }) {
  const natural = words.map((word) => Math.max(measure(word, 100) / 100, 0.42) + 2 * PAD);
  const total = sum(natural) + (words.length - 1) * GAP;
  const size = Math.min(FONT.most, Math.max(38, width / WIDE), (width - OVERHANG) / total);
  return size < FONT.least
    ? column(words, measure, width, height)
    : row(natural, total, size, { width, height });
}

/**
 * Words side by side, with arcs above them and weights below.
 *
 * @param {number[]} natural - the widths of the words, in font sizes
 * @param {number} total - the width of the row, in font sizes
 * @param {number} size
 * @param {{ width: number, height: number }} space
 */
function row(natural, total, size, { width, height }) {
  const box = Math.round(size * 1.5);
  const numbers = Math.round(size * 0.9);
  const arcs = Math.max(20, Math.min(Math.max(150, width * 0.11), height - box - numbers, width * 0.14));
  const boxes = inRow(natural, GAP, size, { left: (width - total * size) / 2, top: arcs, height: box });
  return { isColumn: false, size, boxes, arcs, width, height: arcs + box + numbers };
}

/**
 * Words one below the other, as on a narrow page, with arcs to the left of them and weights to the right.
 *
 * @param {string[]} words
 * @param {(text: string, size: number) => number} measure
 * @param {number} width
 * @param {number} height
 */
function column(words, measure, width, height) {
  const step = Math.max(26, Math.min(COLUMN_STEP, Math.floor(height / words.length)));
  const size = Math.min(FONT.column, step * 0.55);
  const widest = Math.max(...words.map((word) => measure(word, size))) + 2 * PAD * size;
  const arcs = Math.max(48, Math.min(110, (width - widest - NUMBERS) / 2));
  // In the middle, as far as the arcs and the numbers leave room.
  const left = Math.max(arcs, Math.min((width - widest) / 2, width - widest - NUMBERS));
  const boxes = words.map((_, i) => ({ left, top: i * step, width: widest, height: step - 5 }));
  return { isColumn: true, size, boxes, arcs, width, height: words.length * step };
}

/**
 * The arc from one word to another, as an SVG path.
 *
 * @param {WordsLayout} layout
 * @param {number} from
 * @param {number} to
 */
export function arcPath({ boxes, arcs, isColumn }, from, to) {
  const [a, b] = [boxes[from], boxes[to]];
  if (isColumn) {
    const [y, end] = [a.top + a.height / 2, b.top + b.height / 2];
    const reach = a.left - Math.min(arcs - 6, 14 + Math.abs(y - end) * 0.22) * 1.25;
    return `M${point(a.left - 5, y)}C${point(reach, y)} ${point(reach, end)} ${point(a.left - 5, end)}`;
  }
  const [x, end] = [middle(a), middle(b)];
  const distance = x - end;
  const peak = arcs - 7 - Math.min(arcs - 14, 26 + Math.abs(distance) * 0.14) * 1.3;
  const lean = distance * 0.12;
  return `M${point(x, arcs - 7)}C${point(x - lean, peak)} ${point(end + lean, peak)} ${point(end, arcs - 7)}`;
}

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/**
 * Boxes side by side.
 *
 * @param {number[]} widths @param {number} gap - both in font sizes @param {number} size
 * @param {Omit<Box, 'width'>} first - the place of the first one
 * @returns {Box[]}
 */
export function inRow(widths, gap, size, { left, top, height }) {
  let next = left;
  return widths.map((each) => {
    const box = { left: next, top, width: each * size, height };
    next += (each + gap) * size;
    return box;
  });
}

/** The middle of a box, from the left. @param {Box} box */
export const middle = ({ left, width }) => left + width / 2;

/** A point of a path. @param {number} x @param {number} y */
export const point = (x, y) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
