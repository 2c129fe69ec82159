import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf, specsOf, valuesRefusal } from '../rooms/maps/head/spec.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapsData, MapsState } from '../rooms/maps/types.js' */

/** @param {Partial<MapsState>} [patch] @returns {MapsState} */
function state(patch) {
  return /** @type {MapsState} */ ({
    source: 'head',
    over: 'heads',
    layer: 2,
    head: 3,
    values: 'none',
    words: false,
    scale: 'unit',
    leaveOut: 0,
    compare: null,
    ...patch,
  });
}

/** @param {object} [reading] @param {object} [more] @returns {MapsData} */
function data(reading, more) {
  return /** @type {any} */ ({
    reading: { queries: 4, keys: 4, offset: 0, v: [], ...reading },
    tokens: null,
    queryTokens: null,
    other: null,
    ...more,
  });
}

const tokens = (/** @type {number[]} */ words) =>
  /** @type {any} */ ({ tokens: words.map((word) => ({ word })) });

test('a state names one head, or several and how they are combined', () => {
  assert.deepEqual(sourceOf(state()), { of: 'head', layer: 2, head: 3 });
  assert.deepEqual(sourceOf(state({ source: 'mean' })), { of: 'mean', over: 'heads', layer: 2 });
  assert.deepEqual(sourceOf(state({ source: 'max', over: 'layers' })), {
    of: 'max',
    over: 'layers',
    head: 3,
  });
  assert.deepEqual(sourceOf(state({ source: 'max', over: 'all' })), { of: 'max', over: 'all' });
  assert.deepEqual(sourceOf(state({ source: 'rollout', over: 'all' })), { of: 'rollout', layer: 2 });
});

test('the request for a map follows the state', () => {
  const { specs, refusal } = specsOf(state({ leaveOut: 2 }), data());
  assert.deepEqual(specs, {
    a: headSpec({ source: { of: 'head', layer: 2, head: 3 }, leaveOut: 2 }),
  });
  assert.equal(refusal, null);
});

test('if rows are divided by their largest weight, the weights themselves are requested too', () => {
  const { specs } = specsOf(state({ scale: 'row' }), data());
  assert.deepEqual([specs.a?.perRow, specs.plain?.perRow], [true, false]);
});

test('a comparison requests A, B and their difference, and no row is divided', () => {
  const { specs } = specsOf(
    state({ compare: { slot: 0, layer: 1, head: 0 }, scale: 'row', leaveOut: 1 }),
    data(),
  );
  assert.deepEqual(Object.keys(specs), ['a', 'b', 'difference']);
  assert.deepEqual(specs.b?.source, { of: 'head', layer: 1, head: 0 });
  assert.deepEqual([specs.a?.perRow, specs.b?.perRow, specs.difference?.perRow], [false, false, false]);
  assert.deepEqual(specs.difference?.minus, {
    reading: 0,
    source: { of: 'head', layer: 1, head: 0 },
    values: 'none',
    words: null,
    leaveOut: 1,
  });
});

test('another file is compared if it has the same shape, and otherwise the reason is given', () => {
  const compare = /** @type {const} */ ({ slot: 1, layer: 0, head: 0 });
  assert.equal(
    specsOf(state({ compare }), data({}, { other: { reading: { queries: 4, keys: 4, v: [] } } })).specs.b
      ?.reading,
    1,
  );
  const none = specsOf(state({ compare }), data());
  assert.deepEqual([Object.keys(none.specs), none.refusal], [['a'], { reason: 'noOther', shapes: [] }]);
  const odd = specsOf(state({ compare }), data({}, { other: { reading: { queries: 4, keys: 5, v: [] } } }));
  assert.deepEqual(
    [Object.keys(odd.specs), odd.refusal],
    [['a'], { reason: 'otherShape', shapes: ['4 × 4', '4 × 5'] }],
  );
});

test('weights are multiplied by the values of a head, if there are any', () => {
  const withValues = data({ v: [{}] });
  assert.equal(specsOf(state({ values: 'norm' }), withValues).specs.a?.values, 'norm');
  assert.equal(specsOf(state({ values: 'norm' }), data()).specs.a?.values, 'none');
  assert.equal(specsOf(state({ values: 'norm', source: 'mean' }), withValues).specs.a?.values, 'none');
  const compare = /** @type {const} */ ({ slot: 1, layer: 0, head: 0 });
  const without = specsOf(
    state({ values: 'norm', compare }),
    data({ v: [{}] }, { other: { reading: { queries: 4, keys: 4, v: [] } } }),
  ).specs;
  assert.deepEqual(
    [without.a?.values, without.b?.values],
    ['none', 'none'],
    'weights are not compared with weights times values',
  );
  assert.deepEqual(
    [
      valuesRefusal(state(), data()),
      valuesRefusal(state({ source: 'mean' }), withValues),
      valuesRefusal(state(), withValues),
    ],
    ['noValues', 'valuesOfHead', null],
  );
});

test('words come from the tokens, and words of queries after a cache begin with the first that has a token', () => {
  const words = (/** @type {MapsData} */ of) => specsOf(state({ words: true }), of).specs.a?.words;
  assert.deepEqual(words(data({}, { tokens: tokens([0, 0, 1, 2]) })), {
    query: Uint32Array.of(0, 0, 1, 2),
    key: Uint32Array.of(0, 0, 1, 2),
  });
  assert.deepEqual(words(data({ queries: 2, offset: 2 }, { tokens: tokens([0, 0, 1, 2]) })), {
    query: Uint32Array.of(0, 1),
    key: Uint32Array.of(0, 0, 1, 2),
  });
  assert.deepEqual(
    words(data({ queries: 2 }, { tokens: tokens([0, 0, 1, 2]), queryTokens: tokens([0, 0]) }))?.query,
    Uint32Array.of(0, 0),
  );
  assert.equal(words(data()), null);
});
