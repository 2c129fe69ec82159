import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISPLAY_ATTRIBUTES, withAttributes } from '../element/attributes.js';
import { learn } from '../rooms/learn/settings.js';
import { freshState } from '../rooms/learn/state/state.js';
import { oneOf, wholeNumber } from '../state/attributes.js';

/** @type {Record<string, import('../state/settings.js').Attribute<any>>} */
const table = {
  queries: (text, state) => ({ ...state, queries: text === null ? 8 : wholeNumber(text, 1, 64) }),
  mask: (text, state) => ({ ...state, mask: text ?? 'causal' }),
  ...DISPLAY_ATTRIBUTES,
};
const reading = (/** @type {Record<string, string>} */ texts) => (/** @type {string} */ name) =>
  texts[name] ?? null;

test('only the attributes that changed change the state', () => {
  const before = { queries: 5, mask: 'full', map: 'grey' };
  const { state, errors } = withAttributes(
    before,
    table,
    ['queries'],
    reading({ queries: '12', mask: 'window(2)' }),
  );
  assert.deepEqual(state, { ...before, queries: 12 });
  assert.deepEqual(errors, []);
});

test('removing an attribute restores its default', () => {
  assert.deepEqual(withAttributes({ queries: 5 }, table, ['queries'], reading({})).state, { queries: 8 });
});

test('an invalid attribute falls back to its default, and the message quotes it', () => {
  const { state, errors } = withAttributes(
    { queries: 5, map: 'grey' },
    table,
    ['queries', 'colormap'],
    reading({ queries: '7.5', colormap: 'rainbow' }),
  );
  assert.deepEqual(state, { queries: 8, map: 'ember' });
  assert.deepEqual(errors, [
    'queries: "7.5" is not a whole number from 1 to 64',
    'colormap: "rainbow" is not one of ember, viridis, cividis, grey',
  ]);
});

test('a choice is accepted in upper or lower case, and with spaces around it', () => {
  assert.equal(oneOf(' Viridis ', ['ember', 'viridis']), 'viridis');
});

test('an empty text is not a number, and a long text is shortened in the message', () => {
  assert.throws(() => wholeNumber(' ', 0, 9), /" " is not a whole number/);
  assert.throws(
    () => wholeNumber('x'.repeat(10_000), 0, 9),
    (error) => error instanceof Error && error.message.length < 120,
  );
});

test('a wrong attribute of a lesson keeps the lesson and says what it has', () => {
  /** @type {[string, Record<string, string>, string][]} */
  const cases = [
    ['words', { query: '4' }, 'query: "4" is not a whole number from 0 to 3'],
    ['words', { key: '31' }, 'key: "31" is not a whole number from 0 to 3'],
    ['words', { head: '1' }, 'head: "1" is not 0, the only possible value'],
    ['heads', { 'kv-heads': '3' }, 'kv-heads: 4 heads cannot share 3 key-value heads equally'],
    ['heads', { 'kv-heads': '5' }, 'kv-heads: "5" is not a whole number from 1 to 4'],
  ];
  for (const [lesson, texts, error] of cases) {
    const before = freshState(lesson);
    const { state, errors } = withAttributes(before, learn.attributes, Object.keys(texts), reading(texts));
    assert.deepEqual([state, errors], [before, [error]]);
  }
});

test('a query beyond the tokens of "your own" is taken, because the page may set more tokens', () => {
  const { state, errors } = withAttributes(
    freshState('own'),
    learn.attributes,
    ['query'],
    reading({ query: '6' }),
  );
  assert.deepEqual([state.cursor, errors], [{ matrix: 'weights', row: 6, col: 0 }, []]);
});
