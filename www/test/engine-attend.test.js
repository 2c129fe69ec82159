/**
 * The contract of `attend`: shapes, both precisions, every option by name, and messages for invalid inputs.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { attend, load } from '../engine.js';
import { reload } from '../engine/attend.js';
import { refusal } from './engine-support.js';

before(() => load());

/** The types are broken on purpose. @type {any} */
const loose = attend;

/** @param {number[]} shape @param {number[]} [data] - counts up where it is left out */
const tensor = (shape, data) => ({
  shape,
  data: Float64Array.from(
    data ??
      Array.from({ length: shape.reduce((all, side) => all * side, 1) }, (_, index) => (index % 5) / 2 - 1),
  ),
});
/** Two query heads share one head of three keys. */
const INPUTS = Object.freeze({ q: tensor([1, 2, 3, 2]), k: tensor([1, 1, 3, 2]), v: tensor([1, 1, 3, 1]) });
/** @param {import('../engine.js').AttendOptions} options @param {object} [more] */
const weights = (options, more) => [
  .../** @type {any} */ (attend(options, { ...INPUTS, ...more })).weights.data,
];

test('without options, attend computes the attention of the paper', () => {
  const found = attend({}, INPUTS);
  assert.deepEqual(found.weights.shape, [1, 2, 3, 3]);
  assert.deepEqual(found.output.shape, [1, 2, 3, 1]);
  assert.deepEqual(found.entropy.shape, [1, 2, 3]);
  assert.equal(found.capped, null);
  assert.deepEqual([found.rowsWithoutKey, found.rowsWithNan], [[], []]);
  const [q, k] = [INPUTS.q.data, INPUTS.k.data];
  const score = (/** @type {number} */ key) => Math.SQRT1_2 * (q[0] * k[key * 2] + q[1] * k[key * 2 + 1]);
  const exponentials = [0, 1, 2].map((key) => Math.exp(score(key)));
  const sum = exponentials.reduce((all, each) => all + each, 0);
  for (const key of [0, 1, 2]) assert.ok(Math.abs(found.weights.data[key] - exponentials[key] / sum) < 1e-15);
  assert.ok(Math.abs(found.logSumExp.data[0] - Math.log(sum)) < 1e-15);
});

test('32-bit numbers are computed in 32 bits', () => {
  const narrow = (/** @type {{ shape: number[], data: Float64Array }} */ { shape, data }) => ({
    shape,
    data: Float32Array.from(data),
  });
  const single = { q: narrow(INPUTS.q), k: narrow(INPUTS.k), v: narrow(INPUTS.v) };
  const found = attend({}, single);
  assert.ok(found.weights.data instanceof Float32Array);
  const double = attend({}, INPUTS).weights.data;
  found.weights.data.forEach((weight, cell) => assert.ok(Math.abs(weight - double[cell]) < 1e-6));
  assert.notDeepEqual([...found.weights.data], [...double]);
  assert.equal(
    refusal(() => loose({}, { ...single, v: INPUTS.v })),
    'the data of v must be a Float32Array that is still attached to its memory',
  );
});

test('causal counts from the past, from either corner, or from an offset', () => {
  const past = { pastK: tensor([1, 1, 2, 2]), pastV: tensor([1, 1, 2, 1]) };
  const seen = (/** @type {number[]} */ all) =>
    [0, 1, 2].map(
      (query) =>
        all
          .slice(query * (all.length / 6))
          .slice(0, all.length / 6)
          .filter((weight) => weight > 0).length,
    );
  assert.deepEqual(seen(weights({ causal: true })), [1, 2, 3]);
  assert.deepEqual(seen(weights({ causal: true }, past)), [3, 4, 5]);
  assert.deepEqual(seen(weights({ causal: true, alignment: 0 }, past)), [1, 2, 3]);
  assert.deepEqual(seen(weights({ causal: true, alignment: 'lower_right' }, past)), [3, 4, 5]);
  assert.deepEqual(seen(weights({ causal: true, alignment: 'valid_keys', validKeys: [3] }, past)), [1, 2, 3]);
  assert.deepEqual(seen(weights({ causal: true, prefix: 2 })), [2, 2, 3]);
  assert.deepEqual(seen(weights({ window: { left: 1, right: 0 } })), [1, 2, 2]);
});

test('a rule may be given with the names of files, or with those of earlier versions', () => {
  const past = { pastK: tensor([1, 1, 2, 2]), pastV: tensor([1, 1, 2, 1]) };
  /** @type {[import('../engine.js').AttendOptions, import('../engine.js').AttendOptions][]} */
  const pairs = [
    [{ causal: 'lower_right' }, { causal: true, alignment: 'lower_right' }],
    [{ causal: 'upper_left' }, { causal: true, alignment: 0 }],
    [
      { causal: 'offset', offset: 1 },
      { causal: true, alignment: 1 },
    ],
    [
      { causal: 'none', offset: 1, window: 2 },
      { alignment: 1, window: { left: 1, right: 1 } },
    ],
    [{ window: { left: 2, right: null } }, { window: { left: 2, right: -1 } }],
    [
      { scale: 1, softcap: null },
      { scale: 'none', softcap: 0 },
    ],
    [{ scale: null }, { scale: 'sqrt' }],
    [{ rope: { pairs: 'half', dim: 2 } }, { rope: { pairs: 'half', features: 2 } }],
    [
      { scale: 0.5, window: { right: 0 } },
      { scale: 0.5, window: { left: -1, right: 0 } },
    ],
  ];
  for (const [rule, earlier] of pairs) {
    assert.deepEqual(weights(rule, past), weights(earlier, past), JSON.stringify(rule));
    const narrow = (/** @type {object} */ options) => {
      const single = Object.entries({ ...INPUTS, ...past }).map(([name, { shape, data }]) => [
        name,
        { shape, data: Float32Array.from(data) },
      ]);
      return loose({ ...options, compute: 'weights' }, Object.fromEntries(single)).weights.data;
    };
    assert.deepEqual(narrow(rule), narrow(earlier), JSON.stringify(rule));
  }
});

test('a sink takes its share of every row, for all heads or one for each', () => {
  const found = attend({ sink: 0.5 }, INPUTS);
  const [q, k] = [INPUTS.q.data, INPUTS.k.data];
  const terms = [0, 1, 2].map((key) => Math.exp(Math.SQRT1_2 * (q[0] * k[key * 2] + q[1] * k[key * 2 + 1])));
  const sum = Math.exp(0.5) + terms.reduce((all, each) => all + each, 0);
  for (const key of [0, 1, 2]) assert.ok(Math.abs(found.weights.data[key] - terms[key] / sum) < 1e-15);
  assert.ok(Math.abs(found.logSumExp.data[0] - Math.log(sum)) < 1e-15);
  assert.deepEqual(weights({}, { sinks: tensor([2], [0.5, 0.5]) }), [...found.weights.data]);
  assert.deepEqual(weights({}, { slopes: tensor([2], [0.25, 0.25]) }), weights({ slope: 0.25 }));
});

test('rows without a key and rows with NaN are listed', () => {
  const none = attend({ causal: true, alignment: -1 }, INPUTS);
  assert.deepEqual(none.rowsWithoutKey, [
    { batch: 0, head: 0, query: 0 },
    { batch: 0, head: 1, query: 0 },
  ]);
  assert.deepEqual([...none.weights.data.slice(0, 3)], [0, 0, 0]);
  assert.equal(none.logSumExp.data[0], -Infinity);
  const q = tensor([1, 2, 3, 2]);
  q.data[2] = NaN;
  const found = attend({}, { ...INPUTS, q });
  assert.deepEqual(found.rowsWithNan, [{ batch: 0, head: 0, query: 1, key: 0 }]);
  assert.ok(found.weights.data.slice(6).every(Number.isFinite));
});

test('several masks apply together and are broadcast', () => {
  const boolean = { shape: [3, 3], data: Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 1, 1) };
  const additive = tensor([1, 3], [0, 0, -Infinity]);
  const padding = { shape: [1, 3], data: Uint8Array.of(1, 1, 1) };
  const all = weights({}, { boolean, additive, padding });
  assert.deepEqual(
    [2, 4, 5, 8, 11, 13].map((cell) => all[cell]),
    [0, 0, 0, 0, 0, 0],
  );
  assert.equal(all[3], 1);
});

test('softcap, temperature, ALiBi and RoPE each change the weights', () => {
  const plain = weights({});
  const others = [
    weights({ softcap: 0.5 }),
    weights({ temperature: 2 }),
    weights({ scale: 'none' }),
    weights({ alibi: true }),
    weights({ rope: { pairs: 'half' } }),
    weights({ rope: { pairs: 'half', base: 10 } }, { q: tensor([1, 2, 3, 2]) }),
  ];
  for (const other of others) assert.notDeepEqual(other, plain);
  assert.deepEqual(weights({ rope: { pairs: 'interleaved', features: 0 } }), plain);
  assert.deepEqual(weights({}, { slopes: tensor([2], [2 ** -4, 2 ** -8]) }), weights({ alibi: true }));
  assert.notEqual(attend({ softcap: 0.5 }, INPUTS).capped, null);
});

test('mismatched inputs are rejected with the figures', () => {
  const refused = (/** @type {object} */ options, /** @type {object} */ more = {}) =>
    refusal(() => loose(options, { ...INPUTS, ...more }));
  assert.equal(refused({}, { v: tensor([1, 1, 2, 1]) }), '3 keys but 2 values: each key needs one value');
  assert.equal(
    refused({}, { q: tensor([1, 3, 3, 2]), k: tensor([1, 2, 3, 2]), v: tensor([1, 2, 3, 1]) }),
    '3 query heads cannot share 2 key and value heads: 3 is not a multiple of 2',
  );
  assert.equal(
    refused({ window: { left: -2 } }),
    'attend options: window.left must be a number of keys from 0 up, or -1 for all',
  );
  assert.equal(refused({ window: { left: 0.5 } }), 'attend options: window.left must be a whole number');
  assert.match(
    refused({ window: { lft: 1 } }),
    /^attend options: window has no key "lft": there are left, right$/,
  );
  assert.equal(refused({ temperature: 0 }), 'the temperature is 0: it must be a finite number above 0');
  assert.equal(refused({ temperature: NaN }), 'the temperature is NaN: it must be a finite number above 0');
  assert.equal(
    refused({ alignment: 'valid_keys' }),
    'the queries are aligned by the valid lengths of the keys, but none are given',
  );
  assert.equal(
    refused({ alignment: 'left' }),
    'attend options: alignment must be upper_left or lower_right or valid_keys or a whole number',
  );
  assert.equal(refused({ validKeys: [1, 2] }), '2 valid lengths of keys for 1 batch entry: each needs one');
  assert.equal(refused({ validKeys: [-1] }), 'attend options: validKeys[0] must be a whole number from 0 up');
  assert.equal(
    refused({ rope: { pairs: 'quarter' } }),
    'attend options: rope.pairs must be half or interleaved',
  );
  assert.equal(
    refused({ rope: { pairs: 'half', features: 3 } }),
    '3 of 2 features cannot be turned in pairs',
  );
  assert.equal(
    refused({ causal: 1 }),
    'attend options: causal must be true, false, none, upper_left, lower_right or offset',
  );
  assert.equal(refused({}, { pastK: tensor([1, 1, 2, 2]) }), 'pastK and pastV come together');
  assert.equal(
    refused({}, { boolean: { shape: [2], data: Uint8Array.of(1, 1) } }),
    'the boolean mask is 2, which does not broadcast to 1 x 2 x 3 x 3',
  );
  assert.match(refused({ casual: true }), /^attend options have no key "casual"/);
  assert.equal(refused({ scale: 'root' }), 'attend options: scale must be a number, sqrt or none');
  assert.match(refused({}, { mask: 1 }), /^attend inputs have no key "mask"/);
});

test('anything other than a tensor is rejected by name', () => {
  const refused = (/** @type {any} */ q) => refusal(() => loose({}, { ...INPUTS, q }));
  assert.equal(refused(undefined), 'q is missing');
  assert.equal(refused(7), 'q must be a tensor { shape, data }');
  for (const shape of [[-1, 2], [1.5], ['2'], [NaN], [2n], [{}]])
    assert.equal(
      refused({ shape, data: new Float64Array(2) }),
      'q.shape[0] must be a whole number from 0 up',
    );
  for (const shape of ['ab', null, { length: 1 }])
    assert.equal(refused({ shape, data: new Float64Array(2) }), 'q.shape must be an array');
  assert.equal(
    refused({ shape: new Array(9).fill(1), data: new Float64Array(1) }),
    'q has 9 axes: at most 8 fit',
  );
  assert.equal(
    refused({ shape: [65536, 65536], data: new Float64Array(1) }),
    'q would be 65536 x 65536: at most 1073741824 cells and 8 axes fit',
  );
  assert.equal(
    refused({ shape: [2, 2], data: new Float64Array(3) }),
    'q is 2 x 2, 4 cells, but 3 numbers were given',
  );
  assert.equal(
    refused({ shape: [3, 2], data: new Float64Array(6) }),
    'q is 3 x 2: its axes must be (batch, heads, length, features)',
  );
  assert.equal(
    refused({
      get shape() {
        throw new Error('ha');
      },
    }),
    'q could not be read: ha',
  );
});

test('sizes are limited by memory, and the message has the required size', () => {
  const wide = (/** @type {number} */ length) => tensor([1, 1, length, 1], new Array(length).fill(0));
  const refused = (/** @type {number} */ length) =>
    refusal(() => attend({}, { q: wide(length), k: wide(length), v: wide(length) }));
  // 3 x 8 x 16,384² bytes of scores and weights alone.
  assert.match(
    refused(16384),
    /^attention over heads needs 64\d{8} bytes of memory: at most 4294967295 can be addressed$/,
  );
  assert.match(refused(40000), /^scores would be 1 x 1 x 40000 x 40000: at most 1073741824 cells/);
  const none = { shape: [1, 1, 0, 1], data: new Float32Array(0) };
  const many = { shape: [1, 2 ** 23, 1, 1], data: new Float32Array(2 ** 23) };
  assert.equal(
    refusal(() => attend({}, { q: many, k: none, v: none })),
    'q has 8388608 queries in all heads and batch entries: at most 4194304 fit in one call',
  );
  assert.equal(attend({}, INPUTS).weights.data.length, 18);
});

test('a head of 4,096 queries and keys with 64 features is computed and returned completely', () => {
  const [length, features] = [4096, 64];
  const shape = [1, 1, length, features];
  const [q, k, v] = [3, 5, 7].map((step) => ({
    shape,
    data: Float32Array.from({ length: length * features }, (_, cell) => ((cell * step) % 17) / 17 - 0.5),
  }));
  const found = attend({ causal: true }, { q, k, v });
  for (const each of [found.scaled, found.masked, found.weights])
    assert.equal(each.data.length, length * length);
  for (const query of [0, 1, 2047, 4095]) {
    const row = (/** @type {{ data: Float32Array }} */ from, /** @type {number} */ at) =>
      from.data.subarray(at * features, (at + 1) * features);
    const scores = Array.from(
      { length: query + 1 },
      (_, key) => row(q, query).reduce((sum, cell, c) => sum + cell * row(k, key)[c], 0) / 8,
    );
    const exponentials = scores.map((score) => Math.exp(score));
    const sum = exponentials.reduce((all, each) => all + each, 0);
    const output = Array.from({ length: features }, (_, c) =>
      exponentials.reduce((all, each, key) => all + (each / sum) * row(v, key)[c], 0),
    );
    scores.forEach((score, key) =>
      assert.ok(Math.abs(found.scaled.data[query * length + key] - score) < 1e-5),
    );
    exponentials.forEach((each, key) =>
      assert.ok(Math.abs(found.weights.data[query * length + key] - each / sum) < 1e-5),
    );
    output.forEach((cell, c) => assert.ok(Math.abs(found.output.data[query * features + c] - cell) < 1e-4));
    assert.ok(
      found.weights.data
        .subarray(query * length + query + 1, (query + 1) * length)
        .every((weight) => weight === 0),
    );
  }
  reload();
});
