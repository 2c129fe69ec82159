import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  backToNotebook,
  freshState,
  isChanged,
  sameNumbers,
  withDisplayOf,
  withEdit,
  withSwitch,
} from '../rooms/learn/state/state.js';

test('a second edit of a cell replaces the first', () => {
  const once = withEdit(freshState('words'), { matrix: 'wQ', row: 0, col: 0, value: 1 });
  const twice = withEdit(once, { matrix: 'wQ', row: 0, col: 0, value: 2 });
  assert.deepEqual(twice.edits, [{ matrix: 'wQ', row: 0, col: 0, value: 2 }]);
  assert.deepEqual(once.edits[0].value, 1, 'the state before is untouched');
});

test('reset removes everything that changed a number, and keeps the display settings', () => {
  const changed = {
    ...withSwitch(
      withEdit(freshState('frase'), { matrix: 'wQ', row: 0, col: 0, value: 1 }),
      'mask',
      'causal',
    ),
    step: 2,
    language: /** @type {const} */ ('es'),
  };
  assert.ok(isChanged(changed));
  const again = backToNotebook(changed);
  assert.ok(!isChanged(again));
  assert.deepEqual([again.step, again.language, again.lesson], [2, 'es', 'frase']);
});

test('undo to another lesson resets the step and the cursor', () => {
  const past = freshState('words');
  const now = {
    ...freshState('concepts'),
    step: 10,
    cursor: { matrix: 'ratings', row: 0, col: 0 },
    theme: /** @type {const} */ ('dark'),
  };
  const seen = withDisplayOf(past, now);
  assert.deepEqual([seen.lesson, seen.step, seen.cursor, seen.theme], ['words', 0, null, 'dark']);
});

test('undo within a lesson keeps step, cursor, digits and tables', () => {
  const past = freshState('words');
  const now = {
    ...withEdit(past, { matrix: 'wQ', row: 0, col: 0, value: 1 }),
    step: 1,
    digits: 3,
    tables: ['wQ'],
    cursor: { matrix: 'wQ', row: 0, col: 0 },
  };
  assert.deepEqual(withDisplayOf(past, now), { ...now, edits: [] });
});

test('only the inputs of a computation change the numbers', () => {
  const state = freshState('words');
  assert.ok(
    sameNumbers(state, {
      ...state,
      step: 1,
      cursor: { matrix: 'q', row: 0, col: 0 },
      digits: 3,
      map: 'grey',
      tables: 'all',
      language: 'es',
      theme: 'dark',
    }),
  );
  const others = [
    withSwitch(state, 'mask', 'causal'),
    withEdit(state, { matrix: 'wQ', row: 0, col: 0, value: 1 }),
    { ...state, seed: 1 },
    { ...state, rank: 1 },
    { ...state, rows: { show: /** @type {const} */ ('one'), query: 0 } },
  ];
  for (const other of others) assert.ok(!sameNumbers(state, other), JSON.stringify(other));
});
