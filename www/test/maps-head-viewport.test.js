import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelFor, panned, scrolledTo, viewportOf, zoomed } from '../rooms/maps/head/viewport.js';
import { cellAt } from '../ui/grid.js';

const ROOM = { width: 500, height: 500 };
const LARGE = { rows: 4096, cols: 4096 };

test('all of a map is visible at first, in square cells of whole pixels if they are large enough', () => {
  const frame = viewportOf({ rows: 17, cols: 17 }, ROOM, 1, null);
  assert.deepEqual(
    [frame.cellWidth, frame.cellHeight, frame.width, frame.height, frame.row, frame.col],
    [29, 29, 493, 493, 0, 0],
  );
  assert.equal(viewportOf({ rows: 17, cols: 17 }, ROOM, 2, null).cellWidth, 29);
  assert.equal(
    viewportOf({ rows: 2, cols: 2 }, ROOM, 1, null).width,
    112,
    'two tokens are not drawn as large as a page',
  );
  const large = viewportOf(LARGE, ROOM, 1, null);
  assert.deepEqual([large.cellWidth, large.width, large.height], [500 / 4096, 500, 500]);
});

test('a map of few rows is stretched to be visible, and stays within the available space', () => {
  for (const rows of [1, 4, 64, 4096]) {
    for (const cols of [1, 4, 64, 4096]) {
      const { width, height } = viewportOf({ rows, cols }, ROOM, 1, null);
      assert.ok(width <= 500 && height <= 500, `${rows} x ${cols}: ${width} x ${height}`);
      assert.ok(Math.min(width, height) >= 40, `${rows} x ${cols}: ${width} x ${height}`);
    }
  }
});

test('the cell under the pointer stays there while zooming in and out', () => {
  let sight = null;
  const at = { x: 130, y: 301 };
  const cell = cellAt(viewportOf(LARGE, ROOM, 1, sight), at.x, at.y);
  for (const by of [2, 2, 3, 3, 0.5, 4]) {
    sight = zoomed(viewportOf(LARGE, ROOM, 1, sight), at, by);
    const now = cellAt(viewportOf(LARGE, ROOM, 1, sight), at.x, at.y);
    assert.ok(
      cell && now && Math.abs(now.row - cell.row) <= 1 && Math.abs(now.col - cell.col) <= 1,
      JSON.stringify(now),
    );
  }
});

test('zooming out ends when all is visible, and zooming in when a cell is large enough', () => {
  const near = zoomed(viewportOf(LARGE, ROOM, 1, null), { x: 0, y: 0 }, 1e6);
  assert.equal(near?.cell, 64);
  assert.equal(zoomed(viewportOf(LARGE, ROOM, 1, near), { x: 0, y: 0 }, 1e-6), null);
});

test('no view extends beyond the map, whatever a link says', () => {
  for (const sight of [
    { row: -5, col: 1e9, cell: 20 },
    { row: 4095, col: 4095, cell: 1e9 },
    { row: 0, col: 0, cell: 1e-9 },
  ]) {
    const { row, col, width, height, cellWidth, cellHeight, cell } = viewportOf(LARGE, ROOM, 1, sight);
    assert.ok(
      row >= 0 && col >= 0 && row + height / cellHeight <= 4096.001 && col + width / cellWidth <= 4096.001,
      JSON.stringify({ row, col }),
    );
    assert.ok(cell <= 64 && cellWidth > 0);
  }
});

test('a drag moves the view by whole cells, and not beyond the edge', () => {
  const frame = viewportOf(LARGE, ROOM, 1, { row: 100, col: 100, cell: 10 });
  assert.deepEqual(panned(frame, 50, -20), { row: 98, col: 105, cell: 10 });
  assert.deepEqual(panned(frame, -1e6, 1e6), { row: 4046, col: 0, cell: 10 });
  assert.equal(
    panned(viewportOf(LARGE, ROOM, 1, null), 10, 10),
    null,
    'with all in sight there is nowhere to go',
  );
});

test('the view follows the cursor out of the visible part, and does not move within it', () => {
  const frame = viewportOf(LARGE, ROOM, 1, { row: 100, col: 100, cell: 10 });
  assert.deepEqual(scrolledTo(frame, { query: 120, key: 130 }), { row: 100, col: 100, cell: 10 });
  const after = viewportOf(LARGE, ROOM, 1, scrolledTo(frame, { query: 4095, key: 10 }));
  assert.ok(after.row + after.height / after.cellHeight >= 4096 && after.col <= 10);
});

test('the level is the finest whose cells are at least a device pixel', () => {
  assert.equal(levelFor({ cellWidth: 1, cellHeight: 1 }, 1, 13).level, 0);
  assert.equal(levelFor({ cellWidth: 0.5, cellHeight: 0.5 }, 2, 13).level, 0);
  assert.equal(levelFor({ cellWidth: 0.49, cellHeight: 0.49 }, 2, 13).level, 1);
  assert.equal(levelFor({ cellWidth: 1 / 8, cellHeight: 1 / 8 }, 1, 13).level, 3);
  assert.equal(
    levelFor({ cellWidth: 1e-9, cellHeight: 1e-9 }, 1, 5).level,
    4,
    'there is none beyond the last',
  );
});

test('a stretched map keeps all of its few rows, and only the other side is pooled', () => {
  assert.deepEqual(levelFor({ cellWidth: 1 / 8, cellHeight: 40 }, 1, 13), { level: 0, poolX: 8, poolY: 1 });
  assert.deepEqual(levelFor({ cellWidth: 1 / 8, cellHeight: 1 / 2 }, 1, 13), {
    level: 1,
    poolX: 4,
    poolY: 1,
  });
});
