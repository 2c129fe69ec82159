import assert from 'node:assert/strict';
import { test } from 'node:test';
import { history, push, redo, replace, undo } from '../state/history.js';

test('undo and redo step back and forth through the same states', () => {
  const three = push(push(history(1), 2), 3);
  assert.equal(undo(undo(three)).present, 1);
  assert.equal(redo(redo(undo(undo(three)))).present, 3);
});

test('a change after an undo clears the redo list', () => {
  const branched = push(undo(push(history(1), 2)), 5);
  assert.equal(redo(branched).present, 5);
  assert.equal(undo(branched).present, 1);
});

test('undo and redo do nothing at the ends', () => {
  const one = history(1);
  assert.equal(undo(one), one);
  assert.equal(redo(one), one);
});

test('display changes have no undo step', () => {
  assert.equal(undo(replace(push(history(1), 2), 7)).present, 1);
});

test('the number of undo steps is limited', () => {
  let states = history(0);
  for (let n = 1; n <= 1000; n += 1) states = push(states, n);
  assert.ok(states.past.length <= 200);
});
