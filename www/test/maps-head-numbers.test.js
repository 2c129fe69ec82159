import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, marginsOf } from '../maps/head/draw-margins.js';
import { linesOf, placesIn } from '../maps/head/lines.js';
import { fullDigits, rankOf, topOf } from '../maps/head/ranks.js';
import { barOf, scaleOf, scaleTicks } from '../maps/head/scale.js';

const ROW = Float32Array.of(0.1, NaN, 0.4, 0.1, 0.4, 0);

test('a rank counts the heavier keys, equal ones share a place, and missing ones are not counted', () => {
  assert.deepEqual([0, 2, 3, 4, 5].map((key) => rankOf(ROW, key)?.rank), [3, 1, 3, 1, 5]);
  assert.equal(rankOf(ROW, 0)?.of, 5);
  assert.equal(rankOf(ROW, 1), null);
});

test('the heaviest keys come first, with what they hold together', () => {
  const top = topOf(ROW, 3);
  assert.deepEqual(top.map(({ key, rank }) => [key, rank]), [[2, 1], [4, 1], [0, 3]]);
  assert.ok(Math.abs(top[2].sum - 0.9) < 1e-7);
  assert.equal(topOf(ROW, 99).length, 5);
  assert.deepEqual(topOf(Float32Array.of(NaN), 3), []);
});

test('the digits of a weight read back as the same number of 32 bits, and there are no more of them than that takes', () => {
  assert.deepEqual([0.1, 0.37704, 1, 0, -0.5, 1e-20].map((value) => fullDigits(Math.fround(value))), ['0.1', '0.37704', '1', '0', '−0.5', '1e−20']);
  for (let at = 1; at < 2000; at += 1) {
    const value = Math.fround(Math.sin(at) ** 9 / at);
    assert.equal(Math.fround(Number(fullDigits(value).replaceAll('−', '-'))), value);
  }
  assert.equal(fullDigits(NaN), 'NaN');
});

test('lines are the weights from a threshold on, the strongest of them where there are too many', () => {
  const rows = [{ query: 0, row: Float32Array.of(0.5, 0.2, 0) }, { query: 1, row: Float32Array.of(NaN, 0.3, 0.7) }];
  assert.deepEqual(linesOf(rows, 0.25, 9).lines.map(({ query, key }) => [query, key]), [[1, 1], [0, 0], [1, 2]]);
  assert.deepEqual(linesOf(rows, 0, 2), { lines: [{ query: 0, key: 0, weight: 0.5 }, { query: 1, key: 2, weight: Math.fround(0.7) }], total: 4 });
});

test('the places of a list in sight are those that are scrolled to', () => {
  assert.deepEqual(placesIn(0, 100, 20, 50), { first: 0, last: 4 });
  assert.deepEqual(placesIn(990, 100, 20, 50), { first: 49, last: 49 });
  assert.deepEqual(placesIn(0, 100, 20, 2), { first: 0, last: 1 });
});

const info = (/** @type {object} */ more) => /** @type {any} */ ({ range: { least: 0, greatest: 0.6 }, quantiles: Float32Array.of(0, 1e-3, 0.6), ...more });

test('colours stand for 0 to 1 unless the reader chooses otherwise', () => {
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'unit' }), [info({})]), { kind: 'sequential', low: 0, high: 1 });
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'largest' }), [info({}), info({ range: { least: 0, greatest: 0.9 } })]), { kind: 'sequential', low: 0, high: 0.9 });
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'largest' }), [info({ range: null, quantiles: new Float32Array() })]), { kind: 'sequential', low: 0, high: 1 });
});

test('a difference has the scale of the two maps in its two-sided form', () => {
  const difference = info({ range: { least: -0.3, greatest: 0.2 } });
  const highs = ['unit', 'largest', 'log', 'percentile'].map((scale) => scaleOf(/** @type {any} */ ({ scale }), [info({}), info({})], difference));
  assert.deepEqual(highs.map(({ high }) => high), [1, 0.6, 0.3, 0.3]);
  for (const { kind, low, high } of highs) assert.deepEqual([kind, low], ['diverging', -high]);
});

test('numbers below 0 get two sides also where they should not be', () => {
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'unit' }), [info({ range: { least: -2, greatest: 0.5 } })]), { kind: 'diverging', low: -2, high: 2 });
});

test('a logarithmic scale goes from the decade of the smallest weight to that of the largest, six at most', () => {
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'log' }), [info({})]), { kind: 'log', low: 1e-3, high: 1 });
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'log' }), [info({ quantiles: Float32Array.of(0, 1e-30, 1) })]).low, 1e-6);
  const nothing = scaleOf(/** @type {any} */ ({ scale: 'log' }), [info({ range: null, quantiles: new Float32Array() })]);
  assert.ok(nothing.low > 0 && nothing.low < nothing.high);
});

test('ticks say what the ends of a bar stand for, and what is between', () => {
  assert.deepEqual(scaleTicks({ kind: 'sequential', low: 0, high: 1 }).map(({ text }) => text), ['0', '0.5', '1']);
  assert.deepEqual(scaleTicks({ kind: 'log', low: 1e-3, high: 1 }).map(({ at, text }) => [Math.round(at * 3), text]), [[0, '0.001'], [1, '0.01'], [2, '0.1'], [3, '1']]);
  assert.deepEqual(scaleTicks({ kind: 'log', low: 1e-5, high: 1 }).map(({ at, text }) => [Math.round(at * 5), text]), [[0, '1e−5'], [2, '0.001'], [4, '0.1'], [5, '1']], 'the ends are always named');
  const quantiles = Float32Array.from({ length: 257 }, (_, place) => place / 512);
  assert.deepEqual(scaleTicks({ kind: 'percentile', low: 0, high: 0.5, quantiles }).map(({ at, text }) => [at, text]), [[0, '0'], [0.25, '0.12'], [0.5, '0.25'], [0.75, '0.38'], [1, '0.5']]);
});

test('a bar begins and ends with the ends of its scale', () => {
  const scales = /** @type {const} */ ([{ kind: 'sequential', low: 0, high: 1 }, { kind: 'log', low: 1e-3, high: 1 }, { kind: 'diverging', low: -2, high: 2 }]);
  for (const scale of scales) {
    const bar = barOf(scale, 9);
    assert.deepEqual([bar[0], bar[8]].map((end) => Math.fround(end)), [scale.low, scale.high].map(Math.fround));
  }
});

test('rows show their entropy, and where no row holds weights their sums', () => {
  const rows = { queryEntropy: Float32Array.of(1, NaN), querySum: Float32Array.of(1, 5), keyMean: Float32Array.of(0.5) };
  assert.equal(marginsOf(/** @type {any} */ (rows), 'none').query, rows.queryEntropy);
  assert.equal(marginsOf(/** @type {any} */ (rows), 'norm').query, rows.querySum, 'weights times values have no entropy');
  assert.equal(marginsOf(/** @type {any} */ ({ ...rows, queryEntropy: Float32Array.of(NaN, NaN) }), 'none').query, rows.querySum);
});

test('each place has its bar, and where places are smaller than pixels each pixel has the largest of its places', () => {
  const wide = barsOf(Float32Array.of(1, 2, NaN, 4), { start: 0, size: 10, seen: 40 });
  assert.deepEqual(wide.map(({ from, to, share }) => [from, to, share]), [[0, 10, 0.25], [10, 20, 0.5], [20, 30, 0], [30, 40, 1]]);
  const values = new Float32Array(4000);
  values[1234] = 1;
  const thin = barsOf(values, { start: 0, size: 0.1, seen: 400 });
  assert.equal(thin.length, 400);
  assert.deepEqual(thin.flatMap(({ share }, pixel) => (share > 0 ? [pixel] : [])), [123]);
});

test('bars of a part of an axis begin with the place that is cut', () => {
  const bars = barsOf(Float32Array.of(1, 2, 4, 8), { start: 1.5, size: 10, seen: 15 });
  assert.deepEqual(bars.map(({ from, to, share }) => [from, to, share]), [[0, 5, 0.25], [5, 15, 0.5]]);
});
