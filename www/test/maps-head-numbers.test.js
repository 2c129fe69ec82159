import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsIn, barsOf, marginsOf } from '../rooms/maps/head/margins.js';
import { linesOf, visibleRange } from '../rooms/maps/head/lines.js';
import { fullDigits } from '../rooms/maps/head/float-text.js';
import { rankOf, topKeys } from '../rooms/maps/head/ranks.js';
import { automaticEnd, barOf, endsOf, scaleOf, scaleTicks } from '../rooms/maps/head/scale.js';
import { suggestion } from '../rooms/maps/head/suggestion.js';
import { LANGUAGES } from '../page/words/index.js';

const en = LANGUAGES.en.maps;
const es = LANGUAGES.es.maps;

const ROW = Float32Array.of(0.1, NaN, 0.4, 0.1, 0.4, 0);

test('a rank counts the keys with larger weights; equal ones share a rank, and missing ones are not counted', () => {
  assert.deepEqual(
    [0, 2, 3, 4, 5].map((key) => rankOf(ROW, key)?.rank),
    [3, 1, 3, 1, 5],
  );
  assert.equal(rankOf(ROW, 0)?.of, 5);
  assert.equal(rankOf(ROW, 1), null);
});

test('the keys with the largest weights come first, with their sum', () => {
  const top = topKeys(ROW, 3);
  assert.deepEqual(
    top.map(({ key, rank }) => [key, rank]),
    [
      [2, 1],
      [4, 1],
      [0, 3],
    ],
  );
  assert.ok(Math.abs(top[2].sum - 0.9) < 1e-7);
  assert.equal(topKeys(ROW, 99).length, 5);
  assert.deepEqual(topKeys(Float32Array.of(NaN), 3), []);
});

test('the digits of a weight parse back to the same 32-bit float and are as few as possible', () => {
  assert.deepEqual(
    [0.1, 0.37704, 1, 0, -0.5, 1e-20].map((value) => fullDigits(Math.fround(value))),
    ['0.1', '0.37704', '1', '0', '−0.5', '1e−20'],
  );
  for (let at = 1; at < 2000; at += 1) {
    const value = Math.fround(Math.sin(at) ** 9 / at);
    assert.equal(Math.fround(Number(fullDigits(value).replaceAll('−', '-'))), value);
  }
  assert.equal(fullDigits(NaN), 'NaN');
});

test('lines show weights above a threshold, and only the largest if there are too many', () => {
  const rows = [
    { query: 0, row: Float32Array.of(0.5, 0.2, 0) },
    { query: 1, row: Float32Array.of(NaN, 0.3, 0.7) },
  ];
  assert.deepEqual(
    linesOf(rows, 0.25, 9).lines.map(({ query, key }) => [query, key]),
    [
      [1, 1],
      [0, 0],
      [1, 2],
    ],
  );
  assert.deepEqual(linesOf(rows, 0, 2), {
    lines: [
      { query: 0, key: 0, weight: 0.5 },
      { query: 1, key: 2, weight: Math.fround(0.7) },
    ],
    total: 4,
  });
});

test('lines of several heads keep the colors of their heads', () => {
  const rows = [
    { query: 0, row: Float32Array.of(0.5, 0.2), ink: 'red' },
    { query: 0, row: Float32Array.of(0.1, 0.9), ink: 'blue' },
  ];
  assert.deepEqual(
    linesOf(rows, 0.25, 9).lines.map(({ key, ink }) => [key, ink]),
    [
      [0, 'red'],
      [1, 'blue'],
    ],
  );
});

test('the visible items of a list are those at the scroll position', () => {
  assert.deepEqual(visibleRange(0, 100, 20, 50), { first: 0, last: 4 });
  assert.deepEqual(visibleRange(990, 100, 20, 50), { first: 49, last: 49 });
  assert.deepEqual(visibleRange(0, 100, 20, 2), { first: 0, last: 1 });
});

const info = (/** @type {object} */ more) =>
  /** @type {any} */ ({
    range: { least: 0, greatest: 0.6 },
    queryEntropy: Float32Array.of(1),
    quantiles: Float32Array.of(0, 1e-3, 0.6),
    ...more,
  });

test('the color scale is from 0 to 1 unless the reader changes it', () => {
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'unit' }), [info({})]), {
    kind: 'sequential',
    low: 0,
    high: 1,
  });
  assert.deepEqual(
    scaleOf(/** @type {any} */ ({ scale: 'largest' }), [
      info({}),
      info({ range: { least: 0, greatest: 0.9 } }),
    ]),
    { kind: 'sequential', low: 0, high: 0.9 },
  );
  assert.deepEqual(
    scaleOf(/** @type {any} */ ({ scale: 'largest' }), [
      info({ range: null, quantiles: new Float32Array() }),
    ]),
    { kind: 'sequential', low: 0, high: 1 },
  );
});

/**
 * A map of which each query has one entropy, and the 99.5th percentile is `top`.
 *
 * @param {number} top @param {number} entropy @param {number} greatest
 */
const faint = (top, entropy, greatest = 0.83) =>
  info({
    range: { least: 0, greatest },
    quantiles: Float32Array.from({ length: 257 }, (_, at) => (at < 250 ? 0 : at < 256 ? top : greatest)),
    queryEntropy: Float32Array.of(entropy, NaN, entropy),
  });
const auto = /** @type {any} */ ({ scale: 'auto' });

test('the default color scale ends at 1, or, if the map would be almost blank, at the percentile or the weight of a typical key', () => {
  const near = (/** @type {number} */ a, /** @type {number} */ b) =>
    assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
  assert.deepEqual(automaticEnd([faint(0.3, 3.5)]), { high: 1, by: 'unit' });
  assert.deepEqual(
    automaticEnd([faint(0.0001, 0.2)]),
    { high: 1, by: 'unit' },
    'a sharp diagonal is seen from 0 to 1, however small its share of the cells',
  );
  const wide = automaticEnd([faint(0.12, 3.5)]);
  assert.equal(wide.by, 'percentile');
  near(wide.high, 0.12);
  const sparse = automaticEnd([faint(0.0001, Math.log(5))]);
  assert.equal(sparse.by, 'entropy');
  near(sparse.high, 0.2);
  near(automaticEnd([faint(0.12, 3.5), faint(0.2, 3)]).high, 0.2);
  assert.equal(automaticEnd([faint(0.12, 3.5), faint(0.5, 1)]).by, 'unit', 'what is compared has one scale');
  assert.equal(
    automaticEnd([info({ range: null, quantiles: new Float32Array(), queryEntropy: Float32Array.of(NaN) })])
      .by,
    'unit',
  );
  assert.equal(automaticEnd([]).by, 'unit');
  near(scaleOf(auto, [faint(0.12, 3.5)]).high, 0.12);
  near(
    scaleOf(auto, [faint(0.12, 3.5), faint(0.2, 3)], info({ range: { least: -0.9, greatest: 0.1 } })).low,
    -0.2,
  );
});

test('the legend has the end of the color scale, its reason, and the largest weight', () => {
  const said = (/** @type {any} */ state, /** @type {any} */ a) =>
    endsOf(/** @type {any} */ (en.head), state, 'none', { a }, scaleOf(state, [a]), 'en');
  assert.equal(
    said(auto, faint(0.12, 3.5)),
    'weight, 0 to 0.12 (the 99.5th percentile); larger values look the same (largest: 0.83)',
  );
  assert.equal(
    said(auto, faint(0.0001, Math.log(5))),
    'weight, 0 to 0.2 (1 / exp of the mean entropy); larger values look the same (largest: 0.83)',
  );
  assert.equal(said(auto, faint(0.5, 1)), 'weight, 0 to 1');
  assert.equal(said({ scale: 'unit' }, faint(0.12, 3.5)), 'weight, 0 to 1');
});

test('a file explains the choice of its head and the end of its colors; another head, a combination or a comparison does not', () => {
  const found = (/** @type {object} */ measures) => ({
    causal: false,
    thumb: { rows: 1, cols: 1, data: Float32Array.of(0) },
    measures: {
      normalised_entropy: 1,
      mean_distance: 30,
      sink_share: 0.17,
      diagonal_share: 0.08,
      induction: null,
      duplicate_token: null,
      ...measures,
    },
  });
  const data = /** @type {any} */ ({
    isSample: false,
    done: 1,
    heads: [found({}), found({ normalised_entropy: 0.625, duplicate_token: 0.27 })],
    reading: { layers: 1, heads: 2, queries: 100, keys: 100, offset: 0 },
  });
  const state = /** @type {any} */ ({
    layer: 0,
    head: 1,
    source: 'head',
    compare: null,
    scale: 'auto',
    view: 'map',
  });
  const said = (
    /** @type {object} */ patch,
    of = data,
    t = /** @type {any} */ (en.head),
    language = /** @type {'en' | 'es'} */ ('en'),
  ) => suggestion({ state: { ...state, ...patch }, data: of, language, t }, [faint(0.12, 3.5)]);
  const why =
    'Of 2 heads, layer 0, head 1 is opened first, because its queries look at few keys (entropy share 0.625) and not just at the first one (17\u202f%) or at themselves and their neighbors (8\u202f%); 27\u202f% of the weight of repeated tokens goes to where they occurred before.';
  const colors =
    'Colors end at 0.12, the 99.5th percentile, because from 0 to 1 the map would be almost blank.';
  assert.equal(said({}), `${why} ${colors}`);
  assert.equal(said({ scale: 'unit' }), why);
  // A head can be first for its other factors.
  const even = { ...data, heads: [found({}), found({ normalised_entropy: 0.886, duplicate_token: 0.8 })] };
  assert.match(
    said({ scale: 'unit' }, even),
    /most structure of all heads: they are uneven \(entropy share 0\.886; 1 is even\)/,
  );
  assert.doesNotMatch(said({ scale: 'unit' }, even), /few keys/);
  assert.match(
    said({}, data, es.head),
    /^De 2 cabezas se abre primero la 1 de la capa 0, .* Los colores terminan en 0\.12/,
  );
  for (const patch of [{ head: 0 }, { source: 'mean' }, { compare: { slot: 0, layer: 0, head: 0 } }])
    assert.equal(said(patch), '');
  assert.equal(
    said({}, { ...data, done: 0.5, heads: [...data.heads] }),
    '',
    'nothing is chosen before all heads are measured',
  );
  assert.equal(
    said({ head: 0 }, { ...data, heads: [data.heads[0]], reading: { ...data.reading, heads: 1 } }),
    colors,
  );
});

test('a difference has the symmetric form of the scale of the two maps', () => {
  const difference = info({ range: { least: -0.3, greatest: 0.2 } });
  const highs = ['unit', 'largest', 'log', 'percentile'].map((scale) =>
    scaleOf(/** @type {any} */ ({ scale }), [info({}), info({})], difference),
  );
  assert.deepEqual(
    highs.map(({ high }) => high),
    [1, 0.6, 0.3, 0.3],
  );
  for (const { kind, low, high } of highs) assert.deepEqual([kind, low], ['diverging', -high]);
});

test('negative numbers get a symmetric scale even if they are invalid weights', () => {
  assert.deepEqual(
    scaleOf(/** @type {any} */ ({ scale: 'unit' }), [info({ range: { least: -2, greatest: 0.5 } })]),
    { kind: 'diverging', low: -2, high: 2 },
  );
});

test('a logarithmic scale goes from the decade of the smallest weight to that of the largest, at most six decades', () => {
  assert.deepEqual(scaleOf(/** @type {any} */ ({ scale: 'log' }), [info({})]), {
    kind: 'log',
    low: 1e-3,
    high: 1,
  });
  assert.deepEqual(
    scaleOf(/** @type {any} */ ({ scale: 'log' }), [info({ quantiles: Float32Array.of(0, 1e-30, 1) })]).low,
    1e-6,
  );
  const nothing = scaleOf(/** @type {any} */ ({ scale: 'log' }), [
    info({ range: null, quantiles: new Float32Array() }),
  ]);
  assert.ok(nothing.low > 0 && nothing.low < nothing.high);
});

test('ticks label the ends of a bar and the values between', () => {
  assert.deepEqual(
    scaleTicks({ kind: 'sequential', low: 0, high: 1 }, 'en').map(({ text }) => text),
    ['0', '0.5', '1'],
  );
  assert.deepEqual(
    scaleTicks({ kind: 'sequential', low: 0, high: 1 }, 'pt').map(({ text }) => text),
    ['0', '0,5', '1'],
    'Portuguese has decimal commas',
  );
  assert.deepEqual(
    scaleTicks({ kind: 'log', low: 1e-3, high: 1 }, 'en').map(({ at, text }) => [Math.round(at * 3), text]),
    [
      [0, '0.001'],
      [1, '0.01'],
      [2, '0.1'],
      [3, '1'],
    ],
  );
  assert.deepEqual(
    scaleTicks({ kind: 'log', low: 1e-5, high: 1 }, 'en').map(({ at, text }) => [Math.round(at * 5), text]),
    [
      [0, '1e−5'],
      [2, '0.001'],
      [4, '0.1'],
      [5, '1'],
    ],
    'the ends are always named',
  );
  const quantiles = Float32Array.from({ length: 257 }, (_, place) => place / 512);
  assert.deepEqual(
    scaleTicks({ kind: 'percentile', low: 0, high: 0.5, quantiles }, 'en').map(({ at, text }) => [at, text]),
    [
      [0, '0'],
      [0.25, '0.12'],
      [0.5, '0.25'],
      [0.75, '0.38'],
      [1, '0.5'],
    ],
  );
});

test('a bar begins and ends at the ends of its scale', () => {
  const scales = /** @type {const} */ ([
    { kind: 'sequential', low: 0, high: 1 },
    { kind: 'log', low: 1e-3, high: 1 },
    { kind: 'diverging', low: -2, high: 2 },
  ]);
  for (const scale of scales) {
    const bar = barOf(scale, 9);
    assert.deepEqual(
      [bar[0], bar[8]].map((end) => Math.fround(end)),
      [scale.low, scale.high].map(Math.fround),
    );
  }
});

test('rows show their entropy, or their sums if no row has valid weights', () => {
  const rows = {
    queryEntropy: Float32Array.of(1, NaN),
    querySum: Float32Array.of(1, 5),
    keyMean: Float32Array.of(0.5),
  };
  assert.equal(marginsOf(/** @type {any} */ (rows), 'none').query, rows.queryEntropy);
  assert.equal(
    marginsOf(/** @type {any} */ (rows), 'norm').query,
    rows.querySum,
    'weights times values have no entropy',
  );
  assert.equal(
    marginsOf(/** @type {any} */ ({ ...rows, queryEntropy: Float32Array.of(NaN, NaN) }), 'none').query,
    rows.querySum,
  );
});

test('each row has its bar, and if rows are smaller than pixels each pixel has the largest of its rows', () => {
  const wide = barsOf(Float32Array.of(1, 2, NaN, 4), { start: 0, size: 10, visible: 40 });
  assert.deepEqual(
    wide.map(({ from, to, share }) => [from, to, share]),
    [
      [0, 10, 0.25],
      [10, 20, 0.5],
      [20, 30, 0],
      [30, 40, 1],
    ],
  );
  const values = new Float32Array(4000);
  values[1234] = 1;
  const thin = barsOf(values, { start: 0, size: 0.1, visible: 400 });
  assert.equal(thin.length, 400);
  assert.deepEqual(
    thin.flatMap(({ share }, pixel) => (share > 0 ? [pixel] : [])),
    [123],
  );
});

test('bars of a part of an axis begin with the clipped row', () => {
  const bars = barsOf(Float32Array.of(1, 2, 4, 8), { start: 1.5, size: 10, visible: 15 });
  assert.deepEqual(
    bars.map(({ from, to, share }) => [from, to, share]),
    [
      [0, 5, 0.25],
      [5, 15, 0.5],
    ],
  );
});

test('bars are computed once while nothing changes, and each time for a large head, whose rows arrive', () => {
  const values = Float32Array.of(1, -2, 4);
  const axis = { start: 0, size: 10, visible: 30 };
  const map = /** @type {any} */ ({});
  const bars = barsIn(map, values, axis);
  assert.deepEqual(
    bars.map(({ share }) => share),
    [0.25, 0.5, 1],
  );
  assert.equal(barsIn(map, values, { ...axis }), bars);
  assert.notEqual(barsIn(map, values, { ...axis, start: 1 }), bars);
  const large = /** @type {any} */ ({ large: {} });
  const first = barsIn(large, values, axis);
  values[0] = 8;
  assert.deepEqual([first[0].share, barsIn(large, values, axis)[0].share], [0.25, 1]);
});

test('the entropies of a map are read once, and not in each frame', () => {
  let reads = 0;
  class Counted extends Float32Array {
    /** @returns {ArrayIterator<number>} */
    [Symbol.iterator]() {
      reads += 1;
      return super[Symbol.iterator]();
    }
  }
  const info = {
    quantiles: Float32Array.of(0, 0.1),
    queryEntropy: new Counted([3, NaN, 3]),
    large: undefined,
  };
  const end = automaticEnd([/** @type {any} */ (info)]);
  assert.deepEqual(automaticEnd([/** @type {any} */ (info)]), end);
  assert.ok(Math.abs(end.high - Math.max(0.1 * 0.995, Math.exp(-3))) < 1e-7);
  assert.equal(reads, 1);
});
