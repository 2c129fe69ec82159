/** The entries of the operations, checked against the numbers of the core. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { compute } from '../rooms/learn/compute/compute.js';
import { consumers, operands } from '../rooms/learn/compute/trace.js';
import { cellIn, operationOf } from '../rooms/learn/operations/index.js';
import { only, specOf } from '../rooms/learn/stage/spec.js';
import { byHand, mistakesOf } from '../rooms/learn/stage/mistakes.js';
import { freshState, settled } from '../rooms/learn/state/state.js';
import { numpyOf } from '../rooms/learn/numpy.js';
import { textsOf } from '../rooms/learn/numbers.js';
import { sumOf } from '../rooms/learn/stage/sum.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { Model, State } from '../types.js' */
/** @import { Token } from '../rooms/learn/operations/operation.js' */

before(() => engine.load());

/** @param {string} lesson @param {Partial<State>} [patch] @returns {Model} */
const modelOf = (lesson, patch = {}) => ({
  ...compute(engine, settled({ ...freshState(lesson), ...patch })),
  language: 'en',
  t: LANGUAGES.en,
});

/** @type {[string, Partial<State>][]} */
const STATES = [
  ['words', {}],
  ['words', { switches: { mask: 'causal', scale: 0.25, embeddingScale: 'sqrt', positions: 'textbook' } }],
  ['concepts', {}],
  ['heads', { kvHeads: 2 }],
  ['distance', {}],
];

/**
 * Every cell of every matrix of some lessons.
 *
 * @param {(model: Model, id: string, row: number, col: number) => void} check
 */
function everywhere(check) {
  for (const [lesson, patch] of STATES) {
    const model = modelOf(lesson, patch);
    for (const id of Object.keys(model.graph)) {
      const { rows, cols } = model.matrices[id];
      for (let cell = 0; cell < rows * cols; cell += 1)
        check(model, id, Math.floor(cell / cols), cell % cols);
    }
  }
}

/** The value of a term, such as 2·3 or 8 ÷ √4. @param {Token[]} term */
function valueOf(term) {
  const numbers = term.map((token) => {
    assert.ok(typeof token === 'object' || ['÷', '·'].includes(token));
    if (typeof token === 'string') return 1;
    if ('factors' in token) return token.factors.reduce((all, [, number]) => all * number, 1);
    if ('root' in token) return term.includes('÷') ? 1 / Math.sqrt(token.root) : Math.sqrt(token.root);
    return 'q' in token ? token.q : 'k' in token ? token.k : NaN;
  });
  return numbers.reduce((all, number) => all * number, 1);
}

test('the terms of each sum give the number of the core', () => {
  const found = new Set();
  everywhere((model, id, row, col) => {
    const at = cellIn(model, id, { row, col });
    const sum = at.node.kind === 'softmax' ? undefined : operationOf(at.node).sum?.(at);
    if (!sum) return;
    found.add(at.node.kind);
    const sign = sum.sign === '−' ? -1 : 1;
    const total = sum.terms
      .map(valueOf)
      .reduce((all, value, index) => all + (index > 0 ? sign : 1) * value, 0);
    const wanted = model.matrices[id].data[row * model.matrices[id].cols + col];
    assert.ok(total === wanted || Math.abs(total - wanted) < 1e-9, `${id} ${row},${col}: ${total} ${wanted}`);
  });
  assert.deepEqual([...found].sort(), ['difference', 'lowRank', 'mask', 'product', 'scale', 'sum']);
});

test('a cell is among the results of each of its operands', () => {
  everywhere(({ graph, matrices }, id, row, col) => {
    for (const operand of operands(graph, matrices, { matrix: id, row, col, rows: 1, cols: 1 }))
      assert.ok(
        consumers(graph, matrices, operand).some(
          (each) =>
            each.matrix === id &&
            each.row <= row &&
            row < each.row + each.rows &&
            each.col <= col &&
            col < each.col + each.cols,
        ),
        `${id} ${row},${col} of ${operand.matrix}`,
      );
  });
});

test('columns that a low-rank approximation drops affect nothing after them', () => {
  const { graph, matrices } = modelOf('concepts');
  assert.deepEqual(consumers(graph, matrices, { matrix: 'u', row: 0, col: 4, rows: 1, cols: 1 }), []);
});

/** A factor as sums write it. @param {string} text */
const inBrackets = (text) => (text.startsWith('−') ? `(${text})` : text);

test('a number in the sum below a figure is written as its cell is', () => {
  const texts = (/** @type {Model} */ model, /** @type {string} */ id) =>
    textsOf(model, id, model.matrices[id]).map(inBrackets);
  for (const [lesson, patch] of STATES) {
    const model = modelOf(lesson, patch);
    for (const [id, node] of Object.entries(model.graph)) {
      if (node.kind !== 'product') continue;
      const { cols } = model.matrices[id];
      const inner = model.matrices[node.left].cols;
      if (inner > 8) continue;
      const sum = sumOf(model, only(id), { row: 1, col: cols - 1 });
      const written = sum.flatMap((term) =>
        typeof term === 'object' && 'factors' in term ? term.factors : [],
      );
      const [left, right] = [texts(model, node.left), texts(model, node.right)];
      const expected = Array.from({ length: inner }, (_, index) => [
        ['q', left[inner + index]],
        ['k', right[index * cols + cols - 1]],
      ]);
      if (written.length === 2 * inner) assert.deepEqual(written, expected.flat(), `${lesson} ${id}`);
      const result = texts(model, id)[2 * cols - 1].replace(/[()]/g, '');
      assert.deepEqual(sum.at(-1), { r: result }, `${lesson} ${id}`);
    }
  }
});

test('the sum of a weight has the decimals of its cell, or those of its bar', () => {
  const model = modelOf('words', {});
  const cell = { row: 2, col: 0 };
  const spec = specOf(model.graph, 'weights');
  // e^6.93 / (e^6.93 + e^1.15 + e^8.08 + e^1.15) = 0.2391…
  assert.deepEqual(sumOf(model, spec, cell).at(-1), { r: '0.24' });
  assert.deepEqual(sumOf(model, spec, cell, true).at(-1), { r: '0.239' });
});

test('an input has no sum, so that only its number is a right answer', () => {
  assert.equal(byHand(modelOf('words'), only('x'), { row: 0, col: 0 }), null);
});

test('a score that is not divided by a root has no mistakes about roots', () => {
  const keys = (/** @type {State['switches']} */ switches) =>
    mistakesOf(
      modelOf('words', { switches }),
      only('scaled'),
      { row: 0, col: 0 },
      { rows: [], cols: [] },
    ).map(({ key }) => key);
  assert.ok(keys({ scale: 'sqrt' }).includes('noRoot'));
  assert.ok(!keys({ scale: 0.25 }).includes('noRoot'));
});

test('the NumPy code adds positions only where the lesson does', () => {
  assert.equal(numpyOf(modelOf('frase', { switches: { positions: 'none' } }), 'embed'), 'X = E');
});

test('a long sum leaves out the terms that are 0, if few others are left', () => {
  const tokens = Array.from({ length: 12 }, (_, index) => `w${index}`);
  const model = modelOf('own', { own: { ...freshState('own').own, tokens, model: 12 } });
  const { q } = model.matrices;
  // The embedding of token 5 is one-hot.
  const [dots, plus, term, next, ...rest] = sumOf(model, specOf(model.graph, 'q'), { row: 5, col: 0 });
  const factors = [
    ['q', '1'],
    ['k', inBrackets(textsOf(model, 'wQ', model.matrices.wQ)[5 * q.cols])],
  ];
  assert.deepEqual([dots, plus, term, next], ['…', '+', { factors }, '+']);
  assert.deepEqual(rest, ['…', '=', { r: textsOf(model, 'q', q)[5 * q.cols] }]);
});
