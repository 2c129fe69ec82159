/**
 * Files that are too large to be read at once: progress is reported, heads come as early as possible, and
 * damage is found. No such file is written: a double generates its bytes.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { headSpec, npy, npz, part, readingOf, weights } from './maps-service-support.js';
/** @import { Axis, HeadFound, Progress } from '../rooms/maps/types.js' */

const AXES = /** @type {Axis[]} */ (['layer', 'head', 'query', 'key']);
const [LAYERS, HEADS, SIDE] = [3, 8, 1024];
const NUMBERS = LAYERS * HEADS * SIDE * SIDE;
const HEAD = headSpec({ source: { of: 'head', layer: 0, head: 1 } });
const OVERVIEW = { side: 8, tokens: null, sink: 1, reach: 1 };

/**
 * A weight that encodes its place in 32 bits.
 *
 * @param {number} layer
 * @param {number} head
 * @param {number} query
 * @param {number} key
 */
const weight = (layer, head, query, key) => (layer * HEADS + head) / 64 + query / 2 ** 17 + key / 2 ** 28;

/** The numbers of reads and of bytes. The clock depends on them, so that nothing depends on the machine. */
const seen = { reads: 0, bytes: 0 };
const now = performance.now.bind(performance);
before(() => {
  performance.now = () => seen.reads * 60;
  return engine.load();
});
after(() => {
  performance.now = now;
});
beforeEach(() => Object.assign(seen, { reads: 0, bytes: 0 }));

/** An array in Fortran order. @returns {any} */
function fortran() {
  const [header] = [npy({ shape: [LAYERS, HEADS, SIDE, 0], data: [] }, { isFortran: true })];
  const text = header
    .toString('latin1')
    .replace(`${SIDE}, 0`, `${SIDE}, ${SIDE}`)
    .replace(/ {3}\n$/, '\n');
  const head = Buffer.from(text, 'latin1');
  assert.equal(head.length, header.length);
  const size = head.length + 4 * NUMBERS;
  const maps = LAYERS * HEADS;
  // Layers vary fastest, then heads, queries and keys.
  const firsts = Array.from({ length: maps }, (_, at) => weight(at % LAYERS, Math.floor(at / LAYERS), 0, 0));
  const numberAt = (/** @type {number} */ at) => {
    const cell = Math.floor(at / maps);
    return firsts[at - maps * cell] + (cell % SIDE) / 2 ** 17 + Math.floor(cell / SIDE) / 2 ** 28;
  };
  return {
    name: 'fortran.npy',
    size,
    slice(/** @type {number} */ start, /** @type {number} */ end) {
      seen.reads += 1;
      seen.bytes += end - start;
      const first = Math.floor((start - head.length) / 4);
      const numbers = new Float32Array(Math.ceil((end - start) / 4) + 2);
      for (let at = Math.max(0, -first); at < numbers.length; at += 1) numbers[at] = numberAt(first + at);
      const from = start - head.length - 4 * first;
      const bytes = new Uint8Array(numbers.buffer).slice(from, from + end - start);
      if (start < head.length) bytes.set(head.subarray(start, Math.min(end, head.length)));
      return { arrayBuffer: () => Promise.resolve(bytes.buffer) };
    },
  };
}

const serviceOf = () => createService([pageBackend(engine)], /** @type {any} */ (undefined));
const sizes = { layers: LAYERS, heads: HEADS, kvHeads: HEADS, queries: SIDE, keys: SIDE };

test('while an array in Fortran order is read, progress is reported, and the first heads come before it is read again', async () => {
  const service = serviceOf();
  const file = fortran();
  const opened = await service.open([file]);
  await service.read(0, readingOf({ ...sizes, weights: [part(opened, '', AXES)] }));
  const [received, found] = [
    /** @type {Progress[]} */ ([]),
    /** @type {{ heads: HeadFound[], bytes: number, received: number }[]} */ ([]),
  ];
  const map = service.map(HEAD);
  await service.heads(0, OVERVIEW, (heads, progress) => {
    if (heads.length > 0) found.push({ heads, bytes: seen.bytes, received: received.length });
    else received.push(progress);
  });
  // One pass over the file serves the map and the first heads, although both were requested at once.
  const [first, second] = found;
  assert.ok(first.heads[0].layer === 0 && first.heads[0].head === 0);
  assert.ok(first.bytes < file.size + (16 << 20), `${first.bytes} of ${file.size} bytes`);
  assert.ok(first.received >= 10, `received ${first.received} times`);
  const shares = received.slice(0, first.received);
  assert.ok(
    shares.every(
      ({ what, done }, at) => what === 'block' && done >= (shares[at - 1]?.done ?? 0) && done <= 1,
    ),
  );
  assert.ok(shares[0].done < 0.2 && (shares.at(-1)?.done ?? 0) > 0.8);
  // The heads from the first pass are reported before the next one begins.
  const count = found
    .filter(({ bytes }) => bytes < file.size + (16 << 20))
    .flatMap(({ heads }) => heads).length;
  assert.ok(second && count >= 8, `${count} heads of one pass`);
  assert.equal(found.flatMap(({ heads }) => heads).length, LAYERS * HEADS);
  assert.ok(seen.bytes < 3.5 * file.size, `${seen.bytes / file.size} times the file`);
  const { data } = await service.tile((await map).id, 0, [5, 2], [7, 3]);
  assert.deepEqual(
    [...data],
    [5, 6].flatMap((query) => [7, 8, 9].map((key) => Math.fround(weight(0, 1, query, key)))),
  );
  service.end();
});

test('if the map is cancelled together with the heads, both end, and a later request reads the file', async () => {
  const service = serviceOf();
  const opened = await service.open([fortran()]);
  await service.read(0, readingOf({ ...sizes, weights: [part(opened, '', AXES)] }));
  const ends = (/** @type {Promise<unknown>} */ promise) =>
    promise.then(
      () => 'done',
      ({ name }) => name,
    );
  let isFirst = true;
  const all = [
    ends(service.map(HEAD)),
    ends(
      service.heads(0, OVERVIEW, () => {
        if (isFirst) service.cancel();
        isFirst = false;
      }),
    ),
  ];
  assert.deepEqual(await Promise.all(all), ['AbortError', 'AbortError']);
  assert.equal((await service.map(HEAD)).queries, SIDE);
  service.end();
});

/**
 * An archive of two members, with a flipped bit in the second, at a share of its length.
 *
 * @param {boolean} isLarge @param {number} share
 */
function damaged(isLarge, share) {
  const shape = isLarge ? [2, 3, 6, 6] : [1, 1, 6, 6];
  const bytes = npz(
    { 'layer.0': weights([3, 6, 6], 5), attn: weights(shape, 7), 'layer.1': weights([3, 6, 6], 9) },
    false,
  );
  const start = bytes.indexOf('\x93NUMPY', bytes.indexOf('attn.npy'), 'latin1') + 128;
  const end = bytes.indexOf('PK\x03\x04', start, 'latin1');
  bytes[start + Math.min(Math.floor(share * (end - start)), end - start - 1)] ^= 1;
  return new File([bytes], 'Cache.npz');
}

test('an archive with a flipped bit is rejected with its name and the member’s before anything is shown', async () => {
  const service = serviceOf();
  for (const share of [0, 0.3, 0.7, 1]) {
    const { files, refused } = await service.open([damaged(true, share)]);
    assert.deepEqual(
      [files, refused.map(({ name, class: kind }) => [name, kind])],
      [[], [['Cache.npz', 'crc']]],
      String(share),
    );
    assert.match(
      refused[0].text,
      /^`attn`: the checksum is [0-9a-f]{8}, but the archive says [0-9a-f]{8}: the data is damaged$/,
    );
  }
  service.end();
});

test('damage in any member of a large archive is found when all heads have been read', async () => {
  for (const [isUsed, share] of /** @type {const} */ ([
    [true, 0],
    [true, 1],
    [false, 0.5],
  ])) {
    const service = serviceOf();
    // Nothing is checked on opening, as for a large file.
    const { check } = engine.TensorFile.prototype;
    engine.TensorFile.prototype.check = () =>
      /** @type {any} */ ({ need: () => null, left: () => 0, finish() {}, free() {} });
    const opened = await service.open([damaged(isUsed, share)]).finally(() => {
      engine.TensorFile.prototype.check = check;
    });
    assert.deepEqual(opened.refused, []);
    const reading = isUsed
      ? { layers: 2, weights: [part(opened, 'attn', AXES)] }
      : { layers: 1, weights: [part(opened, 'layer.0', AXES.slice(1))] };
    await service.read(0, readingOf({ ...reading, heads: 3, kvHeads: 3, queries: 6, keys: 6 }));
    let heads = 0;
    const message =
      /^Cache\.npz, attn: the checksum is [0-9a-f]{8}, but the archive says [0-9a-f]{8}: the data is damaged$/;
    await assert.rejects(
      service.heads(0, OVERVIEW, (some) => {
        heads += some.length;
      }),
      { class: 'crc', message },
    );
    assert.ok(heads <= 3 * (isUsed ? 2 : 1));
    // The service continues to work.
    assert.equal((await service.tokens(['a'], null)).words.length, 1);
    service.end();
  }
});
