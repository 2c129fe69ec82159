import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumers, downstream, operands, upstream } from '../rooms/learn/compute/trace.js';
import { graphOf } from '../rooms/learn/compute/graph.js';
import { BY_HAND } from '../rooms/learn/lessons/by-hand.js';

const shapes = Object.fromEntries(
  [
    ['x', 4, 3],
    ['wQ', 3, 3],
    ['wK', 3, 3],
    ['wV', 3, 3],
    ['q', 4, 3],
    ['k', 4, 3],
    ['v', 4, 3],
    ['kT', 3, 4],
    ['scores', 4, 4],
    ['scaled', 4, 4],
    ['allowed', 4, 4],
    ['additive', 4, 4],
    ['masked', 4, 4],
    ['weights', 4, 4],
    ['weightsRows', 4, 4],
    ['output', 4, 3],
    ['outputRows', 4, 3],
  ].map(([id, rows, cols]) => [id, { rows: Number(rows), cols: Number(cols) }]),
);
const { words } = BY_HAND;
const graph = graphOf(words, words.switches);

/** @param {string} matrix @param {number} row @param {number} col */
const cell = (matrix, row, col) => ({ matrix, row, col, rows: 1, cols: 1 });

/** @param {import('../types.js').Rect[]} rects @param {string} matrix */
const inMatrix = (rects, matrix) =>
  rects.filter((rect) => rect.matrix === matrix).map(({ row, col, rows, cols }) => [row, col, rows, cols]);

test('a score comes from one row of Q and one column of the transposed keys', () => {
  assert.deepEqual(operands(graph, shapes, cell('scores', 2, 0)), [
    { matrix: 'q', row: 2, rows: 1, col: 0, cols: 3 },
    { matrix: 'kT', row: 0, rows: 3, col: 0, cols: 1 },
  ]);
});

test('a score depends on its two tokens and the projections that read them', () => {
  const above = upstream(graph, shapes, cell('scores', 2, 0));
  assert.deepEqual(inMatrix(above, 'k'), [[0, 0, 1, 3]]);
  assert.deepEqual(inMatrix(above, 'x'), [
    [2, 0, 1, 3],
    [0, 0, 1, 3],
  ]);
  assert.deepEqual(inMatrix(above, 'wQ'), [[0, 0, 3, 3]]);
  assert.deepEqual(inMatrix(above, 'wV'), []);
});

test('a weight comes from its whole row if softmax is over rows, and from everything if it is over all', () => {
  assert.deepEqual(operands(graph, shapes, cell('weights', 1, 2)), [
    { matrix: 'scaled', row: 1, rows: 1, col: 0, cols: 4 },
  ]);
  const all = graphOf(words, { ...words.switches, softmaxAxis: 'all' });
  assert.deepEqual(operands(all, shapes, cell('weights', 1, 2)), [
    { matrix: 'scaled', row: 0, rows: 4, col: 0, cols: 4 },
  ]);
});

test('an entry of a projection affects one column of its result and all scores', () => {
  assert.deepEqual(consumers(graph, shapes, cell('wQ', 0, 1)), [
    { matrix: 'q', row: 0, rows: 4, col: 1, cols: 1 },
  ]);
  assert.deepEqual(inMatrix(downstream(graph, shapes, cell('wQ', 0, 1)), 'scores'), [[0, 0, 4, 4]]);
});

test('with a mask the weights come from the masked scores', () => {
  const masked = graphOf(words, { ...words.switches, mask: 'causal' });
  assert.deepEqual(operands(masked, shapes, cell('weights', 1, 0))[0].matrix, 'masked');
  assert.deepEqual(
    operands(masked, shapes, cell('masked', 1, 0)).map(({ matrix }) => matrix),
    ['scaled', 'additive'],
  );
});
