import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { ablate, load, modelWorkers, open, patch, run, toFile } from '../engine/model.js';
import { folder } from './model-plain.js';
import { nodeWorker } from './model-workers-node.js';

/** @typedef {Awaited<ReturnType<typeof run>>} Run */

await load();
const file = new File([await readFile(SMALL_MODEL)], 'small-model.gguf');
/** The same model on this thread. */
const here = await open([file]);
const IDS = Array.from({ length: 40 }, (_, at) => (at * 7919) % here.facts.vocabulary);
/** @type {ReturnType<typeof modelWorkers>[]} */
const pools = [];
after(() => pools.forEach((pool) => pool.close()));

/** The model in Workers, the started Workers, and the number of restarts. @param {number} count */
async function inWorkers(count, files = [file]) {
  /** @type {any[]} */
  const started = [];
  const counted = { restarts: 0 };
  const pool = modelWorkers({
    workers: count,
    start() {
      const worker = nodeWorker();
      started.push(worker);
      return worker;
    },
    onRestart() {
      counted.restarts += 1;
    },
  });
  pools.push(pool);
  return { model: pool.use(await open(files)), started, counted, pool };
}

/** The bytes of the heads, and all readouts. @param {Run} finished */
async function resultOf(finished) {
  const heads = Buffer.from(await toFile(finished).arrayBuffer());
  return { heads, readouts: finished.readouts(), logits: [...finished.logits()], layers: finished.layers };
}

test('a run in a Worker has the bits of one on this thread, layer by layer', async () => {
  const { model, started } = await inWorkers(1);
  const request = { texts: [IDS], writes: true };
  /** @type {number[]} */
  const layers = [];
  const found = await run(model, request, {
    onLayer(layer, running) {
      layers.push(layer);
      assert.equal(running.weights(layer, 3).length, IDS.length ** 2);
    },
  });
  const whole = await run(here, request);
  assert.deepEqual(layers, [0, 1, 2, 3]);
  assert.equal(started.length, 1);
  assert.deepEqual(await resultOf(found), await resultOf(whole));
  const cell = { layer: 3, head: 1, query: 39, key: 2 };
  assert.deepEqual(await found.scoreParts(cell), await whole.scoreParts(cell));
});

test('a folder runs in a Worker too, and variants that are kept are given whole', async () => {
  const files = await folder();
  const [{ model }, same] = [await inWorkers(2, files), await open(files)];
  const variants = [
    {
      edits: [{ part: /** @type {const} */ ('mlp'), layer: 1, with: /** @type {const} */ ('mean') }],
      kept: true,
    },
  ];
  const request = { texts: [IDS], variants };
  const [found, whole] = [await run(model, request), await run(same, request)];
  assert.deepEqual(found.logits({ variant: 0 }), whole.logits({ variant: 0 }));
  assert.deepEqual(found.weights(3, 2, { variant: 0 }), whole.weights(3, 2, { variant: 0 }));
  assert.throws(() => found.logits({}, 3), /logits of this position/);
});

test('a text that grows takes its first tokens from the run in the same Worker', async () => {
  const { model } = await inWorkers(1);
  const earlier = await run(model, { texts: [IDS.slice(0, 39)] });
  const found = await run(model, { texts: [IDS] }, { earlier });
  assert.equal(found.reused, 39);
  assert.deepEqual(await resultOf(found), await resultOf(await run(here, { texts: [IDS] })));
  earlier.free();
  const again = await run(model, { texts: [IDS] }, { earlier });
  assert.equal(again.reused, 0);
});

test('variants divided among Workers have the bits of one thread, in the same order', async () => {
  for (const count of [2, 3]) {
    const { model, started } = await inWorkers(count);
    const effects = await ablate(model, { text: IDS, token: 1 });
    assert.equal(started.length, count);
    assert.deepEqual(effects, await ablate(here, { text: IDS, token: 1 }));
    const request = {
      text: IDS,
      other: IDS.toReversed(),
      token: 1,
      part: /** @type {const} */ ('attention'),
    };
    assert.deepEqual(await patch(model, request), await patch(here, request));
    const more = { texts: [IDS], eachHead: {}, positions: [3, 39], watched: [7], direct: true, lens: true };
    const [found, whole] = [await run(model, more), await run(here, more)];
    assert.deepEqual(found.readouts(), whole.readouts());
    assert.deepEqual(found.weights(2, 2), whole.weights(2, 2));
  }
});

test('what a model cannot run is told with the same figures', async () => {
  const { model } = await inWorkers(1);
  for (const texts of [[[]], [[99_999]], [Array(200).fill(1)], [[1, 2], [1]]]) {
    const problem = await run(here, { texts }).catch((error) => error);
    await assert.rejects(run(model, { texts }), { message: problem.message, class: problem.class });
  }
});

test('a Worker that ends during a run is replaced, and nothing is lost', async () => {
  const { model, started, counted } = await inWorkers(1);
  // A long run, which the Worker cannot finish before it ends.
  const request = { texts: Array.from({ length: 20 }, () => IDS) };
  const kept = await run(model, request);
  const before = await resultOf(kept);
  let hasEnded = false;
  const found = await run(model, request, {
    onLayer() {
      if (!hasEnded) void started[0].thread.terminate();
      hasEnded = true;
    },
  });
  assert.deepEqual([started.length, counted.restarts], [2, 1]);
  assert.deepEqual(await resultOf(found), before);
  // What the Worker that ended had computed is still there.
  assert.deepEqual(await resultOf(kept), before);
  // One that ends between two runs is replaced without a word.
  const exit = new Promise((resolve) => started[1].thread.once('exit', resolve));
  void started[1].thread.terminate();
  await exit;
  assert.deepEqual(await resultOf(await run(model, request)), before);
  assert.deepEqual([started.length, counted.restarts], [3, 1]);
});

test('a Worker that ends during ablations is replaced, and a run that ends every Worker runs here', async () => {
  const { model, started } = await inWorkers(2);
  const ending = ablate(model, { text: IDS, token: 1 });
  while (started.length < 2) await new Promise((resolve) => setImmediate(resolve));
  void started[1].thread.terminate();
  assert.deepEqual(await ending, await ablate(here, { text: IDS, token: 1 }));

  const { model: unlucky, started: all, counted } = await inWorkers(1);
  // Its layers take longer than a Worker takes to end.
  const texts = Array(8).fill(Array.from({ length: 128 }, (_, at) => IDS[at % IDS.length]));
  const found = await run(
    unlucky,
    { texts },
    { onLayer: () => all.forEach(({ thread }) => void thread.terminate()) },
  );
  assert.deepEqual(await resultOf(found), await resultOf(await run(here, { texts })));
  assert.equal(counted.restarts, 2);
});

test('without Workers, the model runs on this thread', async () => {
  const pool = modelWorkers({
    start() {
      throw new Error('Workers are not allowed');
    },
  });
  const model = pool.use(await open([file]));
  assert.deepEqual(
    await resultOf(await run(model, { texts: [IDS] })),
    await resultOf(await run(here, { texts: [IDS] })),
  );
  assert.deepEqual(await ablate(model, { text: IDS, token: 1 }), await ablate(here, { text: IDS, token: 1 }));
});

test('a run that is cancelled ends at once, and the Worker takes the next one', async () => {
  const { model, started, counted } = await inWorkers(2);
  await run(model, { texts: [IDS] });
  const stop = new AbortController();
  const cancelled = ablate(model, { text: IDS, token: 1 }, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await assert.rejects(cancelled, { name: 'AbortError' });
  const request = { texts: [IDS] };
  assert.deepEqual(await resultOf(await run(model, request)), await resultOf(await run(here, request)));
  assert.ok(started.length <= 2 && counted.restarts === 0);
});
