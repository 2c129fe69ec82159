import { operationOf } from '../operations/index.js';
/** @import { Graph, Rect } from '../../../types.js' */
/** @import { Operand } from '../operations/operation.js' */

/**
 * Traces dependencies between cells: which cells a rectangle of cells is computed from, and which are
 * computed from it. Both follow from the operands of each operation.
 *
 * @typedef {Record<string, { rows: number, cols: number }>} Shapes
 */

/**
 * The part of a rectangle that is in a matrix: one rectangle, or none.
 *
 * @param {Shapes} shapes @param {Rect} rect
 */
function within(shapes, rect) {
  const shape = shapes[rect.matrix];
  const [row, col] = [Math.max(0, rect.row), Math.max(0, rect.col)];
  const rows = Math.min(rect.row + rect.rows, shape.rows) - row;
  const cols = Math.min(rect.col + rect.cols, shape.cols) - col;
  return rows > 0 && cols > 0 ? [{ matrix: rect.matrix, row, rows, col, cols }] : [];
}

/**
 * The operands of a rectangle: the cells in its sums.
 *
 * @param {Graph} graph
 * @param {Shapes} shapes
 * @param {Rect} rect
 * @returns {Rect[]}
 */
export function operands(graph, shapes, rect) {
  const node = graph[rect.matrix];
  if (!node) return [];
  return operationOf(node)
    .operands(node, shapes)
    .flatMap(({ of, rows, cols, shift = 0, down = 0 }) => {
      const [row, rowCount] = rows === 'all' ? [0, shapes[of].rows] : range(rect, rows);
      const [col, colCount] = cols === 'all' ? [0, shapes[of].cols] : range(rect, cols);
      return within(shapes, {
        matrix: of,
        row: row + down,
        rows: rowCount,
        col: col + shift,
        cols: colCount,
      });
    });
}

/** The start and the length of a side of a rectangle. @param {Rect} rect @param {'row' | 'col'} axis */
const range = (rect, axis) => (axis === 'row' ? [rect.row, rect.rows] : [rect.col, rect.cols]);

/**
 * The cells that are computed directly from a rectangle.
 *
 * @param {Graph} graph
 * @param {Shapes} shapes
 * @param {Rect} rect
 * @returns {Rect[]}
 */
export function consumers(graph, shapes, rect) {
  return Object.entries(graph).flatMap(([matrix, node]) =>
    operationOf(node)
      .operands(node, shapes)
      .filter(({ of }) => of === rect.matrix)
      .flatMap((operand) => within(shapes, readers(matrix, shapes, rect, operand))),
  );
}

/**
 * The cells of a matrix that read a rectangle of an operand.
 *
 * @param {string} matrix @param {Shapes} shapes @param {Rect} rect @param {Operand} operand @returns {Rect}
 */
function readers(matrix, shapes, rect, { rows, cols, shift = 0, down = 0 }) {
  const result = { matrix, row: 0, rows: shapes[matrix].rows, col: 0, cols: shapes[matrix].cols };
  if (rows === 'row') Object.assign(result, { row: rect.row - down, rows: rect.rows });
  if (rows === 'col') Object.assign(result, { col: rect.row, cols: rect.rows });
  if (cols === 'row') Object.assign(result, { row: rect.col, rows: rect.cols });
  if (cols === 'col') Object.assign(result, { col: rect.col - shift, cols: rect.cols });
  return result;
}

/**
 * All rectangles upstream of a rectangle, its operands first, without repetitions.
 *
 * @param {Graph} graph
 * @param {Shapes} shapes
 * @param {Rect} rect
 */
export function upstream(graph, shapes, rect) {
  return closure(rect, (each) => operands(graph, shapes, each));
}

/**
 * All rectangles downstream of a rectangle, without repetitions.
 *
 * @param {Graph} graph
 * @param {Shapes} shapes
 * @param {Rect} rect
 */
export function downstream(graph, shapes, rect) {
  return closure(rect, (each) => consumers(graph, shapes, each));
}

/** @param {Rect} start @param {(rect: Rect) => Rect[]} next @returns {Rect[]} */
function closure(start, next) {
  /** @type {Map<string, Rect>} */
  const found = new Map();
  let wave = next(start);
  while (wave.length > 0) {
    const fresh = wave.filter((rect) => !found.has(key(rect)));
    for (const rect of fresh) found.set(key(rect), rect);
    wave = fresh.flatMap(next);
  }
  return [...found.values()];
}

/** @param {Rect} rect */
function key({ matrix, row, col, rows, cols }) {
  return [matrix, row, col, rows, cols].join();
}
