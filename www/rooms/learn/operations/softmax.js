import { sum } from '../lessons/matrix.js';
import { asShown, inSum, term, textsOf } from '../numbers.js';
import { cellsIn } from '../../../ui/grid.js';
import { baseOf, headOf } from '../../../figure/heads.js';
import { resultLine, termsLine, valueAt } from './operation.js';
import { isMasked, weightSays } from './weights.js';
/** @import { MatrixData, Node } from '../../../types.js' */
/** @import { At, Operation } from './operation.js' */

/** @typedef {Pick<Extract<Node, { kind: 'softmax' }>, 'of' | 'axis'>} Softmax */

/**
 * The cells whose weights sum to 1 together, as [row, column].
 *
 * @param {At<Softmax>} at
 */
function groupOf({ model, id, node, row, col }) {
  const cells = cellsIn(model.matrices[id]).filter(
    (each) => (node.axis !== 'rows' || each.row === row) && (node.axis !== 'columns' || each.col === col),
  );
  return cells.map((each) => [each.row, each.col]);
}

/**
 * The number of a cell's group in a matrix with one number for each row (rows × 1), for each column
 * (1 × cols) or for all cells (1 × 1).
 *
 * @param {MatrixData} matrix @param {At} at
 */
function inGroup({ rows, cols, data }, { row, col }) {
  return data[Math.min(row, rows - 1) * cols + Math.min(col, cols - 1)];
}

/** The intermediate results of the softmax of a matrix. @param {At} at */
function partsOf({ model, id }) {
  const { softmax, softmaxRows } = model.heads?.each[headOf(id) ?? 0] ?? model;
  return baseOf(id) === 'weightsRows' && softmaxRows ? softmaxRows : softmax;
}

/** @type {Operation<Softmax>} */
export const softmax = {
  operands: ({ of, axis }) => [
    { of, rows: axis === 'rows' ? 'row' : 'all', cols: axis === 'columns' ? 'col' : 'all' },
  ],
  figure: ({ of }, result) => ({ form: 'bars', from: of, result }),
  sum(at) {
    const { model, id, node, row, col } = at;
    if (isMasked(model, id, row, col)) return { terms: [[{ exp: '−∞' }, '÷', 'Σ']] };
    const { cols } = model.matrices[id];
    const scores = textsOf(model, node.of, model.matrices[node.of]);
    const own = { exp: scores[row * cols + col] };
    if (node.axis === 'all') return { terms: [[own, '÷', 'Σ']] };
    return {
      before: [own, '÷ ('],
      terms: groupOf(at)
        .filter(([r, c]) => !isMasked(model, id, r, c))
        .map(([r, c]) => [{ exp: scores[r * cols + c] }]),
      equals: ') =',
    };
  },
  byHand(at) {
    const { model, node, row, col } = at;
    if (node.axis !== 'rows') return null;
    const powerOf = (/** @type {number} */ r, /** @type {number} */ c) =>
      Math.exp(asShown(model, valueAt(model, node.of, r, c), node.of));
    return powerOf(row, col) / sum(groupOf(at).map(([r, c]) => powerOf(r, c)));
  },
  masked: '0',
  mistakes({ model, id, node, row, col }) {
    const score = valueAt(model, node.of, row, col);
    return [
      { value: score, key: 'score', figures: {} },
      { value: Math.exp(score), key: 'notShared', figures: {} },
      { value: 1 / model.matrices[id].cols, key: 'equal', figures: {} },
    ];
  },
  lines(at, masked) {
    const { model, node, row, col } = at;
    if (masked) return [['e^(−∞) = 0'], resultLine(at)];
    const { shift, exponentials, sums } = partsOf(at);
    const power = (/** @type {number} */ cell) => inSum(model, exponentials.data[cell]);
    const own = row * exponentials.cols + col;
    const score = { strong: term(model, valueAt(model, node.of, row, col)) };
    const shifted = ['e^(', score, ` − ${term(model, inGroup(shift, at))})`];
    const cells = groupOf(at)
      .map(([r, c]) => r * exponentials.cols + c)
      .filter((cell) => exponentials.data[cell] !== 0 || cell === own);
    return [
      [...(model.switches.softmaxForm === 'stable' ? shifted : ['e^', score]), ' ÷ Σ'],
      [
        'Σ ',
        ...termsLine(
          model,
          cells.map((cell) => [power(cell)]),
        ),
      ],
      ['= ', { strong: power(own) }, ` ÷ ${inSum(model, inGroup(sums, at))}`],
      resultLine(at),
    ];
  },
  verb: (_, { t }) => `${t.figure.inspector.thenWeight} →`,
  says: weightSays,
  statements({ of }, name, code, { switches }) {
    const scores = code(of);
    const axis = { rows: 'axis=1, keepdims=True', columns: 'axis=0, keepdims=True', all: '' }[
      switches.softmaxAxis
    ];
    const shifted = switches.softmaxForm === 'stable' ? `${scores} - ${scores}.max(${axis})` : scores;
    return `${name} = np.exp(${shifted})\n${name} = ${name} / ${name}.sum(${axis})`;
  },
};
