import { COLORS, moved, TEXT, written } from './scene.js';
import { LEADING, lines } from './lines.js';
/** @import { Matrix } from '../heatmap/picture.js' */
/** @import { Measure, Piece, Shape, Theme } from './types.js' */

/** The horizontal gap between matrices. */
export const GAP = 18;
/** The vertical gap between matrices. */
const ROW_GAP = 8;
/** The padding of a band. */
const PADDING = 18;

/**
 * A matrix and its position; rows and columns count from 1.
 *
 * @typedef {{ row: number, column: number, piece: Matrix }} Placed
 */

/**
 * Arranges matrices in rows and columns, like a product on paper. The cells of a column are aligned on the
 * right, and the cells of a row at the bottom.
 *
 * @param {Placed[]} placed
 * @returns {Piece}
 */
export function gridPiece(placed) {
  const columns = Math.max(...placed.map(({ column }) => column));
  const rows = Math.max(...placed.map(({ row }) => row));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(0, ...placed.filter(({ column }) => column === at + 1).map(({ piece }) => piece.right)),
  );
  const heights = Array.from({ length: rows }, (_, at) =>
    Math.max(0, ...placed.filter(({ row }) => row === at + 1).map(({ piece }) => piece.height)),
  );
  const ends = (/** @type {number[]} */ sizes, /** @type {number} */ gap) =>
    sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size) + at * gap);
  const [right, bottom] = [ends(widths, GAP), ends(heights, ROW_GAP)];
  const shapes = placed.flatMap(({ row, column, piece }) =>
    moved(piece.shapes, right[column - 1] - piece.right, bottom[row - 1] - piece.height),
  );
  const width = Math.max(...placed.map(({ column, piece }) => right[column - 1] + piece.width - piece.right));
  return { shapes, width, height: bottom[rows - 1] };
}

/**
 * A piece with a heading, a background and a frame.
 *
 * @param {string} heading
 * @param {Piece} piece
 * @param {{ theme: Theme, measure: Measure, width?: number }} options - `width` is the minimum
 * @returns {Piece}
 */
export function bandPiece(heading, piece, { theme, measure, width: least = 0 }) {
  const colors = COLORS[theme];
  const width = Math.ceil(Math.max(least, piece.width + 2 * PADDING));
  const texts = lines(heading, width - 2 * PADDING, TEXT, measure);
  const top = Math.ceil(PADDING + texts.length * TEXT * LEADING + ROW_GAP);
  const height = top + piece.height + PADDING;
  const look = { size: TEXT, fill: colors.ink, bold: true };
  /** @type {Shape[]} */
  const shapes = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: colors.panel },
    { kind: 'frame', x: 0, y: 0, width, height, stroke: colors.line },
    ...texts.map((text, line) => written(text, PADDING, PADDING + TEXT + line * TEXT * LEADING - 2, look)),
    ...moved(piece.shapes, PADDING, top),
  ];
  return { shapes, width, height };
}

/**
 * Arranges pieces one below the other, or side by side.
 *
 * @param {Piece[]} pieces
 * @param {'below' | 'beside'} way
 * @param {number} [gap]
 * @returns {Piece}
 */
export function stackPiece(pieces, way, gap = GAP) {
  const isBelow = way === 'below';
  let offset = 0;
  const shapes = pieces.flatMap((piece) => {
    const here = isBelow ? moved(piece.shapes, 0, offset) : moved(piece.shapes, offset, 0);
    offset += Math.ceil(isBelow ? piece.height : piece.width) + gap;
    return here;
  });
  const length = offset - gap;
  const breadth = Math.max(0, ...pieces.map((piece) => (isBelow ? piece.width : piece.height)));
  return isBelow ? { shapes, width: breadth, height: length } : { shapes, width: length, height: breadth };
}
