/**
 * `attend` of the page's own engine, compared with references in 80-bit floats for every case in both
 * precisions.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { attend, load } from '../engine.js';

before(() => load());

const FOLDER = new URL('../../fixtures/attention/', import.meta.url);
/**
 * Their names and ours. Scores have no tolerance in the cases; the conformance command holds them to one of
 * its own.
 */
const OUTPUTS = {
  logits: 'masked',
  weights: 'weights',
  output: 'output',
  lse: 'logSumExp',
  entropy: 'entropy',
};

/** @param {{ dtype: string, shape: number[], b64: string }} tensor */
function decoded({ dtype, shape, b64 }) {
  const bytes = Buffer.from(b64, 'base64');
  const { buffer } = Uint8Array.from(bytes);
  const data =
    dtype === 'f64'
      ? new Float64Array(buffer)
      : dtype === 'i64'
        ? Float64Array.from(new BigInt64Array(buffer), Number)
        : new Uint8Array(buffer);
  return { shape, data };
}

/** @param {any} params @param {Record<string, any>} inputs */
function optionsOf(params, inputs) {
  const { causal, prefix, scale, softcap, temperature, rope } = params;
  return {
    causal,
    prefix,
    scale,
    softcap,
    temperature,
    window: { left: params.window_left, right: params.window_right },
    alignment: params.offset ?? params.align,
    validKeys: inputs.key_len ? [...inputs.key_len.data] : null,
    rope: rope
      ? {
          pairs: /** @type {'half' | 'interleaved'} */ (rope.interleaved ? 'interleaved' : 'half'),
          features: rope.dim,
          base: rope.base,
        }
      : null,
  };
}

/** @param {Record<string, any>} inputs @param {typeof Float64Array | typeof Float32Array} Width */
function inputsOf(inputs, Width) {
  const named = {
    q: inputs.Q,
    k: inputs.K,
    v: inputs.V,
    pastK: inputs.past_key,
    pastV: inputs.past_value,
    additive: inputs.bias,
    slopes: inputs.alibi_slopes,
  };
  const numbers = Object.entries(named)
    .filter(([, tensor]) => tensor)
    .map(([name, { shape, data }]) => [name, { shape, data: Width.from(data) }]);
  return { ...Object.fromEntries(numbers), boolean: inputs.bool_mask, padding: inputs.key_pad };
}

for (const [precision, Width] of /** @type {const} */ ([
  ['f64', Float64Array],
  ['f32', Float32Array],
])) {
  test(`every case of attention is within its tolerance in ${precision}`, async () => {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json') && file !== 'index.json');
    assert.equal(files.length, 92);
    for (const file of files) {
      const {
        name,
        params,
        inputs: given,
        outputs,
        tolerance,
      } = JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'));
      const inputs = Object.fromEntries(Object.entries(given).map(([key, tensor]) => [key, decoded(tensor)]));
      const found = /** @type {any} */ (attend(optionsOf(params, inputs), inputsOf(inputs, Width)));
      const allowed = tolerance[precision];
      for (const [theirs, ours] of Object.entries(OUTPUTS)) {
        const wanted = decoded(outputs[theirs]);
        assert.deepEqual(found[ours].shape, wanted.shape, `${name}: ${ours}`);
        const [atol, rtol] = [allowed[`${theirs}_atol`], theirs === 'weights' ? allowed.weights_rtol : 0];
        wanted.data.forEach((value, cell) => {
          const got = found[ours].data[cell];
          const close = Number.isFinite(value)
            ? Math.abs(got - value) <= atol + rtol * Math.abs(value)
            : Object.is(got, value);
          assert.ok(close, `${name}: ${ours}[${cell}] is ${got}, not ${value}`);
        });
      }
    }
  });
}
