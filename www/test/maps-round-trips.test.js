/** How often the page waits for its Worker before it shows what was dropped. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { fileLoader } from '../rooms/maps/file-loader.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { NO_CORRECTIONS, freshState, settled } from '../rooms/maps/state.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapInfo, MapsData, MapsService, MapSpec, MapsState, Tile } from '../rooms/maps/types.js' */

before(() => engine.load());

/** A file of (layers, heads, side, side) weights with tokens. @param {number[]} shape */
function file([layers, heads, side]) {
  const rows = Array.from({ length: side }, (_, query) =>
    Array.from({ length: side }, (_, key) => (key <= query ? 1 / (query + 1) : 0)),
  );
  const attention = Array.from({ length: layers }, () => Array.from({ length: heads }, () => rows));
  const tokens = Array.from({ length: side }, (_, at) => `w${at}`);
  return new File([JSON.stringify({ attention, tokens })], 'dropped.json');
}

/** A service that lists its requests, and those that it has answered when the first tile is there. */
function counted() {
  /** @type {string[]} */
  const requests = [];
  const start = pageBackend(engine);
  /** @type {import('../rooms/maps/service/backends.js').StartBackend} */
  const counting = (onReply, onCrash) => {
    const { take, end } = start(onReply, onCrash);
    return {
      take(command) {
        if ('method' in command) requests.push(command.method);
        take(command);
      },
      end,
    };
  };
  return {
    service: createService([Object.assign(counting, { isPage: true })], /** @type {any} */ (undefined)),
    requests,
  };
}

/**
 * Shows the view of a state as the page does, and stops when its first tile is there.
 *
 * @param {MapsService} service
 * @param {MapsState} state
 * @param {MapsData} data
 * @returns {Promise<{ info: MapInfo, tile: Tile }>}
 */
async function firstTile(service, state, data) {
  const { a } = specsOf(settled(state, data), data).specs;
  const info = await service.map(/** @type {MapSpec} */ (a));
  const level = info.levels.findIndex(({ rows, cols }) => rows <= 256 && cols <= 256);
  const { rows, cols } = info.levels[level];
  return { info, tile: await service.tile(info.id, level, [0, rows], [0, cols]) };
}

test('a dropped file is shown after one round trip', async () => {
  for (const side of [4, 300]) {
    const { service, requests } = counted();
    /** @type {Promise<{ info: MapInfo, tile: Tile, waited: string[] }>[]} */
    const shown = [];
    const loader = fileLoader(service, {
      changed() {},
      arrived(state) {
        const data = /** @type {MapsData} */ (loader.status.data);
        shown.push(firstTile(service, state, data).then((first) => ({ ...first, waited: [...requests] })));
      },
      side: () => 8,
    });
    await loader.open([file([1, 2, side])], [freshState()]);
    const { info, tile, waited } = await shown[0];
    // The reading is set without waiting, and the heads are measured after the first of them is shown.
    assert.deepEqual(
      waited.filter((method) => method !== 'read' && method !== 'heads'),
      ['open'],
    );
    assert.deepEqual([info.queries, info.keys, loader.status.data?.tokens?.words.length], [side, side, side]);
    // The tile is the same as when it is asked for.
    const again = await service.map(headSpec({}));
    const level = info.levels.findIndex(({ rows, cols }) => rows === tile.rows && cols === tile.cols);
    const { data } = await service.tile(again.id, level, [0, tile.rows], [0, tile.cols]);
    assert.deepEqual(tile.data, data);
    assert.equal(loader.status.data?.done, 1);
    service.end();
  }
});

test('corrections are shown after one round trip', async () => {
  const { service, requests } = counted();
  const loader = fileLoader(service, { changed() {}, arrived() {}, side: () => 8 });
  await loader.open([file([2, 3, 4])], [freshState()]);
  requests.length = 0;
  const axes = /** @type {MapsState['corrections']['axes']} */ (['head', 'layer', 'query', 'key']);
  const state = { ...freshState(), corrections: { ...NO_CORRECTIONS, axes } };
  /** @type {Promise<string[]>[]} */
  const waited = [];
  await loader.reread(state, () => {
    const data = /** @type {MapsData} */ (loader.status.data);
    waited.push(firstTile(service, state, data).then(() => [...requests]));
  });
  assert.deepEqual(
    (await waited[0]).filter((method) => !['read', 'heads', 'release'].includes(method)),
    ['look'],
  );
  assert.equal(loader.status.data?.reading.layers, 3);
  service.end();
});

test('a map that came with other files than those that are shown is released', async () => {
  const { service, requests } = counted();
  const wanted = { views: [freshState()], isSample: false, present: [], beside: null };
  const opened = await service.open([file([1, 1, 4])], undefined, wanted);
  const { first } = await service.open([file([1, 2, 4])], undefined, wanted);
  assert.ok(opened.first && 'reading' in opened.first && first && 'reading' in first);
  // Only the map of the last files waits.
  assert.deepEqual(requests, ['open', 'open', 'release']);
  await service.read(0, opened.first.reading);
  assert.deepEqual(requests.slice(3).sort(), ['read', 'release']);
  service.end();
});

test('heads in memory come measured in the same reply, and can be read again as a file', async () => {
  const { service, requests } = counted();
  const held = new Uint8Array(await file([1, 2, 4]).arrayBuffer());
  const loader = fileLoader(service, { changed() {}, arrived() {}, side: () => 8 });
  await loader.open([{ name: 'heads.json', size: held.length, held }], [freshState()], { isSample: true });
  const { data } = loader.status;
  assert.ok(data);
  assert.deepEqual([data.done, data.heads.length, requests.includes('heads')], [1, 2, false]);
  // The entropies of rows with one to four equal weights.
  const entropy = (Math.log(1) + Math.log(2) + Math.log(3) + Math.log(4)) / 4;
  for (const head of data.heads) assert.ok(Math.abs((head?.measures.entropy ?? NaN) - entropy) < 1e-6);
  const again = await service.blob(data.opened.files[0].id).arrayBuffer();
  assert.deepEqual(new Uint8Array(again), held);
  service.end();
});
