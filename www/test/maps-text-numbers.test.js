import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spacedNumbers } from '../rooms/maps/text/numbers.js';

test('of numbers that would overlap the larger one is shown, on each line by itself', () => {
  const places = [0, 20, 40, 60, 40].map((middle, at) => ({ line: at < 4 ? 0 : 50, middle }));
  assert.deepEqual(spacedNumbers([0.2, 0.13, 0.25, NaN, 0], places), [true, false, true, false, true]);
  assert.deepEqual(spacedNumbers([0.2, 0.3, 0.25, 0, 0], places), [false, true, false, true, true]);
});

test('numbers with a sign are wider, and count by their magnitude', () => {
  const places = [0, 35].map((middle) => ({ line: 0, middle }));
  assert.deepEqual(spacedNumbers([0.2, 0.1], places), [true, true]);
  assert.deepEqual(spacedNumbers([0.2, -0.9], places), [false, true]);
});
