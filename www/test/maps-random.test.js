/** In models of random weights, however peaked, no head is said to do anything. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { controls, load, mixedTexts, open, run, successors } from '../engine/model.js';
import { chanceOf, isConfirmed, isNamed } from '../rooms/maps/overview/behavior.js';
import { folder } from './model-plain.js';
import { random } from './model-shuffled.js';

await load();

const FAMILIES = [
  'gpt2',
  'llama',
  'mistral',
  'qwen2',
  'qwen3',
  'gemma2',
  'gemma3',
  'bert',
  'gpt-neox',
  'gpt-oss',
];
const TEXTS = {
  'two tokens': [5, 7],
  'three tokens': [5, 7, 9],
  'one repeated token': Array(24).fill(7),
  'a token that comes again': [5, 7, 12, 9, 11, 3, 6, 7],
  'a text twice': [4, 8, 15, 16, 23, 4, 8, 15, 16, 23],
  'like the sentence': [10, 11, 12, 13, 14, 15, 16, 10, 11],
  'a long text': [31, 2, 17, 9, 26, 5, 13, 30, 8, 21, 1, 19, 2, 33, 17, 28, 9, 12, 36, 5],
};
/** The deviations of the weights: that of training, and others until a row has its weight on one key. */
const SCALES = [0.02, 0.05, 0.1, 0.3, 0.5, 1];
const MODELS_OF_EACH = 30;

/** A family with random weights: normal, with this deviation. */
async function untrained(
  /** @type {string} */ family,
  /** @type {number} */ seed,
  /** @type {number} */ scale,
) {
  const [config, file] = await Promise.all(
    ['config.json', 'model.safetensors'].map((name) =>
      readFile(new URL(`../../fixtures/model/${family}/${name}`, import.meta.url)),
    ),
  );
  const length = Number(file.readBigUInt64LE(0));
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  /** @type {Float32Array<ArrayBuffer>[]} */
  const parts = [];
  /** @type {Record<string, object>} */
  const header = {};
  let start = 0;
  for (const [name, { shape }] of Object.entries(JSON.parse(file.toString('utf8', 8, 8 + length)))) {
    if (name === '__metadata__') continue;
    const isNorm = shape.length === 1 && /norm|ln_/i.test(name) && !name.endsWith('bias');
    // Gemma adds 1 to the factors of its norms.
    const least = isNorm && !family.startsWith('gemma') ? 1 : 0;
    const count = shape.reduce((/** @type {number} */ all, /** @type {number} */ side) => all * side, 1);
    parts.push(Float32Array.from({ length: count }, () => least + (shape.length > 1 ? scale * normal() : 0)));
    header[name] = { dtype: 'F32', shape, data_offsets: [start, start + 4 * count] };
    start += 4 * count;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = new Uint8Array(new BigUint64Array([BigInt(text.length)]).buffer);
  const bytes = new Blob([size, text, ...parts]);
  return [new File([config], 'config.json'), new File([bytes], 'model.safetensors')];
}

let accidents = 0;

for (const family of FAMILIES)
  test(`no head of a model of random weights is said to do anything: ${family}`, async () => {
    for (let seed = 1; seed <= MODELS_OF_EACH; seed += 1) {
      const scale = SCALES[seed % SCALES.length];
      const model = await open(await untrained(family, seed, scale));
      const { layers, layerHeads, causal } = model.facts;
      const elsewhere = await controls(model);
      for (const [name, ids] of Object.entries(TEXTS)) {
        const running = await run(model, { texts: [ids] });
        const n = ids.length;
        const chance = chanceOf({ ids, queries: n, keys: n, offset: 0, causal });
        for (let layer = 0; layer < layers; layer += 1)
          for (let head = 0; head < layerHeads[layer]; head += 1) {
            const found = sharesOf(running.weights(layer, head), ids);
            const control = elsewhere.find((each) => each.layer === layer && each.head === head);
            for (const [measure, share] of Object.entries(found)) {
              const isHere = isNamed(/** @type {any} */ (measure), share, chance);
              const there = /** @type {any} */ (control?.shares)[measure];
              accidents += Number(isHere);
              assert.ok(
                !(isHere && isConfirmed(there)),
                `${measure} ${share} (${there}) of ${layer}.${head}, seed ${seed}, scale ${scale}, ${name}`,
              );
            }
          }
        running.free();
      }
      model.free();
    }
  });

test('the text alone would name some of them, because peaked weights of a short text are on a key by accident', () => {
  assert.ok(accidents > 50, `${accidents}`);
});

/**
 * The shares in plain loops. That of neighbors is no circuit: a rotation by itself makes a head look near.
 *
 * @param {Float32Array} weights @param {number[]} ids
 */
function sharesOf(weights, ids) {
  const n = ids.length;
  const rows = ids.map((_, at) => weights.subarray(at * n, (at + 1) * n));
  const mean = (/** @type {number[]} */ of) => of.reduce((sum, each) => sum + each, 0) / of.length;
  const again = rows.flatMap((row, at) => {
    const copies = [...Array(at).keys()].filter((key) => ids[key] === ids[at]);
    return copies.length === 0 ? [] : [{ row, copies }];
  });
  const total = (/** @type {number} */ by) =>
    again.map(({ row, copies }) => copies.reduce((sum, copy) => sum + row[copy + by], 0));
  return {
    previous_token: mean(rows.slice(1).map((row, at) => row[at])),
    next_token: mean(rows.slice(0, -1).map((row, at) => row[at + 1])),
    sink_share: mean(rows.map((row) => row[0])),
    ...(again.length > 0 && { duplicate_token: mean(total(0)), induction: mean(total(1)) }),
  };
}

test('the heads of the small model are named where the text shows them, and not on one repeated token', async () => {
  const model = await open(await folder());
  const named = async (/** @type {string} */ text) => {
    const ids = [...model.encode(text)];
    const running = await run(model, { texts: [ids] });
    const n = ids.length;
    const chance = chanceOf({ ids, queries: n, keys: n, offset: 0, causal: true });
    const elsewhere = await controls(model);
    return Array.from({ length: 16 }, (_, at) => [Math.floor(at / 4), at % 4]).flatMap(([layer, head]) =>
      Object.entries(sharesOf(running.weights(layer, head), ids))
        .filter(
          ([measure, share]) =>
            isNamed(/** @type {any} */ (measure), share, chance) &&
            isConfirmed(/** @type {any} */ (elsewhere[4 * layer + head].shares)[measure]),
        )
        .map(([measure]) => `${measure} ${layer}.${head}`),
    );
  };
  const found = await named('Elinor met Jane in Bath; Elinor met');
  for (const each of ['previous_token 0.1', 'sink_share 2.2', 'induction 2.1', 'induction 2.2'])
    assert.ok(found.includes(each), `${each}: ${found}`);
  assert.ok(!found.some((each) => each.startsWith('duplicate')), String(found));
  const repeated = await named(' Jane'.repeat(60));
  assert.ok(!repeated.some((each) => /induction|duplicate/.test(each)), String(repeated));
});

test('a list counts only if three of its words are there in order', async () => {
  const model = await open(await folder());
  for (const text of ['May I come in', 'Anne, A', 'I am. I was. I will', 'one two', 'three two one'])
    assert.equal(await successors(model, text), null, text);
  for (const text of ['one two three', 'She had one sister, two brothers and three cousins'])
    assert.equal((await successors(model, text))?.length, 16, text);
});

test('the mixed texts have tokens of a passage twice, in another order each, between the tokens of each text', async () => {
  const model = await open(await folder());
  const texts = mixedTexts(model);
  assert.equal(new Set(texts.map(String)).size, 3);
  for (const ids of texts) {
    assert.equal(ids.length, 24);
    assert.deepEqual(ids.slice(0, 12), ids.slice(12));
    assert.equal(new Set(ids).size, 12);
  }
  const around = {
    facts: { hasTokenizer: true, positions: 9, vocabulary: 50 },
    encode: (/** @type {string} */ text) => (text === '' ? [1, 2] : [1, 7, 8, 9, 10, 2]),
  };
  for (const ids of mixedTexts(/** @type {any} */ (around))) {
    assert.deepEqual([ids[0], ids.at(-1), ids.length], [1, 2, 8]);
    assert.deepEqual(ids.slice(1, 4), ids.slice(4, 7));
  }
  const without = { facts: { hasTokenizer: false, positions: 128, vocabulary: 5 } };
  for (const ids of mixedTexts(/** @type {any} */ (without))) assert.equal(ids.length, 10);
});
