/** The functions of the Models room, compared with plain loops. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { fixture } from './engine-support.js';
import { npy, opened, randomNumbers, read, weights } from './engine-maps-support.js';
import { measuresOf } from './plain/measures.js';
import { levelsOf, viewOf } from './plain/views.js';
import { readFile } from 'node:fs/promises';

before(() => engine.load());

/** @type {import('../engine/maps.js').AttentionRule} */
const PLAIN = { scale: null, causal: 'none', window: null, softcap: null, rope: null, offset: 0 };
const random = randomNumbers(7);

/** The cells of a map, which is freed. @param {engine.HeadMap} map */
function taken(map) {
  const { queries, keys } = map;
  const data = map.cells([0, queries], [0, keys]);
  map.free();
  return { rows: queries, cols: keys, data };
}

/**
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} expected
 * @param {number} [tolerance] - of the number, and of 1
 */
function near(got, expected, tolerance = 1e-6) {
  assert.equal(got.length, expected.length);
  Array.from(got).forEach((value, at) => {
    const wanted = expected[at];
    assert.ok(
      Object.is(value, wanted) || Math.abs(value - wanted) <= tolerance * Math.max(1, Math.abs(wanted)),
      `${at}: ${value}, not ${wanted}`,
    );
  });
}

test('a file is opened with the bytes that it requests, and read in parts', () => {
  const data = Float32Array.from({ length: 24 }, (_, at) => at);
  const bytes = npy([2, 3, 4], data);
  const file = opened(bytes);
  assert.deepEqual(file.listing(), {
    format: 'npy',
    tensors: [{ name: '', dtype: 'float32', shape: [2, 3, 4], sliced: true, columnMajor: false }],
    tokens: [],
    texts: [],
    keyTokens: [],
    metadata: [],
  });
  assert.deepEqual(taken(read(bytes, file, 0, [1]).matrix(false)), {
    rows: 3,
    cols: 4,
    data: data.slice(12),
  });
  assert.deepEqual(taken(read(bytes, file, 0, [1]).matrix(true)), {
    rows: 4,
    cols: 3,
    data: Float32Array.of(12, 16, 20, 13, 17, 21, 14, 18, 22, 15, 19, 23),
  });
  assert.deepEqual(taken(read(bytes, file, 0, [null, 2, [1, 2]]).matrix(false)), {
    rows: 2,
    cols: 2,
    data: Float32Array.of(9, 10, 21, 22),
  });
  const { shape, data: values, nonFinite, rounded } = read(bytes, file, 0, [0, [0, 1], 3]).values();
  assert.deepEqual([shape, [...values], nonFinite, rounded], [[1], [3], 0, 0]);
  assert.deepEqual(read(bytes, file, 0, [[1, 1], 2]).singles(), { shape: [1, 4], data: data.slice(20) });
  file.free();
});

test('text is read in 64 bits, with its tokens', () => {
  const bytes = new TextEncoder().encode('{"tokens": ["The", "cat"], "attention": [[1, 0], [0.1, 0.9]]}');
  const file = opened(bytes);
  assert.deepEqual(file.listing(), {
    format: 'json',
    tensors: [{ name: 'attention', dtype: 'float64', shape: [2, 2], sliced: false, columnMajor: false }],
    tokens: ['The', 'cat'],
    texts: [],
    keyTokens: [],
    metadata: [],
  });
  assert.deepEqual([...read(bytes, file, 0, []).values().data], [1, 0, 0.1, 0.9]);
  for (const isSingle of [false, true])
    assert.deepEqual(read(bytes, file, 0, [], isSingle).singles(), {
      shape: [2, 2],
      data: Float32Array.of(1, 0, 0.1, 0.9),
    });
  assert.deepEqual(taken(read(bytes, file, 0, []).matrix(false)).data, Float32Array.of(1, 0, 0.1, 0.9));
});

test('heads of real models have the measures that NumPy computes', async () => {
  const { measures: names, files } = await fixture('measures/measures.json');
  assert.deepEqual(engine.measureNames(), names);
  for (const { file: name, tokens, heads } of files) {
    const bytes = await readFile(new URL(`../../fixtures/measures/${name}`, import.meta.url));
    const file = opened(bytes);
    const [layers, each] = file.listing().tensors[0].shape;
    assert.equal(heads.length, layers);
    for (let layer = 0; layer < layers; layer += 1) {
      for (let head = 0; head < each; head += 1) {
        const map = read(bytes, file, 0, [layer, head]).matrix(false);
        const found = engine.overview(map, {
          side: 8,
          tokens: Uint32Array.from(tokens),
          offset: 0,
          sink: 1,
          reach: 1,
        });
        near(
          Object.values(found.measures).map((value) => value ?? NaN),
          heads[layer][head].map((/** @type {number | null} */ value) => value ?? NaN),
          1e-12,
        );
        map.free();
      }
    }
  }
});

test('the measures and picture of a head match plain loops', () => {
  const [queries, keys, side] = [9, 12, 5];
  const data = weights(queries, keys, random);
  data[3 * keys + 4] = NaN;
  data.fill(0, 5 * keys, 6 * keys);
  const tokens = Uint32Array.from({ length: keys }, (_, key) => key % 5);
  const map = engine.headMap(queries, keys, data);
  const { thumb, measures, rowSums, ...found } = engine.overview(map, {
    side,
    tokens,
    offset: 3,
    sink: 2,
    reach: 1,
  });
  const {
    measures: expected,
    rowSums: sums,
    ...rest
  } = measuresOf({ rows: queries, cols: keys, data }, { offset: 3, sink: 2, reach: 1, tokens });
  assert.deepEqual(found, rest);
  assert.ok(rowSums && sums);
  near(
    [rowSums.least.query, rowSums.least.sum, rowSums.greatest.query],
    [sums.least.query, sums.least.sum, sums.greatest.query],
  );
  for (const name of engine.measureNames()) near([measures[name] ?? NaN], [expected[name] ?? NaN]);
  assert.deepEqual([thumb.rows, thumb.cols], [side, side]);
  const tile = Array.from(data).filter(
    (_, at) =>
      Math.floor((Math.floor(at / keys) * side) / queries) === 2 &&
      Math.floor(((at % keys) * side) / keys) === 4,
  );
  assert.equal(thumb.data[2 * side + 4], Math.max(...tile));
  assert.equal(thumb.data.filter(Number.isNaN).length, 1);
});

test('the cells, levels, quantiles and margins of views match plain loops', () => {
  for (const [queries, keys] of [
    [1, 1],
    [5, 8],
    [17, 17],
    [33, 6],
    [0, 4],
  ]) {
    for (const how of [
      { perRow: false, leaveOut: 0, reach: null },
      { perRow: true, leaveOut: 1, reach: null },
      { perRow: false, leaveOut: 2, reach: Uint32Array.from({ length: queries }, (_, query) => query + 1) },
    ]) {
      for (const isDifference of [false, true]) {
        const data = weights(queries, keys, random);
        const other = weights(queries, keys, random);
        const minus = isDifference ? { rows: queries, cols: keys, data: other } : null;
        const plain = viewOf(
          { rows: queries, cols: keys, data },
          { ...how, reach: how.reach && [...how.reach], minus },
        );
        const view = engine.view(engine.headMap(queries, keys, data), {
          ...how,
          minus: isDifference ? engine.headMap(queries, keys, other) : null,
        });
        const { levels, range, quantiles, queryEntropy, querySum, keyMean, ...size } = view.info();
        const expected = levelsOf(plain.map, isDifference);
        assert.deepEqual(size, { queries, keys });
        assert.deepEqual(
          levels,
          expected.map(({ rows, cols }) => ({ rows, cols })),
        );
        expected.forEach(({ rows, cols, data: cells }, level) =>
          near(view.tile(level, [0, rows], [0, cols]), cells),
        );
        if (queries > 1) near(view.row(1), plain.map.data.slice(keys, 2 * keys));
        if (plain.info.range)
          near(
            [range?.least ?? NaN, range?.greatest ?? NaN],
            [plain.info.range.least, plain.info.range.greatest],
          );
        else assert.equal(range, null);
        near(quantiles, plain.info.quantiles);
        near(queryEntropy, plain.info.queryEntropy);
        near(querySum, plain.info.querySum);
        near(keyMean, plain.info.keyMean);
        view.free();
      }
    }
  }
});

test('weights of queries and keys match the formula', () => {
  const [queries, keys, size] = [3, 5, 4];
  const [q, k] = [queries, keys].map((count) =>
    Float32Array.from({ length: count * size }, () => random() * 4 - 2),
  );
  const [qMap, kMap] = [engine.headMap(queries, size, q), engine.headMap(keys, size, k)];
  const expected = (
    /** @type {(i: number, j: number) => boolean} */ sees,
    scale = 0.5,
    cap = (/** @type {number} */ score) => score,
  ) => {
    const rows = Array.from({ length: queries }, (_, i) => {
      const powers = Array.from({ length: keys }, (__, j) => {
        const score = Array.from({ length: size }, (___, c) => q[i * size + c] * k[j * size + c]).reduce(
          (sum, term) => sum + term,
          0,
        );
        return sees(i, j) ? Math.exp(cap(score * scale)) : 0;
      });
      const sum = powers.reduce((all, power) => all + power, 0);
      return powers.map((power) => (sum === 0 ? 0 : power / sum));
    });
    return rows.flat();
  };
  const found = (/** @type {Partial<typeof PLAIN>} */ options) =>
    taken(engine.weightsOf(qMap, kMap, { ...PLAIN, ...options })).data;
  near(
    found({}),
    expected(() => true),
  );
  near(
    found({ scale: 0.25 }),
    expected(() => true, 0.25),
  );
  near(
    found({ causal: 'upper_left' }),
    expected((i, j) => j <= i),
  );
  near(
    found({ causal: 'lower_right', window: 2 }),
    expected((i, j) => j <= i + 2 && j > i),
  );
  // A mask expression counts positions as the causal mask does.
  near(
    found({ causal: 'upper_left', mask: 'window(0, 0) or prefix(1)' }),
    expected((i, j) => j <= i && (j === i || j < 1)),
  );
  near(
    found({ causal: 'lower_right', mask: 'not window(1, 0)' }),
    expected((i, j) => j < i + 1),
  );
  near(
    found({ mask: 'cells(1:2-3) or images(0-1)' }),
    expected((i, j) => (i < 2 && j < 2) || (i === 1 && (j === 2 || j === 3))),
  );
  near(
    found({ softcap: 1.5 }),
    expected(
      () => true,
      0.5,
      (score) => 1.5 * Math.tanh(score / 1.5),
    ),
  );
  near(
    found({ rope: { base: 10_000, pairs: 'half', dim: 0 } }),
    expected(() => true),
  );
  assert.notDeepEqual(
    found({ rope: { base: 10_000, pairs: 'half', dim: null } }),
    found({ rope: { base: 10_000, pairs: 'interleaved', dim: null } }),
  );
});

test('steps of generation are stacked', () => {
  const parts = [
    engine.headMap(2, 2, Float32Array.of(1, 0, 0.5, 0.5)),
    engine.headMap(1, 3, Float32Array.of(0.25, 0.25, 0.5)),
  ];
  assert.deepEqual(taken(engine.stacked(parts, 3)), {
    rows: 3,
    cols: 3,
    data: Float32Array.of(1, 0, 0, 0.5, 0.5, 0, 0.25, 0.25, 0.5),
  });
  // The maps still exist.
  assert.deepEqual(
    parts.map((part) => taken(part).rows),
    [2, 1],
  );
});

test('heads are combined by mean, by maximum and by rollout', () => {
  const heads = [Float32Array.of(1, 0, 0.5, 0.5), Float32Array.of(0.5, 0.5, 0, 1)].map((data) =>
    engine.headMap(2, 2, data),
  );
  const combined = (/** @type {'mean' | 'max'} */ kind) => {
    const combining = engine.combining(kind);
    heads.forEach((head) => combining.add(head));
    return [...taken(combining.finish()).data];
  };
  assert.deepEqual(combined('mean'), [0.75, 0.25, 0.25, 0.75]);
  assert.deepEqual(combined('max'), [1, 0.5, 0.5, 1]);
  const rollout = engine.rollout(2);
  rollout.layer(heads[0]);
  assert.deepEqual([...taken(rollout.map()).data], [1, 0, 0.25, 0.75]);
  rollout.free();
  assert.equal(engine.similarity(heads[0], heads[0]), 1);
  near(
    [
      engine.similarity(
        engine.headMap(1, 2, Float32Array.of(1, 0)),
        engine.headMap(1, 2, Float32Array.of(0, 1)),
      ) ?? NaN,
    ],
    [0],
  );
  assert.equal(
    engine.similarity(engine.headMap(1, 1, Float32Array.of(NaN)), engine.headMap(1, 1, Float32Array.of(1))),
    null,
  );
});

test('weights are multiplied by values, and merged to words', () => {
  const map = engine.headMap(2, 2, Float32Array.of(0.5, 0.5, 1, 0));
  const v = engine.headMap(2, 2, Float32Array.of(3, 4, 0, 15));
  assert.deepEqual([...taken(engine.valueWeighted(map, v, 'norm')).data], [2.5, 7.5, 5, 0]);
  assert.deepEqual([...taken(engine.valueWeighted(map, v, 'share')).data], [0.25, 0.75, 1, 0]);
  assert.deepEqual(taken(engine.merged(map, Uint32Array.of(0, 0), Uint32Array.of(0, 1))), {
    rows: 1,
    cols: 2,
    data: Float32Array.of(0.75, 0.25),
  });
});

test('tokens are made readable and numbered', () => {
  const { scheme, tokens, words, ids } = engine.readTokens(['Hello', 'Ġworld', 'Ġworld'], null);
  assert.deepEqual([scheme, words, [...ids]], ['byte_level', ['Hello', 'world', 'world'], [0, 1, 1]]);
  assert.deepEqual(tokens[1], {
    text: ' world',
    shown: '·world',
    group: 1,
    word: 1,
    special: false,
    joined: false,
    split: false,
    broken: false,
  });
  assert.equal(engine.readTokens(['Ġa'], 'plain').tokens[0].text, 'Ġa');
  assert.deepEqual(engine.readTokens([]).tokens, []);
});

test('cells are painted as one pixel each, and missing ones are transparent', () => {
  const paint = (/** @type {any} */ scale, /** @type {number[]} */ data) => [
    ...new Uint32Array(
      engine.paintMap({
        rows: 1,
        cols: data.length,
        data: Float32Array.from(data),
        map: 'viridis',
        theme: 'light',
        scale,
      }).buffer,
    ),
  ];
  const [none, some, all, missing] = paint({ kind: 'sequential', low: 0, high: 1 }, [0, 0.5, 1, NaN]);
  assert.equal(missing, 0);
  assert.equal(new Set([none, some, all]).size, 3);
  // On a logarithmic scale the middle of 1/10000 and 1 is 1/100; by rank it is the middle value.
  assert.deepEqual(paint({ kind: 'log', low: 1e-4, high: 1 }, [1e-4, 0.01, 1]), [none, some, all]);
  const quantiles = Float32Array.from({ length: 257 }, (_, at) => (at / 256) ** 4);
  assert.deepEqual(paint({ kind: 'percentile', quantiles }, [0, 0.5 ** 4, 1]), [none, some, all]);
  const [negative, zero, positive] = paint({ kind: 'diverging', low: -1, high: 1 }, [-1, 0, 1]);
  assert.equal(new Set([negative, zero, positive]).size, 3);
});
