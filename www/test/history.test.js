import assert from 'node:assert/strict';
import { test } from 'node:test';
import { history, push, redo, replace, undo } from '../state/history.js';

test('undo and redo walk the same way back and forth', () => {
  const three = push(push(history(1), 2), 3);
  assert.equal(undo(undo(three)).present, 1);
  assert.equal(redo(redo(undo(undo(three)))).present, 3);
});

test('a change after an undo forgets what was undone', () => {
  const branched = push(undo(push(history(1), 2)), 5);
  assert.equal(redo(branched).present, 5);
  assert.equal(undo(branched).present, 1);
});

test('at either end nothing happens', () => {
  const one = history(1);
  assert.equal(undo(one), one);
  assert.equal(redo(one), one);
});

test('what is only looked at is not undone to', () => {
  assert.equal(undo(replace(push(history(1), 2), 7)).present, 1);
});

test('the past has an end', () => {
  let states = history(0);
  for (let n = 1; n <= 1000; n += 1) states = push(states, n);
  assert.ok(states.past.length <= 200);
});
