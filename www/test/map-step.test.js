import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalsOf, dragged, stepped } from '../heatmap/gestures.js';

test('a matrix of integers steps by one', () => {
  assert.equal(decimalsOf([1, 0, 2], ['1', '0', '2']), 0);
  assert.equal(decimalsOf([1, Number.NaN, -Infinity], ['1', '', '−∞']), 0);
});

test('a matrix with decimals steps by the last one that any of its cells shows', () => {
  assert.equal(decimalsOf([0.5, 1], ['0.5', '1']), 1);
  assert.equal(decimalsOf([0.6, 0.25, 0], ['0.6', '0.25', '0']), 2);
  assert.equal(decimalsOf([-0.125], ['−.125']), 3);
});

test('if no cell shows a decimal, the step is a hundredth', () => {
  assert.equal(decimalsOf([0.5, 1], []), 2);
  assert.equal(decimalsOf([1e-9], ['1.5e−9']), 2);
});

test('a step has at most six decimals', () => {
  assert.equal(decimalsOf([0.5], ['0.4967141530112327']), 6);
});

test('steps have no binary rounding noise', () => {
  assert.equal(stepped(0.1, 2, 1), 0.3);
  assert.equal(stepped(0.49671, 1, 2), 0.51);
  let value = 0;
  for (let n = 0; n < 10; n += 1) value = stepped(value, 1, 1);
  assert.equal(value, 1);
});

test('stepping down to zero gives a zero without a sign', () => {
  assert.ok(Object.is(stepped(0.01, -1, 2), 0));
  assert.ok(Object.is(stepped(-0.004, 0, 2), 0));
});

test('a missing number counts from zero', () => {
  assert.equal(stepped(Number.NaN, 3, 0), 3);
  assert.equal(stepped(-Infinity, 1, 2), 0.01);
});

test('six pixels of a drag are a step, and up is more', () => {
  assert.equal(dragged(2, 0, 5, 0), 2);
  assert.equal(dragged(2, 0, 6, 0), 3);
  assert.equal(dragged(2, 0, -13, 0), 0);
  assert.equal(dragged(0.5, 2, 18, 0), 0.53);
});

test('with Shift each pixel is a tenth of a step', () => {
  assert.equal(dragged(2, 0, 0, 3), 2.3);
  assert.equal(dragged(0.5, 2, 6, -1), 0.509);
});

test('a drag that returns to its start gives the original number with every digit', () => {
  assert.equal(dragged(0.4967141530112327, 2, 0, 0), 0.4967141530112327);
  assert.equal(dragged(0.4967141530112327, 2, -5.9, 0), 0.4967141530112327);
});
