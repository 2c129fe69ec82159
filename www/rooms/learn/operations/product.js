/** Sums of products: the product of two matrices, and of three with singular values in the middle. */
import { isPairs } from '../../../figure/axes.js';
import { matrixOf } from '../../../figure/matrices.js';
import { sum } from '../lessons/matrix.js';
import { factor } from '../numbers.js';
import { isMasked, outputSays, scoreSays } from './weights.js';
import { valueAt } from './operation.js';
/** @import { Node } from '../../../types.js' */
/** @import { At, Mistake, Operation } from './operation.js' */

/** @typedef {Pick<Extract<Node, { kind: 'product' }>, 'left' | 'right'>} Product */

/** Singular values below this are only rounding errors. */
const NOTHING = 1e-9;

/** @param {number} size */
const indices = (size) => Array.from({ length: size }, (_, index) => index);

/** @param {string} letter @param {number} index - counted from 0 */
const indexed = (letter, index) => ['sub', letter, String(index + 1)];

/** The pairs of numbers that are multiplied for a cell. @param {At<Product>} at */
const pairsOf = ({ model, node: { left, right }, row, col }) =>
  indices(model.matrices[left].cols).map((index) => [
    valueAt(model, left, row, index),
    valueAt(model, right, index, col),
  ]);

/** @type {Operation<Product>} */
export const product = {
  operands: ({ left, right }) => [
    { of: left, rows: 'row', cols: 'all' },
    { of: right, rows: 'all', cols: 'col' },
  ],
  figure: ({ left, right }, result) => ({ form: 'product', left, right, result }),
  sum(at) {
    const { model, id, node, row, col } = at;
    const { dot } = matrixOf(id);
    const isWeighted = model.graph[node.left]?.kind === 'softmax';
    return {
      before: dot ? [{ formula: ['row', indexed(dot[0], row), '·', indexed(dot[1], col)] }, '='] : [],
      terms: pairsOf(at)
        .filter((_, index) => !isWeighted || !isMasked(model, node.left, row, index))
        .map(([q, k]) => [
          {
            factors: [
              ['q', q, node.left],
              ['k', k, node.right],
            ],
          },
        ]),
    };
  },
  mistakes(at) {
    const { model, node } = at;
    const pairs = pairsOf(at);
    const products = pairs.map(([a, b]) => a * b);
    const total = sum(products);
    const [left, right] = [node.left, node.right].map(
      (of) => (/** @type {number} */ value) => factor(model, value, of),
    );
    const written = pairs.map(([a, b]) => `${left(a)}·${right(b)}`);
    /** @type {Mistake[]} */
    const mistakes = pairs.flatMap(([a, b], index) => {
      const [other, text] = a === 0 ? [b, right(b)] : [a, left(a)];
      if ((a !== 0 && b !== 0) || other === 0) return [];
      return [{ value: total + other, key: 'zero', figures: { product: written[index], other: text } }];
    });
    products.forEach((each, index) =>
      mistakes.push({ value: total - each, key: 'missing', figures: { product: written[index] } }),
    );
    mistakes.push({ value: sum(pairs.flat()), key: 'added', figures: {} });
    if (products.some((each) => each < 0))
      mistakes.push({ value: sum(products.map(Math.abs)), key: 'sign', figures: {} });
    if (model.graph[node.left]?.kind === 'softmax')
      mistakes.push({ value: sum(pairs.map(([, b]) => b)) / pairs.length, key: 'mean', figures: {} });
    return mistakes;
  },
  says(at) {
    const { model, id, node } = at;
    const left = model.graph[node.left]?.kind;
    if (isPairs(id)) return scoreSays(at);
    if (left === 'softmax') return outputSays(at);
    return left === 'concat' ? [model.t.figure.heads.mixes] : [];
  },
  numpy: ({ left, right }, code) => `${code(left)} @ ${code(right)}`,
  formula: ({ left, right }) => [{ of: left }, { of: right }],
};

/** The product U s Vᵀ, with the first concepts only. @type {Operation<Extract<Node, { kind: 'lowRank' }>>} */
export const lowRank = {
  operands: ({ u, s, v }) => [
    { of: u, rows: 'row', cols: 'all' },
    { of: s, rows: 'all', cols: 'all' },
    { of: v, rows: 'col', cols: 'all' },
  ],
  figure: ({ u, s, vT }, result) => ({ form: 'product', left: u, right: vT, over: s, result }),
  sum: ({ model, node: { u, s, vT }, row, col }) => ({
    terms: indices(model.matrices[u].cols)
      .filter((index) => valueAt(model, s, 0, index) > NOTHING)
      .map((index) => {
        const q = valueAt(model, u, row, index);
        const [o, k] = [valueAt(model, s, 0, index), valueAt(model, vT, index, col)];
        return [
          {
            factors: [
              ['q', q, u],
              ['o', o, s],
              ['k', k, vT],
            ],
          },
        ];
      }),
  }),
};
