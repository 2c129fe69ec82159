import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as attention from '../engine/attention.js';
import * as engine from '../engine.js';
import { OPTIONS, TINY, matrix, refusal, rowsOf } from './engine-support.js';

test('before it is loaded, the engine reports that', () => {
  assert.equal(
    refusal(() => engine.inkColors()),
    'The engine is not loaded yet: await load() first.',
  );
});

test('an engine without wasm reports why it does not start, and can be started afterwards', async () => {
  await assert.rejects(
    attention.load(Uint8Array.of(1, 2, 3, 4)),
    /^Error: The engine could not start: .*WebAssembly/,
  );
  await engine.load();
  await Promise.all([
    engine.load(),
    attention.load(Uint8Array.of(1)),
    attention.load(() => Uint8Array.of(1)),
  ]);
  assert.equal(engine.inkColors().light, '#ffffff');
});

test('matrices are row-major, in and out', () => {
  const embeddings = matrix([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const projection = matrix([
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
  const { x, q, kT } = engine.work(OPTIONS, { embeddings, wQ: projection, wK: projection, wV: projection });
  assert.deepEqual(x, embeddings);
  assert.deepEqual(rowsOf(q), [
    [1, 2],
    [4, 5],
  ]);
  assert.deepEqual(rowsOf(kT), [
    [1, 4],
    [2, 5],
  ]);
});

test('results belong to the caller, and arguments are not changed', () => {
  const inputs = { q: matrix([[1, 2]]), k: matrix([[3, 4]]), v: matrix([[5, 6]]) };
  const first = engine.work(OPTIONS, inputs);
  assert.notEqual(first.q.data.buffer, inputs.q.data.buffer);
  first.q.data.fill(9);
  first.output.data.fill(9);
  assert.deepEqual(rowsOf(inputs.q), [[1, 2]]);
  const second = engine.work(OPTIONS, inputs);
  assert.deepEqual(rowsOf(second.output), [[5, 6]]);
  // A view into the memory of the wasm would span all of it, and be detached when it grows.
  for (const { data } of [second.q, second.scores, second.output])
    assert.equal(data.buffer.byteLength, data.byteLength);
});

test('inputs that are views into larger arrays are read from their offset', () => {
  const numbers = Float64Array.of(9, 9, 1, 2, 3, 4, 9);
  const q = { rows: 2, cols: 2, data: numbers.subarray(2, 6) };
  assert.deepEqual(rowsOf(engine.work(OPTIONS, { ...TINY, q }).q), [
    [1, 2],
    [3, 4],
  ]);
});

test('a computation from embeddings has the steps to x, and one from q, k and v does not', () => {
  const embeddings = matrix([
    [1, 2],
    [3, 4],
  ]);
  const wQ = matrix([[1], [1]]);
  const inputs = {
    embeddings,
    positions: matrix([
      [1, 1],
      [1, 1],
    ]),
    wQ,
    wK: wQ,
    wV: wQ,
  };
  const none = engine.work(OPTIONS, inputs);
  assert.equal('positions' in none, false);
  assert.deepEqual(none.x, embeddings);
  const given = engine.work(
    { ...OPTIONS, positions: 'given', embeddingScale: 'sqrt', scale: 'none' },
    inputs,
  );
  assert.deepEqual(
    rowsOf(/** @type {engine.MatrixData} */ (given.scaledEmbeddings)),
    [1, 3].map((a) => [a * Math.SQRT2, (a + 1) * Math.SQRT2]),
  );
  assert.deepEqual(
    rowsOf(/** @type {engine.MatrixData} */ (given.x)),
    [1, 3].map((a) => [a * Math.SQRT2 + 1, (a + 1) * Math.SQRT2 + 1]),
  );
  assert.equal('x' in engine.work(OPTIONS, TINY), false);
});

test('one query alone has the bits of its row', () => {
  for (const mask of /** @type {const} */ (['none', 'causal'])) {
    for (const query of [0, 1]) {
      const { single, ...all } = engine.work({ ...OPTIONS, mask, query }, TINY);
      assert.ok(single);
      for (const [name, row] of Object.entries(single)) {
        assert.deepEqual(
          rowsOf(row),
          [rowsOf(all[/** @type {keyof engine.Steps} */ (name)])[query]],
          `${name}, ${mask}`,
        );
      }
    }
  }
  assert.equal(engine.work(OPTIONS, TINY).single, null);
});

test('the softmax keeps its steps, with one figure for each group', () => {
  const shape = (/** @type {engine.MatrixData} */ { rows, cols }) => `${rows}x${cols}`;
  for (const [softmaxAxis, expected] of /** @type {const} */ ([
    ['rows', '2x1'],
    ['columns', '1x2'],
    ['all', '1x1'],
  ])) {
    const { shift, sums, exponentials, weights } = engine.work({ ...OPTIONS, softmaxAxis }, TINY);
    assert.deepEqual([shift, sums, exponentials].map(shape), [expected, expected, '2x2']);
    const total = weights.data.reduce((sum, weight) => sum + weight, 0);
    assert.ok(Math.abs(total - (softmaxAxis === 'all' ? 1 : 2)) < 1e-15);
  }
});

test('the naive softmax overflows for scores where the stable one does not', () => {
  const large = { ...TINY, q: matrix([[1000, 0]]) };
  const of = (/** @type {'stable' | 'naive'} */ softmaxForm) =>
    Array.from(engine.work({ ...OPTIONS, softmaxForm, scale: 1 }, large).weights.data);
  assert.deepEqual(of('stable'), [1, 0]);
  assert.ok(Number.isNaN(of('naive')[0]));
});

test('a causal mask excludes the future, as 0, as -Infinity and as a weight of 0', () => {
  const { allowed, additive, masked, weights } = engine.work({ ...OPTIONS, mask: 'causal' }, TINY);
  assert.deepEqual(rowsOf(allowed), [
    [1, 0],
    [1, 1],
  ]);
  assert.deepEqual(rowsOf(additive), [
    [0, -Infinity],
    [0, 0],
  ]);
  assert.equal(masked.data[1], -Infinity);
  assert.deepEqual(rowsOf(weights)[0], [1, 0]);
});

test('one stream draws the matrices of the notebook in order', () => {
  const three = /** @type {const} */ ({ distribution: 'randint', low: 0, high: 3, rows: 3, cols: 3 });
  const drawn = engine.draw(42, [three, three, three]);
  assert.deepEqual(drawn.map(rowsOf), [
    [
      [2, 0, 2],
      [2, 0, 0],
      [2, 1, 2],
    ],
    [
      [2, 2, 2],
      [0, 2, 1],
      [0, 1, 1],
    ],
    [
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 0],
    ],
  ]);
  const [ones, scaled] = engine.draw(23, [
    { distribution: 'randn', rows: 1, cols: 4 },
    { distribution: 'randn', factor: 0.1, rows: 1, cols: 2 },
  ]);
  assert.ok(Math.abs(ones.data[0] - 0.6669880563534684) < 1e-15);
  assert.equal(scaled.data.length, 2);
  assert.deepEqual(engine.draw(1, []), []);
});

test('the defaults of a distribution are NumPy’s', () => {
  const one = { rows: 2, cols: 2 };
  const same = (/** @type {any} */ a, /** @type {any} */ b) =>
    assert.deepEqual(engine.draw(7, [{ ...one, ...a }]), engine.draw(7, [{ ...one, ...b }]));
  same({ distribution: 'uniform' }, { distribution: 'uniform', low: 0, high: 1 });
  same({ distribution: 'normal' }, { distribution: 'normal', mean: 0, deviation: 1 });
  same({ distribution: 'randint', high: 9 }, { distribution: 'randint', low: 0, high: 9, factor: null });
  same({ distribution: 'rand' }, { distribution: 'uniform' });
  same({ distribution: 'randn' }, { distribution: 'normal', deviation: 1 });
});

test('concepts without viewers have no coordinates and no cosine', () => {
  const found = engine.concepts(
    { rank: 1 },
    matrix([
      [3, 0],
      [0, 4],
    ]),
  );
  assert.deepEqual(found.viewerConcepts, null);
  assert.deepEqual(found.cosine, { raw: null, concept: null });
  assert.deepEqual(rowsOf(found.s), [[4, 3]]);
  assert.deepEqual(rowsOf(found.approximation), [
    [0, 0],
    [0, 4],
  ]);
  assert.deepEqual(found.error, { frobenius: 3, relative: 0.6 });
  assert.deepEqual(found.columnConcepts, found.vK);
});

test('a reference determines the signs of the decomposition', () => {
  const ratings = matrix([
    [3, 0],
    [0, 4],
  ]);
  const reference = {
    u: matrix([
      [0, -1],
      [-1, 0],
    ]),
    vT: matrix([
      [0, -1],
      [-1, 0],
    ]),
  };
  assert.deepEqual(
    rowsOf(engine.concepts({ rank: 2 }, ratings, null, reference).vT).map((row) =>
      row.map((cell) => cell + 0),
    ),
    [
      [0, -1],
      [-1, 0],
    ],
  );
});
