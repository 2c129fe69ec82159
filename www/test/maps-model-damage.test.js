/** The model of the Models room with files whose damage is found only when their numbers are read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { fileLoader } from '../rooms/maps/file-loader.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { freshState } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import './maps-interpretation.js';
import { damaged, headSpec, npz, weights } from './maps-service-support.js';
/** @import { MapsState, Progress } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;

const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
before(() => engine.load());
after(() => service.end());

/**
 * An archive with the weights of some layers, one member for each.
 *
 * @param {number} layers @param {number} seed
 */
const archive = (layers, seed) =>
  npz(
    Object.fromEntries(
      Array.from({ length: layers }, (_, layer) => [`layer_${layer}`, weights([2, 6, 6], seed + layer)]),
    ),
    true,
  );

/** @param {string} name @param {Buffer} bytes */
const file = (name, bytes) => new File([/** @type {any} */ (bytes)], name);

function begun() {
  /** @type {MapsState[]} */
  const arrived = [];
  const progress = /** @type {(Progress | null)[]} */ ([]);
  const files = fileLoader(service, {
    changed: () => void progress.push(files.status.busy),
    arrived: (state) => arrived.push(state),
    side: () => 8,
  });
  return { ...files, arrived, progress };
}

test('an archive with a wrong checksum leaves what is open as it was, and the message names the file', async () => {
  const files = begun();
  const { open, openBeside, status, arrived } = files;
  await open([file('good.npz', archive(2, 1))], [freshState()]);
  const { data } = status;
  assert.equal(data?.done, 1);
  await open([file('bad.npz', damaged(archive(2, 7)))], [arrived[0]]);
  assert.deepEqual([status.data, status.name, status.busy, arrived.length], [data, 'good.npz', null, 1]);
  assert.match(
    status.says?.(en) ?? '',
    /^bad\.npz, layer_0: the checksum is [\da-f]{8}, but the archive says [\da-f]{8}/,
  );
  files.forget();
  await openBeside([file('bad.npz', damaged(archive(2, 7)))], arrived[0], () =>
    assert.fail('there is nothing to compare with'),
  );
  assert.deepEqual([status.data, status.data?.other], [data, null]);
  assert.match(status.says?.(en) ?? '', /^bad\.npz, layer_0: the checksum/);
  // The open file can still be read.
  const { queries } = await service.map(headSpec({ source: { of: 'head', layer: 1, head: 1 } }));
  assert.equal(queries, 6);
});

test('a file with damage in a later part stays open as far as it can be read, and the message names the file and the member', async () => {
  const { open, status, arrived } = begun();
  await open([file('half.npz', damaged(archive(3, 4), 1))], [freshState()]);
  assert.deepEqual([status.name, arrived.length, status.busy], ['half.npz', 1, null]);
  assert.deepEqual(
    Array.from(status.data?.heads ?? [], (head) => head !== undefined),
    [true, true, false, false, false, false],
  );
  assert.match(status.says?.(en) ?? '', /^half\.npz, layer_1: the checksum is/);
});

test('the remaining heads are measured after a damaged file was rejected', async () => {
  const { open, status } = begun();
  await open([file('good.npz', archive(2, 1))], [freshState()]);
  assert.ok(status.data);
  status.data.done = 0.5;
  await open([file('bad.npz', damaged(archive(2, 7)))], [freshState()]);
  assert.deepEqual([status.data.done, status.name], [1, 'good.npz']);
});

test('the progress of measuring has the numbers of finished and of all heads', async () => {
  const { open, progress } = begun();
  await open([file('good.npz', archive(2, 1))], [freshState()]);
  assert.deepEqual(progress.filter((each) => each?.heads).at(-1), { done: 1, what: 'heads', heads: [4, 4] });
});
