import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absentRects, hatchText, reasonAt } from '../rooms/maps/head/absent.js';
import { hatchesLater } from '../rooms/maps/head/scene.js';

test('later keys of causal heads are hatched although their weights are 0', () => {
  const viewport = /** @type {any} */ ({
    ...{ rows: 3, cols: 3, row: 0, col: 0 },
    ...{ cellWidth: 10, cellHeight: 10, width: 30, height: 30 },
  });
  const absent = { leaveOut: 0, reach: null, mask: null, later: true };
  assert.deepEqual(absentRects(absent, viewport, 1), [
    [10, 0, 20, 10],
    [20, 10, 10, 10],
  ]);
  assert.equal(reasonAt(absent, { query: 1, key: 2 }), 'masked');
  assert.equal(reasonAt(absent, { query: 1, key: 1 }), null);
  const state = /** @type {any} */ ({ source: 'head', layer: 0, head: 1, compare: null });
  const heads = [{ causal: false }, { causal: true }];
  const data = /** @type {any} */ ({ heads, reading: { queries: 3, keys: 3, heads: 2 }, queryTokens: null });
  assert.equal(hatchesLater(state, data), true);
  assert.equal(hatchesLater({ ...state, head: 0 }, data), false, 'a head that looks ahead');
  assert.equal(hatchesLater({ ...state, source: 'mean' }, data), false, 'a mean with such a head');
  const one = { ...data, reading: { ...data.reading, queries: 1, keys: 1 } };
  assert.equal(hatchesLater(state, one), false, 'one token has no later key');
  assert.equal(hatchesLater({ ...state, compare: {} }, data), false, 'the other head may look ahead');
});

test('the hatch of later keys is called a mask, and that of other keys is not', () => {
  const words = { masked: 'masked', gone: 'left out' };
  const none = { leaveOut: 0, reach: null, mask: null, later: false };
  assert.equal(hatchText({ ...none, later: true }, false, words), 'masked');
  assert.equal(hatchText({ ...none, later: true, leaveOut: 1 }, false, words), 'masked, left out');
  assert.equal(hatchText({ ...none, leaveOut: 1 }, false, words), 'left out');
  assert.equal(hatchText(none, true, words), 'masked');
});
