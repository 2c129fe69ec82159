/**
 * The rules of `fixtures/variants`, whose numbers come from plain loops in NumPy, in the three builds of the
 * kernels: relaxed SIMD, SIMD, and neither.
 */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { vectors } from '../engine/kernels.js';
/** @typedef {typeof import('../engine/kernels-instance.js').bindings} Bindings */

// Node 20 has relaxed SIMD behind a flag.
if (vectors() !== 'relaxed_simd') setFlagsFromString('--experimental-wasm-relaxed-simd');

const FOLDER = new URL('../../fixtures/variants/', import.meta.url);
/** The error of 32 bits, for weights of at most 1 and outputs of at most 2. */
const TOLERANCE = 2e-5;

/** The bindings of a build, in a module of their own. @param {string} name @returns {Promise<Bindings>} */
async function started(name) {
  const program = await readFile(new URL(`../pkg/heedmap_kernels_wasm${name}_bg.wasm`, import.meta.url));
  const bindings = await import(new URL(`../pkg/heedmap_kernels_wasm.js?rules${name}`, import.meta.url).href);
  bindings.initSync({ module: program });
  return bindings;
}

/** @param {{ shape: number[], b64: string }} tensor */
function read({ shape, b64 }) {
  const bytes = new Uint8Array(Buffer.from(b64, 'base64'));
  return { shape, data: new Float64Array(bytes.buffer) };
}

/** The rows of one head. @param {ReturnType<typeof read>} tensor @param {number} head */
function ofHead({ shape: [, , rows, columns], data }, head) {
  return Float32Array.from(data.subarray(head * rows * columns, (head + 1) * rows * columns));
}

/** @param {ArrayLike<number>} found @param {ArrayLike<number>} wanted @param {string} name */
function near(found, wanted, name) {
  assert.equal(found.length, wanted.length, name);
  Array.from(wanted).forEach((cell, at) =>
    assert.ok(Math.abs(found[at] - cell) <= TOLERANCE, `${name}, number ${at}: ${found[at]}, not ${cell}`),
  );
}

const names = (await readdir(FOLDER)).filter((name) => /^(stated_)?rule_/.test(name));
const cases = await Promise.all(
  names.map(async (name) => JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'))),
);
// Queries and keys are rotated, and queries scaled, before the kernels get them.
const computed = cases.filter(({ params }) => !params.rope && !params.attn_temperature_tuning);

test('most rules are computed by the kernels', () => {
  assert.equal(cases.length, 56);
  assert.ok(computed.length >= 12, `${computed.length}`);
});

for (const build of ['_relaxed_simd', '_simd128', '']) {
  test(`rules give the numbers of NumPy in the build ${build || 'without SIMD'}`, async () => {
    const { KernelHead, PreparedHead } = await started(build);
    for (const { name, params, inputs, outputs } of computed) {
      const [q, k, v] = ['q', 'k', 'v'].map((input) => read(inputs[input]));
      const [weights, output, lse] = ['weights', 'output', 'lse'].map((step) => read(outputs[step]));
      const [, heads, queries, features] = q.shape;
      const [, kvHeads, keys, size] = v.shape;
      for (let head = 0; head < heads; head += 1) {
        const shared = Math.floor(head / (heads / kvHeads));
        const label = `${name}, head ${head}`;
        const vectorsOfHead = { q: ofHead(q, head), k: ofHead(k, shared) };
        const wanted = ofHead(weights, head);
        const prepared = new PreparedHead(params, features, vectorsOfHead.q, vectorsOfHead.k, null, 0);
        for (let query = 0; query < queries; query += 1) {
          // A masked key is NaN; its weight is 0.
          const row = prepared
            .row(query)
            .subarray(params.sink === undefined ? 0 : 1)
            .map((cell) => cell || 0);
          near(row, wanted.subarray(query * keys, (query + 1) * keys), `a row of ${label}`);
        }
        prepared.free();
        // Heads that are computed as a whole have neither a column for a sink nor biases of keys.
        if (params.sink !== undefined || params.key_bias) continue;
        const whole = new KernelHead(params, 'f32', features, vectorsOfHead.q, vectorsOfHead.k);
        near(whole.weights(0, queries), wanted, `the weights of ${label}`);
        near(
          whole.outputOf(size, ofHead(v, shared), 0, queries),
          ofHead(output, head),
          `the output of ${label}`,
        );
        Array.from(whole.logSumExp(0, queries)).forEach((sum, query) => {
          const exact = lse.data[head * queries + query];
          assert.ok(sum === exact || Math.abs(sum - exact) <= TOLERANCE, `${label}: ${sum}, not ${exact}`);
        });
        whole.free();
      }
    }
  });
}
