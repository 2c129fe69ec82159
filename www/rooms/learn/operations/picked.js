/** Operations of an indexer that picks keys. */
import { sum } from '../lessons/matrix.js';
import { product } from './product.js';
import { isMasked, pairOf, weightSays } from './weights.js';
import { valueAt } from './operation.js';
/** @import { Node } from '../../../types.js' */
/** @import { At, Mistake, Operand, Operation } from './operation.js' */

/** A result that is not computed from rounded numbers. @param {At} at */
const exact = ({ model, id, row, col }) => valueAt(model, id, row, col);

/**
 * The score of the indexer: a product, or 0 if it is negative.
 *
 * @type {Operation<Extract<Node, { kind: 'index' }>>}
 */
export const index = {
  operands: product.operands,
  figure: product.figure,
  sum: (at) => ({
    .../** @type {NonNullable<typeof product.sum>} */ (product.sum)(at),
    before: ['max(0,'],
    equals: ') =',
  }),
  byHand: exact,
  masked: '–',
  mistakes(at) {
    const terms = product.sum?.(at).terms ?? [];
    const total = terms.reduce((sum, [term]) => {
      const factors = typeof term === 'object' && 'factors' in term ? term.factors : [];
      return sum + factors.reduce((all, [, value]) => all * value, 1);
    }, 0);
    /** @type {Mistake[]} */
    const negative = total < 0 ? [{ value: total, key: 'negative', figures: {} }] : [];
    return [...negative, ...(product.mistakes?.(at) ?? [])];
  },
  says: (at) =>
    isMasked(at.model, at.id, at.row, at.col) ? [at.model.t.figure.inspector.forbidden(pairOf(at))] : [],
  numpy: ({ left, right }, code) => `np.maximum(0, ${code(left)} @ ${code(right)})`,
};

/** The columns of the keys up to a query, the best first. @param {At<{ of: string }>} at */
function ranked({ model, node: { of }, row }) {
  return Array.from({ length: row + 1 }, (_, col) => col).sort(
    (a, b) => valueAt(model, of, row, b) - valueAt(model, of, row, a) || a - b,
  );
}

/** 1 for the best keys of each query. @type {Operation<Extract<Node, { kind: 'pick' }>>} */
export const pick = {
  operands: ({ of }) => [{ of, rows: 'row', cols: 'all' }],
  figure: ({ of }, result) => ({ form: 'line', parts: [of, result], signs: ['→'], result }),
  sum: (at) => ({
    terms: ranked(at).map((col, rank) => {
      const value = valueAt(at.model, at.node.of, at.row, col);
      const { of } = at.node;
      return [rank < at.node.keys ? { q: value, of } : { k: value, of }];
    }),
    sign: '≥',
    equals: '→',
  }),
  byHand: exact,
  masked: '0',
  says: pickSays,
};

/** @param {At<Extract<Node, { kind: 'pick' }>>} at */
function pickSays(at) {
  const { model, id, row, col } = at;
  const words = model.t.figure.picks;
  if (isMasked(model, id, row, col)) return [model.t.figure.inspector.forbidden(pairOf(at))];
  return [valueAt(model, id, row, col) === 1 ? words.picked(pairOf(at)) : words.notPicked(pairOf(at))];
}

/** The columns that a query picked. @param {At<{ picked: string }>} at */
const picksIn = ({ model, node: { picked }, row }) =>
  Array.from({ length: row + 1 }, (_, col) => col).filter((col) => valueAt(model, picked, row, col) === 1);

/** @param {{ of: string, picked: string }} node @returns {Operand[]} */
const weightsAndPicks = ({ of, picked }) => [
  { of, rows: 'row', cols: 'all' },
  { of: picked, rows: 'row', cols: 'all' },
];

/** The weights that were not picked. @type {Operation<Extract<Node, { kind: 'lost' }>>} */
export const lost = {
  operands: weightsAndPicks,
  sum(at) {
    const { of } = at.node;
    const terms = picksIn(at).map((col) => [{ k: valueAt(at.model, of, at.row, col), of }]);
    return { before: ['1 − ('], terms: /** @type {any} */ (terms), equals: ') =' };
  },
  byHand: exact,
  mistakes(at) {
    const { model, row, node } = at;
    const kept = sum(picksIn(at).map((col) => valueAt(model, node.of, row, col)));
    return [{ value: kept, key: 'kept', figures: {} }];
  },
  says: ({ model, id, row, col }) =>
    valueAt(model, id, row, col) === 0 ? [model.t.figure.picks.nothingLost] : [],
};

/** The weights of the picked keys alone. @type {Operation<Extract<Node, { kind: 'shared' }>>} */
export const shared = {
  operands: weightsAndPicks,
  figure: ({ of }, result) => ({ form: 'line', parts: [of, result], signs: ['→'], result }),
  sum(at) {
    const { model, node, row, col } = at;
    const { of } = node;
    const own = valueAt(model, of, row, col);
    if (valueAt(model, node.picked, row, col) === 0) return { terms: [['0']] };
    return {
      before: [{ q: own, of }, '÷ ('],
      terms: picksIn(at).map((each) => [{ k: valueAt(model, of, row, each), of }]),
      equals: ') =',
    };
  },
  byHand: exact,
  masked: '0',
  mistakes: ({ model, node, row, col }) => [
    { value: valueAt(model, node.of, row, col), key: 'notDividedAgain', figures: {} },
  ],
  says: weightSays,
};
