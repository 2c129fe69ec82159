/** Operations that only move numbers: transposition, splitting into heads and concatenation. */
import { headOf, readersOf } from '../../../figure/heads.js';
import { matrixOf } from '../../../figure/matrices.js';
import { resultLine, sub } from './operation.js';
/** @import { Node } from '../../../types.js' */
/** @import { At, Line, Operation } from './operation.js' */

/**
 * A cell in a formula, such as `K₂[1,3]` of the second head.
 *
 * @param {string} id @param {number} row @param {number} col
 */
export function place(id, row, col) {
  const head = headOf(id);
  return `${matrixOf(id).letter ?? id}${head === null ? '' : sub(head)}[${row + 1},${col + 1}]`;
}

/** @param {At} at @param {string} of @param {number} row @param {number} col @returns {Line[]} */
const copied = (at, of, row, col) => [
  [`${place(at.id, at.row, at.col)} = ${place(of, row, col)}`],
  resultLine(at),
];

/** @type {Operation<Extract<Node, { kind: 'transpose' }>>} */
export const transpose = {
  operands: ({ of }) => [{ of, rows: 'col', cols: 'row' }],
  lines: (at) => copied(at, at.node.of, at.col, at.row),
  edited(node, graph, { row, col }) {
    const of = graph[node.of];
    return of?.kind === 'input' ? { matrix: of.edits, row: col, col: row } : null;
  },
};

/** The columns of one head. @type {Operation<Extract<Node, { kind: 'slice' }>>} */
export const slice = {
  operands: ({ of, col }) => [{ of, rows: 'row', cols: 'col', shift: col }],
  figure: ({ of, col }, result) => ({ form: 'line', parts: [of, result], signs: ['→'], result, shift: col }),
  lines: (at) => copied(at, at.node.of, at.row, at.node.col + at.col),
  says({ model: { lesson, matrices, t }, id }) {
    const words = t.figure.heads;
    const head = /** @type {number} */ (headOf(id));
    const letter = matrixOf(id).letter ?? id;
    const { cols } = matrices[id];
    const columns =
      cols === 1
        ? words.column({ letter, n: head + 1 })
        : words.columns({ letter, first: head * cols + 1, last: (head + 1) * cols });
    if (matrixOf(id).head !== 'kv' || !lesson.heads) return [columns];
    const readers = readersOf(lesson.heads, head).map((reader) => reader + 1);
    return [
      columns,
      readers.length === 1
        ? words.reader({ n: String(readers[0]) })
        : words.readers({ list: readers.join(', ') }),
    ];
  },
  numpy: ({ of, col }, code, { matrices, lesson }) => {
    const count = matrixOf(of).head === 'kv' ? lesson.heads?.kvHeads : lesson.heads?.heads;
    return `${code(of)}[:, ${col}:${col + matrices[of].cols / (count ?? 1)}]`;
  },
};

/** The outputs of all heads side by side. @type {Operation<Extract<Node, { kind: 'concat' }>>} */
export const concat = {
  operands({ of }, shapes) {
    let col = 0;
    return of.map((id) => {
      const shift = -col;
      col += shapes[id].cols;
      return { of: id, rows: 'row', cols: 'col', shift };
    });
  },
  lines(at) {
    const { cols } = at.model.matrices[at.node.of[0]];
    return copied(at, at.node.of[Math.floor(at.col / cols)], at.row, at.col % cols);
  },
  says: ({ model: { matrices, t }, node, col }) => [
    t.figure.heads.merged({ n: Math.floor(col / matrices[node.of[0]].cols) + 1 }),
  ],
  numpy: ({ of }, code) =>
    `np.hstack([${of.map((id) => `${code(id)}${Number(headOf(id)) + 1}`).join(', ')}])`,
};
