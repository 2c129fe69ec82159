import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshClause, rangeOf, unitOf, withPiece } from '../rooms/masks/edit.js';
import { between, flow } from '../rooms/masks/views/strip-view.js';
import { sizeStops } from '../rooms/masks/number-entry.js';

test('a column counts characters, and an index in JavaScript UTF-16 code units', () => {
  assert.equal(unitOf('😀 and x', 2), 3);
  assert.equal(unitOf('all', 9), 3);
});

test('a number is replaced in place, and the rest of the text stays', () => {
  assert.equal(withPiece('causal  AND window( 6 )', { start: 20, end: 21 }, 12), 'causal  AND window( 12 )');
});

test('the defaults of a new clause fit the smallest mask and the largest', () => {
  assert.equal(freshClause('documents', { queries: 24, keys: 24 }), 'documents(6, 18)');
  assert.equal(freshClause('documents', { queries: 1, keys: 1 }), 'documents(1)');
  assert.equal(freshClause('cells', { queries: 8, keys: 3 }), 'cells(7:0)');
  assert.equal(freshClause('causal', { queries: 8, keys: 3 }), 'causal');
});

test('a slider reaches the number in the text', () => {
  const shape = { queries: 8, keys: 24 };
  assert.deepEqual(rangeOf('tokens', 6, shape), [0, 24]);
  assert.deepEqual(rangeOf('left', 6, shape), [-1, 23]);
  assert.deepEqual(rangeOf('width', -1, shape), [-1, 24]);
  assert.deepEqual(rangeOf('seed', 7000, shape), [0, 7000]);
});

test('the slider of a size has every small number and every power of two', () => {
  const stops = sizeStops(2048);
  assert.deepEqual(
    stops.slice(0, 32),
    Array.from({ length: 32 }, (_, n) => n + 1),
  );
  for (let size = 64; size <= 2048; size *= 2) assert.ok(stops.includes(size), String(size));
  assert.ok(stops.length < 160);
});

test('the bars of a row show removed, remaining and added weights', () => {
  const shapes = flow([0.5, 0.25, 0.25], [0, 0.5, 0.5], { width: 3, height: 100, high: 0.5 });
  assert.equal(shapes.removed, 'M0 100V0h1V100z');
  assert.equal(shapes.stays, 'M1 100V50h1V100zM2 100V50h1V100z');
  assert.equal(shapes.gains, 'M1 50V0h1V50zM2 50V0h1V50z');
});

test('a row without weights has no bars and no NaN', () => {
  assert.deepEqual(flow([0, 0], [0, 0], { width: 10, height: 10, high: 0 }), {
    stays: '',
    gains: '',
    removed: '',
  });
});

test('a row with more keys than bars shows the largest of the keys of each bar', () => {
  const before = new Float64Array(2048).fill(0.0001);
  before[1000] = 0.4;
  const { stays, gains, removed } = flow(before, before, { width: 1000, height: 100, high: 0.4 });
  assert.equal(stays.match(/M/g)?.length, 683);
  assert.match(stays, /M487\.8 100V0h1\.5V100z/);
  assert.deepEqual([gains, removed], ['', '']);
});

test('animated weights begin at their old values and end at the new ones', () => {
  assert.deepEqual([...between([0, 1], [1, 0], 0)], [0, 1]);
  assert.deepEqual([...between([0, 1], [1, 0], 1)], [1, 0]);
  const [half] = between([0], [1], 0.5);
  assert.ok(half > 0.5 && half < 1, 'fast at first');
});
