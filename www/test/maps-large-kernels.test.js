/**
 * The program of the kernels, which the Worker of the Models room asks for when the first large head opens.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as engine from '../engine/maps.js';
import { syntheticName, syntheticPieces } from '../rooms/maps/large/synthetic.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { readingOf, understand } from './maps-interpretation.js';

test('a page without the kernels says so, and they are asked for until they are there, and then no more', async () => {
  await engine.load();
  let asked = 0;
  const missing = 'This page has no program for heads this large.';
  const compiled = WebAssembly.compile(
    await readFile(new URL('../pkg/heedmap_kernels_wasm_bg.wasm', import.meta.url)),
  );
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined), () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error(missing)) : compiled;
  });
  const how = { tokens: 4200, structures: /** @type {const} */ (['local', 'sink']), causal: true };
  const opened = await service.open([new File([...syntheticPieces(how)], syntheticName(how))]);
  const answer = readingOf(opened, understand(opened)[0]);
  if ('refused' in answer) throw new Error('refused');
  await service.read(0, answer.reading);
  assert.equal(asked, 0, 'nothing large was opened yet');
  const map = (/** @type {number} */ head) =>
    service.map({
      reading: 0,
      source: { of: 'head', layer: 0, head },
      values: 'none',
      words: null,
      leaveOut: 0,
      perRow: false,
      minus: null,
    });
  await assert.rejects(map(0), { message: missing });
  for (const head of [0, 1]) {
    const { id } = await map(head);
    const { data } = await service.tile(id, 0, [0, 1], [0, 1]);
    // The only key that the first query may attend to.
    assert.ok(Math.abs(data[0] - 1) < 1e-5, String(data[0]));
  }
  assert.equal(asked, 2);
  service.end();
});
