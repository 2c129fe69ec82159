import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attend, load as loadExact } from '../engine/attend.js';
import { LargeHead, load, reload, vectors } from '../engine/kernels.js';
import { refusal } from './engine-support.js';
import { numbers } from './kernels-cases.js';

await Promise.all([load(), loadExact()]);

test('a large head gives what attend in 64 bits gives', () => {
  const [tokens, features] = [37, 5];
  const [q, k, v] = [1, 2, 3].map((seed) => numbers(tokens * features, seed));
  const tensor = (/** @type {Float32Array} */ data) => ({
    shape: [1, 1, tokens, features],
    data: Float64Array.from(data),
  });
  const exact = attend({ causal: true }, { q: tensor(q), k: tensor(k), v: tensor(v) });
  const head = new LargeHead({ causal: true }, { features, q, k });
  const near = (/** @type {Float32Array} */ found, /** @type {Float64Array} */ expected) => {
    assert.equal(found.length, expected.length);
    found.forEach((each, at) => assert.ok(Math.abs(each - expected[at]) < 1e-5, `${at}: ${each}`));
  };
  near(head.weights(), exact.weights.data);
  near(head.weights(30, 7), exact.weights.data.slice(30 * tokens));
  near(head.output({ features, v }), exact.output.data);
  near(head.logSumExp(), exact.logSumExp.data);
  const sums = head.logSumExp();
  const cells = head.lattice(
    Uint32Array.of(36, 2),
    Uint32Array.of(36, 0, 2),
    Float32Array.of(sums[36], sums[2]),
  );
  near(
    cells,
    Float64Array.from(
      [36, 0, 2]
        .map((key) => exact.weights.data[36 * tokens + key])
        .concat([36, 0, 2].map((key) => exact.weights.data[2 * tokens + key])),
    ),
  );
  head.free();
});

test('what a large head cannot take is rejected with the figures', () => {
  const [q, k] = [numbers(12, 1), numbers(20, 2)];
  assert.equal(
    refusal(() => new LargeHead({}, { features: 5, q, k })),
    'the queries have 12 numbers, which are not whole rows of 5',
  );
  const head = new LargeHead({}, { features: 4, q, k });
  assert.equal(head.queries, 3);
  assert.equal(head.keys, 5);
  assert.equal(
    refusal(() => head.logSumExp(2, 2)),
    'there is no query 3: there are 3',
  );
  head.free();
  assert.equal(
    refusal(() => head.logSumExp()),
    'the head was let go of already',
  );
});

test('a large head of a former instance is gone', () => {
  const head = new LargeHead({}, { features: 4, q: numbers(12, 1), k: numbers(20, 2) });
  reload();
  assert.equal(
    refusal(() => head.logSumExp()),
    'the head is gone: the engine was started anew',
  );
  head.free();
});

test('the fastest instructions that the machine accepts are chosen', () => {
  assert.notEqual(vectors(), 'scalar');
  const accepted = (/** @type {number} */ most) => vectors((module) => module.length <= most);
  assert.deepEqual([accepted(99), accepted(35), accepted(0)], ['relaxed_simd', 'simd128', 'scalar']);
});
