import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipped, drawnMarks } from '../heatmap/marks.js';

/** @typedef {import('../heatmap/figure.js').Mark} Mark */

test('a mark is clipped to the matrix, and dropped outside', () => {
  const size = { rows: 3, cols: 4 };
  /** @type {Mark} */
  const row = { row: 2, col: -1, rows: 5, cols: 9, level: 'direct' };
  assert.deepEqual(clipped(row, size), { row: 2, col: 0, rows: 1, cols: 4, level: 'direct' });
  assert.equal(clipped({ ...row, row: 3 }, size), null);
});

test('the cell in focus is drawn over its operands, and they over everything else', () => {
  /** @type {Mark[]} */
  const marks = ['focus', 'direct', 'downstream', 'upstream'].map((level) => ({
    row: 0,
    col: 0,
    rows: 1,
    cols: 1,
    level: /** @type {Mark['level']} */ (level),
  }));
  assert.deepEqual(
    drawnMarks(marks, { rows: 1, cols: 1 }).map(({ level }) => level),
    ['upstream', 'downstream', 'direct', 'focus'],
  );
  assert.equal(marks[0].level, 'focus', 'the host’s own list is left as it was');
});
