/** For all arguments the engine returns a result or throws one message, and continues to work. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { compareSchemes, concepts, draw, legendPixels, load, paintPixels, work } from '../engine.js';
import { OPTIONS, PAINT, TINY, matrix, refusal, rowsOf } from './engine-support.js';

before(() => load());

/** The types are broken on purpose. @type {any} */
const loose = { work, draw, concepts, compareSchemes, paintPixels, legendPixels };

test('an invalid size is rejected by name', () => {
  const sized = (/** @type {any} */ rows, /** @type {any} */ cols = 2) =>
    refusal(() => loose.work(OPTIONS, { ...TINY, k: { rows, cols, data: new Float64Array(4) } }));
  for (const rows of [
    NaN,
    Infinity,
    -Infinity,
    -1,
    1.5,
    4097,
    2 ** 31,
    2 ** 32,
    2 ** 32 + 2,
    1e300,
    '2',
    null,
    undefined,
    {},
    [2],
    true,
    2n,
    Symbol('2'),
  ]) {
    assert.equal(sized(rows), 'k must have a whole number of rows from 0 to 4096');
  }
  assert.equal(sized(2, '2'), 'k must have a whole number of columns from 0 to 4096');
  assert.equal(sized(3), 'k is 3 x 2, 6 cells, but 4 numbers were given');
  assert.equal(sized(4096, 4096), 'k would be 4096 x 4096: at most 4096 a side and 4194304 cells in all');
});

test('numbers in anything but a Float64Array are rejected', () => {
  const detached = new Float64Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const refused = (/** @type {any} */ data) =>
    refusal(() => loose.work(OPTIONS, { ...TINY, k: { rows: 2, cols: 2, data } }));
  const sentence = 'the data of k must be a Float64Array that is still attached to its memory';
  for (const data of [
    [1, 2, 3, 4],
    new Float32Array(4),
    new ArrayBuffer(32),
    'data',
    null,
    undefined,
    { length: 4 },
    Object.create(Float64Array.prototype),
    detached,
  ]) {
    assert.equal(refused(data), sentence);
  }
});

test('an array with a wrong length property is read by its true length', () => {
  class Liar extends Float64Array {
    /** @returns {number} */
    get length() {
      return 2 ** 31;
    }
  }
  const k = { rows: 2, cols: 2, data: new Liar([1, 0, 0, 1]) };
  assert.deepEqual(rowsOf(work(OPTIONS, { ...TINY, k }).scores), rowsOf(work(OPTIONS, TINY).scores));
});

test('getters that throw give a message', () => {
  const throwing = {
    get rows() {
      throw new Error('ha');
    },
    cols: 2,
    data: new Float64Array(4),
  };
  assert.equal(
    refusal(() => loose.work(OPTIONS, { ...TINY, k: throwing })),
    'k could not be read: ha',
  );
  const strange = {
    get rows() {
      throw undefined;
    },
  };
  assert.equal(
    refusal(() => loose.work(OPTIONS, { ...TINY, k: strange })),
    'k could not be read: it threw',
  );
});

test('a missing or mistyped option is reported with its allowed values', () => {
  const without = (/** @type {string} */ key) =>
    Object.fromEntries(Object.entries(OPTIONS).filter(([name]) => name !== key));
  assert.equal(
    refusal(() => loose.work(without('mask'), TINY)),
    'work options: mask must be none or causal',
  );
  assert.equal(
    refusal(() => loose.work({ ...OPTIONS, scale: 'root' }, TINY)),
    'work options: scale must be sqrt or none or a number',
  );
  assert.equal(
    refusal(() => loose.work({ ...OPTIONS, scale: NaN }, TINY)),
    'the scale factor is NaN: it must be a finite number',
  );
  assert.equal(
    refusal(() => loose.work({ ...OPTIONS, firstPosition: '1' }, TINY)),
    'work options: firstPosition must be a number',
  );
  assert.equal(
    refusal(() => loose.work({ ...OPTIONS, query: 2 }, TINY)),
    'query 2 is out of range: there are 2 queries, counted from 0',
  );
  assert.equal(
    refusal(() => loose.work({ ...OPTIONS, query: -1 }, TINY)),
    'work options: query must be a whole number from 0 up',
  );
  assert.match(
    refusal(() => loose.work({ ...OPTIONS, mAsk: 'none' }, TINY)),
    /^work options have no key "mAsk": there are embeddingScale, .*query$/,
  );
  assert.match(
    refusal(() => loose.work(OPTIONS, { ...TINY, w: 1 })),
    /^work inputs have no key "w"/,
  );
  assert.equal(
    refusal(() => loose.work(null, TINY)),
    'work options must be a plain object',
  );
  assert.equal(
    refusal(() => loose.work(OPTIONS)),
    'work inputs must be a plain object',
  );
});

test('mismatched inputs are rejected with the figures', () => {
  assert.equal(
    refusal(() => loose.work(OPTIONS, {})),
    'q is missing',
  );
  assert.equal(
    refusal(() => loose.work(OPTIONS, { ...TINY, v: matrix([[1], [2], [3]]) })),
    '2 keys but 3 values: each key needs one value',
  );
  assert.match(
    refusal(() => loose.work(OPTIONS, { ...TINY, embeddings: TINY.q })),
    /^the inputs have embeddings and q/,
  );
  assert.equal(
    refusal(() =>
      loose.work(
        { ...OPTIONS, positions: 'given' },
        { embeddings: TINY.q, wQ: TINY.q, wK: TINY.q, wV: TINY.q },
      ),
    ),
    'positions is missing',
  );
  const empty = { rows: 0, cols: 2, data: new Float64Array() };
  assert.match(
    refusal(() => loose.work(OPTIONS, { q: empty, k: empty, v: empty })),
    /0 rows/,
  );
});

test('computations that would take too long or too much memory are rejected before they begin', () => {
  const large = (/** @type {number} */ rows, /** @type {number} */ cols) => ({
    rows,
    cols,
    data: new Float64Array(rows * cols),
  });
  assert.match(
    refusal(() => work(OPTIONS, { q: large(4096, 1), k: large(4096, 1), v: large(4096, 1) })),
    /^scores would be 4096 x 4096/,
  );
  assert.match(
    refusal(() => work(OPTIONS, { q: large(1024, 4096), k: large(1024, 4096), v: large(1024, 1) })),
    /^scores would take 4294967296 multiplications: at most 134217728 are done$/,
  );
  const many = Array.from(
    { length: 2000 },
    () => /** @type {const} */ ({ distribution: 'rand', rows: 100, cols: 100 }),
  );
  assert.equal(
    refusal(() => draw(1, many)),
    'the drawn matrices have more than 4194304 cells together',
  );
  assert.match(
    refusal(() => concepts({ rank: 1 }, large(2000, 2000))),
    /^ratings is 2000 x 2000/,
  );
  assert.match(
    refusal(() => paintPixels({ ...PAINT, cellWidth: 2 ** 20 }, new Float64Array(3), new Uint8Array(3))),
    /^an image of 3145728 x 20 pixels is too large/,
  );
});

test('seeds and distributions that NumPy rejects are rejected', () => {
  assert.equal(
    refusal(() => draw(-1, [])),
    'seed -1 is out of range: NumPy takes 0 to 4294967295',
  );
  assert.equal(
    refusal(() => draw(2 ** 32, [])),
    'seed 4294967296 is out of range: NumPy takes 0 to 4294967295',
  );
  assert.equal(
    refusal(() => draw(0.5, [])),
    'the seed is 0.5: it must be a whole number',
  );
  assert.equal(
    refusal(() => loose.draw('42', [])),
    'the seed must be a number',
  );
  assert.equal(
    refusal(() => loose.draw(1, { length: 1 })),
    'draws must be an array',
  );
  assert.equal(
    refusal(() => loose.draw(1, [null])),
    'draws[0] must be a plain object',
  );
  const one = (/** @type {any} */ options) =>
    refusal(() => loose.draw(1, [{ rows: 1, cols: 1, ...options }]));
  assert.equal(one({ distribution: 'randint' }), 'draws[0].high must be a number');
  assert.match(
    one({ distribution: 'randint', low: 3, high: 3 }),
    /^randint from 3 .* 3 has no integer to draw$/,
  );
  assert.equal(
    one({ distribution: 'cauchy' }),
    'draws[0].distribution must be randint or randn or rand or uniform or normal',
  );
  assert.equal(
    one({ distribution: 'normal', deviation: -1 }),
    'normal with deviation -1: it must not be negative',
  );
  assert.match(one({ distribution: 'randn', factor: Infinity }), /^the factor is inf/);
});

/** A stream of integers that is the same in every run. @param {number} state */
function stream(state) {
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('two thousand malformed calls give results or messages, and the engine still works', () => {
  const next = stream(1);
  const nasty = [
    undefined,
    null,
    NaN,
    Infinity,
    -Infinity,
    -0,
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    1e308,
    '',
    '1',
    'sqrt',
    'NaN',
    true,
    1n,
    2n ** 70n,
    Symbol('s'),
    [],
    {},
    [[]],
    () => 1,
    new Float64Array(3),
    new Float64Array(0),
    new Float32Array(3),
    new Uint8Array(3),
    new Uint8Array([0, 1, 7]),
    new DataView(new ArrayBuffer(8)),
    new Map([['rank', 1]]),
    Object.create(null),
    new Proxy({}, { get: () => 1 }),
    new Date(NaN),
    /x/,
    '\ud800',
    'x'.repeat(10_000),
    Object.freeze({ rows: 1 }),
  ];
  const some = () => nasty[next(nasty.length)];
  /** The value with one part replaced. @param {any} value @returns {any} */
  const spoiled = (value) => {
    if (next(3) === 0 || typeof value !== 'object' || value === null || ArrayBuffer.isView(value))
      return some();
    const keys = Object.keys(value);
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (keys.length > 0) {
      const key = keys[next(keys.length)];
      /** @type {any} */ (copy)[key] = spoiled(value[key]);
    }
    return copy;
  };
  const square = matrix([
    [1, 2],
    [3, 4],
  ]);
  /** @type {[string, any[]][]} */
  const calls = [
    ['work', [{ ...OPTIONS, query: 1 }, TINY]],
    [
      'work',
      [
        { ...OPTIONS, positions: 'given' },
        { embeddings: square, positions: square, wQ: square, wK: square, wV: square },
      ],
    ],
    [
      'draw',
      [
        42,
        [
          { distribution: 'randint', low: 0, high: 3, rows: 2, cols: 2 },
          { distribution: 'normal', mean: 1, deviation: 2, factor: 3, rows: 1, cols: 2 },
        ],
      ],
    ],
    ['concepts', [{ rank: 1 }, square, square, { u: square, vT: square }]],
    [
      'compareSchemes',
      [
        {
          base: 10,
          pairs: 'half',
          turned: 2,
          heads: 4,
          head: 1,
          firstPosition: 3,
          mask: 'causal',
          query: 1,
          key: 0,
          reach: 8,
          distance: 2,
        },
        { embeddings: square, wQ: square, wK: square },
      ],
    ],
    ['paintPixels', [PAINT, Float64Array.of(0, NaN, 1), Uint8Array.of(0, 1, 2)]],
    ['legendPixels', [{ map: 'grey', kind: 'diverging', theme: 'dark', width: 4, height: 2 }]],
  ];
  let refused = 0;
  for (let round = 0; round < 2000; round += 1) {
    const [name, whole] = calls[next(calls.length)];
    try {
      loose[name](...(spoiled(whole.length ? whole : [some()]) ?? []));
    } catch (error) {
      // JavaScript itself throws for spreading a value that is not iterable, and for converting a symbol to a
      // string, before the engine is called.
      if (error instanceof TypeError && !('cause' in error)) continue;
      assert.ok(error instanceof Error && error.constructor === Error, `${name}: ${String(error)}`);
      assert.doesNotMatch(error.message, /^The engine failed/, name);
      assert.ok(error.message.length > 8 && error.message.length < 12_000);
      refused += 1;
    }
  }
  assert.ok(refused > 1000, `only ${refused} were refused`);
  assert.deepEqual(rowsOf(work(OPTIONS, TINY).scores), [
    [1, 2],
    [3, 4],
  ]);
});
