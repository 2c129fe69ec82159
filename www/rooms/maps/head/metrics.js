/** The lengths of what is around and over the cells of a map: on the screen and in pictures, and in print. */
import { digitsIn } from '../../../ui/cell-digits.js';
import { SLOPE } from '../../../ui/labels.js';

/**
 * @typedef {object} Metrics
 * @property {number} label - the font size of labels
 * @property {number} small - that of other texts
 * @property {number} line - the space of a label along its axis
 * @property {number} least - that of the smallest label
 * @property {number} gap - between labels and cells
 * @property {number} edge - between labels and the edge
 * @property {number} overhang - how far the last horizontal label may extend beyond its map
 * @property {number} rise - how far the middle of a horizontal label is above the gap
 * @property {number} slope - of column labels that do not fit, in degrees
 * @property {number} thickness - of lines
 * @property {{ size: number, gap: number, bar: number }} strip - bars beside a map: the longest bar with its gap, the gap, and
 *   the maximum thickness of a bar
 * @property {{ width: number, gap: number, name: number }} loss - the mass lost beside the rows, and how far below them its
 *   name is
 * @property {{ height: number, gap: number, name: number }} lane - the row of a query below a map, and how far above it its
 *   name is
 * @property {{ least: number, side: number, share: number }} corner - marks of cells: the minimum side of such a cell,
 *   the maximum side of a mark, and its share of the cell
 * @property {boolean} isMono - whether digits have the font of digits
 * @property {(cell: { cellWidth: number, cellHeight: number }, isSigned: boolean) => boolean} hasDigits - whether cells
 *   are large enough for digits
 * @property {typeof digitsIn} digits - the texts of cells
 */

/** The minimum size of cells with digits, with the 0 before the point and without it, in CSS pixels. */
const [MIN_DIGITS, MIN_SIGNED] = [
  { width: 31, height: 16 },
  { width: 29, height: 16 },
];

/** @type {Metrics} */
export const SCREEN = {
  ...{ label: 12, small: 10.5, line: 14, least: 9.5, gap: 7, edge: 2, rise: 5, slope: SLOPE, thickness: 1 },
  overhang: 8,
  strip: { size: 34, gap: 6, bar: 7 },
  loss: { width: 84, gap: 12, name: 16 },
  lane: { height: 24, gap: 30, name: 5 },
  corner: { least: 12, side: 5, share: 1 },
  isMono: true,
  hasDigits({ cellWidth, cellHeight }, isSigned) {
    const { width, height } = isSigned ? MIN_SIGNED : MIN_DIGITS;
    return cellWidth >= width && cellHeight >= height;
  },
  digits: digitsIn,
};

/** The thickness of lines in print, in points. */
const HAIRLINE = 0.5;
/** The height of a line in print, relative to the size of type. */
export const LINE_HEIGHT = 1.35;

/**
 * All texts of a figure for print have one size, in points.
 *
 * @param {number} size
 * @param {{ digits: boolean, measure: (text: string, size: number) => number }} options - `digits`: whether cells have them
 * @returns {Metrics}
 */
export function printMetrics(size, { digits, measure }) {
  const line = 1.05 * size;
  const gap = 0.4 * size;
  return {
    ...{ label: size, small: size, line, least: line, gap, edge: 0, rise: 0.36 * size, slope: 90 },
    overhang: 0,
    thickness: HAIRLINE,
    strip: { size: 2.4 * size, gap, bar: 0.7 * size },
    loss: { width: 4.5 * size, gap: 2 * gap, name: 1.35 * size },
    lane: { height: 1.2 * size, gap: 1.5 * size, name: 0.3 * size },
    corner: { least: 0, side: Infinity, share: 1 / 4 },
    isMono: false,
    hasDigits: ({ cellHeight }) => digits && cellHeight >= 1.1 * size,
    digits({ cellWidth }, _, { data, texts }) {
      const written = texts ?? Array.from(data, (value) => (Number.isNaN(value) ? '' : value.toFixed(2)));
      const widest = Math.max(...written.map((text) => measure(text, size)));
      return widest + 1 <= cellWidth ? { size, texts: written } : null;
    },
  };
}
