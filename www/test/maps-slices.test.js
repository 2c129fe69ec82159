/** Work in slices: their sizes, and the results of large heads, which do not depend on them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { load, PreparedHead } from '../engine/kernels-large.js';
import { syntheticName, syntheticPieces } from '../rooms/maps/large/synthetic.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { SLICE, SLOW, slicer } from '../rooms/maps/service/task.js';
import { readingOf, understand } from './maps-interpretation.js';
import { headSpec, tensor } from './maps-service-support.js';

before(() => Promise.all([engine.load(), load()]));

/**
 * Runs work on a machine of a given speed, and returns its slices and the number of yields.
 *
 * @param {number} speed - items per millisecond @param {number} count @param {number} [unit]
 */
async function run(speed, count, unit) {
  const slices = /** @type {number[][]} */ ([]);
  let [time, yields] = [0, 0];
  const task = { step() {}, yieldToOthers: async () => void (yields += 1) };
  const products = () => SLOW.products;
  await slicer(() => time)(task, { count, products, unit }, (start, end) => {
    slices.push([start, end]);
    time += (end - start) / speed;
  });
  return { slices, yields };
}

for (const speed of [0.1, 1, 20])
  test(`slices take about ${SLICE} ms at ${speed} items per millisecond, with a yield after each`, async () => {
    const { slices, yields } = await run(speed, 10_000);
    assert.equal(yields, slices.length);
    // They cover all items once, in order.
    assert.deepEqual(
      slices.map(([start]) => start),
      [0, ...slices.slice(0, -1).map(([, end]) => end)],
    );
    assert.equal(slices.at(-1)?.[1], 10_000);
    // The first ones assume a slow machine, and the last one has the rest.
    const times = slices.slice(4, -1).map(([start, end]) => (end - start) / speed);
    assert.ok(
      times.every((each) => each > 0.5 * SLICE && each < 1.5 * SLICE),
      `${times}`,
    );
  });

test('a slice ends at a multiple of the unit, even if one unit takes longer than a slice', async () => {
  const { slices } = await run(0.1, 1000, 64);
  assert.deepEqual(slices.slice(1, 3), [
    [64, 128],
    [128, 192],
  ]);
  assert.deepEqual(slices.at(-1), [960, 1000]);
});

test('a cancel ends the work between two slices', async () => {
  let runs = 0;
  const task = {
    step() {},
    yieldToOthers: () => (runs === 3 ? Promise.reject(new Error('stop')) : Promise.resolve()),
  };
  const work = { count: 100, products: () => 50 * SLOW.products };
  const slices = slicer(() => 0)(task, work, () => void (runs += 1));
  await assert.rejects(slices, /stop/);
  assert.equal(runs, 3);
});

test('pools, figures and sums of rows are bit for bit the same, however the rows are divided among calls', () => {
  const [queries, keys, features] = [70, 90, 8];
  const [q, k] = [tensor([queries, features], 1), tensor([keys, features], 2)];
  const rule = { causal: true, offset: 20, sink: 0.5 };
  const vectors = { rule, features, q: Float32Array.from(q.data), k: Float32Array.from(k.data) };
  const rows = Uint32Array.from({ length: 64 }, (_, at) => at + 3);
  const [first, ...others] = [[64], [1, 2, 5, 8, 48], Array(64).fill(1), [33, 31]].map((lengths) => {
    const head = new PreparedHead(/** @type {any} */ (vectors));
    const pools = head.rowPools(rows.length, 16, 8);
    let start = 0;
    for (const length of lengths) head.rows(rows.subarray(start, (start += length)), pools);
    const found = pools.finish();
    head.free();
    return found;
  });
  assert.equal(first.figures.length, 64 * 11);
  for (const other of others) assert.deepEqual(other, first);
});

test('pools of a head with another number of keys are rejected with both numbers', () => {
  const of = (/** @type {number} */ keys) =>
    new PreparedHead(
      /** @type {any} */ ({
        rule: {},
        features: 1,
        q: new Float32Array(2),
        k: new Float32Array(keys),
      }),
    );
  const [one, other] = [of(3), of(4)];
  assert.throws(() => one.rows(Uint32Array.of(0), other.rowPools(1, 1, 1)), /4.*3/);
});

/** A head of queries and keys in a service whose only backend is the page. */
async function opened() {
  const how = /** @type {const} */ ({ tokens: 6000, structures: ['sink'], causal: true });
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  const file = new File([...syntheticPieces(how)], syntheticName(how));
  const all = await service.open([file]);
  const answer = readingOf(all, understand(all)[0]);
  if ('refused' in answer) throw new Error('it was rejected');
  await service.read(0, answer.reading);
  const { large } = await service.map(headSpec({ pooling: 'max' }));
  return { service, view: /** @type {NonNullable<typeof large>} */ (large).view };
}

test('in the page, other tasks run between the rows of a large head, and a stop takes effect there', async () => {
  const { service, view } = await opened();
  /** The number of known units at each task that runs in between. @type {Set<number>} */
  const seen = new Set();
  const timer = setInterval(() => seen.add(view.reach().known), 0);
  await new Promise((stopped) => {
    view.listeners.add(() => {
      const { known, running, stopped: isStopped } = view.reach();
      if (known === 12 && !isStopped) view.stop();
      if (!running) stopped(undefined);
    });
    view.look([0, 6000]);
  });
  clearInterval(timer);
  // One unit was being computed when the stop came.
  assert.ok([12, 13].includes(view.reach().known), `${view.reach().known}`);
  assert.ok(seen.size >= 3, `other tasks saw ${[...seen]}`);
  service.end();
});

test('in the page, the memory of a large head is counted once, because there is no other Worker', async () => {
  const { service, view } = await opened();
  const before = view.reach().bytes;
  view.look([0, 64]);
  assert.equal(view.reach().bytes, before);
  service.end();
});
