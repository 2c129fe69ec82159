/** Measures of large heads from a sample of rows: which rows it has, and how far its errors hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimatedMean, sampleRows } from '../rooms/maps/large/sample-rows.js';

/** The side of the heads. */
const SIDE = 1024;
/** The number of samples of each measure. */
const SAMPLES = 400;

/** Random numbers from 0 to 1 (a linear congruential generator of Numerical Recipes). @param {number} seed */
function uniform(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** A standard normal number by Box and Muller. @param {() => number} random */
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * The weights of a causal or bidirectional row by a plain softmax.
 *
 * @param {number} query @param {boolean} causal @param {(query: number, key: number) => number} score
 */
function softmax(query, causal, score) {
  const row = Array.from({ length: causal ? query + 1 : SIDE }, (_, key) => Math.exp(score(query, key)));
  const sum = row.reduce((all, each) => all + each, 0);
  return row.map((each) => each / sum);
}

/** Formulas of docs/maps.md for one row. @type {Record<string, (row: number[], query: number) => number>} */
const MEASURES = {
  entropy: (row) => row.reduce((sum, w) => sum - (w > 0 ? w * Math.log(w) : 0), 0),
  sink: (row) => row[0],
  previous: (row, query) => (query > 0 ? row[query - 1] : NaN),
  distance: (row, query) => row.reduce((sum, w, key) => sum + w * Math.abs(query - key), 0),
  diagonal: (row, query) => (row[query - 1] ?? 0) + row[query] + (row[query + 1] ?? 0),
};

const noise = uniform(11);
const hash = (/** @type {number} */ a, /** @type {number} */ b) => uniform(a * 7919 + b * 104729 + 1)();
/** @type {Record<string, [causal: boolean, score: (query: number, key: number) => number]>} */
const HEADS = {
  'uniform, causal': [true, () => 0],
  'local, causal': [true, (query, key) => -(query - key) / 3],
  'local, both directions': [false, (query, key) => -Math.abs(query - key) / 20],
  'diagonal with noise': [true, (query, key) => (query === key ? 6 : 2 * hash(query, key))],
  'previous token with noise': [true, (query, key) => (query - 1 === key ? 5 : 3 * hash(query, key))],
  'sink with varying strength': [true, (query, key) => (key === 0 ? 10 * hash(query, 0) : 0)],
  'sink for half of the queries': [true, (query, key) => (key === 0 && hash(query, 1) < 0.5 ? 9 : 0)],
  'local up to the middle, then uniform': [true, (query, key) => (query < SIDE / 2 ? key - query : 0)],
  'induction in the second half': [true, (query, key) => (query - SIDE / 2 + 1 === key ? 9 : 0)],
  'words of ten tokens': [true, (query, key) => (Math.floor(query / 10) === Math.floor(key / 10) ? 5 : 0)],
  'uneven temperatures': [false, (query, key) => 12 * hash(query, 2) ** 3 * hash(query, key)],
};

/** Measures that no head above has: skewed ones, and rare rows. @type {Record<string, () => number>} */
const SKEWED = {
  exponential: () => -Math.log(1 - noise()),
  'lognormal with σ = 1': () => Math.exp(normal(noise)),
  'Pareto with α = 3': () => (1 - noise()) ** (-1 / 3),
  '1 in a tenth of the rows': () => (noise() < 0.1 ? 1 : 0.01),
  '0 in a twentieth of the rows': () => (noise() < 0.05 ? 0 : 1),
};

/** The measures of all rows, by head and measure. @type {[name: string, values: number[]][]} */
const POPULATIONS = [
  ...Object.entries(HEADS).flatMap(([head, [causal, score]]) => {
    const rows = Array.from({ length: SIDE }, (_, query) => softmax(query, causal, score));
    return Object.entries(MEASURES).map(
      ([measure, of]) =>
        /** @type {[string, number[]]} */ ([`${measure}: ${head}`, rows.map((row, query) => of(row, query))]),
    );
  }),
  ...Object.entries(SKEWED).map(
    ([name, draw]) => /** @type {[string, number[]]} */ ([name, Array.from({ length: SIDE }, draw)]),
  ),
];

const meanOf = (/** @type {number[]} */ values) => {
  const known = values.filter((each) => !Number.isNaN(each));
  return known.reduce((sum, each) => sum + each, 0) / known.length;
};

test('about 95 % of the true means are within two stated standard errors', () => {
  /** @type {Map<string, number>} */
  const coverage = new Map();
  let [squares, claimed] = [0, 0];
  for (const [name, values] of POPULATIONS) {
    const mean = meanOf(values);
    const scale = Math.max(...values.filter((each) => !Number.isNaN(each)).map(Math.abs));
    let hits = 0;
    for (let seed = 1; seed <= SAMPLES; seed += 1) {
      const { rows, sizes } = sampleRows(SIDE, 64, seed);
      const found = estimatedMean(
        Array.from(rows, (row) => values[row]),
        sizes,
      );
      assert.ok(found, name);
      // Measures that are equal in all rows have an error of about 1e-17.
      if (Math.abs(found.value - mean) <= 2 * found.error + 1e-12 * scale) hits += 1;
      squares += ((found.value - mean) / scale) ** 2;
      claimed += (found.error / scale) ** 2;
    }
    coverage.set(name, hits / SAMPLES);
  }
  const shares = [...coverage].sort(([, a], [, b]) => a - b);
  const worst = shares.slice(0, 6).map(([name, share]) => `${share} ${name}`);
  const average = shares.reduce((sum, [, share]) => sum + share, 0) / shares.length;
  assert.ok(shares[0][1] >= 0.9, worst.join('; '));
  assert.ok(average >= 0.95, `${average}`);
  // The errors are not padded either: they are at most half as large again as the real ones.
  assert.ok(Math.sqrt(claimed / squares) < 1.5, `${Math.sqrt(claimed / squares)}`);
});

test('a sample has one row of each stratum, and the first stratum has more', () => {
  const { rows, sizes } = sampleRows(65536);
  // 64 strata of 1,024 rows. The first one is divided at 1, 2, 4 ... 512.
  const wanted = [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, ...Array(63).fill(1024)];
  assert.deepEqual([...sizes], wanted);
  let start = 0;
  wanted.forEach((size, at) => {
    assert.ok(rows[at] >= start && rows[at] < start + size, `row ${rows[at]} of stratum ${at}`);
    start += size;
  });
  assert.deepEqual(sampleRows(65536), { rows, sizes });
  assert.notDeepEqual(sampleRows(65536, 64, 1).rows, rows);
  assert.deepEqual([...sampleRows(3).rows], [0, 1, 2]);
  assert.deepEqual([...sampleRows(0).rows], []);
});

test('rows without a value are not counted, and a sample of all rows has no error', () => {
  assert.equal(estimatedMean([NaN, NaN], [1, 5]), null);
  assert.deepEqual(estimatedMean([1, NaN, 3], [1, 1, 1]), { value: 2, error: 0 });
  // The mean of strata of 2 and 6 rows.
  assert.equal(estimatedMean([1, NaN, 5], [2, 9, 6])?.value, 4);
  assert.ok(Number.isNaN(estimatedMean([NaN, 4], [5, 5])?.error));
});

test('the error of a straight line is that of its noise within strata', () => {
  // Values 0, 10, 20 ... in strata of 10 rows, with ±1 in turn: e = ±2 inside, and 10 ± 2 at both ends.
  const count = 40;
  const values = Array.from({ length: count }, (_, at) => 10 * at + (at % 2 === 0 ? 1 : -1));
  const ends = 2 * ((10 - 2) ** 2 / 2);
  const inside = (count - 2) * (2 ** 2 * (2 / 3));
  const plain = Math.sqrt(((ends + inside) / count ** 2) * (1 - 1 / 10));
  // The third powers of e cancel each other. Student's t with 20 degrees of freedom has the quantile 2.1330
  // at 0.97725, where a normal number has 2.
  const { error } = /** @type {{ error: number }} */ (estimatedMean(values, Array(count).fill(10)));
  assert.ok(Math.abs(error / plain - 2.133 / 2) < 2e-3, `${error / plain}`);
});
