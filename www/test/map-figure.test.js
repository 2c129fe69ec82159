import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeedEditEvent, HeedPointEvent, HeedSelectEvent } from '../element/events.js';
import { complete, within } from '../heatmap/figure.js';
import { mapName, spoken, tableOf } from '../heatmap/scene.js';

/** @typedef {import('../heatmap/figure.js').Figure} Figure */

const matrix = { rows: 2, cols: 2, data: Float64Array.of(0.25, 0.75, Number.NaN, 1) };
/** @type {Figure} */
const figure = {
  matrix,
  name: 'weights',
  kind: 'sequential',
  low: 0,
  high: 1,
  rowAxis: 'query',
  colAxis: 'key',
};
const completed = (more = {}) => complete({ ...figure, ...more }) ?? assert.fail();

test('a figure without a matrix, or whose size and data differ, is ignored', () => {
  assert.equal(complete(null), null);
  assert.equal(complete(/** @type {any} */ ({ name: 'x' })), null);
  assert.equal(complete({ ...figure, matrix: { rows: 2, cols: 3, data: matrix.data } }), null);
  assert.equal(complete({ ...figure, matrix: { rows: 0, cols: 0, data: new Float64Array() } }), null);
});

test('numbers in a plain array are drawn like those of a typed array', () => {
  const list = /** @type {any} */ ({ ...matrix, data: [0.25, 0.75, Number.NaN, 1] });
  assert.deepEqual(completed({ matrix: list }).matrix, matrix);
});

test('a cursor outside of the matrix is ignored', () => {
  assert.equal(completed({ cursor: { row: 2, col: 0 } }).cursor, null);
  assert.deepEqual(completed({ cursor: { row: 1, col: 0 } }).cursor, { row: 1, col: 0 });
  assert.equal(within(matrix, { row: -1, col: 0 }), null);
});

test('states of another size than the matrix are ignored', () => {
  assert.deepEqual(completed({ states: new Uint8Array(9) }).states, new Uint8Array(4));
});

test('a cell is announced with its query, key and value', () => {
  const labels = { rowLabels: ['it', 'is'], colLabels: ['the', 'trophy'] };
  assert.equal(spoken(completed(labels), { row: 0, col: 1 }), 'query it, key trophy, 0.75');
});

test('a cell without labels is announced with its numbers, counted from one', () => {
  assert.match(spoken(completed({ rowAxis: '', colAxis: '' }), { row: 0, col: 1 }), /^row 1, column 2, /);
});

test('masked, missing and blank cells are announced as such', () => {
  const states = Uint8Array.of(1, 2, 0, 0);
  assert.match(spoken(completed({ states }), { row: 0, col: 0 }), /masked$/);
  assert.match(spoken(completed({ states }), { row: 0, col: 1 }), /not shown yet$/);
  assert.match(spoken(completed({ states }), { row: 1, col: 0 }), /not a number$/);
});

test('the host may describe a cell in its own words', () => {
  assert.equal(
    spoken(
      completed({ describe: (/** @type {number} */ row, /** @type {number} */ col) => `${row}/${col}` }),
      { row: 1, col: 0 },
    ),
    '1/0',
  );
});

test('the name of a map includes its size and its axes, rows first', () => {
  assert.equal(mapName(completed()), 'weights, 2 × 2, query × key');
});

test('the table shows the texts of the host, otherwise the numbers, and never a masked one', () => {
  const texts = (/** @type {Partial<Figure>} */ more) =>
    tableOf(completed(more)).rows.map(({ cells }) => cells.map(({ text }) => text));
  assert.deepEqual(texts({ tableTexts: ['a', 'b', 'c', 'd'] }), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(
    texts({ states: Uint8Array.of(0, 1, 0, 2) }).map(([, last]) => last),
    ['masked', ''],
  );
});

test('rows and columns of the table without labels are numbered from 1, and the corner names the axes', () => {
  const { corner, columns, rows } = tableOf(completed({ rowLabels: ['a', 'b'], tableColLabels: null }));
  assert.deepEqual([corner, columns], ['query ↓  key →', ['1', '2']]);
  assert.deepEqual(
    rows.map(({ label }) => label),
    ['a', 'b'],
  );
});

test('events leave the shadow tree, with the row of the cell first', () => {
  const edit = new HeedEditEvent({ row: 1, col: 2 }, 0.5, 'commit');
  assert.deepEqual(
    [edit.type, edit.row, edit.col, edit.value, edit.phase],
    ['heed-edit', 1, 2, 0.5, 'commit'],
  );
  assert.ok(edit.bubbles && edit.composed);
  const select = new HeedSelectEvent({ row: 0, col: 2 }, true, 0.25);
  assert.deepEqual(
    [select.activate, select.head, select.query, select.key, select.weight],
    [true, null, 0, 2, 0.25],
  );
  assert.equal(new HeedPointEvent(null).row, null);
});
