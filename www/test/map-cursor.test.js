import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, neighbour } from '../heatmap/cursor.js';

const size = { rows: 3, cols: 4 };
const cell = { row: 1, col: 2 };
const press = (/** @type {string} */ key, from = cell, more = {}) => moved({ key, ...more }, from, size);

test('the arrows move the cursor by one cell', () => {
  assert.deepEqual(press('ArrowUp'), { row: 0, col: 2 });
  assert.deepEqual(press('ArrowDown'), { row: 2, col: 2 });
  assert.deepEqual(press('ArrowLeft'), { row: 1, col: 1 });
  assert.deepEqual(press('ArrowRight'), { row: 1, col: 3 });
});

test('at an edge the cursor stays', () => {
  const last = { row: 2, col: 3 };
  assert.deepEqual(press('ArrowDown', last), last);
  assert.deepEqual(press('ArrowRight', last), last);
  assert.deepEqual(press('ArrowUp', { row: 0, col: 0 }), { row: 0, col: 0 });
  assert.deepEqual(press('ArrowLeft', { row: 0, col: 0 }), { row: 0, col: 0 });
});

test('Home and End move to the ends of the row, Page Up and Page Down to those of the column', () => {
  assert.deepEqual(press('Home'), { row: 1, col: 0 });
  assert.deepEqual(press('End'), { row: 1, col: 3 });
  assert.deepEqual(press('PageUp'), { row: 0, col: 2 });
  assert.deepEqual(press('PageDown'), { row: 2, col: 2 });
});

test('with Ctrl or Cmd, Home and End move to the corners', () => {
  assert.deepEqual(press('Home', cell, { ctrlKey: true }), { row: 0, col: 0 });
  assert.deepEqual(press('End', cell, { metaKey: true }), { row: 2, col: 3 });
});

test('other keys and arrows with a modifier are ignored', () => {
  assert.equal(press('a'), null);
  assert.equal(press('ArrowLeft', cell, { metaKey: true }), null);
  assert.equal(press('PageDown', cell, { ctrlKey: true }), null);
});

test('the next cell wraps at the end of a row, and there is none after the last', () => {
  assert.deepEqual(neighbour({ row: 0, col: 3 }, size, 1), { row: 1, col: 0 });
  assert.deepEqual(neighbour({ row: 1, col: 0 }, size, -1), { row: 0, col: 3 });
  assert.equal(neighbour({ row: 2, col: 3 }, size, 1), null);
  assert.equal(neighbour({ row: 0, col: 0 }, size, -1), null);
});
