import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOf, cellAt, layOut } from '../heatmap/geometry.js';
import { clipped, drawnMarks } from '../heatmap/marks.js';

/** @typedef {import('../heatmap/figure.js').Mark} Mark */

test('a cell is a whole number of device pixels, and the layout follows the pixels', () => {
  const geometry = layOut({ rows: 2, cols: 3 }, 34, 26, 1.25);
  assert.equal(geometry.deviceCellWidth, 43);
  assert.equal(geometry.cellWidth, 34.4);
  assert.equal(geometry.width * 1.25, 3 * 43);
  assert.equal(geometry.deviceCellHeight, 33);
  assert.equal(geometry.gap, 1);
});

test('on a screen without scaling a cell has the requested size', () => {
  const { cellWidth, cellHeight, width, height } = layOut({ rows: 2, cols: 3 }, 34, 26, 1);
  assert.deepEqual([cellWidth, cellHeight, width, height], [34, 26, 102, 52]);
});

test('cells of a few pixels have no gap, and all are visible', () => {
  assert.equal(layOut({ rows: 1, cols: 1 }, 3, 3, 1).gap, 0);
  assert.equal(layOut({ rows: 1, cols: 1 }, 0.2, 0.2, 1).deviceCellWidth, 1);
});

test('every point of the map is in the cell whose box contains it', () => {
  const geometry = layOut({ rows: 3, cols: 4 }, 34, 26, 1.5);
  for (let row = 0; row < 3; row += 1) {
    for (let col = 0; col < 4; col += 1) {
      const { left, top, width, height } = boxOf(geometry, { row, col });
      assert.deepEqual(cellAt(geometry, left + 0.01, top + 0.01), { row, col });
      assert.deepEqual(cellAt(geometry, left + width - 0.01, top + height - 0.01), { row, col });
    }
  }
});

test('outside of the map there is no cell', () => {
  const geometry = layOut({ rows: 3, cols: 4 }, 10, 10, 1);
  for (const [x, y] of [
    [-1, 5],
    [5, -1],
    [40, 5],
    [5, 30],
    [Number.NaN, 5],
  ])
    assert.equal(cellAt(geometry, x, y), null, `${x}, ${y}`);
});

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
