import { COLOURS } from './colours.js';
import { moved, TEXT } from './scene.js';
import { LEADING, lines } from './text.js';
/** @import { Matrix } from './matrix.js' */
/** @import { Measure, Piece, Shape, Theme } from './types.js' */

/** The gap between two matrices side by side. */
export const GAP = 18;
/** The gap between two matrices one below the other, and the padding of a band. */
const [BELOW, EDGE] = [8, 18];

/**
 * A matrix and its position; rows and columns count from 1.
 *
 * @typedef {{ row: number, column: number, piece: Matrix }} Placed
 */

/**
 * Arranges matrices in rows and columns, like a product on paper: in each row and column, the right and lower
 * edges of cells are aligned.
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
  const [right, bottom] = [ends(widths, GAP), ends(heights, BELOW)];
  const shapes = placed.flatMap(({ row, column, piece }) =>
    moved(piece.shapes, right[column - 1] - piece.right, bottom[row - 1] - piece.height),
  );
  const beyond = Math.max(
    ...placed.map(({ column, piece }) => right[column - 1] + piece.width - piece.right),
  );
  return { shapes, width: beyond, height: bottom[rows - 1] };
}

/**
 * A piece with a heading, on its own background.
 *
 * @param {string} heading
 * @param {Piece} piece
 * @param {{ theme: Theme, measure: Measure, width?: number }} how - `width` is the minimum
 * @returns {Piece}
 */
export function bandPiece(heading, piece, { theme, measure, width: least = 0 }) {
  const colours = COLOURS[theme];
  const width = Math.ceil(Math.max(least, piece.width + 2 * EDGE));
  const texts = lines(heading, width - 2 * EDGE, TEXT, measure);
  const top = Math.ceil(EDGE + texts.length * TEXT * LEADING + BELOW);
  const height = top + piece.height + EDGE;
  /** @type {Shape[]} */
  const shapes = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: colours.panel },
    { kind: 'frame', x: 0, y: 0, width, height, stroke: colours.line },
  ];
  texts.forEach((text, line) =>
    shapes.push({
      kind: 'text',
      x: EDGE,
      y: EDGE + TEXT + line * TEXT * LEADING - 2,
      text,
      size: TEXT,
      fill: colours.ink,
      anchor: 'start',
      bold: true,
    }),
  );
  return { shapes: [...shapes, ...moved(piece.shapes, EDGE, top)], width, height };
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
  const below = way === 'below';
  let at = 0;
  const shapes = pieces.flatMap((piece) => {
    const here = below ? moved(piece.shapes, 0, at) : moved(piece.shapes, at, 0);
    at += Math.ceil(below ? piece.height : piece.width) + gap;
    return here;
  });
  const most = Math.max(0, ...pieces.map((piece) => (below ? piece.width : piece.height)));
  return below ? { shapes, width: most, height: at - gap } : { shapes, width: at - gap, height: most };
}
