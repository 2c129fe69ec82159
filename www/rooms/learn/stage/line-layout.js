import { sum } from '../lessons/matrix.js';
import {
  ADVANCE,
  digitsIn,
  headingOf,
  labelRoom,
  LEAST_DIGITS,
  nameLine,
  placed,
  sizesFor,
  TIGHT_GROUND,
  WANTED_DIGITS,
  widthFor,
  leastCell,
} from './layout.js';
/** @import { Placed, Space, StepLayout, Shape, Sign } from './layout.js' */

/** Rows of a pile that are lower than this give up repeated column labels. */
const LOW = 30;

/**
 * The widths of cells in a line: equal ones if all digits can be read, else as each matrix needs.
 *
 * @param {Shape[]} shapes @param {number} free @param {ReturnType<typeof sizesFor>} sizes
 */
function lineWidths(shapes, free, { most, ground, wanted }) {
  const columns = sum(shapes.map(({ cols }) => cols));
  const equal = Math.floor(Math.min(most, free / columns));
  const longest = Math.max(...shapes.map(({ length }) => length));
  if (equal >= widthFor(longest, wanted, ground)) return shapes.map(() => equal);
  const digits =
    (free - columns * TIGHT_GROUND) / (sum(shapes.map(({ cols, length }) => cols * length)) * ADVANCE);
  return shapes.map(({ length }) => Math.floor(Math.min(most, length * digits * ADVANCE + TIGHT_GROUND)));
}

/**
 * Matrices of the same rows in a line, with operators between them; one below the other where the line is too
 * long.
 *
 * @param {Shape[]} shapes
 * @param {string[]} between - the operators; the last is before the result
 * @param {Space} room
 * @returns {StepLayout}
 */
export function lineScene(shapes, between, room) {
  const sizes = sizesFor(room);
  const labels = labelRoom(room);
  const line = nameLine(room.size, sizes.name);
  const signs = between.map((text) => Math.max(34, text.length * sizes.name * 0.62 + 24));
  const length = Math.max(...shapes.map((shape) => shape.length));
  const space = sum(signs);
  const free = room.width - labels - space;
  const last = shapes[shapes.length - 1];
  let inLine = lineWidths(shapes, free, sizes);
  // The name of the last matrix may be wider than the matrix. Space for the name makes cells narrower still.
  for (let tries = 0, before = 0; tries < 3; tries += 1) {
    const over = Math.ceil(last.name - last.cols * inLine[shapes.length - 1]);
    if (over <= before) break;
    inLine = lineWidths(shapes, free - over, sizes);
    before = over;
  }
  // A name may be wider than its matrix: then matrices stand as far apart as names need.
  const wide = shapes.every(({ cols, name }, index) => name <= cols * inLine[index] + 20);
  // On a large screen a line with somewhat smaller digits is better than a pile that does not fit.
  const least = room.size === 'narrow' ? WANTED_DIGITS : LEAST_DIGITS + 1;
  const fits = shapes.every((shape, index) => inLine[index] >= widthFor(shape.length, least, TIGHT_GROUND));
  const isLine = fits && (wide || shapes.length === 1);
  const most = Math.max(...shapes.map(({ cols }) => cols));
  const inRoom = Math.floor(Math.min(sizes.most, (room.width - labels) / most));
  const inPile = Math.max(leastCell(length, inRoom, sizes), inRoom);
  const widths = isLine ? inLine : shapes.map(() => inPile);
  const bands = isLine ? 1 : shapes.length;
  const rows = isLine ? Math.max(...shapes.map((shape) => shape.rows)) : sum(shapes.map((each) => each.rows));
  const all = shapes.map((shape, index) => headingOf(shape, widths[index]));
  const top = Math.max(...all);
  /** What stands above a matrix: its name and its column labels. @param {number[]} tops */
  const headsOf = (tops) => tops.map((each) => line + 4 + (isLine ? top : each));
  const takes = (/** @type {number[]} */ heights) => (isLine ? heights[0] : sum(heights));
  const gap = room.size === 'narrow' ? 6 : 10;
  const gaps = (bands - 1) * gap;
  // If a stack is too high, labels that repeat those of the first matrix are left out.
  const isShort = !isLine && takes(headsOf(all)) + gaps + rows * LOW > room.height;
  const isRepeated = (/** @type {number} */ index) =>
    isShort && index > 0 && shapes[index].columns === shapes[0].columns;
  const head = headsOf(all.map((each, index) => (isRepeated(index) ? 0 : each)));
  const heads = takes(head);
  // A pile in a text has no height to fill: its cells need not be as high as they are wide.
  const ratio = bands > 1 ? Math.min(sizes.ratio, 0.8) : sizes.ratio;
  const height = Math.max(
    sizes.row,
    Math.floor(Math.min(ratio * Math.max(...widths, 36), (room.height - heads - gaps) / rows)),
  );
  let [x, y] = [labels, head[0]];
  const digits = Math.min(
    ...shapes.map((shape, index) =>
      digitsIn({ width: widths[index], height }, shape.length, room.size, room.large),
    ),
  );
  /** @type {Placed[]} */
  const matrices = [];
  /** @type {Sign[]} */
  const operators = [];
  shapes.forEach((shape, index) => {
    if (index > 0 && isLine) {
      operators.push({
        text: between[index - 1],
        x: x + signs[index - 1] / 2,
        y: y + (shape.rows * height) / 2,
        size: sizes.name,
      });
      x += signs[index - 1];
    } else if (index > 0) {
      y += head[index] + gap;
    }
    matrices.push(placed(shape, x, y, { width: widths[index], height }, digits));
    if (isLine) x += shape.cols * widths[index];
    else y += shape.rows * height;
  });
  return {
    matrices,
    names: matrices.map((each, index) => ({
      id: each.id,
      x: each.x + 1,
      y: each.y - head[index] + line / 2,
      align: 'start',
      size: sizes.name,
    })),
    signs: operators,
    labels,
    label: sizes.label,
    rowsOf: isLine ? shapes[0].id : '*',
    colsOf: shapes.filter((_, index) => !isRepeated(index)).map(({ id }) => id),
    width: isLine ? Math.max(x, matrices[matrices.length - 1].x + 1 + last.name) : labels + most * inPile,
    height: isLine ? head[0] + rows * height : y,
  };
}
