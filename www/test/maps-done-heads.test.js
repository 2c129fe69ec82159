/** While a run takes long, the heads of its finished layers are shown. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { dataOf, doneHeads, thumbnail } from '../rooms/maps/live/done-heads.js';

/** Resolves when all pauses of the work are over. */
async function settled() {
  for (let turn = 0; turn < 20; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

/** A run of two heads a layer, whose weights tell the layer and the head. */
const run = /** @type {any} */ ({
  facts: { layers: 3, heads: 2, layerHeads: [2, 2, 2], kinds: [null, null, null], causal: true },
  ids: [[1, 2]],
  weights: (/** @type {number} */ layer, /** @type {number} */ head, /** @type {any} */ { variant }) =>
    Float32Array.of(layer, head, variant === 0 ? 0.5 : 0.25, 0),
});

test('the cells of a thumbnail are the largest weights of their part of the map', () => {
  const weights = Float32Array.from({ length: 25 }, (_, at) => at);
  assert.deepEqual(thumbnail(weights, 5, 8), { rows: 5, cols: 5, data: weights });
  // Rows and columns 0 to 2, and 3 and 4.
  assert.deepEqual(thumbnail(weights, 5, 2), { rows: 2, cols: 2, data: Float32Array.of(12, 14, 22, 24) });
});

test('a cell of a signed thumbnail is the weight farthest from 0', () => {
  const weights = Float32Array.of(0.2, -0.5, 0.1, 0.3);
  assert.deepEqual(thumbnail(weights, 2, 1), { rows: 1, cols: 1, data: Float32Array.of(-0.5) });
});

test('nothing is shown of a run that is over soon', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const done = doneHeads({
    signal: new AbortController().signal,
    from: Infinity,
    changed: () => assert.fail(),
  });
  done.layerIsDone(run, 0);
  done.end();
  mock.timers.tick(1000);
  await settled();
  assert.equal(done.heads, null);
  mock.timers.reset();
});

test('the heads of layers that are done are shown while the next one is computed', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let changes = 0;
  const done = doneHeads({
    signal: new AbortController().signal,
    from: 0,
    changed: () => {
      changes += 1;
    },
  });
  done.layerIsDone(run, 0);
  mock.timers.tick(299);
  await settled();
  assert.equal(done.heads, null);
  mock.timers.tick(1);
  await settled();
  const thumbs = () =>
    (done.heads ?? []).map(({ layer, head, thumb }) => [layer, head, ...thumb.data.slice(0, 3)]);
  // Behind the first layer with a head that is off, the heads are those of the text without it.
  assert.deepEqual(thumbs(), [
    [0, 0, 0, 0, 0.25],
    [0, 1, 0, 1, 0.25],
  ]);
  done.layerIsDone(run, 1);
  await settled();
  assert.equal(changes, 2);
  assert.deepEqual(thumbs().slice(2), [
    [1, 0, 1, 0, 0.5],
    [1, 1, 1, 1, 0.5],
  ]);
  const data = dataOf(
    /** @type {any} */ ({ reading: { layers: 9, heads: 9, keys: 2 } }),
    done.heads ?? [],
    run.facts,
  );
  assert.deepEqual([data?.reading.layers, data?.reading.heads, data?.heads.length], [3, 2, 6]);
  assert.deepEqual([data?.heads[3]?.head, data?.heads[4]], [1, undefined]);
  done.end();
  done.layerIsDone(run, 2);
  await settled();
  assert.equal(thumbs().length, 4);
  mock.timers.reset();
});

test('a run that is cancelled ends its thumbnails', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const stop = new AbortController();
  const done = doneHeads({ signal: stop.signal, from: Infinity, changed: () => {} });
  mock.timers.tick(300);
  stop.abort();
  done.layerIsDone(run, 2);
  await settled();
  assert.ok((done.heads ?? []).length <= 1);
  mock.timers.reset();
});
