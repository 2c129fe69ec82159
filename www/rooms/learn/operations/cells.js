/** Operations on single cells: scaling, sums, masks and copies of some columns; and what is not computed. */
import { inSum } from '../numbers.js';
import { isPairs } from '../../../figure/axes.js';
import { matrixOf } from '../../../figure/matrices.js';
import { resultLine, valueAt } from './operation.js';
import { pairSays, scoreSays } from './weights.js';
/** @import { Model, Node } from '../../../types.js' */
/** @import { At, Operand, Operation } from './operation.js' */
/** @import { MatrixSpec } from '../stage/spec.js' */

/**
 * @template {Node['kind']} K
 * @typedef {Operation<Extract<Node, { kind: K }>>} OperationOf
 */

/** The same cell of a matrix. @param {string} of @returns {Operand} */
const same = (of) => ({ of, rows: 'row', cols: 'col' });

/** @param {{ of: string[] }} node @param {string} result @returns {MatrixSpec} */
const inLine = ({ of }, result) => ({
  form: 'line',
  parts: [...of, result],
  signs: [...of.slice(1).map(() => '+'), '='],
  result,
});

/**
 * The cells of the operands, the first and the others.
 *
 * @param {At<{ of: string[] }>} at @returns {{ terms: ({ q: number, of: string } | { k: number, of: string })[][] }}
 */
const sumOfCells = ({ model, node, row, col }) => ({
  terms: node.of.map((id, index) => {
    const value = valueAt(model, id, row, col);
    return [index === 0 ? { q: value, of: id } : { k: value, of: id }];
  }),
});

/** @type {OperationOf<'scale'>} */
export const scale = {
  operands: ({ of }) => [same(of)],
  figure: ({ of, sign, root, by }, result) => ({
    form: 'line',
    parts: [of, result],
    signs: [`${sign} ${root ? `√${root}` : by} =`],
    result,
  }),
  sum: ({ model, node: { of, sign, root, by = 1 }, row, col }) => ({
    terms: [[{ q: valueAt(model, of, row, col), of }, sign, root ? { root } : { k: by }]],
  }),
  mistakes({ model, node: { of, root }, row, col }) {
    if (!root) return [];
    const value = valueAt(model, of, row, col);
    const figures = { size: String(root) };
    return [
      { value, key: 'notDivided', figures },
      { value: value / root, key: 'noRoot', figures },
      { value: value * Math.sqrt(root), key: 'multiplied', figures },
    ];
  },
  verb: ({ sign, root, by }) => `${sign} ${root ? `√${root}` : by} =`,
  says: (at) => (isPairs(at.id) ? scoreSays(at) : []),
  numpy: ({ of, sign, root, by }, code) =>
    `${code(of)} ${sign === '÷' ? '/' : '*'} ${root ? `np.sqrt(${root})` : by}`,
};

/** @type {OperationOf<'sum'>} */
export const sum = {
  operands: ({ of }) => of.map(same),
  figure: inLine,
  sum: sumOfCells,
  mistakes: ({ model, node, row, col }) =>
    node.of.map((id) => ({ value: valueAt(model, id, row, col), key: 'onlyOne', figures: {} })),
  numpy: ({ of }, code) => of.map(code).join(' + '),
  formula: ({ of }) => of.flatMap((each, index) => [...(index > 0 ? ['+'] : []), { of: each }]),
};

/** @type {OperationOf<'difference'>} */
export const difference = {
  operands: ({ of }) => of.map(same),
  sum: (at) => ({ ...sumOfCells(at), sign: '−' }),
};

/** Scores plus −∞ for the keys that the query may not look at. @type {OperationOf<'mask'>} */
export const mask = {
  operands: ({ of }) => of.map(same),
  figure: (node, result) => ({ ...inLine(node, result), motion: 'curtain' }),
  sum: sumOfCells,
  masked: '−∞',
  mistakes: ({ model, node, row, col }) => [
    { value: valueAt(model, node.of[0], row, col), key: 'notMasked', figures: {} },
    { value: 0, key: 'maskedZero', figures: {} },
  ],
  verb: () => '+ M =',
  says: scoreSays,
  numpy: ({ of }, code) => `np.where(np.tri(*${code(of[0])}.shape) == 1, ${code(of[0])}, -np.inf)`,
};

/** 1 for the keys that a query may look at. @type {OperationOf<'allowed'>} */
export const allowed = {
  operands: () => [],
  lines(at) {
    const { model, id, row, col } = at;
    const words = model.t.figure.inspector;
    const isAllowed = valueAt(model, id, row, col) === 1;
    return [[`${col + 1} ≤ ${row + 1}: ${isAllowed ? words.yes : words.no}`], resultLine(at)];
  },
  says: pairSays,
  isGiven: true,
};

/** 0 for the keys that a query may look at, −∞ for the others. @type {OperationOf<'penalty'>} */
export const penalty = {
  operands: ({ of }) => [same(of)],
  lines(at) {
    const { model, node, row, col } = at;
    const value = inSum(model, valueAt(model, node.of, row, col));
    return [[`mask[${row + 1},${col + 1}] = ${value}`], resultLine(at)];
  },
  says: pairSays,
};

/** @param {At} at */
const factorSays = ({ model }) => [model.t.figure.inspector.factor];

/** The first columns of a matrix. @type {OperationOf<'cut'>} */
export const cut = {
  operands: ({ of }) => [same(of)],
  says: factorSays,
};

/** A factor of the singular value decomposition. @type {OperationOf<'factor'>} */
export const factor = {
  operands: ({ of }) => [{ of, rows: 'all', cols: 'all' }],
  says: factorSays,
};

/** Positions as waves of sine and cosine. @type {OperationOf<'wave'>} */
export const wave = {
  operands: () => [],
  lines(at) {
    const {
      model: { lesson },
      node: { isDoubled },
      row,
      col,
    } = at;
    const even = col - (col % 2);
    const name = col % 2 === 0 ? 'sin' : 'cos';
    const power = isDoubled ? `2·${even}` : `${even}`;
    return [
      [`${name}(pos ÷ 10000^(${isDoubled ? '2i' : 'i'}/d))`],
      [
        `= ${name}(`,
        { strong: String(lesson.firstPosition + row) },
        ` ÷ 10000^(${power}/${lesson.dims.model}))`,
      ],
      resultLine(at),
    ];
  },
  says: ({ model: { lesson, t }, node, row }) =>
    node.isBeside
      ? []
      : [t.figure.inspector.position({ token: lesson.tokens[row], n: lesson.firstPosition + row })],
  isGiven: true,
};

/** @type {OperationOf<'input'>} */
export const input = {
  operands: () => [],
  says: ({ model, id, row }) => [model.t.figure.inspector.input, ...usesOf(model, id, row)],
  numpy: ({ edits }) => matrixOf(edits).code ?? edits,
  isGiven: true,
  edited: ({ edits }, _, { row, col }) => ({ matrix: edits, row, col }),
};

/** Explains what an input is used for. @param {Model} model @param {string} id @param {number} row */
function usesOf({ lesson, graph, t }, id, row) {
  const words = t.figure.inspector;
  const [rows] = matrixOf(id).axes;
  if (rows === 'token') return [words.feeds({ token: lesson.tokens[row] })];
  if (rows !== 'feature' && rows !== 'headed') return [];
  return Object.entries(graph).flatMap(([result, node]) =>
    node.kind === 'product' && node.right === id
      ? [words.projectionFeeds({ name: t.figure.names[result] })]
      : [],
  );
}
