/** Saved files that keep q and k in place of weights: opened again, they have the same weights. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { packedFile } from '../page/frame/heads-file.js';
import { chosen, savedState } from '../page/save/heads.js';
import { gatheredVectors, packedVectors, vectorPlaces } from '../page/save/vectors.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { bound } from '../rooms/maps/service/vectors.js';
import { freshState } from '../rooms/maps/state.js';
import { fileOf, filled, randomOf } from './maps-layers-support.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapsService, MapsState, Reading } from '../rooms/maps/types.js' */
/** @import { OpenMaps, Which } from '../page/save/heads.js' */

await engine.load();
const FRESH = freshState(/** @type {any} */ ({ language: 'en' }));
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

/** @param {File} file @param {Partial<MapsState>} [patch] */
async function opened(file, patch = {}) {
  const found = await service.open([file]);
  assert.deepEqual(found.refused, []);
  const state = /** @type {MapsState} */ ({ ...FRESH, ...patch });
  const outcome = engine.interpret(found.files, state.corrections).outcome;
  assert.ok(outcome && 'reading' in outcome, JSON.stringify(outcome));
  await service.read(0, outcome.reading);
  const data = /** @type {any} */ ({ opened: found, reading: outcome.reading });
  const asks = /** @type {any} */ (outcome).asks;
  return {
    reading: outcome.reading,
    state,
    asks,
    maps: /** @type {OpenMaps} */ ({ service, data, specs: {}, state }),
  };
}

/** The weights of all heads, head by head. @param {Reading} reading */
async function weightsIn({ layers, heads, queries, keys }) {
  const all = [];
  for (let at = 0; at < layers * heads; at += 1) {
    const source = /** @type {const} */ ({ of: 'head', layer: Math.floor(at / heads), head: at % heads });
    const map = await service.map(headSpec({ source }));
    const { data } = await service.tile(map.id, 0, [0, queries], [0, keys]);
    all.push(data);
    await service.release(map.id);
  }
  return all;
}

/**
 * The file of a choice, opened again.
 *
 * @param {OpenMaps} maps
 * @param {Which} which
 * @param {8 | 16 | 32} bits
 */
async function again(maps, which, bits) {
  const places = vectorPlaces(maps, which);
  assert.ok(places);
  const { shape } = chosen(maps, which);
  const all = await gatheredVectors(maps, places, which, () => {}, 2 ** 26);
  assert.ok('q' in all);
  const { files, error } = await packedVectors(
    maps,
    { which, bits, shape },
    all,
    () => {},
    () => true,
  );
  const file = await packedFile(files[0], () => Promise.reject(new Error('the numbers are in the file')));
  const saved = savedState(/** @type {MapsState} */ (maps.state), file.name, shape, which, true);
  const { reading, asks } = await opened(file, { corrections: saved.corrections });
  assert.equal(asks.causal, false);
  return { reading, error, file, weights: await weightsIn(reading) };
}

const words = (/** @type {number} */ n) => Array.from({ length: n }, (_, at) => `w${at}`);
const random = randomOf(7);
const tensors = (/** @type {number[]} */ q, /** @type {number[]} */ k) => ({
  q: filled(q, () => 3 * random()),
  k: filled(k, () => 3 * random()),
});
const TOKENS = words(9);

/** @type {[string, () => File, Partial<MapsState>][]} */
const FILES = [
  [
    'a rule for each layer, with keys that heads share',
    () =>
      fileOf(tensors([2, 4, 9, 8], [2, 2, 9, 8]), {
        tokens: TOKENS,
        layers: [3, 11],
        rules: [
          { mask: 'causal and window(4)', rope: { base: 10000, pairs: 'half', dim: 4 } },
          { mask: 'causal and (window(3) or prefix(2))', softcap: 5, scale: 0.7 },
        ],
      }),
    {},
  ],
  [
    'a rule for each head, and learned sinks',
    () =>
      fileOf(tensors([2, 2, 9, 8], [2, 2, 9, 8]), {
        tokens: TOKENS,
        rules: [{ causal: true, heads: [{ window: 4 }, { scale: 2 }] }, { causal: false }],
        sinks: [
          [0.5, -1],
          [2, 0],
        ],
      }),
    {},
  ],
  [
    'every other part of a rule',
    () =>
      fileOf(tensors([3, 2, 9, 8], [3, 2, 9, 8]), {
        tokens: TOKENS,
        position_ids: [TOKENS.map((_, at) => 2 * at), TOKENS.map((_, at) => at % 4)],
        rules: [
          { causal: true, prefix: 3, slope: [0.25, 0.5], temperature: 1.5 },
          { causal: true, attn_temperature_tuning: { attn_scale: 0.5, floor_scale: 2, first: 1 } },
          {
            causal: true,
            rope: {
              base: 10000,
              pairs: 'half',
              rope_type: 'linear',
              factor: 4,
              dim: 4,
              side: 'last',
              mrope_section: [1, 1],
            },
          },
        ],
      }),
    {},
  ],
  [
    'queries that are neither the first nor the last tokens',
    () =>
      fileOf(tensors([1, 2, 5, 8], [1, 2, 12, 8]), {
        tokens: words(12),
        query_tokens: words(5),
        offset: 4,
        causal: false,
        slope: 0.5,
      }),
    {},
  ],
  [
    'fewer queries than keys, with a correction',
    () => fileOf(tensors([1, 2, 5, 8], [1, 2, 9, 8]), { tokens: TOKENS, query_tokens: words(5) }),
    { corrections: { ...FRESH.corrections, causal: 'upper_left', scale: 0.3 } },
  ],
];

for (const [what, file, patch] of FILES)
  test(`q and k in 32 bits give the same weights, bit for bit: ${what}`, async () => {
    const { maps, reading } = await opened(file(), patch);
    const wanted = await weightsIn(reading);
    const saved = await again(maps, 'all', 32);
    assert.equal(saved.error, 0);
    assert.deepEqual(saved.weights, wanted);
    const { tokens, queryTokens, layerNumbers, kvHeads, sinks } = saved.reading;
    assert.deepEqual(
      { tokens, queryTokens, layerNumbers, kvHeads, sinks },
      {
        tokens: reading.tokens,
        queryTokens: reading.queryTokens,
        layerNumbers: reading.layerNumbers,
        kvHeads: reading.kvHeads,
        sinks: reading.sinks,
      },
    );
  });

test('the stated error of 8 and 16 bits is the largest of any weight, and chosen heads of other rules keep them', async () => {
  const { state, maps } = await opened(FILES[0][1]());
  const places = [
    { layer: 1, head: 3 },
    { layer: 0, head: 0 },
  ];
  const some = { ...maps, state: { ...state, chosen: places } };
  const all = await weightsIn(maps.data.reading);
  const wanted = places.map(({ layer, head }) => all[4 * layer + head]);
  for (const bits of /** @type {const} */ ([8, 16])) {
    await service.read(0, maps.data.reading);
    const { error, weights, file } = await again(some, 'chosen', bits);
    let most = 0;
    weights.forEach((head, at) =>
      head.forEach((each, cell) => (most = Math.max(most, Math.abs(each - wanted[at][cell])))),
    );
    assert.equal(error, most, `${bits} bits`);
    assert.ok(most > 0 && most < (bits === 8 ? 0.1 : 0.005), String(most));
    assert.match(await file.text(), /heedmap_sources[^}]+layer[^}]+11/);
  }
});

test('the error of heads that do not fit in memory is bounded by the lengths of their vectors', () => {
  const [size, scale] = [8, 1];
  const given = {
    q: Float32Array.from({ length: 40 }, random),
    k: Float32Array.from({ length: 72 }, random),
  };
  const near = (/** @type {Float32Array} */ all) => all.map((each) => each + 0.02 * random());
  const rounded = { q: near(given.q), k: near(given.k) };
  const weights = (/** @type {typeof given} */ { q, k }) => {
    const rows = [];
    for (let query = 0; query < q.length; query += size) {
      const scores = [];
      for (let key = 0; key < k.length; key += size) {
        let sum = 0;
        for (let at = 0; at < size; at += 1) sum += q[query + at] * k[key + at];
        scores.push(Math.exp(scale * sum));
      }
      const all = scores.reduce((sum, each) => sum + each, 0);
      rows.push(...scores.map((each) => each / all));
    }
    return rows;
  };
  const now = weights(rounded);
  const most = Math.max(...weights(given).map((each, at) => Math.abs(each - now[at])));
  const proved = bound(given, rounded, size, scale);
  assert.ok(most > 0 && most <= proved && proved < 0.2, `${most} and ${proved}`);
  assert.ok(bound(given, given, size, scale) < 1e-5);
});

test('heads that need more than q and k, or whose map is no head, are saved as weights', async () => {
  const picks = { shape: [1, 1, 9, 2], data: Array.from({ length: 18 }, () => 0), isIndex: true };
  const { maps } = await opened(
    fileOf(
      {
        ...tensors([1, 1, 9, 8], [1, 1, 9, 8]),
        selected: { ...picks, data: picks.data.map((_, at) => (at % 2 ? -1 : 0)) },
      },
      { tokens: TOKENS, causal: 'true' },
    ),
  );
  assert.equal(vectorPlaces(maps, 'all'), null);
  const biased = await opened(
    fileOf(
      {
        'layers.0.q': filled([2, 9, 8], random),
        'layers.0.k': filled([2, 9, 8], random),
        'layers.0.key_bias': filled([2, 9], random),
      },
      { tokens: TOKENS, causal: 'true' },
    ),
  );
  assert.equal(vectorPlaces(biased.maps, 'all'), null);
  const plain = await opened(FILES[0][1]());
  const mean = headSpec({ source: { of: 'mean', over: 'all' } });
  assert.equal(vectorPlaces({ ...plain.maps, specs: { a: mean } }, 'shown'), null);
  assert.equal(vectorPlaces(plain.maps, 'files'), null);
  assert.equal(vectorPlaces({ ...plain.maps, specs: { a: headSpec() } }, 'shown')?.length, 1);
});
