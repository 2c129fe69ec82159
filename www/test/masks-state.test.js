import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshState, isChanged, withDisplayOf, settled, withPreset, withSide } from '../rooms/masks/state.js';
import { withHeads } from '../rooms/masks/views/settings-view.js';

test('a smaller mask clamps the cursor, the row of generation and the head of ALiBi', () => {
  const state = { ...freshState(), queries: 4, keys: 3, rows: 9, alibi: 11 };
  assert.deepEqual(settled(state), {
    ...state,
    cursor: { query: 3, key: 2 },
    rows: null,
    alibi: 7,
    tied: false,
  });
});

test('a state that fits is unchanged', () => {
  const state = { ...freshState(), rows: 23 };
  assert.equal(settled(state), state);
});

test('undo restores the mask, and not the display settings', () => {
  const now = {
    ...freshState(),
    text: 'all',
    keys: 9,
    queries: 9,
    map: /** @type {const} */ ('grey'),
    language: /** @type {const} */ ('es'),
    code: /** @type {const} */ ('flex'),
    cursor: { query: 1, key: 2 },
  };
  const back = withDisplayOf(freshState(), now);
  assert.deepEqual([back.text, back.queries, back.keys], [freshState().text, 24, 24]);
  assert.deepEqual(
    [back.map, back.language, back.code, back.cursor],
    ['grey', 'es', 'flex', { query: 1, key: 2 }],
  );
});

test('display changes are not reset', () => {
  assert.equal(
    isChanged({ ...freshState(), cursor: { query: 0, key: 0 }, map: 'grey', rows: 3, table: 'scores' }),
    false,
  );
  assert.equal(isChanged({ ...freshState(), seed: 1 }), true);
});

test('if they are linked, queries and keys change together', () => {
  assert.deepEqual(
    [
      withSide(freshState(), 'keys', 7).queries,
      withSide({ ...freshState(), tied: false }, 'keys', 7).queries,
    ],
    [7, 24],
  );
});

test('a preset has its own size, and links both sides if it is square', () => {
  const decode = withPreset(
    { ...freshState(), rows: 3 },
    { text: 'causal(lower_right)', queries: 1, keys: 24 },
  );
  assert.deepEqual(
    [decode.text, decode.queries, decode.keys, decode.tied, decode.rows],
    ['causal(lower_right)', 1, 24, false, null],
  );
});

test('another number of heads keeps the key heads, or reduces them to a divisor', () => {
  assert.equal(withHeads({ ...freshState(), kvHeads: 4 }, 16).kvHeads, 4);
  assert.equal(withHeads({ ...freshState(), kvHeads: 8 }, 12).kvHeads, 6);
  assert.equal(withHeads(freshState(), 7).kvHeads, 7);
});

test('an invalid number of heads does not start a long loop', () => {
  for (const heads of [0, -3, 4e9]) assert.equal(withHeads(freshState(), heads).heads, heads);
});
