/** The service of the Models room, compared with the plain service for every kind of file. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { createService } from '../rooms/maps/service/service.js';
import { fileStore } from '../rooms/maps/service/file-store.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createTask } from '../rooms/maps/service/task.js';
import { plainService } from './maps-plain-service.js';
import {
  cellsOf,
  headSpec,
  json,
  npy,
  npz,
  part,
  readingOf,
  safetensors,
  tensor,
  turned,
  weights,
} from './maps-service-support.js';
/** @import { Axis, HeadFound, MapsService, MapSpec, Progress, Reading } from '../rooms/maps/types.js' */

const [L, H, N, D] = [3, 4, 9, 5];
const TENSORS = {
  w: weights([L, H, N, N], 1),
  v: tensor([L, 2, N, D], 2),
  q: tensor([L, H, N, D], 3),
  k: tensor([L, 2, N, D], 4),
};
/** @type {Record<string, Axis[]>} */
const AXES = {
  w: ['layer', 'head', 'query', 'key'],
  v: ['layer', 'head', 'key', 'feature'],
  q: ['layer', 'head', 'query', 'feature'],
  k: ['layer', 'head', 'key', 'feature'],
};
const SIZES = { layers: L, heads: H, kvHeads: 2, queries: N, keys: N };

/** @type {MapsService[]} */
const services = [];
after(() => services.forEach((service) => service.end()));

function real() {
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  services.push(service);
  return service;
}

/**
 * A service with files and readings of them.
 *
 * @param {MapsService} service @param {Buffer[]} files @param {((opened: any) => Reading)[]} readings
 */
async function having(service, files, ...readings) {
  const opened = await service.open(files.map((file) => new Blob([/** @type {any} */ (file)])));
  assert.deepEqual(opened.refused, []);
  for (const [slot, reading] of readings.entries()) await service.read(slot, reading(opened));
  return service;
}

/** @param {any} opened */
const read = (opened) =>
  readingOf({ ...SIZES, weights: [part(opened, 'w', AXES.w)], v: [part(opened, 'v', AXES.v)] });

/** @param {Partial<MapSpec>} spec @returns {MapSpec} */
const asked = (spec) => headSpec({ source: { of: 'head', layer: 1, head: 2 }, ...spec });

/** @param {ArrayLike<number>} got @param {ArrayLike<number>} wanted @param {string} [what] */
function close(got, wanted, what = '', bound = 2e-6) {
  assert.equal(got.length, wanted.length, what);
  for (let index = 0; index < wanted.length; index += 1) {
    const isSame = Object.is(got[index], wanted[index]) || Math.abs(got[index] - wanted[index]) <= bound;
    assert.ok(isSame, `${what}: value ${index} is ${got[index]}, and not ${wanted[index]}`);
  }
}

/** @param {MapsService} service @param {MapSpec} spec */
async function cellsFor(service, spec) {
  const map = await service.map(spec);
  const cells = await cellsOf(service, map);
  await service.release(map.id);
  return cells;
}

/**
 * Each spec has the same cells with both.
 *
 * @param {MapsService} service @param {MapsService} plain @param {Partial<MapSpec>[]} specs
 */
async function same(service, plain, specs, what = '') {
  for (const spec of specs)
    close(
      await cellsFor(service, asked(spec)),
      await cellsFor(plain, asked(spec)),
      `${what} ${JSON.stringify(spec)}`,
    );
}

const HEADS = [
  [0, 0],
  [1, 2],
  [2, 3],
].map(([layer, head]) => ({ source: /** @type {const} */ ({ of: 'head', layer, head }) }));

test('a head is the same from every kind of file and in every order of its axes', async () => {
  const plain = await having(plainService(), [json(TENSORS)], read);
  const files = {
    json: [json(TENSORS)],
    npy: [npy(TENSORS.w), npy(TENSORS.v)],
    fortran: [npy(TENSORS.w, { isFortran: true }), npy(TENSORS.v, { isFortran: true })],
    double: [npy(TENSORS.w, { isDouble: true }), npy(TENSORS.v)],
    deflated: [npz(TENSORS, true)],
    stored: [npz(TENSORS, false)],
    safetensors: [safetensors(TENSORS)],
  };
  for (const [kind, bytes] of Object.entries(files)) {
    const opened = (/** @type {any} */ all) => {
      if (all.files.length === 1) return read(all);
      const [w, v] = all.files;
      return read({
        files: [
          { id: w.id, tensors: [{ name: 'w' }] },
          { id: v.id, tensors: [{ name: 'v' }] },
        ],
      });
    };
    await same(await having(real(), bytes, opened), plain, [...HEADS, { values: 'share' }], kind);
  }
  for (const order of [
    [0, 1, 3, 2],
    [2, 3, 0, 1],
    [3, 1, 2, 0],
    [0, 2, 1, 3],
  ]) {
    const tensors = { ...TENSORS, w: turned(TENSORS.w, order) };
    const ordered = (/** @type {any} */ opened) => ({
      ...read(opened),
      weights: [
        part(
          opened,
          'w',
          order.map((axis) => AXES.w[axis]),
        ),
      ],
    });
    await same(await having(real(), [safetensors(tensors)], ordered), plain, HEADS, `order ${order}`);
    await same(await having(real(), [npz(tensors, true)], ordered), plain, HEADS, `deflated order ${order}`);
  }
});

test('heads whose numbers are far apart are read in blocks with the same result', async () => {
  // Large enough that the gaps matter: a head is 64 x 64, and between its rows are those of 15 others.
  const w = weights([2, 16, 64, 64], 7);
  const axes = /** @type {Axis[]} */ (['query', 'layer', 'head', 'key']);
  const far = turned(w, [2, 0, 1, 3]);
  const reading = (/** @type {Axis[]} */ order) => (/** @type {any} */ opened) =>
    readingOf({
      layers: 2,
      heads: 16,
      queries: 64,
      keys: 64,
      weights: [part(opened, opened.files[0].tensors[0].name, order)],
    });
  const near = await having(real(), [npy(w)], reading(AXES.w));
  for (const bytes of [npy(far), npy(far, { isFortran: true })]) {
    const service = await having(real(), [bytes], reading(axes));
    for (const [layer, head] of [
      [0, 0],
      [1, 15],
      [0, 7],
      [1, 0],
    ]) {
      const spec = asked({ source: { of: 'head', layer, head } });
      assert.deepEqual(await cellsFor(service, spec), await cellsFor(near, spec));
    }
  }
});

test('every source matches the plain service: weighted by values, by words, with excluded keys, by rows and as a difference', async () => {
  const [service, plain] = [
    await having(real(), [json(TENSORS)], read, read),
    await having(plainService(), [json(TENSORS)], read, read),
  ];
  /** @type {MapSpec['source'][]} */
  const sources = [
    { of: 'mean', over: 'heads', layer: 2 },
    { of: 'max', over: 'heads', layer: 0 },
    { of: 'mean', over: 'layers', head: 3 },
    { of: 'max', over: 'layers', head: 1 },
    { of: 'mean', over: 'all' },
    { of: 'max', over: 'all' },
    .../** @type {const} */ (['mean', 'max']).map(
      (of) =>
        /** @type {MapSpec['source']} */ ({
          of,
          over: 'chosen',
          heads: [
            { layer: 2, head: 3 },
            { layer: 0, head: 1 },
            { layer: 2, head: 0 },
          ],
        }),
    ),
    { of: 'rollout', layer: 0 },
    { of: 'rollout', layer: 2 },
  ];
  const words = {
    query: Uint32Array.of(0, 0, 1, 2, 2, 2, 3, 4, 4),
    key: Uint32Array.of(0, 1, 1, 1, 2, 3, 3, 4, 5),
  };
  const { minus, perRow, ...other } = asked({ reading: 1, source: { of: 'mean', over: 'heads', layer: 0 } });
  assert.deepEqual([minus, perRow], [null, false]);
  await same(
    service,
    plain,
    sources.map((source) => ({ source })),
  );
  await same(service, plain, [
    { values: 'norm' },
    { values: 'share' },
    { words },
    { leaveOut: 2 },
    { perRow: true },
    { perRow: true, leaveOut: 1 },
    { minus: other },
  ]);
});

test('weights are multiplied by values before the mean over heads', async () => {
  const service = await having(real(), [json(TENSORS)], read);
  const heads = /** @type {number[][]} */ ([]);
  for (let head = 0; head < H; head += 1)
    heads.push(await cellsFor(service, asked({ source: { of: 'head', layer: 1, head }, values: 'norm' })));
  const mean = await cellsFor(
    service,
    asked({ source: { of: 'mean', over: 'heads', layer: 1 }, values: 'norm' }),
  );
  close(
    mean,
    mean.map((_, cell) => heads.reduce((sum, head) => sum + head[cell], 0) / H),
  );
});

test('weights are computed from q and k, with shared heads of keys', async () => {
  for (const qk of /** @type {Partial<Reading['qk']>[]} */ ([
    {},
    { scale: 0.5 },
    { causal: 'upper_left' },
    { causal: 'lower_right', window: 3 },
    { softcap: 2 },
  ])) {
    const qkOf = (/** @type {any} */ opened) => {
      const all = readingOf({
        ...SIZES,
        kind: 'qk',
        q: [part(opened, 'q', AXES.q)],
        k: [part(opened, 'k', AXES.k)],
        v: [part(opened, 'v', AXES.v)],
      });
      return { ...all, qk: { ...all.qk, ...qk } };
    };
    const plain = await having(plainService(), [json(TENSORS)], qkOf);
    for (const bytes of [json(TENSORS), npz(TENSORS, true)])
      await same(
        await having(real(), [bytes], qkOf),
        plain,
        [...HEADS, { values: 'norm' }],
        JSON.stringify(qk),
      );
  }
});

test('the steps of generation are the rows of one map, in any order of their names', async () => {
  const steps = {
    a: weights([1, 2, 3, 3], 5, true),
    b: weights([1, 2, 1, 4], 6),
    c: weights([1, 2, 1, 5], 7),
  };
  const reading = (/** @type {any} */ opened) => {
    const step = (/** @type {string} */ name, /** @type {number} */ query) =>
      part(opened, name, ['fixed', 'head', 'query', 'key'], { query });
    return readingOf({
      heads: 2,
      queries: 5,
      keys: 5,
      weights: [step('c', 4), step('a', 0), step('b', 3)],
      reach: [3, 3, 3, 4, 5],
    });
  };
  const specs = [0, 1].map((head) => ({ source: /** @type {const} */ ({ of: 'head', layer: 0, head }) }));
  await same(
    await having(real(), [json(steps)], reading),
    await having(plainService(), [json(steps)], reading),
    specs,
  );
  const service = await having(real(), [safetensors(steps)], reading);
  const words = { query: Uint32Array.of(0, 0, 1, 1, 2), key: Uint32Array.of(0, 1, 1, 2, 3) };
  const cells = await cellsFor(service, asked({ source: specs[0].source, words }));
  // A word could see what its last token could: 3 tokens are 2 words, 4 are 3, 5 are 4.
  assert.deepEqual(cells.map(Number.isNaN), [
    false,
    false,
    true,
    true,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('every head is measured and drawn once, in order, and the last progress is 1', async () => {
  const options = {
    side: 4,
    tokens: Uint32Array.from({ length: N }, (_, token) => token % 4),
    sink: 1,
    reach: 1,
  };
  /** @param {MapsService} service */
  const found = async (service) => {
    const [all, received] = [/** @type {HeadFound[]} */ ([]), /** @type {Progress[]} */ ([])];
    await service.heads(0, options, (heads, progress) => {
      all.push(...heads);
      received.push(progress);
    });
    return { all, received };
  };
  const { all, received } = await found(await having(real(), [safetensors(TENSORS)], read));
  const wanted = (await found(await having(plainService(), [json(TENSORS)], read))).all;
  assert.deepEqual(received.at(-1), { done: 1, what: 'heads', heads: [wanted.length, wanted.length] });
  assert.deepEqual(
    all.map(({ layer, head }) => [layer, head]),
    wanted.map(({ layer, head }) => [layer, head]),
  );
  for (const [index, { thumb, measures, ...rest }] of all.entries()) {
    close(
      Object.values(measures).map(Number),
      Object.keys(measures).map((name) => Number(/** @type {any} */ (wanted[index].measures)[name])),
      'measures',
      1e-5,
    );
    assert.deepEqual(
      [thumb.rows, thumb.cols, rest.causal, rest.rowsWithoutKey],
      [
        wanted[index].thumb.rows,
        wanted[index].thumb.cols,
        wanted[index].causal,
        wanted[index].rowsWithoutKey,
      ],
    );
    assert.ok(Math.max(...thumb.data) === Math.max(...wanted[index].thumb.data));
  }
});

test('other heads are sorted by similarity, the most similar first', async () => {
  const [service, plain] = [
    await having(real(), [safetensors(TENSORS)], read),
    await having(plainService(), [json(TENSORS)], read),
  ];
  const [got, wanted] = [await service.similar(0, 1, 2), await plain.similar(0, 1, 2)];
  assert.deepEqual(
    got.map(({ layer, head }) => [layer, head]),
    wanted.map(({ layer, head }) => [layer, head]),
  );
  close(
    got.map(({ similarity }) => Number(similarity)),
    wanted.map(({ similarity }) => Number(similarity)),
    'similarity',
    1e-4,
  );
});

test('tiles are parts of levels, at most 512 cells a side', async () => {
  const service = await having(real(), [npy(TENSORS.w)], (opened) =>
    readingOf({ ...SIZES, weights: [part(opened, '', AXES.w)] }),
  );
  const map = await service.map(asked({}));
  const cells = await cellsOf(service, map);
  const { rows, cols, data } = await service.tile(map.id, 0, [2, 3], [4, 2]);
  assert.deepEqual(
    [rows, cols, ...data],
    [3, 2, ...[2, 3, 4].flatMap((row) => cells.slice(row * N + 4, row * N + 6))],
  );
  assert.equal(
    (await service.tile(map.id, map.levels.length - 1, [0, 1], [0, 1])).data[0],
    Math.max(...cells),
  );
  await assert.rejects(service.tile(map.id, 0, [0, 513], [0, 1]), {
    message: 'A tile of 513 x 1 cells is too large: it has at most 512 x 512.',
  });
});

test('the six maps of five chosen heads stay cached while two are exported; then the least recently used one is freed', async () => {
  const service = await having(real(), [safetensors(TENSORS)], read);
  const maps = [];
  for (const place of [0, 1, 2, 3, 4, 5])
    maps.push(
      await service.map(asked({ source: { of: 'head', layer: place % 3, head: Math.floor(place / 3) } })),
    );
  await service.map(asked({}));
  await service.map(asked({}));
  for (const { id } of maps) await service.row(id, 0);
  await service.row(maps[0].id, 0);
  for (const _ of [0, 1, 2]) await service.map(asked({}));
  await service.row(maps[0].id, 0);
  await assert.rejects(service.row(maps[1].id, 0), {
    message: 'The map is not in the cache any more: it has to be made again.',
    kind: 'gone',
  });
  await service.release(maps[0].id);
  await assert.rejects(service.tile(maps[0].id, 0, [0, 1], [0, 1]), { kind: 'gone' });
});

test('a known file is opened when it is first needed, even if the first request that needed it was cancelled', async () => {
  const file = new Blob([/** @type {any} */ (safetensors(TENSORS))]);
  let reads = 0;
  const slice = file.slice.bind(file);
  file.slice = (start, end) => {
    reads += 1;
    return slice(start, end);
  };
  const store = fileStore(engine);
  store.add([{ id: 7, blob: file }]);
  assert.equal(reads, 0);
  let isCancelled = false;
  const [first, second] = [
    createTask(
      'map',
      () => {},
      () => isCancelled,
    ),
    createTask(
      'map',
      () => {},
      () => false,
    ),
  ];
  const asked = [store.opened(7, first), store.opened(7, second)];
  isCancelled = true;
  await assert.rejects(asked[0], { name: 'AbortError' });
  const { listing } = await asked[1];
  assert.deepEqual(
    listing.tensors.map(({ name }) => name),
    Object.keys(TENSORS),
  );
  store.end();
  await assert.rejects(store.opened(7, second), { message: 'The file is not open any more.' });
});

test('requests for an earlier reading are cancelled, and so are requests for closed files', async () => {
  const service = await having(real(), [safetensors(TENSORS)], read);
  const plain = (/** @type {Promise<unknown>} */ promise) =>
    promise.then(
      () => 'done',
      (error) => `${error.name}: ${error.message}`,
    );
  const heads = plain(service.heads(0, { side: 4, tokens: null, sink: 1, reach: 1 }, () => {}));
  await service.read(0, readingOf({}));
  assert.equal(await heads, 'AbortError: Something else was read in the meantime.');
  await service.close([1]);
  await service.read(
    0,
    read({ files: [{ id: 1, tensors: Object.keys(TENSORS).map((name) => ({ name })) }] }),
  );
  assert.equal(await plain(service.map(asked({}))), 'Error: The file is not open any more.');
});

test('invalid requests are rejected with a message, and the service continues', async () => {
  const service = await having(real(), [safetensors(TENSORS)], read);
  await assert.rejects(service.map(asked({ source: { of: 'head', layer: 3, head: 0 } })), {
    message: 'There is no head 0 of layer 3: there are 3 layers of 4 heads.',
  });
  await assert.rejects(service.map(asked({ reading: 1 })), {
    message: 'Nothing was read that could be looked at.',
  });
  await service.read(
    1,
    readingOf({
      ...SIZES,
      queries: 5,
      weights: [{ file: 1, tensor: 0, axes: AXES.w, at: [0, 0, 0, 0], layer: 0, query: 0 }],
    }),
  );
  await assert.rejects(service.map(asked({ reading: 1 })), {
    message: 'Head 2 of layer 1 has 9 queries and 9 keys, where 5 and 9 were expected.',
  });
  await service.read(
    1,
    readingOf({
      ...SIZES,
      weights: [{ file: 1, tensor: 0, axes: AXES.w, at: [0, 0, 0, 0], layer: 0, query: 0 }],
    }),
  );
  await assert.rejects(service.map(asked({ reading: 1, values: 'norm' })), {
    message: 'The files contain no values, so weights cannot be multiplied by them.',
  });
  assert.equal((await service.map(asked({ reading: 1 }))).queries, N);
});
