/** Models with layers that keep a state in place of a softmax, from the files to the maps of the room. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import * as maps from '../engine/maps.js';
import { ablate, copying, heads, load, open, patch, run, successors, toFile } from '../engine/model.js';
import { dividedAmong } from '../engine/model-workers.js';
import { LANGUAGES } from '../page/words/index.js';
import { spans } from '../rooms/maps/live/figures.js';
import { sentence } from '../rooms/maps/reading/sentence.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { headSpec } from './maps-service-support.js';
import { furthest, numbers } from './model-plain.js';
/** @import { MapsService } from '../rooms/maps/types.js' */

await load();
await maps.load();
/** @type {MapsService} */
const service = createService([pageBackend(maps)], /** @type {any} */ (undefined));
after(() => service.end());

const fixture = (/** @type {string} */ name) => new URL(`../../fixtures/model/${name}`, import.meta.url);
const file = async (/** @type {string} */ name) =>
  new File([await readFile(fixture(name))], /** @type {string} */ (name.split('/').pop()));
const reference = async (/** @type {string} */ name) => JSON.parse(await readFile(fixture(name), 'utf8'));
const folder = await open([await file('qwen3_5/config.json'), await file('qwen3_5/model.safetensors')]);
const gguf = await open([await file('gguf/qwen35.gguf')]);
const { ids, off, ...wanted } = await reference('qwen3_5/reference.json');

test('weights and logits of layers of both kinds are those of transformers', async () => {
  const { weights, logits } = await reference('gguf/qwen35.json');
  for (const [model, expected] of /** @type {const} */ ([
    [folder, wanted],
    [gguf, { weights, logits }],
  ])) {
    const positions = [...ids.keys()];
    const finished = await run(model, { texts: [ids], positions });
    const all = model.facts.layerHeads.flatMap((count, layer) =>
      Array.from({ length: count }, (_, head) => [...finished.weights(layer, head)]),
    );
    furthest(all.flat(), numbers(expected.weights), 1e-5);
    furthest(
      positions.flatMap((position) => [...finished.logits({}, position)]),
      numbers(expected.logits),
      1e-4,
    );
    finished.free();
  }
  assert.deepEqual(folder.facts.layerHeads, [6, 4, 6]);
  assert.deepEqual(folder.facts.kinds, ['gated_delta', null, 'gated_delta']);
});

test('each head alone off gives the logits of transformers, also of a state', async () => {
  const expected = off.heads.map(numbers);
  for (const token of [3, 21]) {
    const found = await ablate(folder, { text: ids, token });
    assert.deepEqual([found.length, found[5].layer, found[6].layer, found[15].head], [16, 0, 1, 5]);
    furthest(
      found.map(({ logit }) => logit),
      expected.map((/** @type {Float32Array} */ logits) => logits[token]),
      1e-4,
    );
  }
});

test('after an earlier run only the new tokens are computed, with the bits of a whole run', async () => {
  for (const shared of [1, 2, 7, 11]) {
    const request = { texts: [ids], writes: true };
    const earlier = await run(folder, { ...request, texts: [ids.slice(0, shared)] });
    const [whole, after] = [await run(folder, request), await run(folder, request, { earlier })];
    assert.equal(after.reused, shared);
    const bits = async (/** @type {typeof whole} */ each) => Buffer.from(await toFile(each).arrayBuffer());
    assert.deepEqual(await bits(after), await bits(whole));
    assert.deepEqual(after.readouts(), whole.readouts());
    for (const each of [earlier, whole, after]) each.free();
  }
});

test('the room reads the file of a run as layers of both kinds, with the weights of the run', async () => {
  for (const model of [folder, gguf]) {
    const finished = await run(model, { texts: [ids] });
    const { files, refused } = await service.open([toFile(finished)]);
    assert.deepEqual(refused, []);
    const { outcome } = maps.interpret(files);
    assert.ok(outcome && 'reading' in outcome, JSON.stringify(outcome));
    const { reading } = outcome;
    await service.read(0, reading);
    assert.deepEqual(reading.kinds, model.facts.kinds);
    assert.deepEqual(reading.layerHeads, model.facts.layerHeads);
    assert.match(sentence(reading, LANGUAGES.en), /2 layers keep a state \(gated DeltaNet\)/);
    for (const [layer, count] of model.facts.layerHeads.entries())
      for (let head = 0; head < count; head += 1) {
        const map = await service.map(headSpec({ source: { of: 'head', layer, head } }));
        const rows = [];
        for (const query of ids.keys()) rows.push(...(await service.row(map.id, query)));
        await service.release(map.id);
        const seen = (/** @type {ArrayLike<number>} */ cells) =>
          Array.from(cells).filter((_, at) => at % ids.length <= Math.floor(at / ids.length));
        furthest(seen(rows), seen(finished.weights(layer, head)), 1e-6);
        assert.equal(Boolean(map.isSigned), model.facts.kinds[layer] !== null);
      }
    finished.free();
  }
});

test('the arrays of a layer that keeps a state have its gates', async () => {
  const finished = await run(folder, { texts: [ids] });
  const shapes = (/** @type {number} */ layer) =>
    Object.entries(heads(finished, layer)).map(([name, { shape, data }]) => {
      assert.equal(
        data.length,
        shape.reduce((a, b) => a * b),
      );
      return `${name} ${shape.join(' ')}`;
    });
  assert.deepEqual(shapes(0), ['q 2 12 6', 'k 2 12 6', 'v 6 12 5', 'beta 6 12', 'log_decay 6 12']);
  assert.deepEqual(shapes(1), ['q 4 12 8', 'k 2 12 8', 'v 2 12 8']);
  const cell = { layer: 0, head: 5, query: 4, key: 2 };
  await assert.rejects(
    async () => finished.scoreParts(cell),
    /** @param {any} error */ (error) => error.class === 'no_softmax' || assert.fail(error),
  );
  finished.free();
});

test('a head of each layer is patched, and a model with gates has no copying scores', async () => {
  const other = ids.map((/** @type {number} */ id) => (id + 1) % 40);
  const { patched, columns } = await patch(folder, { text: ids, other, token: 3, part: 'head' });
  assert.deepEqual([columns, patched.map((answers) => answers.length)], [6, [6, 4, 6]]);
  await assert.rejects(copying(folder), /gated/);
  assert.equal(await successors(folder, ids), null);
});

test('the heads of all layers are divided among Workers', () => {
  const request = { texts: [ids], eachHead: { text: 0, with: /** @type {const} */ ('zero'), other: null } };
  const shares = dividedAmong(2, 4, folder.facts, /** @type {any} */ (request)) ?? [];
  const named = shares.map(({ variants }) =>
    (variants ?? []).map(({ edits: [edit] }) => `${edit.layer}.${edit.head}`),
  );
  assert.deepEqual(named[0], ['0.0', '0.2', '0.4', '1.0', '1.2', '2.0', '2.2', '2.4']);
  assert.deepEqual(named[1], ['0.1', '0.3', '0.5', '1.1', '1.3', '2.1', '2.3', '2.5']);
});

test('layers are written as ranges', () => {
  assert.equal(spans([0, 1, 2, 4, 6, 7]), '0–2, 4, 6–7');
});
