/** Stores of texts: what is read, means and spreads, the heads of a text, and what is said of bad stores. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { openCorpus } from '../rooms/maps/corpus/room-corpus.js';
import { openStore } from '../rooms/maps/corpus/store.js';
import { strongest, summaryOf } from '../rooms/maps/corpus/summary.js';
import { decode, encode } from '../rooms/maps/fragment.js';
import { freshState } from '../rooms/maps/state.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { archiveOf, expected, filesOf, withAttributes, without } from './maps-corpus-files.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapsService } from '../rooms/maps/types.js' */
/** @import { Store } from '../rooms/maps/corpus/store.js' */
/** @import { StoreFiles } from './maps-corpus-files.js' */

await engine.load();
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

/** @param {StoreFiles} files */
const sourceOf = (files) => ({ name: 'run.zarr', archive: new Blob([archiveOf(files)]) });
/** @param {StoreFiles} files */
const open = (files) => openStore(sourceOf(files));

/** A folder as browsers give it, which counts what is read of it. @param {StoreFiles} files */
function folderOf(files) {
  /** @type {string[]} */
  const read = [];
  const folder = /** @type {any} */ ({
    getFile(
      /** @type {string} */ path,
      /** @type {{}} */ _,
      /** @type {any} */ found,
      /** @type {any} */ failed,
    ) {
      if (!(path in files)) return failed(new DOMException('no such file', 'NotFoundError'));
      read.push(path);
      return found({
        file: (/** @type {any} */ done) => done(new File([/** @type {any} */ (files[path])], path)),
      });
    },
  });
  return { folder, read };
}

/** The sentence about a store that cannot be opened, which all languages have. @param {StoreFiles} files */
async function refusalOf(files) {
  try {
    await openCorpus(sourceOf(files), /** @type {any} */ ({}));
  } catch (error) {
    const { says } = /** @type {any} */ (error);
    const said = ['en', 'es', 'pt'].map((id) => says(/** @type {any} */ (LANGUAGES)[id]));
    assert.equal(new Set(said).size, 3, said.join());
    return said[0];
  }
  throw new Error('the store was opened');
}

/** @param {ArrayLike<number>} found @param {(number | null)[]} wanted */
function near(found, wanted) {
  assert.equal(found.length, wanted.length);
  wanted.forEach((value, at) => {
    if (value === null) assert.ok(Number.isNaN(found[at]), `${at}: ${found[at]}`);
    else
      assert.ok(
        Math.abs(found[at] - value) <= 1e-9 * Math.max(1, Math.abs(value)),
        `${at}: ${found[at]}, not ${value}`,
      );
  });
}

/** @param {Store} store */
const eachOf = ({ layout }) => layout.layers.length * layout.heads * layout.measures.length;

test('means, spreads and their numbers of texts are those of NumPy', async () => {
  for (const name of /** @type {const} */ (['measures', 'qk', 'weights'])) {
    const store = await open(await filesOf(name));
    const { mean, spread, count } = summaryOf(store.measures, eachOf(store));
    near(mean, expected[name].mean.flat(2));
    near(spread, expected[name].spread.flat(2));
    assert.deepEqual([...count], expected[name].count.flat(2), name);
    near(store.measures.subarray(0, eachOf(store)), expected[name].first.flat(2));
  }
});

test('the texts in which a measure is strongest are those of NumPy, with their texts', async () => {
  const store = await open(await filesOf('measures'));
  const { heads, measures } = store.layout;
  const place = heads * measures.length + measures.indexOf('sink_share');
  const found = strongest(store.measures, eachOf(store), place).slice(0, 10);
  assert.deepEqual(
    found.map(({ text, value }) => [text, value]),
    expected.measures.strongest,
  );
  for (const { text } of found) assert.equal(await store.text(text), expected.measures.texts[text]);
});

test('a folder is read like an archive, and of the texts only what is asked for', async () => {
  const files = await filesOf('measures');
  const { folder, read } = folderOf(files);
  const store = await openStore({ name: 'run.zarr', folder });
  assert.deepEqual(store.measures, (await open(files)).measures);
  assert.deepEqual(
    read.filter((path) => path.startsWith('texts/c')),
    [],
  );
  assert.equal(await store.text(41), expected.measures.texts[41]);
  assert.deepEqual(
    read.filter((path) => path.startsWith('texts/c')),
    ['texts/c/20'],
  );
});

test('an archive of the folder that is a store is opened, too', async () => {
  const files = await filesOf('qk');
  const within = Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [`run.zarr/${path}`, bytes]),
  );
  assert.equal((await open(within)).done, 6);
});

test('the heads of a text are a file whose weights are those of NumPy', async () => {
  const store = await open(await filesOf('qk'));
  const file = await store.heads(3);
  const { files, refused } = await service.open([file]);
  assert.deepEqual(refused, []);
  assert.deepEqual(files[0].tokens, expected.qk.texts[3].split(' '));
  const { outcome } = engine.interpret(files);
  assert.ok(outcome && 'reading' in outcome);
  await service.read(0, outcome.reading);
  const map = await service.map(headSpec({ source: { of: 'head', layer: 1, head: 0 } }));
  for (const [query, wanted] of expected.qk.weights.entries()) {
    const row = await service.row(map.id, query);
    wanted.forEach((/** @type {number} */ weight, /** @type {number} */ key) =>
      assert.ok(Math.abs((row[key] || 0) - weight) < 1e-6, `${query}, ${key}: ${row[key]}, not ${weight}`),
    );
  }
});

test('stored weights are opened as weights', async () => {
  const store = await open(await filesOf('weights'));
  const { files } = await service.open([await store.heads(1)]);
  const { outcome } = engine.interpret(files);
  assert.ok(outcome && 'reading' in outcome);
  const { kind, layers, heads, queries, keys } = outcome.reading;
  assert.deepEqual([kind, layers, heads, queries, keys], ['weights', 2, 2, 3, 3]);
  await service.read(0, outcome.reading);
  const map = await service.map(headSpec({ source: { of: 'head', layer: 0, head: 1 } }));
  assert.deepEqual([...(await service.row(map.id, 2))], [0.75, 0.125, 0.125]);
});

test('of a store that is not finished, the texts that are there are opened', async () => {
  const files = await filesOf('measures');
  const store = await open(without(files, 'lengths/c/30', 'lengths/c/31'));
  assert.equal(store.done, 60);
  assert.equal(store.measures.subarray(60 * eachOf(store)).every(Number.isNaN), true);
  // What a chunk had when its writing was cut off.
  const cut = await open({ ...files, 'lengths/c/5': files['lengths/c/5'].slice(0, 9) });
  assert.equal(cut.done, 62);
  assert.equal(
    await refusalOf(without(files, 'lengths/c')),
    'run.zarr has none of its 64 texts yet. Run heedmap.corpus further, then drop it again.',
  );
});

test('measures that are missing or damaged are counted, and the others are read', async () => {
  const files = await filesOf('measures');
  assert.equal((await open(files)).missing, 0);
  assert.equal((await open(without(files, 'measures/c/7/'))).missing, 2);
  const chunk = 'measures/c/9/0/0/0';
  const damaged = await open({ ...files, [chunk]: files[chunk].slice(0, 30) });
  assert.equal(damaged.missing, 2);
  near(damaged.measures.subarray(0, eachOf(damaged)), expected.measures.first.flat(2));
});

test('a store that cannot be read is refused with its reason', async () => {
  const files = await filesOf('measures');
  for (const [changed, reason] of /** @type {[StoreFiles, RegExp][]} */ ([
    [
      withAttributes(files, { version: 2 }),
      /^run\.zarr has version 2 of the store\. This page reads version 1\.$/,
    ],
    [
      withAttributes(files, { texts: 65 }),
      /measures is 64 × 3 × 4 × 10, and 65 × 3 × 4 × 10 by its description/,
    ],
    [withAttributes(files, { heads: 0 }), /zarr\.json cannot be read/],
    [
      withAttributes(files, { texts: 2 ** 31 - 1 }),
      /has 1[,.]?\d*.* of measures\. At most 536\.9.MB are read/,
    ],
    [withAttributes(files, { layers: 'all' }), /zarr\.json cannot be read/],
    [without(files, 'measures/'), /has no array measures/],
    [without(files, 'zarr.json'), /has no zarr\.json/],
    [{ '.zgroup': new TextEncoder().encode('{"zarr_format": 2}') }, /Zarr store of version 2/],
    [{ 'zarr.json': new TextEncoder().encode('{"zarr_') }, /zarr\.json cannot be read/],
    [
      { 'zarr.json': new TextEncoder().encode('{"zarr_format": 3, "node_type": "group", "attributes": {}}') },
      /not one of heedmap\.corpus/,
    ],
  ]))
    assert.match(await refusalOf(changed), reason);
  const broken = { name: 'run.zarr', archive: new Blob(['no archive']) };
  await assert.rejects(openStore(broken), { reason: 'unreadable' });
});

test('a text without heads, or whose heads are missing or damaged, is refused', async () => {
  const files = await filesOf('qk');
  const opened = await open(files);
  await assert.rejects(opened.heads(2), { reason: 'empty', figures: { text: 2 } });
  await assert.rejects((await open(await filesOf('measures'))).heads(0), { reason: 'noHeads' });
  const missing = await open(without(files, 'q/c/3/1/0/'));
  await assert.rejects(missing.heads(3), {
    reason: 'noShard',
    figures: { name: 'q', text: 3, layer: 1, head: 0 },
  });
  const shard = 'k/c/3/0/0/0/0';
  const damaged = await open({
    ...files,
    [shard]: files[shard].map((byte, at) => (at === 40 ? byte ^ 255 : byte)),
  });
  await assert.rejects(damaged.heads(3), { reason: 'badShard' });
  assert.equal((await damaged.heads(0)).name, 'run.zarr, text 0.safetensors');
});

test('a link has the store and its text', () => {
  const state = { ...freshState(), cursor: null, corpus: { name: 'a: b.zarr', text: 12 } };
  assert.deepEqual(decode(encode(state)).state, state);
  assert.equal(decode('v=1&room=maps&head=1:2&corpus=12').state, null);
  assert.equal(decode('v=1&room=maps&head=1:2&corpus=-1:a').state, null);
});
