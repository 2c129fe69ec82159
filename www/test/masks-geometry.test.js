import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, stroke } from '../rooms/masks/geometry.js';

const ROOM = 300;

test('cells that are large enough are square and have whole pixels', () => {
  const { width, height, image } = layOut({ queries: 24, keys: 24 }, ROOM, 1.5);
  assert.deepEqual(image, { cellWidth: 18, cellHeight: 18, gap: 2 });
  assert.deepEqual([width, height], [288, 288]);
});

test('cells smaller than a pixel are pooled into pixels', () => {
  assert.deepEqual(layOut({ queries: 2048, keys: 2048 }, ROOM, 1), {
    rows: 2048,
    cols: 2048,
    cellWidth: 300 / 2048,
    cellHeight: 300 / 2048,
    width: 300,
    height: 300,
    image: { width: 300, height: 300 },
  });
  assert.deepEqual(layOut({ queries: 2048, keys: 2048 }, ROOM, 2).image, { width: 600, height: 600 });
});

test('an image has at most as many pixels as the mask has cells, if cells are not whole pixels', () => {
  assert.deepEqual(layOut({ queries: 200, keys: 200 }, ROOM, 1).image, { width: 200, height: 200 });
});

test('a mask of few rows is stretched to be visible, and stays within the available space', () => {
  for (const queries of [1, 2, 8, 64, 2048]) {
    for (const keys of [1, 3, 24, 500, 2048]) {
      const { width, height } = layOut({ queries, keys }, ROOM, 1);
      assert.ok(width <= ROOM && height <= ROOM, `${queries} x ${keys}: ${width} x ${height}`);
      assert.ok(Math.min(width, height) >= 16, `${queries} x ${keys}: ${width} x ${height}`);
    }
  }
});

test('a fast stroke paints every cell on its way', () => {
  const geometry = layOut({ queries: 24, keys: 24 }, 24 * 12, 1);
  const cells = stroke(geometry, { x: 6, y: 6 }, { x: 282, y: 282 });
  for (let at = 0; at < 24; at += 1) assert.ok(cells.has(at * 24 + at), `cell ${at}`);
});

test('a stroke beyond the edge paints what is inside, and keeps what it painted before', () => {
  const geometry = layOut({ queries: 4, keys: 4 }, ROOM, 1);
  const [right, down] = [geometry.width / 4, geometry.height / 4];
  const cells = stroke(geometry, { x: right / 2, y: down / 2 }, { x: -500, y: down / 2 }, new Set([9]));
  assert.deepEqual(
    [...cells].sort((a, b) => a - b),
    [0, 9],
  );
});

test('if many cells share a pixel, the brush is a pixel wide', () => {
  const geometry = layOut({ queries: 2048, keys: 2048 }, ROOM, 1);
  const cells = stroke(geometry, { x: 10.5, y: 20.5 }, { x: 10.5, y: 20.5 });
  const keys = new Set([...cells].map((cell) => cell % 2048));
  assert.ok(keys.size >= 3 && keys.size <= 8, `${keys.size} keys`);
});
