import { percent, listed } from '../../../format/display.js';
import { rowOf } from '../lessons/matrix.js';
import { inSum, term } from '../numbers.js';
import { SCORES, WEIGHTS } from '../../../figure/schemes.js';
import { resultLine, sub, termsLine, valueAt } from '../operations/operation.js';
import { product } from '../operations/product.js';
import { softmax } from '../operations/softmax.js';
import { isMasked, pairOf } from '../operations/weights.js';
/** @import { MatrixData, Model, Node, SchemesCompared } from '../../../types.js' */
/** @import { At, Line, Operation } from '../operations/operation.js' */
/** @import { Scheme } from '../../../figure/schemes.js' */

/** @param {At} at @returns {SchemesCompared} */
const comparedIn = ({ model }) => /** @type {SchemesCompared} */ (model.compared);

/**
 * The scaled dot product of a query and a key, term by term.
 *
 * @param {At} at @param {MatrixData} q @param {MatrixData} k @returns {Line}
 */
function dot({ model, row, col }, q, k) {
  const terms = Array.from({ length: q.cols }, (_, feature) => [
    { strong: term(model, q.data[row * q.cols + feature]) },
    `·${term(model, k.data[col * k.cols + feature])}`,
  ]);
  const [, ...line] = termsLine(model, terms);
  return ['= (', ...line, `) ÷ √${q.cols}`];
}

/**
 * The angles by which RoPE rotates the pairs of features of a token.
 *
 * @param {Model} model @param {SchemesCompared} compared @param {number} token
 */
function angles(model, compared, token) {
  const { t, language } = model;
  const turned = Array.from(rowOf(compared.angles, token), (angle) => inSum(model, angle));
  return turned.length === 0 ? t.positions.inspector.unturned : `${listed(turned, language)} rad`;
}

/**
 * How each encoding computes a score; `i`, `j` and `root` are its parts as text.
 *
 * @type {Record<Scheme, (at: At, parts: { i: string, j: string, root: string }) => Line[]>}
 */
const SUMS = {
  none: (at, { i, j, root }) => [[`q${i} · k${j} ${root}`], dot(at, comparedIn(at).q, comparedIn(at).k)],
  sinusoidal(at, { i, j, root }) {
    const { sinusoidalQ, sinusoidalK } = comparedIn(at);
    return [[`(x${i} + p${i})W_Q · (x${j} + p${j})W_K ${root}`], dot(at, sinusoidalQ, sinusoidalK)];
  },
  rope(at, { i, j, root }) {
    const { model, row, col } = at;
    const compared = comparedIn(at);
    const [first, second] = [model.state.distance.shift + row, model.state.distance.shift + col];
    return [
      [`R(${first}) q${i} · R(${second}) k${j} ${root}`],
      [`R(${first}): ${angles(model, compared, row)}`],
      [`R(${second}): ${angles(model, compared, col)}`],
      dot(at, compared.ropeQ, compared.ropeK),
    ];
  },
  alibi(at, { i, j, root }) {
    const { model, row, col } = at;
    const slope = comparedIn(at).slopes[model.state.distance.slopeHead];
    return [
      [`q${i} · k${j} ${root} − m · |i − j|`],
      [
        '= ',
        { strong: term(model, valueAt(model, SCORES.none, row, col)) },
        ` − ${inSum(model, slope)} · ${Math.abs(row - col)}`,
      ],
    ];
  },
};

/** How an encoding changes the score without positions. @param {At} at @returns {Line[]} */
function change(at) {
  const { model, node, row, col } = at;
  if (node.scheme === 'none') return [];
  const { cols, data } = comparedIn(at).changes[/** @type {Exclude<Scheme, 'none'>} */ (node.scheme)];
  const score = inSum(model, valueAt(model, SCORES.none, row, col));
  const by = inSum(model, data[row * cols + col]);
  return [[model.t.positions.inspector.without({ score, by })]];
}

/** The weight that a score becomes. @param {At} at @returns {Line[]} */
const becomes = ({ model, node, row, col }) => [
  [
    `${model.t.figure.inspector.thenWeight} → `,
    { strong: inSum(model, valueAt(model, WEIGHTS[/** @type {Scheme} */ (node.scheme)], row, col)) },
  ],
];

/** How much of the query's share the key has. @param {At} at */
function shareSays(at) {
  const { model, node, row, col } = at;
  const words = model.t.figure.inspector;
  const id = WEIGHTS[/** @type {Scheme} */ (node.scheme)];
  if (isMasked(model, id, row, col)) return words.forbidden(pairOf(at));
  const weight = valueAt(model, id, row, col);
  return Number.isNaN(weight) ? words.notFinite : words.takes({ ...pairOf(at), percent: percent(weight) });
}

/** @param {'score' | 'weight'} name @returns {(at: At) => string} */
const heading = (name) => (at) => {
  const { schemes, inspector } = at.model.t.positions;
  return inspector[name]({ ...pairOf(at), scheme: schemes[/** @type {Scheme} */ (at.node.scheme)] });
};

/** A score of a position encoding. @type {Operation<Extract<Node, { kind: 'scheme' }>>} */
export const scheme = {
  operands: product.operands,
  heading: heading('score'),
  lines(at) {
    const { model, node, row, col } = at;
    const root = `÷ √${model.matrices.q.cols}`;
    return [...SUMS[node.scheme](at, { i: sub(row), j: sub(col), root }), resultLine(at), ...change(at)];
  },
  after: becomes,
  says: (at) => [shareSays(at), at.model.t.positions.inspector.says[at.node.scheme]],
  isGiven: true,
};

/**
 * A weight of a position encoding. Its softmax is not explained.
 *
 * @type {Operation<Extract<Node, { kind: 'share' }>>}
 */
export const share = {
  operands: softmax.operands,
  figure: softmax.figure,
  byHand: softmax.byHand,
  mistakes: softmax.mistakes,
  heading: heading('weight'),
  lines({ model, node, row, col }) {
    return [[`S[${row + 1},${col + 1}] = ${inSum(model, valueAt(model, SCORES[node.scheme], row, col))}`]];
  },
  after: becomes,
  says: (at) => [shareSays(at)],
};
