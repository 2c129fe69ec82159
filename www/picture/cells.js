import { areasIn, boxOf, cellsIn } from '../ui/grid.js';
/** @import { Box, Shape } from './types.js' */

/** Smaller cells have no gap, and larger crosses: one for each square part of an area without values. */
const LEAST_SEPARATE = 6;
/** Half the side of a cross, relative to the smaller side of its cell. */
const CROSS = 0.18;

/**
 * The cells of a matrix: an image with one pixel for each cell, transparent where a cell has no value, and
 * these areas.
 *
 * @typedef {ReturnType<typeof cellImage>} CellImage
 *
 * @param {{ rows: number, cols: number }} size
 * @param {Uint8ClampedArray | Uint8Array} painted - one RGBA pixel for each cell
 * @param {(row: number, col: number) => 'hatch' | 'cross' | null} kindOf - null for a cell with a value
 */
export function cellImage({ rows, cols }, painted, kindOf) {
  const pixels = painted.slice();
  const areas = areasIn({ rows, cols }, kindOf);
  for (const area of areas)
    for (let row = area.row; row < area.row + area.rows; row += 1)
      for (let col = area.col; col < area.col + area.cols; col += 1) pixels[4 * (row * cols + col) + 3] = 0;
  return { rows, cols, pixels, areas };
}

/**
 * The cells of a matrix as shapes: their image, and a hatch or a cross in place of cells without a value.
 *
 * @param {CellImage} image
 * @param {{ cellWidth: number, cellHeight: number }} cell
 * @param {{ ground: string | null, hatch: string, cross: string }} colors - without a ground, what is behind the cells is
 *   seen in place of a hatch
 * @param {number} [gap] - between two cells
 * @param {number} [thickness] - of the lines of crosses
 * @returns {{ shapes: Shape[], has: Set<'hatch' | 'cross'> }} `has`: the kinds, for the legend
 */
export function cellShapes({ areas, ...image }, cell, colors, gap = 1, thickness = 1) {
  const { cellWidth, cellHeight } = cell;
  const areSeparate = Math.min(cellWidth, cellHeight) >= LEAST_SEPARATE;
  const { ground } = colors;
  const shapes = areas.flatMap(({ kind, ...area }) => {
    const box = placed(boxOf(cell, area));
    if (kind === 'hatch') return ground ? [hatched(box, { ...colors, ground })] : [];
    return [
      ...(ground ? [/** @type {Shape} */ ({ kind: 'rect', ...box, fill: ground })] : []),
      ...(areSeparate ? cellsIn(area).map((each) => crossIn(boxOf(cell, each))) : partsOf(box)).flatMap(
        (each) => crossed(each, colors.cross, thickness),
      ),
    ];
  });
  const box = { x: 0, y: 0, width: image.cols * cellWidth, height: image.rows * cellHeight };
  shapes.push({ kind: 'cells', ...box, ...image, gap: areSeparate ? gap : 0 });
  return { shapes, has: new Set(areas.map(({ kind }) => kind)) };
}

/** @param {ReturnType<typeof boxOf>} box */
export const placed = ({ left, top, width, height }) => ({ x: left, y: top, width, height });

/** @param {Box} box @param {{ ground: string, hatch: string }} colors @returns {Shape} */
export const hatched = (box, { ground, hatch }) => ({ kind: 'hatch', ...box, ground, line: hatch });

/**
 * Both diagonals of a box.
 *
 * @param {Box} box @param {string} stroke @param {number} [thickness] @returns {Shape[]}
 */
export const crossed = ({ x, y, width, height }, stroke, thickness = 1) =>
  [0, height].map((from) => ({
    ...{ kind: /** @type {const} */ ('line'), x, y, stroke, thickness },
    points: [
      [0, from],
      [width, height - from],
    ],
  }));

/**
 * Parts of a box that are about as wide as high, because a cross over a long row is only two lines.
 *
 * @param {Box} box
 */
function partsOf({ x, y, width, height }) {
  const longest = Math.max(width, height);
  const count = Math.max(1, Math.floor(longest / Math.max(Math.min(width, height), LEAST_SEPARATE)));
  const [across, down] = width > height ? [width / count, 0] : [0, height / count];
  return Array.from({ length: count }, (_, at) => ({
    ...{ x: x + at * across, y: y + at * down },
    ...{ width: across || width, height: down || height },
  }));
}

/** The square of the cross in a cell. @param {ReturnType<typeof boxOf>} cell */
function crossIn({ left, top, width, height }) {
  const side = Math.min(width, height);
  const half = Math.max(side * CROSS, Math.min(side, 5) / 2);
  return { x: left + width / 2 - half, y: top + height / 2 - half, width: 2 * half, height: 2 * half };
}
