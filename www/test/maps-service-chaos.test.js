/** The Maps service with many requests at once, in any order, some of them cancelled. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { headSpec, part, readingOf, safetensors, weights } from './maps-service-support.js';
/** @import { MapSpec, Opened } from '../rooms/maps/types.js' */

/** @type {WebAssembly.Memory[]} */
const memories = [];
const { instantiate } = WebAssembly;
/** @type {any} */ (WebAssembly).instantiate = async (/** @type {any} */ ...all) => {
  const made = /** @type {any} */ (await /** @type {any} */ (instantiate)(...all));
  memories.push((made.instance ?? made).exports.memory);
  return made;
};
const engine = await import('../engine/maps.js');

const [L, H, N] = [3, 4, 48];
const TENSORS = { w: weights([L, H, N, N], 3) };
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

let state = 11;
/** A random integer below n, the same in every run. @param {number} n */
const some = (n) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
};

/** Opens the file and replaces the reading. */
async function opened() {
  const all = await service.open([new Blob([/** @type {any} */ (safetensors(TENSORS))])]);
  await service.read(0, read(all));
  return all;
}

const read = (/** @type {Opened} */ all) =>
  readingOf({
    layers: L,
    heads: H,
    queries: N,
    keys: N,
    weights: [part(all, 'w', ['layer', 'head', 'query', 'key'])],
  });

/** @returns {MapSpec} */
function spec() {
  const sources = /** @type {MapSpec['source'][]} */ ([
    { of: 'head', layer: some(L), head: some(H) },
    { of: 'max', over: 'all' },
    { of: 'rollout', layer: some(L) },
  ]);
  return headSpec({ source: sources[some(3)], leaveOut: some(3), perRow: some(2) === 1 });
}

/** Waits for some turns of the event loop. */
async function pause() {
  for (let turns = some(40); turns >= 0; turns -= 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

const heads = () => service.heads(0, { side: 16, tokens: null, sink: 1, reach: 1 }, () => {});

/** A cell of the file, computed independently. */
async function isRight() {
  const map = await service.map({
    ...spec(),
    source: { of: 'head', layer: 1, head: 2 },
    leaveOut: 0,
    perRow: false,
  });
  const start = ((H + 2) * N + 5) * N;
  assert.deepEqual([...(await service.row(map.id, 5))], TENSORS.w.data.slice(start, start + N));
}

test('requests and cancels in any order all end, with a result or with an error message', async () => {
  let [all, map] = [await opened(), 1];
  const ends = /** @type {Promise<void>[]} */ ([]);
  const sentences = new Set();
  /** @param {Promise<unknown>} promise */
  const ask = (promise) =>
    ends.push(
      promise.then(
        () => {},
        (error) =>
          void sentences.add(error.kind ?? (error.name === 'AbortError' ? error.name : error.message)),
      ),
    );
  /** @type {(() => void)[]} */
  const acts = [
    () =>
      ask(
        service.map(spec()).then(({ id }) => {
          map = id;
        }),
      ),
    () => ask(service.row(map, some(N))),
    () => ask(service.tile(map, 0, [0, 8], [0, 8])),
    () => ask(heads()),
    () => ask(service.similar(0, some(L), some(H))),
    () => ask(service.release(map)),
    () => ask(service.read(0, read(all))),
    () =>
      ask(
        opened().then((next) => {
          const [{ id }] = all.files;
          all = next;
          return service.close([id]);
        }),
      ),
    () => service.cancel(),
  ];
  for (let step = 0; step < 600; step += 1) {
    acts[some(acts.length)]();
    if (some(3) === 0) await pause();
  }
  await Promise.all(ends);
  // A cancelled request, a freed map, or a closed file: no other error may occur.
  assert.deepEqual(
    [...sentences].filter((each) => !['AbortError', 'gone', 'The file is not open any more.'].includes(each)),
    [],
  );
  assert.ok(sentences.has('AbortError'));
  await isRight();
});

test('many files, maps and cancels need no more memory than a few', async () => {
  const sizes = [];
  for (let round = 0; round < 120; round += 1) {
    const all = await opened();
    const cancelled = Promise.allSettled([heads(), service.map(spec()), service.similar(0, 0, 0)]);
    await pause();
    service.cancel();
    await cancelled;
    for (let maps = 0; maps < 4; maps += 1) await service.map(spec());
    await isRight();
    await service.close(all.files.map(({ id }) => id));
    if (round === 40 || round === 119)
      sizes.push(/** @type {WebAssembly.Memory} */ (memories.at(-1)).buffer.byteLength);
  }
  // The time of a cancel determines how many maps exist at once, so the maximum differs by a little. One
  // leaked map in each round, 12 KB with its levels, would be more than this.
  assert.ok(sizes[1] - sizes[0] < 768 * 1024, `${sizes[0]} bytes after 41 rounds, ${sizes[1]} after 120`);
});
