/** Files with entries, keys that stand for several tokens each, from the bytes to what is drawn. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { say } from '../rooms/maps/reading/messages.js';
import { sentence } from '../rooms/maps/reading/sentence.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { fileOf, filled, randomOf, rowsOf, softmaxOver } from './maps-layers-support.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapsService } from '../rooms/maps/types.js' */
/** @import { Values } from './maps-layers-support.js' */

const { en, es } = LANGUAGES;
await engine.load();
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

/** Two heads that share their entries of 4 tokens, 18 tokens, a window of 5. */
const [HEADS, TOKENS, M, WINDOW, SIZE] = [2, 18, 4, 5, 6];
const COUNT = Math.floor(TOKENS / M);

/** @param {boolean} isPicked @returns {Record<string, Values>} */
function arraysOf(isPicked) {
  const random = randomOf(21);
  const qk = () => filled([HEADS, TOKENS, SIZE], random);
  /** @type {Record<string, Values>} */
  const arrays = {
    q: qk(),
    k: qk(),
    k_compressed: filled([1, COUNT, SIZE], random),
    k_pooling: filled([1, COUNT, M], () => 1 / M),
  };
  if (isPicked)
    arrays.selected = {
      shape: [1, TOKENS, 2],
      isIndex: true,
      data: Array.from({ length: TOKENS }, (_, query) => picksOf(query)).flat(),
    };
  return arrays;
}

/** The last complete entry, and for late queries the first one. @param {number} query */
function picksOf(query) {
  const complete = Math.floor((query + 1) / M);
  return [complete > 0 ? complete - 1 : -1, complete > 2 ? 0 : -1];
}

/** @param {Record<string, Values>} arrays @param {Record<string, string>} metadata */
async function opened(arrays, metadata) {
  const layers = Object.fromEntries(Object.entries(arrays).map(([name, of]) => [`layers.0.${name}`, of]));
  const { files, refused } = await service.open([fileOf(layers, metadata)]);
  assert.deepEqual(refused, []);
  const { outcome } = engine.interpret(files);
  assert.ok(outcome);
  if ('refused' in outcome) {
    assert.notEqual(say(outcome.refused, es), say(outcome.refused, en));
    return { said: say(outcome.refused, en), outcome: null };
  }
  await service.read(0, outcome.reading);
  return { said: '', outcome };
}

const METADATA = { compress_rate: String(M), window: String(WINDOW) };

for (const isPicked of [false, true])
  test(`weights of a window and of ${isPicked ? 'picked' : 'all complete'} entries are those of plain loops`, async () => {
    const arrays = arraysOf(isPicked);
    const { outcome } = await opened(arrays, METADATA);
    assert.ok(outcome);
    const { reading } = outcome;
    assert.deepEqual(reading.compressRates, [M]);
    assert.equal(reading.qk.causal, 'upper_left');
    assert.match(sentence(reading, en), /entries of 4 tokens/);
    for (let head = 0; head < HEADS; head += 1) {
      const [q, k] = [rowsOf(arrays.q, head), [...rowsOf(arrays.k, head), ...rowsOf(arrays.k_compressed, 0)]];
      const complete = (/** @type {number} */ query) =>
        Array.from({ length: COUNT }, (_, entry) => entry).filter((entry) => (entry + 1) * M - 1 <= query);
      const entriesOf = (/** @type {number} */ query) =>
        isPicked ? picksOf(query).filter((entry) => entry >= 0) : complete(query);
      const windowOf = (/** @type {number} */ query) =>
        Array.from({ length: TOKENS }, (_, key) => key).filter((key) => key <= query && query - key < WINDOW);
      const keysOf = (/** @type {number[]} */ entries, /** @type {number} */ query) => [
        ...windowOf(query),
        ...entries.map((entry) => TOKENS + entry),
      ];
      const wanted = softmaxOver(q, k, (query) => keysOf(entriesOf(query), query));
      const dense = softmaxOver(q, k, (query) => keysOf(complete(query), query));
      const map = await service.map(headSpec({ source: { of: 'head', layer: 0, head } }));
      for (let query = 0; query < TOKENS; query += 1) {
        const row = await service.row(map.id, query);
        for (let key = 0; key < TOKENS; key += 1) {
          const entry = Math.floor(key / M);
          const each = wanted[query][key] + (entry < COUNT ? wanted[query][TOKENS + entry] / M : 0);
          assert.ok(Math.abs(row[key] - each) < 1e-6, `${query}, ${key}: ${row[key]} and ${each}`);
        }
        assert.ok(Math.abs(row.reduce((sum, each) => sum + each, 0) - 1) < 1e-5);
      }
      await service.release(map.id);
      const found = await service.entries(0, { layer: 0, head, query: 15, side: TOKENS });
      assert.deepEqual(
        [...found.entries],
        entriesOf(15).toSorted((a, b) => a - b),
      );
      assert.deepEqual([...found.seen], [11, 16]);
      wanted[15].forEach((each, at) => assert.ok(Math.abs(found.row[at] - each) < 1e-6));
      assert.equal(found.pooling?.pooled, M);
      for (let query = 0; query < TOKENS; query += 1) {
        const lost = complete(query).filter((entry) => !entriesOf(query).includes(entry));
        const sum = lost.reduce((all, entry) => all + dense[query][TOKENS + entry], 0);
        if (isPicked) assert.ok(Math.abs((found.lost?.[query] ?? NaN) - sum) < 1e-6);
        else assert.equal(found.lost, null);
        for (let key = 0; key < TOKENS; key += 1) {
          const [token, entry] = [0, TOKENS].map((first) => found.pictures[(first + query) * TOKENS + key]);
          if (key > query || query - key >= WINDOW) assert.ok(Number.isNaN(token));
          else assert.ok(Math.abs(token - wanted[query][key]) < 1e-6);
          const at = Math.floor(key / M);
          if (!complete(query).includes(at)) assert.ok(Number.isNaN(entry));
          else if (!entriesOf(query).includes(at)) assert.equal(entry, -1);
          else assert.ok(Math.abs(entry - wanted[query][TOKENS + at]) < 1e-6);
        }
      }
    }
  });

test('a sink has a column before the tokens, and takes its share', async () => {
  const arrays = arraysOf(false);
  const { outcome } = await opened(arrays, { ...METADATA, sinks: '[[0.5, -1]]' });
  assert.ok(outcome);
  const map = await service.map(headSpec({ source: { of: 'head', layer: 0, head: 1 } }));
  const row = await service.row(map.id, 6);
  await service.release(map.id);
  const [q, k, entries] = [rowsOf(arrays.q, 1), rowsOf(arrays.k, 1), rowsOf(arrays.k_compressed, 0)];
  const term = (/** @type {number[]} */ key) =>
    Math.exp(key.reduce((sum, each, at) => sum + each * q[6][at], 0) / Math.sqrt(SIZE));
  const sum = Math.exp(-1) + term(entries[0]) + [2, 3, 4, 5, 6].reduce((all, at) => all + term(k[at]), 0);
  assert.equal(row.length, TOKENS + 1);
  assert.ok(Math.abs(row[0] - Math.exp(-1) / sum) < 1e-6);
  assert.ok(Math.abs(row[1 + 1] - term(entries[0]) / sum / M) < 1e-6);
  assert.ok(Math.abs(row[1 + 3] - (term(k[3]) + term(entries[0]) / M) / sum) < 1e-6);
});

test('entries that do not fit are refused in one sentence with their layer', async () => {
  const arrays = arraysOf(false);
  const without = (/** @type {string} */ name) =>
    Object.fromEntries(Object.entries(arrays).filter(([each]) => each !== name));
  /** @type {[Record<string, Values>, Record<string, string>, string][]} */
  const wrong = [
    [arrays, {}, 'Layer 0 is compressed, but the file has no compress_rate for it.'],
    [without('k_compressed'), METADATA, 'Layer 0 is compressed, but the file has no k_compressed for it.'],
    [arrays, { compress_rate: '5' }, 'k_compressed of layer 0 has shape (1, 4, 6), where q needs (1, 3, 6).'],
    [
      { ...arrays, k_pooling: filled([1, COUNT, M + 1], () => 0.2) },
      METADATA,
      'k_pooling of layer 0 has shape (1, 4, 5), where q needs (1, 4, 4).',
    ],
    [
      arrays,
      { ...METADATA, rope: '{"base": 10000}' },
      'Layer 0 has entries, which are saved as they are: save q and k after RoPE, with rope “applied”.',
    ],
  ];
  for (const [given, metadata, message] of wrong) {
    const { said } = await opened(given, metadata);
    assert.equal(said, message);
  }
});

test('a picked entry that is not complete is refused with its layer, group and query', async () => {
  const arrays = arraysOf(true);
  arrays.selected.data[2 * 6] = 1;
  const { outcome } = await opened(arrays, METADATA);
  assert.ok(outcome);
  const message = 'layer 0, group 0: query 6 at position 6 picks entry 1, which is complete with token 7';
  await assert.rejects(() => service.map(headSpec({ source: { of: 'head', layer: 0, head: 0 } })), {
    message,
  });
});
