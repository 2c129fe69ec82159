import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { mapStore } from '../rooms/maps/head/map-store.js';
import { numberStore } from '../rooms/maps/head/numbers.js';
import { pool, visibleTiles, tileStore, wholeLevel } from '../rooms/maps/head/tiles.js';

/** A service that replies on request of the test, and records freed maps. */
function slowService() {
  /** @type {{ spec: any, answer: (id: number) => void, refuse: (error: Error) => void }[]} */
  const asked = [];
  /** @type {number[]} */
  const released = [];
  const service = /** @type {any} */ ({
    map: (/** @type {unknown} */ spec) =>
      new Promise((resolve, reject) => asked.push({ spec, answer: (id) => resolve({ id }), refuse: reject })),
    release: async (/** @type {number} */ id) => void released.push(id),
  });
  return { service, asked, released };
}

const DATA = /** @type {any} */ ({ reading: {}, other: null });
const spec = (/** @type {number} */ head) => /** @type {any} */ ({ source: { of: 'head', head } });

function holder() {
  /** @type {number[]} */
  const gone = [];
  return { held: mapStore({ changed() {}, gone: (id) => void gone.push(id) }), gone };
}

test('a map is requested once, and again if another is needed', async () => {
  const { service, asked, released } = slowService();
  const { held } = holder();
  held.want({ a: spec(1) }, service, DATA);
  held.want({ a: spec(1) }, service, DATA);
  assert.equal(asked.length, 1);
  asked[0].answer(7);
  await settled();
  assert.deepEqual([held.all().a?.info?.id, held.all().a?.waiting], [7, false]);
  held.want({ a: spec(2) }, service, DATA);
  assert.deepEqual(
    [held.all().a?.info?.id, held.all().a?.waiting],
    [7, true],
    'what was there stays until the next is',
  );
  asked[1].answer(8);
  await settled();
  assert.equal(held.all().a?.info?.id, 8);
  assert.deepEqual(released, [7]);
});

test('a result that comes too late is freed', async () => {
  const { service, asked, released } = slowService();
  const { held } = holder();
  held.want({ a: spec(1) }, service, DATA);
  held.want({ a: spec(2) }, service, DATA);
  asked[1].answer(2);
  await settled();
  asked[0].answer(1);
  await settled();
  assert.equal(held.all().a?.info?.id, 2);
  assert.deepEqual(released, [1]);
});

test('the same map of another reading is a different map', () => {
  const { service, asked } = slowService();
  const { held } = holder();
  held.want({ a: spec(1) }, service, DATA);
  held.want({ a: spec(1) }, service, { ...DATA, reading: {} });
  assert.equal(asked.length, 2);
});

test('a map is requested again when its tokens are merged otherwise', () => {
  const { service, asked } = slowService();
  const { held } = holder();
  const tokens = { tokens: [] };
  const merged = (/** @type {Uint32Array} */ key) => ({ ...spec(1), words: { query: key.slice(), key } });
  const [byWord, bySentence] = [Uint32Array.of(0, 1, 1), Uint32Array.of(0, 0, 1)];
  for (const key of [byWord, byWord, bySentence, bySentence])
    held.want({ a: merged(key) }, service, { ...DATA, tokens });
  assert.equal(asked.length, 2);
  assert.equal(asked[1].spec.words.key, bySentence);
});

test('a map of other files is released at once, and one of the same files stays until the next arrives', async () => {
  const { service, asked, released } = slowService();
  const { held, gone } = holder();
  const first = { ...DATA, opened: {} };
  held.want({ a: spec(1) }, service, first);
  asked[0].answer(7);
  await settled();
  // Other corrections of the same files.
  const corrected = { ...first, reading: {} };
  held.want({ a: spec(1) }, service, corrected);
  assert.equal(held.all().a?.info?.id, 7);
  asked[1].answer(8);
  await settled();
  held.want({ a: spec(1) }, service, { ...DATA, opened: {} });
  assert.deepEqual([held.all().a?.info, held.all().a?.waiting], [null, true]);
  assert.deepEqual(
    [released, gone],
    [
      [7, 8],
      [7, 8],
    ],
  );
  asked[2].answer(9);
  await settled();
  assert.equal(held.all().a?.info?.id, 9);
  assert.deepEqual(released, [7, 8]);
});

test('an error is shown in place of the map', async () => {
  const { service, asked } = slowService();
  const { held } = holder();
  held.want({ a: spec(1) }, service, DATA);
  asked[0].refuse(new Error('there are no values'));
  await settled();
  assert.deepEqual([held.all().a?.info, held.all().a?.problem], [null, 'there are no values']);
});

test('a map that is not needed any more is freed', async () => {
  const { service, asked, released } = slowService();
  const { held, gone } = holder();
  held.want({ a: spec(1), b: spec(2) }, service, DATA);
  asked[0].answer(1);
  asked[1].answer(2);
  await settled();
  held.want({ a: spec(1) }, service, DATA);
  assert.deepEqual([released, gone, held.all().b], [[2], [2], undefined]);
});

test('a map that the service lost is requested again, but only a few times', async () => {
  const { service, asked } = slowService();
  const { held } = holder();
  held.want({ a: spec(1) }, service, DATA);
  for (let times = 0; times < 3; times += 1) {
    asked[times].answer(times);
    await settled();
    held.lost(times, new Error('not held any more'));
  }
  assert.equal(asked.length, 3);
  assert.equal(held.all().a?.problem, 'not held any more');
});

const FRAME = { row: 0, col: 0, width: 500, height: 500, cellWidth: 1, cellHeight: 1 };

test('the visible tiles are those with a visible pixel, the middle ones first', () => {
  assert.deepEqual(
    visibleTiles(FRAME, 0, { rows: 4096, cols: 4096 })
      .map(({ row, col }) => [row, col])
      .sort(),
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  );
  assert.deepEqual(
    visibleTiles({ ...FRAME, row: 300, col: 1200, width: 10, height: 10 }, 2, { rows: 1024, cols: 1024 }),
    [{ level: 2, row: 0, col: 1 }],
  );
  assert.deepEqual(visibleTiles(FRAME, 0, { rows: 17, cols: 17 }), [{ level: 0, row: 0, col: 0 }]);
  const [first] = visibleTiles({ ...FRAME, width: 1280, height: 1280 }, 0, { rows: 4096, cols: 4096 });
  assert.deepEqual(first, { level: 0, row: 2, col: 2 });
});

test('the level of the small picture is the first with one tile', () => {
  assert.equal(
    wholeLevel([
      { rows: 600, cols: 10 },
      { rows: 300, cols: 5 },
      { rows: 150, cols: 3 },
    ]),
    2,
  );
  assert.equal(wholeLevel([{ rows: 17, cols: 17 }]), 0);
});

test('a tile at the edge ends with the level, and no tile is requested twice', async () => {
  /** @type {unknown[]} */
  const asked = [];
  const service = /** @type {any} */ ({
    async tile(/** @type {unknown[]} */ ...all) {
      asked.push(all);
      return { rows: 1, cols: 1, data: Float32Array.of(NaN) };
    },
  });
  const tiles = tileStore({ service: () => service, changed() {}, failed: assert.fail });
  const info = /** @type {any} */ ({ id: 5, levels: [{ rows: 300, cols: 256 }] });
  const wanted = [
    { info, place: { level: 0, row: 1, col: 0 } },
    { info, place: { level: 0, row: 1, col: 0 } },
  ];
  tiles.want(wanted);
  await settled();
  tiles.want(wanted);
  assert.deepEqual(asked, [[5, 0, [256, 44], [0, 256]]]);
});

test('the number of simultaneous requests for tiles is limited, and tiles outside the view are not requested', async () => {
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {number[]} */
  const asked = [];
  const service = /** @type {any} */ ({
    tile: (/** @type {number} */ _, /** @type {number} */ __, /** @type {number[]} */ [row]) => {
      asked.push(row / 256);
      return new Promise((resolve) =>
        waiting.push(() => resolve({ rows: 1, cols: 1, data: new Float32Array(1) })),
      );
    },
  });
  const tiles = tileStore({ service: () => service, changed() {}, failed: assert.fail });
  const info = /** @type {any} */ ({ id: 5, levels: [{ rows: 1 << 14, cols: 256 }] });
  const places = (/** @type {number[]} */ rows) =>
    rows.map((row) => ({ info, place: { level: 0, row, col: 0 } }));
  tiles.want(places([0, 1, 2, 3, 4, 5, 6, 7, 8]));
  assert.deepEqual(asked, [0, 1, 2, 3, 4, 5]);
  tiles.want(places([20, 21]));
  waiting[0]();
  await settled();
  assert.deepEqual(asked, [0, 1, 2, 3, 4, 5, 20]);
});

test('pooled cells are the farthest from 0 of the cells that they cover, and missing only if all are', () => {
  const data = Float32Array.of(0.1, -0.4, NaN, 0.3, NaN, 0.2);
  assert.deepEqual(pool({ rows: 1, cols: 6, data }, 1, 2), {
    rows: 1,
    cols: 3,
    data: Float32Array.of(-0.4, 0.3, 0.2),
  });
  assert.deepEqual(pool({ rows: 3, cols: 2, data }, 2, 1).data, Float32Array.of(0.1, -0.4, NaN, 0.2));
  assert.deepEqual(
    pool({ rows: 1, cols: 2, data: Float32Array.of(NaN, NaN) }, 1, 2).data,
    Float32Array.of(NaN),
  );
});

test('a row is requested once and then cached', async () => {
  let asked = 0;
  const service = /** @type {any} */ ({ row: async () => Float32Array.of((asked += 1)) });
  const rows = numberStore({ service: () => service, changed() {}, failed: assert.fail });
  const info = /** @type {any} */ ({ id: 1 });
  assert.equal(rows.rowOf(info, 3), null);
  assert.equal(rows.rowOf(info, 3), null);
  await settled();
  assert.deepEqual([rows.rowOf(info, 3), asked], [Float32Array.of(1), 1]);
  rows.forget(1);
  assert.equal(rows.rowOf(info, 3), null);
});

test('a large map of which a part cannot be read stays, says so, and asks for nothing more until the reader goes on', async () => {
  const problems = /** @type {string[]} */ ([]);
  let asked = 0;
  const view = {
    problem: '',
    fail: (/** @type {Error} */ { message }) => void problems.push((view.problem = message)),
    exactness: () => 0,
    reach: () => ({ running: false }),
  };
  const info = /** @type {any} */ ({ id: 1, levels: [{ rows: 300, cols: 300 }], large: { view } });
  const fails = () => {
    asked += 1;
    return Promise.reject(new Error('It cannot be read.'));
  };
  const service = /** @type {any} */ ({
    map: async () => info,
    tile: fails,
    row: fails,
    release: async () => {},
  });
  const maps = mapStore({ changed() {}, gone: () => assert.fail('it stays') });
  maps.want({ a: spec(1) }, service, DATA);
  await settled();
  const store = { service: () => service, changed() {}, failed: maps.lost };
  const [tiles, rows] = [tileStore(store), numberStore(store)];
  const wanted = [{ info, place: { level: 0, row: 0, col: 0 } }];
  for (let round = 0; round < 3; round += 1) {
    tiles.want(wanted);
    rows.rowOf(info, 0);
    await settled();
  }
  assert.deepEqual([asked, problems], [2, ['It cannot be read.', 'It cannot be read.']]);
  assert.equal(maps.all().a?.info, info);
  view.problem = '';
  tiles.want(wanted);
  await settled();
  assert.equal(asked, 3);
});
