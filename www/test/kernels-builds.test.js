/** The accuracy of the kernels in each of their three builds: relaxed SIMD, SIMD, and neither. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { attend, load } from '../engine/attend.js';
import { load as loadKernels, vectors } from '../engine/kernels.js';
/** @typedef {typeof import('../engine/kernels-instance.js').bindings} Bindings */

// Node 20 has relaxed SIMD behind a flag.
if (vectors() !== 'relaxed_simd') setFlagsFromString('--experimental-wasm-relaxed-simd');

const BUILDS = await Promise.all(['_relaxed_simd', '_simd128', ''].map(started));

/**
 * The bindings of a build, in a module of their own.
 *
 * @param {string} name @returns {Promise<Bindings>}
 */
async function started(name) {
  const program = await readFile(new URL(`../pkg/heedmap_kernels_wasm${name}_bg.wasm`, import.meta.url));
  const bindings = await import(new URL(`../pkg/heedmap_kernels_wasm.js?${name}`, import.meta.url).href);
  bindings.initSync({ module: program });
  return bindings;
}

const KEYS = 300;
const all = Uint32Array.from({ length: KEYS }, (_, key) => key);
const one = Float32Array.of(1);

/** Scores of at most `most`, all of which are exact in 32 bits. @param {number} most */
const scoresBelow = (most) =>
  Float32Array.from(
    { length: KEYS },
    (_, key) => most - (Math.abs(most) > 1e6 ? key % 5 : ((key * 7) % 97) / 8),
  );

/** @param {ArrayLike<number>} cells */
const total = (cells) => Array.from(cells).reduce((sum, cell) => sum + cell, 0);

for (const most of [1, 1e4, 9e6, -9e6, 1e9]) {
  test(`all weights of a row sum to 1 for scores of ${most}`, () => {
    for (const { KernelHead, PreparedHead } of BUILDS) {
      const k = scoresBelow(most);
      const large = new KernelHead({}, 'f32', 1, one, k);
      const sums = large.logSumExp(0, 1);
      assert.ok(Math.abs(total(large.sample(Uint32Array.of(0), all, sums)) - 1) <= 1e-5);
      for (const sink of [null, most]) {
        const columns = sink === null ? all : Uint32Array.of(...all, KEYS);
        const prepared = new PreparedHead({ sink }, 1, one, k, null, 0);
        const known = new PreparedHead({ sink }, 1, one, k, null, 0);
        const row = prepared.rowPools(1, 1, 1);
        prepared.rows(Uint32Array.of(0), row);
        known.setLogSumExps(0, row.finish().logSumExps);
        for (const head of [prepared, known]) {
          const found = {
            sample: head.sample(Uint32Array.of(0), columns),
            pools: head.pools([0, 1], [0, columns.length], 7).sums,
            row: head.row(0),
          };
          for (const [name, cells] of Object.entries(found))
            assert.ok(Math.abs(total(cells) - 1) <= 1e-5, `${name}, sink ${sink}: ${total(cells)}`);
        }
      }
    }
  });
}

test('a rectangle of the sink alone has its weights', () => {
  for (const { PreparedHead } of BUILDS) {
    const [q, k] = [Float32Array.of(0, 1, 2), Float32Array.of(1, 2)];
    const head = new PreparedHead({ sink: 0.5, scale: 1 }, 1, q, k, null, 0);
    const expected = Array.from(q, (query) => {
      const exponentials = [0.5, ...Array.from(k, (key) => query * key)].map(Math.exp);
      return exponentials[0] / total(exponentials);
    });
    const near = (/** @type {ArrayLike<number>} */ found, /** @type {number[]} */ exact) => {
      assert.equal(found.length, exact.length);
      exact.forEach((cell, at) =>
        assert.ok(Math.abs(found[at] - cell) < 1e-6, `${at}: ${found[at]}, ${cell}`),
      );
    };
    const { greatest, sums } = head.pools([0, 3], [0, 1], 2);
    near(greatest, [Math.max(expected[0], expected[1]), expected[2]]);
    near(sums, [expected[0] + expected[1], expected[2]]);
    near(head.sample(Uint32Array.of(2, 0), Uint32Array.of(0)), [expected[2], expected[0]]);
    const empty = head.pools([0, 3], [0, 0], 2);
    assert.deepEqual([empty.greatest.length, empty.sums.length], [0, 0]);
  }
});

test('a head without keys has all weight in its sink', () => {
  for (const { PreparedHead } of BUILDS) {
    const head = new PreparedHead({ sink: 0.5 }, 1, one, new Float32Array(), null, 0);
    assert.deepEqual([...head.row(0)], [1]);
    assert.deepEqual([...head.pools([0, 1], [0, 1], 1).sums], [1]);
  }
});

test('an output is finite if its values are, however large', () => {
  for (const { KernelHead } of BUILDS) {
    for (const [keys, value] of [
      [2, 3e38],
      [KEYS, -3.4e38],
    ]) {
      // Later keys have larger scores.
      const k = Float32Array.from({ length: keys }, (_, key) => key / 100);
      const head = new KernelHead({}, 'f32', 1, one, k);
      const v = new Float32Array(2 * keys).fill(value).map((each, at) => (at % 2 ? each / 4 : each));
      const [found, quarter] = head.outputOf(2, v, 0, 1);
      assert.ok(Math.abs(found / value - 1) <= 1e-5, `${found} instead of ${value}`);
      assert.ok(Math.abs(quarter / value - 0.25) <= 1e-5, `${quarter} instead of ${value / 4}`);
    }
  }
});

test('sums over 65,536 keys do not drift', () => {
  for (const { KernelHead, PreparedHead } of BUILDS) {
    // One score is 0 and all others are the same, so sums of 32 bits would round in one direction.
    const below = Math.fround(-0.1);
    const k = new Float32Array(65_536).fill(below);
    k[5] = 0;
    const expected = 1 / (1 + 65_535 * Math.exp(below));
    const head = new KernelHead({}, 'f32', 1, one, k);
    const prepared = new PreparedHead({}, 1, one, k, null, 0);
    for (const row of [head.weights(0, 1), prepared.row(0)])
      assert.ok(Math.abs(row[5] / expected - 1) <= 1e-5, `${row[5]} instead of ${expected}`);
    const [mean] = head.outputOf(1, new Float32Array(65_536).fill(0.7), 0, 1);
    assert.ok(Math.abs(mean / 0.7 - 1) <= 1e-5, `${mean} instead of 0.7`);
    head.free();
    prepared.free();
  }
});

test('attend gives the same output of large values with and without the other steps', async () => {
  await Promise.all([load(), loadKernels()]);
  const tensor = (/** @type {number[]} */ ...numbers) => ({
    shape: [1, 1, 2, 1],
    data: Float32Array.from(numbers),
  });
  const inputs = { q: tensor(1, 2), k: tensor(0, 0), v: tensor(3e38, 3e38) };
  const [steps, alone] = [attend({}, inputs), attend({ compute: 'output' }, inputs)];
  for (const { output } of [steps, alone])
    for (const cell of output.data) assert.ok(Math.abs(cell / 3e38 - 1) < 1e-6, String(cell));
});
