/** The malformed files that must be refused, and the odd ones that must be read bit for bit, through the engine and through the service. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
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
