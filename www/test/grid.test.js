import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  areasIn,
  areWhole,
  boxOf,
  cellAt,
  fittedCell,
  framesOf,
  moved,
  neighbor,
  pixelGrid,
  pointIn,
  wholePixels,
} from '../ui/grid.js';

const size = { rows: 3, cols: 4 };
const cell = { row: 1, col: 2 };
/** @param {string} key @param {object} [more] @param {Parameters<typeof moved>[3]} [options] */
const press = (key, from = cell, more = {}, options = {}) => moved({ key, ...more }, from, size, options);

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

test('Home and End move to the ends of the row', () => {
  assert.deepEqual(press('Home'), { row: 1, col: 0 });
  assert.deepEqual(press('End'), { row: 1, col: 3 });
});

test('Page Up and Page Down move by sixteen rows, or by those of a page, and stop at the edges', () => {
  const tall = { rows: 40, cols: 4 };
  const page = (/** @type {string} */ key, /** @type {number} */ row, options = {}) =>
    moved({ key }, { row, col: 2 }, tall, options)?.row;
  assert.deepEqual([page('PageDown', 20), page('PageUp', 20)], [36, 4]);
  assert.deepEqual([page('PageDown', 30), page('PageUp', 3)], [39, 0]);
  assert.deepEqual([page('PageDown', 2, { page: 6 }), page('PageDown', 2, { page: Infinity })], [8, 39]);
});

test('the arrows reach the headers if there are any, and Page Up does not', () => {
  const corner = { row: 0, col: 0 };
  const options = { first: -1 };
  assert.deepEqual(press('ArrowUp', corner, {}, options), { row: -1, col: 0 });
  assert.deepEqual(press('ArrowLeft', corner, {}, options), { row: 0, col: -1 });
  assert.deepEqual(press('ArrowLeft', { row: -1, col: -1 }, {}, options), { row: -1, col: -1 });
  assert.deepEqual(press('PageUp', corner, {}, options), corner);
});

test('with Ctrl or Cmd, Home and End move to the corners', () => {
  assert.deepEqual(press('Home', cell, { ctrlKey: true }), { row: 0, col: 0 });
  assert.deepEqual(press('End', cell, { metaKey: true }), { row: 2, col: 3 });
});

test('other keys and arrows with a modifier are ignored', () => {
  assert.equal(press('a'), null);
  assert.equal(press('constructor'), null);
  assert.equal(press('ArrowLeft', cell, { metaKey: true }), null);
  assert.equal(press('PageDown', cell, { ctrlKey: true }), null);
});

test('the next cell wraps at the end of a row, and there is none after the last', () => {
  assert.deepEqual(neighbor({ row: 0, col: 3 }, size, 1), { row: 1, col: 0 });
  assert.deepEqual(neighbor({ row: 1, col: 0 }, size, -1), { row: 0, col: 3 });
  assert.equal(neighbor({ row: 2, col: 3 }, size, 1), null);
  assert.equal(neighbor({ row: 0, col: 0 }, size, -1), null);
});

test('a cell is a whole number of device pixels, and the layout follows the pixels', () => {
  const geometry = pixelGrid({ rows: 2, cols: 3 }, 34, 26, 1.25);
  assert.equal(geometry.deviceCellWidth, 43);
  assert.equal(geometry.cellWidth, 34.4);
  assert.equal(geometry.width * 1.25, 3 * 43);
  assert.equal(geometry.deviceCellHeight, 33);
  assert.equal(geometry.gap, 1);
});

test('on a screen without scaling a cell has the requested size', () => {
  const { cellWidth, cellHeight, width, height } = pixelGrid({ rows: 2, cols: 3 }, 34, 26, 1);
  assert.deepEqual([cellWidth, cellHeight, width, height], [34, 26, 102, 52]);
});

test('cells of a few pixels have no gap, and all are visible', () => {
  assert.equal(pixelGrid({ rows: 1, cols: 1 }, 3, 3, 1).gap, 0);
  assert.equal(pixelGrid({ rows: 1, cols: 1 }, 0.2, 0.2, 1).deviceCellWidth, 1);
});

test('every point of the map is in the cell whose box contains it', () => {
  const geometry = pixelGrid({ rows: 3, cols: 4 }, 34, 26, 1.5);
  for (let row = 0; row < 3; row += 1) {
    for (let col = 0; col < 4; col += 1) {
      const { left, top, width, height } = boxOf(geometry, { row, col });
      assert.deepEqual(cellAt(geometry, left + 0.01, top + 0.01), { row, col });
      assert.deepEqual(cellAt(geometry, left + width - 0.01, top + height - 0.01), { row, col });
    }
  }
});

test('outside of the map there is no cell', () => {
  const geometry = pixelGrid({ rows: 3, cols: 4 }, 10, 10, 1);
  for (const [x, y] of [
    [-1, 5],
    [5, -1],
    [40, 5],
    [5, 30],
    [Number.NaN, 5],
  ])
    assert.equal(cellAt(geometry, x, y), null, `${x}, ${y}`);
});

test('in a scrolled grid the first visible cell is at the upper left', () => {
  const grid = {
    rows: 100,
    cols: 100,
    cellWidth: 10,
    cellHeight: 20,
    width: 50,
    height: 60,
    row: 7.5,
    col: 3,
  };
  assert.deepEqual(cellAt(grid, 0, 0), { row: 7, col: 3 });
  assert.deepEqual(cellAt(grid, 49, 59), { row: 10, col: 7 });
  assert.deepEqual(boxOf(grid, { row: 8, col: 3 }), { left: 0, top: 10, width: 10, height: 20 });
});

test('cells fill their space, are square if possible, and no larger than allowed', () => {
  const space = { width: 300, height: 300 };
  assert.deepEqual(fittedCell({ rows: 30, cols: 15 }, space, 28), { square: 10, width: 10, height: 10 });
  assert.deepEqual(fittedCell({ rows: 2, cols: 2 }, space, 28), { square: 28, width: 28, height: 28 });
  assert.deepEqual(fittedCell({ rows: 4, cols: 300 }, space, 28), { square: 1, width: 1, height: 25 });
});

test('sides of cells are rounded down to whole device pixels, unless they have fewer than four', () => {
  assert.equal(wholePixels(12.4, 1.5), 12);
  assert.equal(wholePixels(2.5, 1.5), 2.5);
  assert.equal(wholePixels(29 / 1.1, 1.1), 29 / 1.1, 'in spite of rounding errors');
  assert.deepEqual([areWhole([4, 9], 1), areWhole([3.9, 9], 1)], [true, false]);
});

test('equal cells form as few rectangles as their rows allow', () => {
  const kinds = ['ab ', 'ab ', ' bb'];
  const areas = areasIn({ rows: 3, cols: 3 }, (row, col) =>
    kinds[row][col] === ' ' ? null : kinds[row][col],
  );
  assert.deepEqual(areas, [
    { row: 0, col: 0, rows: 2, cols: 1, kind: 'a' },
    { row: 0, col: 1, rows: 2, cols: 1, kind: 'b' },
    { row: 2, col: 1, rows: 1, cols: 2, kind: 'b' },
  ]);
});

test('the row, the column and the cell of a pair have frames around them', () => {
  const grid = pixelGrid({ rows: 10, cols: 20 }, 10, 10, 1);
  assert.deepEqual(framesOf(grid, { query: 3, key: 7 }), {
    row: { isThin: false, box: { left: 0, top: 30, width: 200, height: 10 } },
    column: { isThin: false, box: { left: 70, top: 0, width: 10, height: 100 } },
    cell: { isThin: false, box: { left: 70, top: 30, width: 10, height: 10 } },
  });
});

test('in a large grid the frames are lines, and the frame of the cell is centered on it', () => {
  const grid = { cellWidth: 0.2, cellHeight: 0.2, width: 200, height: 200, row: 100 };
  const { row, column, cell } = framesOf(grid, { query: 500, key: 500 });
  assert.deepEqual([row.isThin, row.box.height, column.isThin, column.box.width], [true, 1, true, 1]);
  assert.deepEqual([row.box.top, column.box.left], [80, 100]);
  assert.deepEqual([cell.box.width, cell.box.left + cell.box.width / 2], [7, 100.1]);
});

test('a pointer is at its place in a grid that the page has scaled', () => {
  const host = /** @type {Element} */ (
    /** @type {unknown} */ ({
      getBoundingClientRect: () => ({ left: 10, top: 20, width: 50, height: 200 }),
    })
  );
  const event = { clientX: 35, clientY: 120 };
  assert.deepEqual(pointIn(host, { width: 100, height: 100 }, event), { x: 50, y: 50 });
  assert.deepEqual(pointIn(host, null, event), { x: 25, y: 100 });
});
