/** Heads of more than 4,096 tokens that keep a state or pick keys, from the bytes to the map. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import {
  directions,
  fileOf,
  filled,
  outputOf,
  randomOf,
  rowsOf,
  softmaxOver,
} from './maps-layers-support.js';
import { headSpec } from './maps-service-support.js';
/** @import { LargeView } from '../rooms/maps/large/view.js' */
/** @import { MapsService, Reading } from '../rooms/maps/types.js' */
/** @import { Values } from './maps-layers-support.js' */

await engine.load();
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

const [TOKENS, SIZE, PLACES] = [4500, 4, 24];
const QUERIES = [0, 63, 64, 2047, 4096, 4499];
/** The keys whose weights the loops compute. */
const KEYS = [0, 5, 1000, 2000, 4095, 4400];

/** @param {Record<string, Values>} arrays @param {Record<string, unknown>} metadata @returns {Promise<Reading>} */
async function readingOf(arrays, metadata) {
  const { files } = await service.open([fileOf(arrays, metadata)]);
  const { outcome } = engine.interpret(files);
  assert.ok(outcome && 'reading' in outcome, JSON.stringify(outcome));
  await service.read(0, outcome.reading);
  return outcome.reading;
}

/** The map of the first head, once all rows are known. */
async function wholeMap() {
  const map = await service.map(headSpec({ source: { of: 'head', layer: 0, head: 0 } }));
  const { view } = /** @type {{ view: LargeView }} */ (map.large);
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const look = () => {
        const { known, all, problem } = view.reach();
        if (problem) reject(new Error(problem));
        if (known < all) return;
        view.listeners.delete(look);
        resolve();
      };
      view.listeners.add(look);
      view.look([0, TOKENS]);
    })
  );
  return { map, view };
}

/** @param {number} found @param {number} wanted @param {string} what */
const near = (found, wanted, what) =>
  assert.ok(Math.abs(found - wanted) <= 1e-6, `${what}: ${found}, not ${wanted}`);

for (const kind of /** @type {const} */ (['gated_delta', 'kda'])) {
  test(`a head of ${kind} has the weights of its recurrence in rows, cells and pools`, async () => {
    const random = randomOf(kind.length);
    const [q, k] = [1, 2].map(() => directions([1, TOKENS, SIZE], random));
    const beta = filled([1, TOKENS], () => Math.abs(random()));
    const decays = kind === 'kda' ? [1, TOKENS, SIZE] : [1, TOKENS];
    const logDecay = filled(decays, () => -0.002 * Math.abs(random()));
    await readingOf(
      { 'layers.0.q': q, 'layers.0.k': k, 'layers.0.beta': beta, 'layers.0.log_decay': logDecay },
      { kind },
    );
    const perToken = logDecay.data.length / TOKENS;
    // The output is linear in the values: a value of 1 for one key alone gives the weights of that key.
    const columns = outputOf({
      q: rowsOf(q, 0),
      k: rowsOf(k, 0),
      v: Array.from({ length: TOKENS }, (_, token) => KEYS.map((key) => Number(key === token))),
      beta: beta.data,
      logDecay: Array.from({ length: TOKENS }, (_, token) =>
        logDecay.data.slice(token * perToken, (token + 1) * perToken),
      ),
      erases: true,
      scale: 1 / Math.sqrt(SIZE),
    });
    const { map, view } = await wholeMap();
    assert.deepEqual([map.isDifference, map.isSigned], [true, true]);
    for (const query of QUERIES) {
      const row = await service.row(map.id, query);
      KEYS.forEach((key, at) => {
        if (key > query) return assert.ok(Number.isNaN(row[key]), `key ${key} is after query ${query}`);
        near(row[key], columns[query][at], `query ${query}, key ${key}`);
      });
      const { data } = await service.tile(map.id, 0, [query, 1], [KEYS[2], 1]);
      if (KEYS[2] <= query) near(data[0], columns[query][2], `the cell of query ${query}`);
    }
    // A pool has the weight of its rows and keys that is farthest from 0.
    const level = view.base;
    const side = 2 ** level;
    const [line, column] = [Math.floor(2040 / side), Math.floor(2000 / side)];
    const rows = await Promise.all(
      Array.from({ length: side }, (_, at) => service.row(map.id, line * side + at)),
    );
    const cells = rows.flatMap((row) => [...row.slice(column * side, (column + 1) * side)]);
    const farthest = cells.reduce((most, cell) => (Math.abs(cell) > Math.abs(most) ? cell : most), 0);
    const { data } = await service.tile(map.id, level, [line, 1], [column, 1]);
    near(data[0], farthest, 'the pool');
    const heads = /** @type {any[]} */ ([]);
    await service.heads(0, { side: 16, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
    assert.ok(heads[0].thumb.data.some((/** @type {number} */ cell) => cell < 0));
    assert.ok(Object.values(heads[0].measures).every((value) => value === null));
    const figures = await service.signed(0, 0, 0);
    assert.deepEqual([figures.isLarge, figures.difference, figures.erase], [true, null, null]);
    await service.release(map.id);
  });
}

/** The picks of a query of the tests. @param {number} query */
const picksOf = (query) => [
  ...new Set(Array.from({ length: PLACES }, (_, place) => (place * 389 + query * 7) % (query + 1))),
];

/** Reads a file whose only head picks keys. @param {string} [mask] */
async function pickedHead(mask = 'causal') {
  const random = randomOf(7);
  const [q, k] = [1, 2].map(() => filled([1, TOKENS, SIZE], random));
  const selected = {
    shape: [1, TOKENS, PLACES],
    data: Array.from({ length: TOKENS }, (_, query) => {
      const picks = picksOf(query);
      return Array.from({ length: PLACES }, (_place, place) => picks[place] ?? -1);
    }).flat(),
    isIndex: true,
  };
  await readingOf({ 'layers.0.q': q, 'layers.0.k': k, 'layers.0.selected': selected }, { mask });
  return { q, k };
}

/**
 * The dense weights of a query over the keys up to it.
 *
 * @param {Values} q @param {Values} k @param {number} query
 */
function denseRow(q, k, query) {
  const [own, keys] = [rowsOf(q, 0)[query], rowsOf(k, 0).slice(0, query + 1)];
  const terms = keys.map((key) =>
    Math.exp(key.reduce((sum, each, at) => sum + each * own[at], 0) / Math.sqrt(SIZE)),
  );
  const total = terms.reduce((sum, term) => sum + term, 0);
  return terms.map((term) => term / total);
}

test('some queries of a large head, and one by itself, keep and lose what plain loops give', async () => {
  const { q, k } = await pickedHead();
  const place = { layer: 0, head: 0, budget: 64, side: 90 };
  /** @type {Record<string, (query: number) => number[]>} */
  const keepers = {
    file: (query) => picksOf(query).sort((a, b) => a - b),
    window: (query) =>
      Array.from({ length: query + 1 }, (_, key) => key).filter((key) => key < 4 || key > query - 60),
    best(query) {
      const row = denseRow(q, k, query);
      const keys = [...row.keys()].sort((a, b) => row[b] - row[a] || a - b);
      return keys.slice(0, 64).sort((a, b) => a - b);
    },
  };
  for (const by of /** @type {const} */ (['file', 'window', 'best'])) {
    const rows = await service.picked(0, { ...place, by, count: 9 });
    assert.deepEqual([...(rows.queries ?? [])], [250, 750, 1250, 1750, 2250, 2750, 3250, 3750, 4250]);
    rows.queries?.forEach((query, at) => {
      const dense = denseRow(q, k, query);
      const keys = keepers[by](query);
      near(rows.lost[at], 1 - keys.reduce((sum, key) => sum + dense[key], 0), `${by}: lost of ${query}`);
      // A pixel has 50 keys.
      for (let x = 0; x < 90; x += 1) {
        const inside = keys.filter((key) => Math.floor(key / 50) === x);
        const cell = rows.picture[at * 90 + x];
        if (50 * x > query) assert.ok(Number.isNaN(cell), `${by}: pixel ${x} of ${query}`);
        else
          near(
            cell,
            inside.length > 0 ? Math.max(...inside.map((key) => dense[key])) : -1,
            `${by}: pixel ${x}`,
          );
      }
    });
    assert.equal(rows.curve === null, by === 'file');
    const query = 4097;
    const dense = denseRow(q, k, query);
    const one = await service.picked(0, { ...place, by, query, lens: { query: 4000, key: 3990, side: 32 } });
    assert.deepEqual([...one.keys], keepers[by](query));
    near(one.ownLost, 1 - keepers[by](query).reduce((sum, key) => sum + dense[key], 0), `${by}: lost`);
    dense.forEach((weight, key) => near(one.row[key], weight, `${by}: key ${key}`));
    assert.ok(Number.isNaN(one.row[query + 1]));
    one.lens?.forEach((cell, at) => {
      const [own, key] = [4000 + Math.floor(at / 32), 3990 + (at % 32)];
      if (key > own) assert.ok(Number.isNaN(cell));
      else assert.equal(cell, picksOf(own).includes(key) ? 1 : -1, `${own}, ${key}`);
    });
  }
});

for (const chunk of [TOKENS, 1500])
  test(`a head with chunks of ${chunk} keys has weights on its picks, and 0 on keys that it could have picked`, async () => {
    const { q, k } = await pickedHead(chunk < TOKENS ? `causal and blocks(${chunk})` : 'causal');
    const isSeen = (/** @type {number} */ query, /** @type {number} */ key) =>
      key <= query && Math.floor(key / chunk) === Math.floor(query / chunk);
    const wanted = softmaxOver(rowsOf(q, 0), rowsOf(k, 0), (query) =>
      picksOf(query).filter((key) => isSeen(query, key)),
    );
    const { map, view } = await wholeMap();
    for (const query of QUERIES) {
      const row = await service.row(map.id, query);
      row.forEach((cell, key) => {
        if (!isSeen(query, key)) assert.ok(Number.isNaN(cell), `query ${query} cannot see key ${key}`);
        else near(cell, wanted[query][key], `query ${query}, key ${key}`);
      });
      const first = Math.max(0, query - 40);
      const { data } = await service.tile(map.id, 0, [query, 1], [first, 41]);
      data.forEach((cell, at) => {
        if (isSeen(query, first + at))
          near(cell, wanted[query][first + at], `the cell ${query}, ${first + at}`);
      });
    }
    const side = 2 ** view.base;
    const { data } = await service.tile(map.id, view.base, [Math.floor(4096 / side), 1], [0, 300]);
    data.forEach((pool, column) => {
      const first = Math.floor(4096 / side) * side;
      const cells = wanted
        .slice(first, first + side)
        .flatMap((row, at) =>
          row
            .slice(column * side, (column + 1) * side)
            .filter((_, key) => isSeen(first + at, column * side + key)),
        );
      if (cells.length === 0) assert.ok(Number.isNaN(pool), `pool ${column} is hidden`);
      else near(pool, Math.max(...cells), `pool ${column}`);
    });
    await service.release(map.id);
  });

test('a pick of a large head that does not exist is refused with its layer, group and query', async () => {
  const random = randomOf(9);
  const [q, k] = [1, 2].map(() => filled([1, TOKENS, SIZE], random));
  const data = Array.from({ length: TOKENS }, (_, query) => (query === 4321 ? 4322 : query));
  const selected = { shape: [1, TOKENS, 1], data, isIndex: true };
  await readingOf({ 'layers.0.q': q, 'layers.0.k': k, 'layers.0.selected': selected }, { mask: 'causal' });
  const map = await service.map(headSpec({ source: { of: 'head', layer: 0, head: 0 } }));
  await assert.rejects(
    async () => service.row(map.id, 4321),
    /layer 0, group 0: query 4321 at position 4321 picks key 4322, which is in its future/,
  );
  await service.release(map.id);
});
