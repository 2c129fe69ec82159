/** In models with initial weights, no head is said to do anything. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { load, open, run, successors } from '../engine/model.js';
import { chanceOf, isNamed } from '../rooms/maps/overview/behavior.js';
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
};

/** A family with the weights that training begins with: normal, with a deviation of 0.02. */
async function untrained(/** @type {string} */ family, /** @type {number} */ seed) {
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
    parts.push(Float32Array.from({ length: count }, () => least + (shape.length > 1 ? 0.02 * normal() : 0)));
    header[name] = { dtype: 'F32', shape, data_offsets: [start, start + 4 * count] };
    start += 4 * count;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = new Uint8Array(new BigUint64Array([BigInt(text.length)]).buffer);
  const bytes = new Blob([size, text, ...parts]);
  return [new File([config], 'config.json'), new File([bytes], 'model.safetensors')];
}

for (const family of FAMILIES)
  test(`no head of an untrained model is said to do anything: ${family}`, async () => {
    for (const seed of [1, 2, 3]) {
      const model = await open(await untrained(family, seed));
      const { layers, layerHeads, causal } = model.facts;
      for (const [name, ids] of Object.entries(TEXTS)) {
        const running = await run(model, { texts: [ids] });
        const n = ids.length;
        const chance = chanceOf({ ids, queries: n, keys: n, offset: 0, causal });
        for (let layer = 0; layer < layers; layer += 1)
          for (let head = 0; head < layerHeads[layer]; head += 1) {
            const found = sharesOf(running.weights(layer, head), ids);
            for (const [measure, share] of Object.entries(found))
              assert.ok(
                !isNamed(/** @type {any} */ (measure), share, chance),
                `${measure} ${share} of ${layer}.${head}, seed ${seed}, ${name}`,
              );
          }
        running.free();
      }
      model.free();
    }
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
    return Array.from({ length: 16 }, (_, at) => [Math.floor(at / 4), at % 4]).flatMap(([layer, head]) =>
      Object.entries(sharesOf(running.weights(layer, head), ids))
        .filter(([measure, share]) => isNamed(/** @type {any} */ (measure), share, chance))
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
