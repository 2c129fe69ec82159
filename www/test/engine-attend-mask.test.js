/** The option `mask` of `attend`: the text of a mask. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { attend, load, maskMatrix } from '../engine.js';
import { attendWorkers } from '../engine/attend-workers.js';
import { refusal } from './engine-support.js';

before(() => load());

/** @param {number[]} shape */
const tensor = (shape) => ({
  shape,
  data: Float64Array.from({ length: shape.reduce((all, side) => all * side, 1) }, (_, at) => Math.sin(at)),
});
/** Two batch entries, four query heads that share two key heads, 6 queries and 9 keys. */
const [BATCH, HEADS, QUERIES, KEYS] = [2, 4, 6, 9];
const INPUTS = Object.freeze({
  q: tensor([BATCH, HEADS, QUERIES, 3]),
  k: tensor([BATCH, 2, KEYS, 3]),
  v: tensor([BATCH, 2, KEYS, 2]),
});

/**
 * The weights by plain loops.
 *
 * @param {(i: number, j: number, b: number) => boolean} allows
 */
function byLoops(allows) {
  const { q, k } = INPUTS;
  const weights = [];
  for (let b = 0; b < BATCH; b += 1)
    for (let h = 0; h < HEADS; h += 1)
      for (let i = 0; i < QUERIES; i += 1) {
        const row = Array.from({ length: KEYS }, (_, j) => {
          if (!allows(i, j, b)) return 0;
          let score = 0;
          for (let c = 0; c < 3; c += 1) {
            const key = ((b * 2 + Math.floor(h / 2)) * KEYS + j) * 3 + c;
            score += q.data[((b * HEADS + h) * QUERIES + i) * 3 + c] * k.data[key];
          }
          return Math.exp(score / Math.sqrt(3));
        });
        const sum = row.reduce((all, each) => all + each, 0);
        weights.push(...row.map((each) => (sum > 0 ? each / sum : 0)));
      }
  return weights;
}

/** @param {ArrayLike<number>} found @param {number[]} expected @param {number} [tolerance] */
function assertClose(found, expected, tolerance = 1e-14) {
  assert.equal(found.length, expected.length);
  expected.forEach((each, at) =>
    assert.ok(Math.abs(found[at] - each) <= tolerance, `${at}: ${found[at]}, ${each}`),
  );
}

const window4 = (/** @type {number} */ i, /** @type {number} */ j) => j <= i && i - j < 4;

test('a mask as text applies to every head and batch entry', () => {
  const { weights } = attend({ mask: 'causal and window(4)' }, INPUTS);
  assert.deepEqual(weights.shape, [BATCH, HEADS, QUERIES, KEYS]);
  assertClose(weights.data, byLoops(window4));
});

test('a mask as text is the same mask as its matrix', () => {
  const text = 'causal(lower_right) and (window(2, lower_right) or global(0))';
  const { rows, cols, data } = maskMatrix(text, { queries: QUERIES, keys: KEYS });
  const boolean = { shape: [rows, cols], data };
  assert.deepEqual(attend({ mask: text }, INPUTS), attend({}, { ...INPUTS, boolean }));
});

test('a mask as text applies together with all other masks', () => {
  const boolean = {
    shape: [BATCH, 1, 1, KEYS],
    data: Uint8Array.from({ length: BATCH * KEYS }, (_, at) => Number(at % 3 !== 1)),
  };
  const { weights } = attend({ mask: 'window(4)', causal: true }, { ...INPUTS, boolean });
  assertClose(
    weights.data,
    byLoops((i, j, b) => window4(i, j) && (b * KEYS + j) % 3 !== 1),
  );
  const { rowsWithoutKey } = attend({ mask: 'not causal', causal: true }, INPUTS);
  assert.equal(rowsWithoutKey.length, BATCH * HEADS * QUERIES);
});

test('a mask as text counts past keys, and the option alignment does not move it', () => {
  const past = { pastK: tensor([BATCH, 2, 4, 3]), pastV: tensor([BATCH, 2, 4, 2]) };
  const seen = (/** @type {import('../engine.js').AttendOptions} */ options) =>
    Array.from(attend(options, { ...INPUTS, ...past }).weights.data, (weight) => weight > 0);
  const [keys, first] = [KEYS + 4, KEYS + 4 - QUERIES];
  const expected = (/** @type {number} */ offset) =>
    Array.from({ length: BATCH * HEADS * QUERIES * keys }, (_, at) => {
      const [i, j] = [Math.floor(at / keys) % QUERIES, at % keys];
      return j <= i + offset;
    });
  assert.deepEqual(seen({ mask: 'causal' }), expected(0));
  assert.deepEqual(seen({ mask: 'causal', alignment: 'lower_right' }), expected(0));
  assert.deepEqual(seen({ mask: 'causal(lower_right)' }), expected(first));
});

test('one step alone, 32-bit numbers and Workers use the mask', async () => {
  const narrow = (/** @type {{ shape: number[], data: Float64Array }} */ { shape, data }) => ({
    shape,
    data: Float32Array.from(data),
  });
  const inputs = { q: narrow(INPUTS.q), k: narrow(INPUTS.k), v: narrow(INPUTS.v) };
  const options = /** @type {const} */ ({ mask: 'causal and window(4)', compute: 'weights' });
  const { weights } = attend(options, inputs);
  assert.ok(weights.data instanceof Float32Array);
  assertClose(weights.data, byLoops(window4), 1e-6);
  const workers = attendWorkers({ workers: 1 });
  assert.deepEqual(await workers.attend(options, inputs), { weights });
  workers.close();
});

test('a mask that is missing is none', () => {
  const plain = attend({}, INPUTS);
  assert.deepEqual(attend({ mask: null }, INPUTS), plain);
  assert.deepEqual(attend({ mask: undefined }, INPUTS), plain);
});

test('an invalid mask is rejected by name', () => {
  /** The types are broken on purpose. @type {any} */
  const loose = attend;
  assert.equal(
    refusal(() => attend({ mask: 'causal and windo(4)' }, INPUTS)),
    'mask: column 12: `windo` is not a clause; did you mean `window`?',
  );
  assert.equal(
    refusal(() => attend({ mask: 'prefix(10)' }, INPUTS)),
    'mask: prefix(10): 10 tokens, but there are 9 keys',
  );
  assert.equal(
    refusal(() => loose({ mask: 4 }, INPUTS)),
    'mask: the mask must be a string',
  );
  const long = { ...INPUTS, k: tensor([BATCH, 2, 2049, 3]), v: tensor([BATCH, 2, 2049, 2]) };
  assert.equal(
    refusal(() => attend({ mask: 'causal' }, long)),
    'mask: 2049 keys: a mask has 1 to 2048',
  );
  const pattern = { shape: [QUERIES, KEYS], data: new Uint8Array(QUERIES * KEYS) };
  assert.equal(
    refusal(() => attend({ mask: 'causal' }, { ...INPUTS, pattern })),
    'the option mask and the input pattern exclude each other',
  );
  assert.equal(
    refusal(() => loose({ mask: 'causal' }, {})),
    'q is missing',
  );
  assert.equal(
    refusal(() => loose({ mask: 'causal' })),
    refusal(() => loose({})),
  );
});

test('a mask for no query is checked, and the empty result is computed', () => {
  const none = { ...INPUTS, q: tensor([BATCH, HEADS, 0, 3]) };
  assert.equal(attend({ mask: 'causal' }, none).output.data.length, 0);
  assert.match(refusal(() => attend({ mask: 'casual' }, none)) ?? '', /did you mean `causal`/);
});
