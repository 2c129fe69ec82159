/** Position schemes through the boundary: compared with plain loops, and messages for invalid comparisons. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { attend, compareSchemes, load } from '../engine.js';
import { BY_HAND } from '../rooms/learn/lessons/by-hand.js';
import { matrix, refusal, rowsOf } from './engine-support.js';
/** @import { CompareOptions } from '../engine.js' */

before(() => load());

/** @type {CompareOptions} */
const OPTIONS = {
  base: 10_000,
  pairs: 'half',
  turned: null,
  heads: 8,
  head: 2,
  firstPosition: 0,
  mask: 'none',
  query: 4,
  key: 1,
  reach: 64,
  distance: 16,
};
const lesson = BY_HAND.distance;
const { embeddings, wQ, wK } = lesson.given;
const INPUTS = { embeddings, wQ, wK };
const ROOT = Math.sqrt(8);

/** The types are broken on purpose. @type {any} */
const loose = compareSchemes;

/** @param {number} got @param {number} expected @param {number} [within] */
const near = (got, expected, within = 1e-12) =>
  assert.ok(Math.abs(got - expected) < within, `${got} is not ${expected}`);

test('without positions a word has the same score at every position, and with every scheme it does not', () => {
  const { scores } = compareSchemes(OPTIONS, INPUTS);
  const none = rowsOf(scores.none);
  assert.deepEqual(none[0], none[3]);
  for (const scheme of /** @type {const} */ (['sinusoidal', 'rope', 'alibi']))
    assert.notDeepEqual(rowsOf(scores[scheme])[0], rowsOf(scores[scheme])[3], scheme);
});

test('the scores match plain loops', () => {
  const { scores } = compareSchemes({ ...OPTIONS, base: 500, firstPosition: 7 }, INPUTS);
  const x = rowsOf(embeddings);
  const wave = (/** @type {number} */ at, /** @type {number} */ c) =>
    (c % 2 ? Math.cos : Math.sin)(at / 500 ** ((c - (c % 2)) / 8));
  const turned = (/** @type {number[]} */ row, /** @type {number} */ at) =>
    row.map((value, c) => {
      const angle = at * 500 ** ((-2 * (c % 4)) / 8);
      return value * Math.cos(angle) + (c < 4 ? -row[c + 4] : row[c - 4]) * Math.sin(angle);
    });
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, value, c) => sum + value * b[c], 0) / ROOT;
  x.forEach((q, i) =>
    x.forEach((k, j) => {
      const cell = i * 5 + j;
      near(scores.none.data[cell], dot(q, k));
      near(
        scores.sinusoidal.data[cell],
        dot(
          q.map((value, c) => value + wave(7 + i, c)),
          k.map((value, c) => value + wave(7 + j, c)),
        ),
      );
      near(scores.rope.data[cell], dot(turned(q, 7 + i), turned(k, 7 + j)));
      near(scores.alibi.data[cell], dot(q, k) - 0.125 * Math.abs(i - j));
    }),
  );
});

test('RoPE and ALiBi give the bits of attention over heads', () => {
  const tensor = (/** @type {number[]} */ ...shape) => ({ shape, data: embeddings.data });
  const inputs = { q: tensor(1, 1, 5, 8), k: tensor(1, 1, 5, 8), v: tensor(1, 1, 5, 8) };
  for (const pairs of /** @type {const} */ (['half', 'interleaved'])) {
    const { weights, slopes } = compareSchemes(
      { ...OPTIONS, pairs, turned: 4, base: 100, firstPosition: 3, mask: 'causal' },
      INPUTS,
    );
    const rope = attend({ causal: true, rope: { pairs, features: 4, base: 100, firstPosition: 3 } }, inputs);
    assert.deepEqual(weights.rope.data, rope.weights.data);
    const alibi = attend(
      { causal: true },
      { ...inputs, slopes: { shape: [1], data: Float64Array.of(slopes[2]) } },
    );
    assert.deepEqual(weights.alibi.data, alibi.weights.data);
  }
});

test('a curve contains the score of its pair, and ALiBi’s is a straight line', () => {
  const { scores, curves } = compareSchemes({ ...OPTIONS, firstPosition: 9 }, INPUTS);
  for (const scheme of /** @type {const} */ (['none', 'sinusoidal', 'rope', 'alibi'])) {
    assert.equal(curves.scores[scheme].data.length, 65);
    assert.equal(curves.scores[scheme].data[3], scores[scheme].data[4 * 5 + 1], scheme);
    assert.equal(curves.at[scheme], curves.scores[scheme].data[16], scheme);
  }
  const first = scores.none.data[4 * 5 + 1];
  curves.scores.alibi.data.forEach((score, distance) => near(score, first - 0.125 * distance));
  assert.ok(curves.scores.none.data.every((score) => score === first));
  near(curves.scores.rope.data[0], first);
  curves.turns.data.forEach((turn, pair) => near(turn, 16 / 10 ** pair));
});

test('moving every token changes only the scores of sinusoids', () => {
  const { moved } = compareSchemes({ ...OPTIONS, firstPosition: 1000 }, INPUTS);
  assert.ok(moved.sinusoidal > 0.1 && moved.rope < 1e-12, JSON.stringify(moved));
  assert.deepEqual([moved.none, moved.alibi], [0, 0]);
  assert.deepEqual(compareSchemes(OPTIONS, INPUTS).moved, { none: 0, sinusoidal: 0, rope: 0, alibi: 0 });
});

test('invalid comparisons are rejected with the figures', () => {
  const refused = (/** @type {any} */ options, /** @type {any} */ inputs = {}) =>
    refusal(() => loose({ ...OPTIONS, ...options }, { ...INPUTS, ...inputs }));
  for (const [base, shown] of [
    [0, '0'],
    [-1, '-1'],
    [NaN, 'NaN'],
    [Infinity, 'inf'],
  ])
    assert.equal(refused({ base }), `the base is ${shown}: it must be a finite number above 0`);
  assert.equal(refused({ base: '10' }), 'compare options: base must be a number');
  assert.equal(refused({ distance: -1 }), 'compare options: distance must be a whole number from 0 up');
  assert.equal(refused({ distance: 65 }), 'distance 65 is out of range: the curves reach from 0 to 64');
  assert.equal(refused({ turned: 3 }), '3 of 8 features cannot be turned in pairs');
  assert.equal(refused({ turned: 10 }), '10 of 8 features cannot be turned in pairs');
  assert.equal(refused({ head: 8 }), 'head 8 is out of range: there are 8 heads, counted from 0');
  assert.equal(refused({ query: 5 }), 'query 5 is out of range: there are 5 tokens, counted from 0');
  assert.equal(refused({ pairs: 'odd' }), 'compare options: pairs must be half or interleaved');
  assert.equal(
    refused({ reach: 5000 }),
    'the queries of the curves would be 5001 x 8: at most 4096 a side and 4194304 cells in all',
  );
  assert.equal(
    refused({ heads: 2 ** 32 - 1 }),
    'the slopes would be 1 x 4294967295: at most 4096 a side and 4194304 cells in all',
  );
  assert.match(refused({ slope: 1 }), /^compare options have no key "slope"/);
  const odd = matrix(Array.from({ length: 8 }, () => [1, 2, 3]));
  assert.equal(refused({}, { wQ: odd, wK: odd }), '3 of 3 features cannot be turned in pairs');
  assert.equal(refused({}, { wQ: odd }), 'wQ has 3 columns but wK has 8: they must be as wide');
  assert.equal(
    refused({}, { wQ: matrix([[1, 2]]), wK: matrix([[1, 2]]) }),
    'x is 5 x 8 and wQ is 1 x 2: 8 columns cannot meet 1 row',
  );
  assert.equal(refused({}, { embeddings: null }), 'embeddings is missing');
  assert.equal(
    refused({}, { embeddings: { rows: 0, cols: 8, data: new Float64Array() } }),
    'no tokens: embeddings has 0 rows, and needs at least 1',
  );
});

test('NaN in a token affects only its own row and column', () => {
  const spoiled = { ...embeddings, data: embeddings.data.with(8, NaN) };
  const { scores, moved } = compareSchemes(
    { ...OPTIONS, firstPosition: 1 },
    { ...INPUTS, embeddings: spoiled },
  );
  for (const scheme of /** @type {const} */ (['none', 'sinusoidal', 'rope', 'alibi'])) {
    scores[scheme].data.forEach((score, cell) =>
      assert.equal(Number.isNaN(score), cell % 5 === 1 || Math.floor(cell / 5) === 1, `${scheme} ${cell}`),
    );
  }
  assert.ok(Number.isNaN(moved.none));
});
