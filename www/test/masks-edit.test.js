import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshClause, rangeOf, unitOf, withClause, withPiece } from '../rooms/masks/edit.js';
import { between, flow } from '../rooms/masks/flow.js';
import { sizeStops } from '../rooms/masks/number-entry.js';

test('a column counts characters, a place in JavaScript code units', () => {
  assert.equal(unitOf('😀 and x', 2), 3);
  assert.equal(unitOf('all', 9), 3);
});

test('a number is replaced in place, and the rest stays as it was typed', () => {
  assert.equal(withPiece('causal  AND window( 6 )', { start: 20, end: 21 }, 12), 'causal  AND window( 12 )');
});

test('a clause that is added keeps the meaning of what stood there', () => {
  assert.equal(withClause('causal', 'and', 'window(6)'), 'causal and window(6)');
  assert.equal(withClause('causal or prefix(8)', 'and', 'window(6)'), '(causal or prefix(8)) and window(6)');
  assert.equal(withClause('causal or prefix(8)', 'or', 'window(6)'), 'causal or prefix(8) or window(6)');
  assert.equal(withClause('causal', 'and not', 'global(0)'), 'causal and not global(0)');
  assert.equal(withClause('all', 'and', 'causal'), 'causal');
  assert.equal(withClause(' ALL', 'and not', 'causal'), 'not causal');
  assert.equal(withClause('all', 'or', 'causal'), 'all or causal');
});

test('a clause to begin with fits the smallest mask and the largest', () => {
  assert.equal(freshClause('documents', { queries: 24, keys: 24 }), 'documents(6, 18)');
  assert.equal(freshClause('documents', { queries: 1, keys: 1 }), 'documents(1)');
  assert.equal(freshClause('cells', { queries: 8, keys: 3 }), 'cells(7:0)');
  assert.equal(freshClause('causal', { queries: 8, keys: 3 }), 'causal');
});

test('a slider reaches the number that it shows', () => {
  const shape = { queries: 8, keys: 24 };
  assert.deepEqual(rangeOf('tokens', 6, shape), [0, 24]);
  assert.deepEqual(rangeOf('left', 6, shape), [-1, 23]);
  assert.deepEqual(rangeOf('width', -1, shape), [-1, 24]);
  assert.deepEqual(rangeOf('seed', 7000, shape), [0, 7000]);
});

test('the slider of a size stops at every small one and at every power of two', () => {
  const stops = sizeStops(2048);
  assert.deepEqual(
    stops.slice(0, 32),
    Array.from({ length: 32 }, (_, n) => n + 1),
  );
  for (let size = 64; size <= 2048; size *= 2) assert.ok(stops.includes(size), String(size));
  assert.ok(stops.length < 160);
});

test('the bars of a row show what was removed, what stays and what flowed in', () => {
  const shapes = flow([0.5, 0.25, 0.25], [0, 0.5, 0.5], { width: 3, height: 100, high: 0.5 });
  assert.equal(shapes.removed, 'M0 100V0h1V100z');
  assert.equal(shapes.stays, 'M1 100V50h1V100zM2 100V50h1V100z');
  assert.equal(shapes.gains, 'M1 50V0h1V50zM2 50V0h1V50z');
});

test('a row without any weight has no bars, and no number that is none', () => {
  assert.deepEqual(flow([0, 0], [0, 0], { width: 10, height: 10, high: 0 }), {
    stays: '',
    gains: '',
    removed: '',
  });

  test('a row of more keys than there is room for shows the largest of those that share a bar', () => {
    const before = new Float64Array(2048).fill(0.0001);
    before[1000] = 0.4;
    const { stays, gains, removed } = flow(before, before, { width: 1000, height: 100, high: 0.4 });
    assert.equal(stays.match(/M/g)?.length, 683);
    assert.match(stays, /M487\.8 100V0h1\.5V100z/);
    assert.deepEqual([gains, removed], ['', '']);
  });
});

test('weights on their way begin where they were and end where they go', () => {
  assert.deepEqual([...between([0, 1], [1, 0], 0)], [0, 1]);
  assert.deepEqual([...between([0, 1], [1, 0], 1)], [1, 0]);
  const [half] = between([0], [1], 0.5);
  assert.ok(half > 0.5 && half < 1, 'fast at first');
});
