import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAttributes } from '../element/attributes.js';
import { attributesOf, freshState } from '../rooms/masks/state.js';

const fresh = freshState();
/** An engine that reads `good` alone. @type {Parameters<typeof attributesOf>[0]} */
const check = ({ text }) => {
  if (text !== 'good') throw new Error(`column 1: ${text} is not a clause`);
};
const applied = (/** @type {Record<string, string>} */ texts, from = fresh, changed = Object.keys(texts)) =>
  withAttributes(from, attributesOf(check), changed, (name) => texts[name] ?? null);

test('by default there are as many keys as queries, whichever attribute comes first', () => {
  const { state } = applied({ queries: '8' });
  assert.deepEqual([state.queries, state.keys, state.tied], [8, 8, true]);
  const both = applied({ keys: '12', queries: '8' }).state;
  assert.deepEqual([both.queries, both.keys, both.tied], [8, 12, false]);
  const later = applied({ keys: '12', queries: '9' }, both, ['queries']).state;
  assert.deepEqual([later.queries, later.keys], [9, 12]);
  const gone = applied({ queries: '9' }, later, ['keys']).state;
  assert.deepEqual([gone.keys, gone.tied], [9, true]);
});

test('the error of an invalid expression is reported, and the default stays', () => {
  assert.equal(applied({ mask: 'good' }).state.text, 'good');
  const { state, errors } = applied({ mask: 'bad' }, { ...fresh, text: 'good' });
  assert.equal(state.text, fresh.text);
  assert.deepEqual(errors, ['mask: column 1: bad is not a clause']);
});

test('if key-value heads do not divide the heads, each head has its own', () => {
  assert.equal(applied({ heads: '12' }).state.kvHeads, 12);
  assert.equal(applied({ heads: '16' }).state.kvHeads, 8);
  assert.equal(applied({ heads: '12', 'kv-heads': '4' }).state.kvHeads, 4);
  const { state, errors } = applied({ heads: '12', 'kv-heads': '5' });
  assert.deepEqual(
    [state.kvHeads, errors],
    [12, ['kv-heads: 12 heads cannot share 5 key-value heads equally']],
  );
});

test('a missing cell, row or head is rejected with the available ones', () => {
  const { state, errors } = applied({ queries: '6', query: '6', key: '5', rows: '7', alibi: '8' });
  assert.deepEqual(state.cursor, { query: 5, key: 5 });
  assert.deepEqual([state.rows, state.alibi], [null, null]);
  assert.deepEqual(errors, [
    'alibi: "8" is not a whole number from 0 to 7',
    'query: "6" is not a whole number from 0 to 5',
    'rows: "7" is not a whole number from 1 to 6',
  ]);
});

test('choices accept only their values, including numbers', () => {
  const { state, errors } = applied({ scale: 'LARGEST', bytes: '4', brush: 'pen' });
  assert.deepEqual([state.scale, state.bytes, state.brush], ['largest', 4, 'none']);
  assert.deepEqual(errors, ['brush: "pen" is not one of none, allow, forbid']);
});

test('the text false, which React 18 writes, shows no map as a table', () => {
  assert.deepEqual([applied({ table: 'false' }).errors, applied({ table: 'false' }).state.table], [[], null]);
  assert.equal(applied({ table: 'scores' }).state.table, 'scores');
});
