import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { matrix, OPTIONS, refusal, rowsOf } from './engine-support.js';

before(() => engine.load());

const { query: _, ...WITHOUT_QUERY } = OPTIONS;
const TWO = { ...WITHOUT_QUERY, heads: 2, kvHeads: 2, numberBytes: 2 };
const WIDE = {
  q: matrix([
    [1, 2, 3, 4],
    [0, 1, 1, 0],
  ]),
  k: matrix([
    [1, 0, 0, 1],
    [2, 1, 0, 0],
  ]),
  v: matrix([
    [5, 6, 7, 8],
    [1, 2, 3, 4],
  ]),
};

test('each head is the attention of its own columns, and the outputs are concatenated', () => {
  const { heads, merged } = engine.workHeads(TWO, WIDE);
  const part = (/** @type {engine.MatrixData} */ all, /** @type {number} */ head) =>
    matrix(rowsOf(all).map((row) => row.slice(2 * head, 2 * head + 2)));
  heads.forEach((found, head) => {
    const alone = engine.work(OPTIONS, {
      q: part(WIDE.q, head),
      k: part(WIDE.k, head),
      v: part(WIDE.v, head),
    });
    for (const name of /** @type {const} */ (['q', 'k', 'v', 'kT', 'scores', 'scaled', 'weights', 'output']))
      assert.deepEqual(found[name], alone[name], `${name} of head ${head}`);
    assert.deepEqual(found.variance, alone.variance);
    assert.deepEqual(part(merged, head), alone.output);
    assert.equal(found.kvHead, head);
  });
});

test('one head without W_O has the bits of work', () => {
  const {
    heads: [only],
    merged,
    projectedOutput,
  } = engine.workHeads({ ...TWO, heads: 1, kvHeads: 1 }, WIDE);
  const { single, ...alone } = engine.work(OPTIONS, WIDE);
  const { kvHead, ...head } = only;
  assert.deepEqual(head, alone);
  assert.deepEqual(merged, alone.output);
  assert.equal(projectedOutput, undefined);
});

test('heads share keys and values evenly, and the cache has the size of the shared heads', () => {
  const shared = {
    q: WIDE.q,
    k: matrix([
      [1, 0],
      [2, 1],
    ]),
    v: matrix([
      [5, 6],
      [1, 2],
    ]),
  };
  const { heads, sharings } = engine.workHeads({ ...TWO, kvHeads: 1 }, shared);
  assert.deepEqual(
    heads.map(({ kvHead }) => kvHead),
    [0, 0],
  );
  assert.deepEqual(sharings, [
    { kvHeads: 2, cacheBytes: 16 },
    { kvHeads: 1, cacheBytes: 8 },
  ]);
});

test('W_O multiplies the merged heads', () => {
  const wO = matrix([[1], [1], [0], [2]]);
  const { merged, projectedOutput } = engine.workHeads(TWO, { ...WIDE, wO });
  const rows = rowsOf(merged).map(([a, b, , d]) => [a + b + 2 * d]);
  assert.deepEqual(rowsOf(/** @type {engine.MatrixData} */ (projectedOutput)), rows);
});

test('mismatched heads are rejected with the figures', () => {
  const refused = (/** @type {object} */ options, inputs = /** @type {any} */ (WIDE)) =>
    refusal(() => engine.workHeads({ ...TWO, ...options }, inputs));
  assert.equal(refused({ heads: 3 }), 'q has 4 features, which cannot be divided into 3 heads');
  assert.equal(
    refused({ heads: 4, kvHeads: 4 }, { ...WIDE, v: matrix([[1], [2]]) }),
    'v has 1 feature, which cannot be divided into 4 heads',
  );
  assert.equal(
    refused({ kvHeads: 4 }),
    '2 query heads cannot share 4 key and value heads: 2 is not a multiple of 4',
  );
  assert.equal(refused({ heads: 0 }), 'q has 4 features, which cannot be divided into 0 heads');
  assert.match(refused({}, { ...WIDE, wO: matrix([[1, 2]]) }), /^merged is 2 x 4 and wO is 1 x 2/);
  assert.match(refused({ heads: 2 ** 32 - 1 }), /scores would have 17179869180 cells/);
  assert.match(refused({ heads: 1.5 }), /heads must be a whole number/);
  assert.match(refused({ kvHeads: '2' }), /kvHeads must be a whole number/);
  assert.match(refused({ query: 0 }), /have no key "query"/);
  assert.match(refused({}, { ...WIDE, wo: 1 }), /have no key "wo"/);
});
