import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absentRects, hatchText, reasonAt } from '../rooms/maps/head/absent.js';
import { absentIn, laterFrom } from '../rooms/maps/head/scene.js';

test('later keys of causal heads are hatched although their weights are 0', () => {
  const viewport = /** @type {any} */ ({
    ...{ rows: 3, cols: 3, row: 0, col: 0 },
    ...{ cellWidth: 10, cellHeight: 10, width: 30, height: 30 },
  });
  const absent = { leaveOut: 0, reach: null, mask: null, later: 0 };
  assert.deepEqual(absentRects(absent, viewport, 1), [
    [10, 0, 20, 10],
    [20, 10, 10, 10],
  ]);
  assert.equal(reasonAt(absent, { query: 1, key: 2 }), 'masked');
  assert.equal(reasonAt(absent, { query: 1, key: 1 }), null);
  const state = /** @type {any} */ ({ source: 'head', layer: 0, head: 1, compare: null });
  const heads = [{ causal: false }, { causal: true }];
  const data = /** @type {any} */ ({
    heads,
    reading: { queries: 3, keys: 3, offset: 0, heads: 2 },
    queryTokens: null,
  });
  assert.equal(laterFrom(state, data), 0);
  assert.equal(laterFrom({ ...state, head: 0 }, data), null, 'a head that looks ahead');
  assert.equal(laterFrom({ ...state, source: 'mean' }, data), null, 'a mean with such a head');
  const one = { ...data, reading: { ...data.reading, queries: 1, keys: 1 } };
  assert.equal(laterFrom(state, one), null, 'one token has no later key');
  assert.equal(laterFrom({ ...state, compare: {} }, data), null, 'the other head may look ahead');
});

test('behind a sink, or behind earlier keys, the keys after that of the query are hatched', () => {
  const viewport = /** @type {any} */ ({
    ...{ rows: 3, cols: 4, row: 0, col: 0 },
    ...{ cellWidth: 10, cellHeight: 10, width: 40, height: 30 },
  });
  const state = /** @type {any} */ ({ source: 'head', layer: 0, head: 0, compare: null, words: null });
  const ofKeys = (/** @type {number} */ keys) =>
    /** @type {any} */ ({
      heads: [{ causal: true }],
      reading: {
        queries: 3,
        keys,
        offset: 1,
        heads: 1,
        reach: null,
        tokens: ['s', 'a', 'b', 'c'],
        queryTokens,
      },
      ...{ tokens: null, queryTokens: {} },
    });
  let queryTokens = ['a', 'b', 'c'];
  const absent = absentIn(state, ofKeys(4), { leaveOut: 0, words: null });
  assert.deepEqual(absentRects(absent, viewport, 1), [
    [20, 0, 20, 10],
    [30, 10, 10, 10],
  ]);
  assert.equal(reasonAt(absent, { query: 0, key: 2 }), 'masked');
  assert.equal(reasonAt(absent, { query: 0, key: 1 }), null);
  assert.equal(laterFrom(state, ofKeys(5)), null, 'the last query is not the last key');
  queryTokens = ['a', 'b', 'd'];
  assert.equal(laterFrom(state, ofKeys(4)), null, 'the queries are another text');
});

test('of words, the hatch begins behind the word of the first query', () => {
  const state = /** @type {any} */ ({ source: 'head', layer: 0, head: 0, compare: null, words: true });
  const token = (/** @type {number} */ word) => ({ word, text: 'a' });
  const data = /** @type {any} */ ({
    heads: [{ causal: true }],
    reading: { queries: 4, keys: 6, offset: 2, heads: 1, reach: null },
    tokens: { tokens: [0, 0, 1, 2, 2, 3].map(token), words: ['a', 'b', 'c', 'd'] },
    queryTokens: null,
  });
  assert.equal(laterFrom(state, data), 1);
});

test('the hatch of later keys is called a mask, and that of other keys is not', () => {
  const words = { masked: 'masked', gone: 'left out' };
  const none = { leaveOut: 0, reach: null, mask: null, later: null };
  assert.equal(hatchText({ ...none, later: 0 }, false, words), 'masked');
  assert.equal(hatchText({ ...none, later: 0, leaveOut: 1 }, false, words), 'masked, left out');
  assert.equal(hatchText({ ...none, leaveOut: 1 }, false, words), 'left out');
  assert.equal(hatchText(none, true, words), 'masked');
});
