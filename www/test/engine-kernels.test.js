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
  const near = (/** @type {Float32Array | Float64Array} */ found, /** @type {Float64Array} */ expected) => {
    assert.equal(found.length, expected.length);
    found.forEach((each, at) => assert.ok(Math.abs(each - expected[at]) < 1e-5, `${at}: ${each}`));
  };
  near(head.weights(), exact.weights.data);
  near(head.weights(30, 7), exact.weights.data.slice(30 * tokens));
  near(head.output({ features, v }), exact.output.data);
  near(head.logSumExp(), exact.logSumExp.data);
  const sums = head.logSumExp();
  const cells = head.sample(
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

test('weights are written into an array of the right length', () => {
  const [tokens, features] = [50, 4];
  const [q, k] = [numbers(tokens * features, 1), numbers(tokens * features, 2)];
  const head = new LargeHead({ causal: true }, { features, q, k });
  const into = new Float32Array(10 * tokens).fill(NaN);
  assert.equal(head.weights(40, 10, into), into);
  assert.deepEqual(into, head.weights().slice(40 * tokens));
  assert.equal(
    refusal(() => head.weights(0, 9, into)),
    'the weights are 9 x 50 numbers, but the array for them has 500',
  );
  const wrong = /** @type {Float32Array} */ (/** @type {unknown} */ (new Float64Array(10 * tokens)));
  assert.equal(
    refusal(() => head.weights(40, 10, wrong)),
    'the array for the weights must be a Float32Array',
  );
  head.free();
});

test('a key that is not finite affects its own column alone', () => {
  const q = Float32Array.of(1, 2);
  const head = new LargeHead({}, { features: 1, q, k: Float32Array.of(1, NaN, 0) });
  const without = new LargeHead({}, { features: 1, q, k: Float32Array.of(1, 0) });
  assert.equal(head.isFinite, false);
  const [found, expected] = [head.weights(), without.weights()];
  const columns = (/** @type {number} */ row) => [expected[2 * row], NaN, expected[2 * row + 1]];
  assert.deepEqual([...found], [...columns(0), ...columns(1)]);
  assert.deepEqual(head.logSumExp(), without.logSumExp());
  assert.equal(
    refusal(() => head.output({ features: 1, v: Float32Array.of(1, 2, 3) })),
    'the keys must be finite numbers in 32 bits',
  );
  head.free();
  without.free();
});

test('numbers of 16 bits are widened', () => {
  const [q, k, v] = [
    Uint16Array.of(0x3c00, 0xc000),
    Uint16Array.of(0x3800, 0x4200),
    Uint16Array.of(0x3c00, 0x4000),
  ];
  const wide = { q: Float32Array.of(1, -2), k: Float32Array.of(0.5, 3), v: Float32Array.of(1, 2) };
  const head = new LargeHead({}, { features: 1, q, k, format: 'f16' });
  const exact = new LargeHead({}, { features: 1, q: wide.q, k: wide.k });
  assert.deepEqual(head.weights(), exact.weights());
  assert.deepEqual(head.output({ features: 1, v }), exact.output({ features: 1, v: wide.v }));
  head.free();
  exact.free();
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
    'the head was already freed',
  );
});

test('a large head of a former instance is gone', () => {
  const head = new LargeHead({}, { features: 4, q: numbers(12, 1), k: numbers(20, 2) });
  reload();
  assert.equal(
    refusal(() => head.logSumExp()),
    'the head is gone: the engine was restarted',
  );
  head.free();
});

test('the fastest instructions that the machine accepts are chosen', () => {
  assert.notEqual(vectors(), 'scalar');
  const accepted = (/** @type {number} */ most) => vectors((module) => module.length <= most);
  assert.deepEqual([accepted(99), accepted(35), accepted(0)], ['relaxed_simd', 'simd128', 'scalar']);
});
