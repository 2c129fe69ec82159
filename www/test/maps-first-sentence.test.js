/** The heads that the Models room shows until its model has arrived. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../page/words/index.js';
import '../rooms/maps/words/index.js';
import {
  FIRST_SENTENCE,
  KNOWN,
  computedFirst,
  firstRun,
  packedFirst,
} from '../rooms/maps/live/pack-first.mjs';
import { interpret } from '../engine/maps.js';
import { interpreted } from '../rooms/maps/reading/interpreted.js';
import { createService } from '../rooms/maps/service/service.js';
import { SENTENCE } from '../rooms/maps/live/settings.js';
import { firstSentence, isFirst } from '../rooms/maps/live/text/first-sentence.js';
import { liveState } from '../rooms/maps/state.js';

const bytes = new Uint8Array(await readFile(FIRST_SENTENCE));
const { file, row, tokens } = firstSentence({ bytes, found: JSON.parse(await readFile(KNOWN, 'utf8')) });

test('the heads of the first sentence are those that the room computes from the small model', async () => {
  assert.deepEqual(Buffer.from(bytes), await packedFirst());
});

const WANTED = { views: [liveState()], isSample: true, present: [], beside: null, side: 32 };

test('what is known of the first sentence is what the service computes', async () => {
  const computed = await computedFirst(bytes);
  const known = file.known?.(WANTED);
  assert.ok(known);
  assert.deepEqual(known, computed);
  assert.deepEqual(interpreted(known, WANTED.views[0].corrections), interpret(known.files));
});

test('the first sentence is shown without a worker, and corrections of it are computed', async () => {
  let started = 0;
  const module = /** @type {() => Promise<WebAssembly.Module>} */ (() => new Promise(() => (started += 1)));
  const service = createService([], module);
  const { first } = await service.open([file], () => {}, WANTED);
  assert.ok(first && 'map' in first && first.map);
  const { spec, info, tile } = first.map;
  assert.deepEqual(await service.map(spec), info);
  assert.deepEqual((await service.tile(info.id, 0, [0, 8], [0, 8])).data, tile.data);
  assert.deepEqual(await service.row(info.id, 7), row(2, 2).slice());
  assert.equal(started, 0);
  service.end();
  const corrected = { ...liveState(), corrections: { ...WANTED.views[0].corrections, causal: 'none' } };
  assert.equal(file.known?.({ ...WANTED, views: [/** @type {any} */ (corrected)] }), null);
});

test('the weights of the first sentence are those of the running model, up to rounding', async () => {
  const { model, finished } = await firstRun();
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const { __metadata__: metadata, attention } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(8, 8 + length)),
  );
  assert.equal(JSON.parse(metadata.tokens).join('').replaceAll('\u0120', ' '), SENTENCE);
  assert.deepEqual(attention, { dtype: 'F32', shape: [4, 4, 8, 8], data_offsets: [0, 4096] });
  const weights = new Float32Array(bytes.slice(8 + length).buffer);
  for (let at = 0; at < 16; at += 1) {
    const computed = finished.weights(Math.floor(at / 4), at % 4);
    computed.forEach((weight, cell) => {
      const stored = weights[64 * at + cell];
      assert.ok(Math.abs(stored - weight) <= 1e-6, `${at}, ${cell}: ${stored}, not ${weight}`);
    });
    // The row of the last token.
    assert.deepEqual(
      [...row(Math.floor(at / 4), at % 4)],
      [...weights.subarray(64 * at + 56, 64 * (at + 1))],
    );
  }
  assert.equal(tokens, finished.ids[0].length);
  // The heads of the model replace the stored ones in their places, because their files have the same name.
  assert.equal(file.name, `${model.name.replace(/\.gguf$/, '')}.safetensors`);
  finished.free();
  model.free();
});

test('only the first sentence of the small model with all heads on has stored heads', () => {
  const first = liveState();
  assert.equal(isFirst(first), true);
  for (const change of [
    { text: `${SENTENCE} Jane` },
    { text: null },
    { model: 'other.gguf' },
    { off: [{ layer: 0, head: 0 }] },
  ])
    assert.equal(isFirst({ ...first, ...change }), false, JSON.stringify(change));
});

test('the size of the small model is said as its script has it', async () => {
  const script = await readFile(new URL('../dist/heedmap-austen.js', import.meta.url));
  const megabytes = (gzipSync(script, { level: 9 }).length / 1e6).toFixed(1);
  for (const { maps } of Object.values(LANGUAGES))
    assert.ok(maps.live.loading.replace(',', '.').includes(`${megabytes}`), maps.live.loading);
});
