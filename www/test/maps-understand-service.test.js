import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { readingOf, understand } from './maps-interpretation.js';
import { plainService } from './maps-plain-service.js';
import { headSpec } from './maps-service-support.js';

/**
 * A nested list of a shape; each number is computed from its indexes.
 *
 * @param {number[]} shape
 * @param {(...places: number[]) => number} value
 * @param {number[]} [before]
 * @returns {any}
 */
function nested([length, ...rest], value, before = []) {
  return Array.from({ length }, (_, at) =>
    rest.length === 0 ? value(...before, at) : nested(rest, value, [...before, at]),
  );
}

/**
 * A number that encodes its place.
 *
 * @param {number} layer
 * @param {number} head
 * @param {number} query
 * @param {number} key
 */
const cellCode = (layer, head, query, key) => layer * 1000 + head * 100 + query * 10 + key;

/**
 * The cells of a head as the files are read, by the service.
 *
 * @param {Record<string, any>} tensors @param {number} layer @param {number} head @param {number} [batch]
 */
async function cells(tensors, layer, head, batch) {
  const service = plainService();
  const opened = await service.open([new File([JSON.stringify({ tensors })], 'a.json')]);
  const outcome = readingOf(opened, understand(opened)[0], {
    ...NO_CORRECTIONS,
    batch: batch ?? null,
  });
  if ('refused' in outcome) throw new Error('refused');
  await service.read(0, outcome.reading);
  const spec = headSpec({ source: { of: 'head', layer, head } });
  const { id, queries, keys } = await service.map(spec);
  const { data } = await service.tile(id, 0, [0, queries], [0, keys]);
  return Array.from({ length: queries }, (_, query) =>
    Array.from(data.subarray(query * keys, (query + 1) * keys)),
  );
}

const want = nested([3, 3], (query, key) => cellCode(1, 2, query, key));

test('the numbers of a head are in the right places, in every order of axes', async () => {
  const of = (/** @type {number[]} */ shape, /** @type {(...places: number[]) => number} */ value) =>
    cells({ attn: nested(shape, value) }, 1, 2);
  assert.deepEqual(await of([2, 3, 3, 3], cellCode), want);
  assert.deepEqual(
    await of([2, 1, 3, 3, 3], (layer, _, head, query, key) => cellCode(layer, head, query, key)),
    want,
  );
  assert.deepEqual(
    await of([1, 2, 3, 3, 3], (_, layer, head, query, key) => cellCode(layer, head, query, key)),
    want,
  );
  assert.deepEqual(
    await cells({ attn: nested([9, 9, 4], (query, key, head) => cellCode(1, head, query, key)) }, 0, 2),
    nested([9, 9], (query, key) => cellCode(1, 2, query, key)),
  );
});

test('the numbers of a layer, a head, a batch and a step are in the right places', async () => {
  const layers = Object.fromEntries(
    [1, 0].map((layer) => [
      `layer_${layer}`,
      nested([2, 3, 3, 3], (batch, head, query, key) => 10000 * batch + cellCode(layer, head, query, key)),
    ]),
  );
  assert.deepEqual(await cells(layers, 1, 2), want);
  assert.deepEqual(
    await cells(layers, 1, 2, 1),
    nested([3, 3], (query, key) => 10000 + cellCode(1, 2, query, key)),
  );
  const heads = Object.fromEntries(
    [0, 1].flatMap((layer) =>
      [2, 1, 0].map((head) => [
        `layer${layer}_head${head}`,
        nested([3, 3], (query, key) => cellCode(layer, head, query, key)),
      ]),
    ),
  );
  assert.deepEqual(await cells(heads, 1, 2), want);
  const steps = Object.fromEntries(
    [
      [2, 2],
      [1, 3],
      [1, 4],
    ].flatMap(([queries, keys], step) =>
      [0, 1].map((layer) => [
        `arr_${2 * step + layer}`,
        nested([1, 3, queries, keys], (_, head, query, key) =>
          cellCode(layer, head, step === 0 ? query : step + 1, key),
        ),
      ]),
    ),
  );
  const rows = await cells(steps, 1, 2);
  assert.deepEqual(
    rows.map((row, query) =>
      row.map((cell, key) => (Number.isNaN(cell) ? 'nothing' : cell === cellCode(1, 2, query, key))),
    ),
    [
      [true, true, 'nothing', 'nothing'],
      [true, true, 'nothing', 'nothing'],
      [true, true, true, 'nothing'],
      [true, true, true, true],
    ],
  );
});

test('q and k of one tensor are separated', async () => {
  // Query 0 is most similar to key 1, and query 1 to key 0, by far.
  const qkv = nested([3, 1, 2, 2], (which, _, at, feature) =>
    which === 0 ? (at === feature ? 50 : 0) : which === 1 ? (at === feature ? 0 : 50) : 0,
  );
  const [row] = [await cells({ qkv }, 0, 0)];
  assert.deepEqual(
    row.map((weights) => weights.map((weight) => Math.round(weight))),
    [
      [0, 1],
      [1, 0],
    ],
  );
});
