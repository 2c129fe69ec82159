/** The malformed files that must be refused, and the odd ones that must be read bit for bit, through the engine and through the service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import * as engine from '../engine/maps.js';
import { serviceOver } from '../maps/service/service.js';
import { pageStation } from '../maps/service/stations.js';
import { contentsOf, differenceOf } from './maps-files.js';

const folder = new URL('../../fixtures/files/', import.meta.url);
const { files } = JSON.parse(await readFile(new URL('index.json', folder), 'utf8'));
const service = serviceOver([pageStation(engine)], /** @type {any} */ (undefined));
before(() => engine.load());
after(() => service.end());

test('it does not matter how many bytes of a file come at once: it is refused in its class, or read bit for bit', async () => {
  assert.equal(files.length, 154);
  const wrong = [];
  for (const file of files) {
    const bytes = await readFile(new URL(file.file, folder));
    for (const most of [Infinity, 1000, 17]) wrong.push(differenceOf(file, contentsOf(engine, bytes, most)));
  }
  assert.deepEqual(wrong.filter((each) => each !== null), []);
});

test('the service refuses in the same class and lists the same tensors, all files at once', async () => {
  const blobs = await Promise.all(files.map(async (/** @type {any} */ { file }) => new File([await readFile(new URL(file, folder))], file)));
  const opened = await service.open(blobs);
  assert.equal(opened.files.length + opened.refused.length, 154);
  for (const { name, class: kind, text } of opened.refused) {
    const { verdict, error_class: wanted } = files.find((/** @type {any} */ each) => each.file === name);
    assert.deepEqual([verdict, kind], ['reject', wanted], `${name}: ${text}`);
  }
  for (const { name, tensors, bytes } of opened.files) {
    const { verdict, expected, bytes: length } = files.find((/** @type {any} */ each) => each.file === name);
    assert.equal(bytes, length);
    // The members of an archive are held against their checksums when they are read.
    if (verdict === 'accept') assert.deepEqual(tensors.map(({ name: tensor, shape }) => [tensor, shape]), tensors.map(({ name: tensor }) => [tensor, expected[tensor].shape]));
  }
});

test('where the memory is too small for a map, it is refused with a sentence, and smaller ones are made', async () => {
  const url = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url).href);
  const story = `
    import * as engine from ${url('../engine/maps.js')};
    import { serviceOver } from ${url('../maps/service/service.js')};
    import { pageStation } from ${url('../maps/service/stations.js')};
    import { npy, readingOf, weights } from ${url('maps-service-support.js')};
    const service = serviceOver([pageStation(engine)]);
    const restarts = [];
    service.onrestart = (sentence) => restarts.push(sentence);
    const blobs = [2048, 8].map((side) => new Blob([npy({ shape: [side, side], data: new Float32Array(side * side) })]));
    const { files } = await service.open(blobs);
    const told = [];
    for (const { id, tensors: [{ shape: [queries, keys] }] } of [...files, ...files]) {
      await service.read(0, readingOf({ queries, keys, weights: [{ file: id, tensor: 0, axes: ['query', 'key'], at: [0, 0], layer: 0, query: 0 }] }));
      const spec = { reading: 0, source: { of: 'head', layer: 0, head: 0 }, values: 'none', words: null, leaveOut: 0, perRow: false, minus: null };
      told.push(await service.map(spec).then((map) => map.queries, (error) => error.message));
    }
    service.end();
    process.stdout.write(JSON.stringify({ told, restarts }));`;
  // 200 pages are 13 MB; the large map has 16.
  const { stdout } = await promisify(execFile)(process.execPath, ['--wasm-max-mem-pages=200', '--input-type=module', '--eval', story]);
  const { told, restarts } = JSON.parse(stdout);
  const refused = 'there is no memory for 16777216 bytes';
  // A refusal of the engine's own is no failure of it: nothing is started anew.
  assert.deepEqual({ told, restarts }, { told: [refused, 8, refused, 8], restarts: [] });
});
