import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/index.js';
import { layOut } from '../rooms/masks/geometry.js';
import { framesOf, sceneOfMap } from '../rooms/masks/scene.js';

const words = LANGUAGES.en.masks;
const scale = { scores: { low: -2.345, high: 2.345 }, weights: { low: 0, high: 0.12345 } };
const grid = layOut({ queries: 10, keys: 20 }, 200, 1);

test('the numbers at the axes are at the middle of their cells', () => {
  const { heading, across, down } = sceneOfMap('weights', grid, scale, words, { across: 15, down: 10 });
  assert.equal(heading, words.maps.weights);
  assert.deepEqual(across.slice(0, 2), [
    { text: '0', at: 5 },
    { text: '2', at: 25 },
  ]);
  assert.deepEqual(
    down.map(({ text }) => text),
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  );
});

test('the legend of scores is symmetric, that of weights has more decimals, and the pattern has samples', () => {
  const legendOf = (/** @type {'pattern' | 'scores' | 'weights'} */ name) =>
    sceneOfMap(name, grid, scale, words, { across: 15, down: 10 }).legend;
  assert.deepEqual(legendOf('scores'), { kind: 'diverging', low: '−2.35', high: '2.35' });
  assert.deepEqual(legendOf('weights'), { kind: 'sequential', low: '0', high: '0.1235' });
  assert.deepEqual(legendOf('pattern'), { kind: null, allowed: words.allowed, masked: words.maskedSample });
});

test('the selected row, column and cell have frames around them', () => {
  const [row, column, cell] = framesOf(grid, { query: 3, key: 7 });
  assert.deepEqual(row, { kind: 'row', box: { left: 0, top: 30, width: 200, height: 10 } });
  assert.deepEqual(column, { kind: 'column', box: { left: 70, top: 0, width: 10, height: 100 } });
  assert.deepEqual(cell, { kind: 'cell', box: { left: 70, top: 30, width: 10, height: 10 } });
});

test('in a large mask the frames are lines, and the frame of the cell is centered on it', () => {
  const large = layOut({ queries: 1000, keys: 1000 }, 200, 1);
  const [row, column, cell] = framesOf(large, { query: 500, key: 500 });
  assert.deepEqual([row.kind, column.kind], ['row thin', 'column thin']);
  assert.deepEqual([row.box.height, column.box.width], [1, 1]);
  assert.deepEqual([cell.box.width, cell.box.left + cell.box.width / 2], [7, 100.1]);
});
