import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlinesOf } from '../heatmap/scene.js';
import { pixelGrid } from '../ui/grid.js';

/** @typedef {import('../heatmap/figure.js').Mark} Mark */

const grid = pixelGrid({ rows: 3, cols: 4 }, 10, 20, 1);

test('a mark is clipped to the matrix, and dropped outside', () => {
  /** @type {Mark} */
  const row = { row: 2, col: -1, rows: 5, cols: 9, level: 'direct' };
  assert.deepEqual(outlinesOf({ marks: [row, { ...row, row: 3 }], cursor: null }, grid), [
    { level: 'direct', left: 0, top: 40, width: 40, height: 20 },
  ]);
});

test('the cursor is drawn over the cell in focus, this over its operands, and they over everything else', () => {
  /** @type {Mark[]} */
  const marks = ['focus', 'direct', 'downstream', 'upstream'].map((level) => ({
    row: 0,
    col: 0,
    rows: 1,
    cols: 1,
    level: /** @type {Mark['level']} */ (level),
  }));
  assert.deepEqual(
    outlinesOf({ marks, cursor: { row: 1, col: 1 } }, grid).map(({ level }) => level),
    ['upstream', 'downstream', 'direct', 'focus', 'cursor'],
  );
  assert.equal(marks[0].level, 'focus', 'the list of the host does not change');
});
