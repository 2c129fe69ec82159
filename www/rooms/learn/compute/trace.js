/** @import { Graph, Rect, Node } from '../../../types.js' */

/**
 * Traces dependencies between cells: which cells a rectangle of cells is computed from, and which are
 * computed from it. Each kind of node maps a rectangle to a list of rectangles.
 *
 * @typedef {Record<string, { rows: number, cols: number }>} Shapes
 */

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
  switch (node.kind) {
    case 'product':
      return [
        { matrix: node.left, row: rect.row, rows: rect.rows, col: 0, cols: shapes[node.left].cols },
        { matrix: node.right, row: 0, rows: shapes[node.right].rows, col: rect.col, cols: rect.cols },
      ];
    case 'lowRank':
      return [
        { matrix: node.u, row: rect.row, rows: rect.rows, col: 0, cols: shapes[node.u].cols },
        { matrix: node.s, row: 0, col: 0, ...shapes[node.s] },
        { matrix: node.v, row: rect.col, rows: rect.cols, col: 0, cols: shapes[node.v].cols },
      ];
    case 'transpose':
      return [{ matrix: node.of, row: rect.col, rows: rect.cols, col: rect.row, cols: rect.rows }];
    case 'same':
      return node.of.map((matrix) => ({ ...rect, matrix }));
    case 'slice':
      return [{ ...rect, matrix: node.of, col: rect.col + node.col }];
    case 'concat':
      return parts(node, shapes).flatMap((part) =>
        shared(rect, part).map(({ col, cols }) => ({
          ...rect,
          matrix: part.matrix,
          col: col - part.col,
          cols,
        })),
      );
    case 'softmax':
      return [group(node, shapes, rect, node.of)];
    default:
      return [];
  }
}

/**
 * The cells that are computed directly from a rectangle.
 *
 * @param {Graph} graph
 * @param {Shapes} shapes
 * @param {Rect} rect
 * @returns {Rect[]}
 */
export function consumers(graph, shapes, rect) {
  return Object.entries(graph).flatMap(([matrix, node]) => image(matrix, node, shapes, rect));
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

/** @param {string} matrix @param {Node} node @param {Shapes} shapes @param {Rect} rect @returns {Rect[]} */
function image(matrix, node, shapes, rect) {
  const whole = { matrix, row: 0, col: 0, ...shapes[matrix] };
  switch (node.kind) {
    case 'product':
      return [
        ...(node.left === rect.matrix ? [{ ...whole, row: rect.row, rows: rect.rows }] : []),
        ...(node.right === rect.matrix ? [{ ...whole, col: rect.col, cols: rect.cols }] : []),
      ];
    case 'lowRank':
      return [
        ...(node.u === rect.matrix ? [{ ...whole, row: rect.row, rows: rect.rows }] : []),
        ...(node.s === rect.matrix ? [whole] : []),
        ...(node.v === rect.matrix ? [{ ...whole, col: rect.row, cols: rect.rows }] : []),
      ];
    case 'transpose':
      return node.of === rect.matrix
        ? [{ matrix, row: rect.col, rows: rect.cols, col: rect.row, cols: rect.rows }]
        : [];
    case 'same':
      return node.of.includes(rect.matrix) ? [{ ...rect, matrix }] : [];
    case 'slice':
      if (node.of !== rect.matrix) return [];
      return shared(rect, { col: node.col, cols: shapes[matrix].cols }).map(({ col, cols }) => ({
        ...rect,
        matrix,
        col: col - node.col,
        cols,
      }));
    case 'concat':
      return parts(node, shapes)
        .filter((part) => part.matrix === rect.matrix)
        .map((part) => ({ ...rect, matrix, col: rect.col + part.col }));
    case 'softmax':
      return node.of === rect.matrix ? [group(node, shapes, rect, matrix)] : [];
    default:
      return [];
  }
}

/** The columns of concatenated matrices. @param {{ of: string[] }} node @param {Shapes} shapes */
function parts({ of }, shapes) {
  let next = 0;
  return of.map((matrix) => {
    const col = next;
    next += shapes[matrix].cols;
    return { matrix, col, cols: next - col };
  });
}

/**
 * The intersection of two ranges: one range, or none.
 *
 * @param {{ col: number, cols: number }} a @param {{ col: number, cols: number }} b
 */
function shared(a, b) {
  const col = Math.max(a.col, b.col);
  const cols = Math.min(a.col + a.cols, b.col + b.cols) - col;
  return cols > 0 ? [{ col, cols }] : [];
}

/**
 * The cells whose weights sum to 1 together.
 *
 * @param {{ axis: string }} node
 * @param {Shapes} shapes
 * @param {Rect} rect
 * @param {string} matrix
 * @returns {Rect}
 */
function group(node, shapes, rect, matrix) {
  const whole = { matrix, row: 0, col: 0, rows: shapes[matrix].rows, cols: shapes[matrix].cols };
  if (node.axis === 'rows') return { ...whole, row: rect.row, rows: rect.rows };
  if (node.axis === 'columns') return { ...whole, col: rect.col, cols: rect.cols };
  return whole;
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
