/** Files with layers that keep a state, pick keys, or differ in their heads, from the bytes to the map. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { say } from '../rooms/maps/reading/messages.js';
import { sentence } from '../rooms/maps/reading/sentence.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { freshState } from '../rooms/maps/state.js';
import { keysOfQuery } from '../rooms/maps/picked/policies.js';
import { needsText } from '../rooms/maps/picked/picked-view.js';
import { runsOf } from '../rooms/maps/layers/runs.js';
import {
  directions,
  fileOf,
  filled,
  outputOf,
  product,
  randomOf,
  rowsOf,
  softmaxOver,
} from './maps-layers-support.js';
import { headSpec } from './maps-service-support.js';
/** @import { HeadFound, MapsService, Reading } from '../rooms/maps/types.js' */
/** @import { Values } from './maps-layers-support.js' */

const { en, es } = LANGUAGES;
await engine.load();
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

/** Opens a file, and reads it or says why not. @param {File} file */
async function opened(file) {
  const { files, refused } = await service.open([file]);
  assert.deepEqual(refused, []);
  const { outcome } = engine.interpret(files);
  assert.ok(outcome, 'nothing was understood');
  if ('refused' in outcome) {
    assert.notEqual(say(outcome.refused, es), say(outcome.refused, en));
    return { reading: null, said: say(outcome.refused, en), size: null };
  }
  await service.read(0, outcome.reading);
  return { reading: outcome.reading, said: '', size: outcome.size };
}

/** @param {File} file */
async function readingOf(file) {
  const { reading, said } = await opened(file);
  assert.ok(reading, said);
  return reading;
}

/**
 * All cells of a head.
 *
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {object} [more]
 */
async function cellsAt({ queries, keys }, layer, head, more = {}) {
  const map = await service.map(headSpec({ source: { of: 'head', layer, head }, ...more }));
  const rows = [];
  for (let query = 0; query < queries; query += 1) rows.push(...(await service.row(map.id, query)));
  await service.release(map.id);
  assert.equal(rows.length, queries * keys);
  return { cells: rows, info: map };
}

/** @param {number[][]} got @param {number[][]} wanted @param {number} tolerance - of the largest number */
function near(got, wanted, tolerance, what = '') {
  const largest = Math.max(...wanted.flat().map(Math.abs));
  got.forEach((row, at) =>
    row.forEach((each, place) =>
      assert.ok(
        Math.abs(each - wanted[at][place]) <= tolerance * largest,
        `${what} ${at}, ${place}: ${each} and ${wanted[at][place]}`,
      ),
    ),
  );
}

/**
 * One layer that keeps a state.
 *
 * @param {string} kind
 * @param {number} heads
 * @param {number} tokens
 * @param {number} size
 * @param {number} seed
 */
function layer(kind, heads, tokens, size, seed) {
  const random = randomOf(seed);
  const [q, k] = [1, 2].map(() => directions([heads, tokens, size], random));
  const v = filled([heads, tokens, size + 1], random);
  const gates = kind === 'kda' ? [heads, tokens, size] : [heads, tokens];
  const logDecay = filled(gates, () => -0.4 * Math.abs(random()));
  const beta = filled([heads, tokens], () => Math.abs(random()));
  const hasBeta = ['gated_delta', 'kda', 'mamba2'].includes(kind);
  return { q, k, v, log_decay: logDecay, ...(hasBeta && { beta }) };
}

/** The arrays of layers by their names in a file. @param {Record<string, Values>[]} layers */
const named = (layers) =>
  Object.fromEntries(
    layers.flatMap((arrays, at) =>
      Object.entries(arrays).map(([name, values]) => [`layers.${at}.${name}`, values]),
    ),
  );

test('a layer of differential attention has one softmax minus a share of another', async () => {
  const random = randomOf(23);
  const [heads, tokens, size] = [2, 9, 3];
  const [q, k, q2, k2] = [1, 2, 3, 4].map(() => filled([heads, tokens, size], random));
  const lambda = filled([heads, tokens], () => Math.abs(random()));
  const arrays = { q, k, q_subtracted: q2, k_subtracted: k2, lambda };
  const plain = { q, k };
  const reading = await readingOf(
    fileOf(named([arrays, plain]), { rules: [{ kind: 'differential', mask: 'causal' }, { mask: 'causal' }] }),
  );
  assert.deepEqual(reading.kinds, ['differential', null]);
  const seen = (/** @type {number} */ query) => Array.from({ length: query + 1 }, (_, key) => key);
  for (let head = 0; head < heads; head += 1) {
    const first = softmaxOver(rowsOf(q, head), rowsOf(k, head), seen);
    const second = softmaxOver(rowsOf(q2, head), rowsOf(k2, head), seen);
    const wanted = first.map((row, query) =>
      row.map((weight, key) => weight - lambda.data[head * tokens + query] * second[query][key]),
    );
    const { cells, info } = await cellsAt(reading, 0, head);
    const rows = wanted.map((_, query) => cells.slice(query * tokens, (query + 1) * tokens));
    near(rows, wanted, 1e-6, `head ${head}`);
    assert.deepEqual([info.isDifference, info.isSigned], [true, true]);
    const found = await service.signed(0, 0, head);
    const negative = wanted.flatMap((row, query) => row.slice(0, query + 1)).filter((cell) => cell < 0);
    assert.equal(found.negative, negative.length);
    assert.deepEqual([found.difference, found.erase, found.decay, found.beta], [null, null, null, null]);
    const mean = lambda.data.slice(head * tokens, (head + 1) * tokens).reduce((sum, each) => sum + each, 0);
    assert.ok(Math.abs((found.lambda ?? 0) - mean / tokens) < 1e-6);
  }
  assert.ok(sentence(reading, en).includes('1 layer subtracts a second softmax'));
});

test('arrays of differential attention that do not fit are refused with their layer', async () => {
  const random = randomOf(29);
  const shape = [2, 5, 3];
  const whole = {
    q: filled(shape, random),
    k: filled(shape, random),
    q_subtracted: filled(shape, random),
    k_subtracted: filled(shape, random),
    lambda: filled([2, 5], random),
  };
  const said = async (/** @type {Record<string, Values>} */ arrays, rule = { kind: 'differential' }) =>
    (await opened(fileOf(named([arrays]), { rules: [rule] }))).said;
  const { lambda, ...without } = whole;
  assert.match(await said(without), /^Layer 0 .*lambda/);
  assert.match(await said({ ...whole, lambda: filled([2, 4], random) }), /lambda of layer 0/);
  assert.match(await said({ ...whole, k_subtracted: filled([2, 5, 2], random) }), /k_subtracted of layer 0/);
  assert.match(await said(whole, /** @type {any} */ ({})), /lambda|q_subtracted/);
});

for (const kind of ['gated_delta', 'kda', 'mamba2', 'simple_gla', 'lightning'])
  test(`the map of ${kind} from a file times the values is the output of the recurrence`, async () => {
    const [heads, tokens, size] = [3, 23, 5];
    const arrays = layer(kind, heads, tokens, size, 7);
    const reading = await readingOf(fileOf(named([arrays]), { kind }));
    assert.deepEqual([reading.layers, reading.heads, reading.kinds], [1, heads, [kind]]);
    for (let head = 0; head < heads; head += 1) {
      const [q, k, v] = [arrays.q, arrays.k, arrays.v].map((each) => rowsOf(each, head));
      const flat = (/** @type {Values} */ of, /** @type {number} */ each) =>
        rowsOf({ shape: [heads, tokens, each], data: of.data }, head);
      const wanted = outputOf({
        q,
        k,
        v,
        beta: arrays.beta ? flat(arrays.beta, 1).map(([each]) => each) : Array(tokens).fill(1),
        logDecay: flat(arrays.log_decay, kind === 'kda' ? size : 1),
        erases: kind === 'gated_delta' || kind === 'kda',
        scale: kind === 'mamba2' || kind === 'lightning' ? 1 : size ** -0.5,
      });
      const { cells, info } = await cellsAt(reading, 0, head);
      near(product(cells, tokens, v), wanted, 1e-6, `head ${head}`);
      assert.deepEqual([info.isSigned, info.isDifference], [true, true]);
      const found = await service.signed(0, 0, head);
      const visible = cells.filter((_, at) => at % tokens <= Math.floor(at / tokens));
      assert.equal(found.cells, visible.length);
      assert.equal(found.negative, visible.filter((each) => each < 0).length);
      assert.ok(/** @type {number} */ (found.difference) <= 1e-6);
      assert.equal(found.erase === null, !['gated_delta', 'kda'].includes(kind));
    }
  });

test('without the erase term, the signs that differ are counted cell by cell', async () => {
  const tokens = 17;
  const arrays = layer('gated_delta', 2, tokens, 4, 21);
  const reading = await readingOf(fileOf(named([arrays]), { kind: 'gated_delta' }));
  const exact = (await cellsAt(reading, 0, 1)).cells;
  const without = (await cellsAt(reading, 0, 1, { instead: 'withoutErase' })).cells;
  const [q, k] = [arrays.q, arrays.k].map((each) => rowsOf(each, 1));
  const decay = arrays.log_decay.data.slice(tokens);
  for (let i = 0; i < tokens; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let left = 0;
      for (let t = j + 1; t <= i; t += 1) left += decay[t];
      const dot = q[i].reduce((sum, each, at) => sum + each * k[j][at], 0);
      const wanted = (dot * Math.exp(left) * /** @type {Values} */ (arrays.beta).data[tokens + j]) / 2;
      assert.ok(Math.abs(without[i * tokens + j] - wanted) < 1e-6, `${i}, ${j}`);
    }
  const signs = exact.filter(
    (each, at) => at % tokens <= Math.floor(at / tokens) && each < 0 !== without[at] < 0,
  ).length;
  const found = await service.signed(0, 0, 1);
  assert.equal(found.erase?.signs, signs);
  assert.ok(signs > 0 && Number(found.erase?.off) > 0.01);
});

test('layers of a hybrid have their own heads, sizes and rules, and q may be shared by states', async () => {
  const tokens = 12;
  const random = randomOf(5);
  const state = layer('gated_delta', 4, tokens, 6, 3);
  // Two heads of q and k for four states.
  const shared = { ...state, q: directions([2, tokens, 6], random), k: directions([2, tokens, 6], random) };
  const softmax = (/** @type {number} */ heads) => ({
    q: filled([heads, tokens, 8], random),
    k: filled([heads / 2, tokens, 8], random),
    v: filled([heads / 2, tokens, 8], random),
  });
  const layers = [shared, softmax(6), state, softmax(6)];
  const rules = [{ kind: 'gated_delta' }, { window: 5 }, { kind: 'gated_delta' }, {}];
  const reading = await readingOf(fileOf(named(layers), { rules, causal: 'true' }));
  assert.deepEqual([reading.layers, reading.heads, reading.layerHeads], [4, 6, [4, 6, 4, 6]]);
  assert.deepEqual(reading.kinds, ['gated_delta', null, 'gated_delta', null]);
  assert.equal(
    sentence(reading, en),
    'q, k and v of 4 layers × 4 to 6 heads, 12 tokens: weights are computed, scaled by 1/√d, causal; layer 3 sees everything, layer 1 sees 5 keys; 2 layers keep a state (gated DeltaNet).',
  );
  assert.deepEqual(
    runsOf(reading, en).map(({ first, last, glyph, name }) => [first, last, glyph, name]),
    [
      [0, 0, 'state', 'gated DeltaNet'],
      [1, 1, 'window', 'last 5 tokens'],
      [2, 2, 'state', 'gated DeltaNet'],
      [3, 3, 'everything', 'everything'],
    ],
  );
  const { q, k, v, beta, log_decay: decay } = shared;
  const of = (/** @type {Values | undefined} */ each, /** @type {number} */ head) =>
    /** @type {Values} */ (each).data.slice(head * tokens, (head + 1) * tokens);
  for (let head = 0; head < 4; head += 1) {
    const wanted = outputOf({
      q: rowsOf(q, Math.floor(head / 2)),
      k: rowsOf(k, Math.floor(head / 2)),
      v: rowsOf(v, head),
      beta: of(beta, head),
      logDecay: of(decay, head).map((each) => [each]),
      erases: true,
      scale: 6 ** -0.5,
    });
    near(product((await cellsAt(reading, 0, head)).cells, tokens, rowsOf(v, head)), wanted, 1e-6);
  }
  const window = softmaxOver(rowsOf(layers[1].q, 5), rowsOf(layers[1].k, 2), (query) =>
    Array.from({ length: tokens }, (_, key) => key).filter((key) => key <= query && query - key < 5),
  );
  const { cells } = await cellsAt(reading, 1, 5);
  near([cells], [window.flat()], 1e-6);
  await assert.rejects(() => service.map(headSpec({ source: { of: 'head', layer: 0, head: 4 } })), {
    message: 'There is no head 4 of layer 0: there are 4 layers of 4 heads.',
  });
  /** @type {import('../rooms/maps/types.js').HeadFound[]} */
  const found = [];
  await service.heads(0, { side: 12, tokens: null, sink: 1, reach: 1 }, (some) => found.push(...some));
  assert.equal(found.length, 24);
  assert.equal(
    new Set(found.map(({ thumb }) => thumb.data.buffer)).size,
    24,
    'thumbnails can be transferred',
  );
  assert.ok(Number.isNaN(found[5].thumb.data[0]), 'the sixth head of a layer of four is empty');
  assert.ok(Math.min(...found[0].thumb.data) < 0, 'a thumbnail of a state keeps its signs');
  assert.equal(found[0].measures.entropy, null);
  assert.notEqual(found[6].measures.entropy, null);
  await assert.rejects(() => service.map(headSpec({ source: { of: 'rollout', layer: 1 } })), {
    message: 'A rollout needs rows that sum to 1, and those of layer 0 do not: it keeps a state.',
  });
});

/**
 * Two picks of each query, the second unused in the first query.
 *
 * @param {number} groups
 * @param {number} tokens
 */
const picksOf = (groups, tokens) => ({
  shape: [groups, tokens, 2],
  isIndex: true,
  data: Array.from({ length: groups * tokens }, (_, at) => {
    const query = at % tokens;
    return query === 0 ? [0, -1] : [query, (query * 7 + Math.floor(at / tokens)) % query];
  }).flat(),
});

test('layers with the same queries may share other numbers of keys, as lightning and softmax layers do', async () => {
  const random = randomOf(13);
  const [heads, tokens] = [4, 9];
  const layers = [4, 2].map((shared) => ({
    q: filled([heads, tokens, 6], random),
    k: filled([shared, tokens, 6], random),
    v: filled([shared, tokens, 6], random),
  }));
  const decays = { log_decay: filled([heads, tokens], () => -0.25) };
  const rules = [{ kind: 'lightning' }, { kind: 'softmax', causal: true, scale: 1 / Math.sqrt(6) }];
  const reading = await readingOf(fileOf(named([{ ...layers[0], ...decays }, layers[1]]), { rules }));
  const upTo = (/** @type {number} */ query) => Array.from({ length: query + 1 }, (_, key) => key);
  for (let head = 0; head < heads; head += 1) {
    const wanted = softmaxOver(rowsOf(layers[1].q, head), rowsOf(layers[1].k, head >> 1), upTo);
    near([(await cellsAt(reading, 1, head)).cells], [wanted.flat()], 1e-6);
    const [q, k] = [layers[0].q, layers[0].k].map((each) => rowsOf(each, head));
    const states = q.flatMap((row, query) =>
      k.map((key, at) =>
        at > query
          ? 0
          : Math.exp(-0.25 * (query - at)) * row.reduce((sum, each, of) => sum + each * key[of], 0),
      ),
    );
    near([(await cellsAt(reading, 0, head)).cells], [states], 1e-6);
  }
});

/**
 * What the queries of a head keep, and what one of them keeps.
 *
 * @param {import('../rooms/maps/picked/figures.js').PickedRequest & { query: number }} request
 */
const pickedOf = async ({ query, ...request }) => ({
  ...(await service.picked(0, request)),
  ...(await service.picked(0, { ...request, query })),
});

test('weights over selected keys, the mass lost and the kept keys are those of plain loops', async () => {
  const [heads, groups, tokens] = [4, 2, 15];
  const random = randomOf(11);
  const arrays = {
    q: filled([heads, tokens, 6], random),
    k: filled([heads, tokens, 6], random),
    selected: picksOf(groups, tokens),
  };
  const reading = await readingOf(fileOf(named([arrays]), {}));
  assert.equal(reading.qk.causal, 'upper_left');
  for (let head = 0; head < heads; head += 1) {
    const [q, k] = [arrays.q, arrays.k].map((each) => rowsOf(each, head));
    const picks = rowsOf(arrays.selected, Math.floor(head / 2)).map((row) => row.filter((key) => key >= 0));
    const wanted = softmaxOver(q, k, (query) => picks[query]);
    near([(await cellsAt(reading, 0, head)).cells], [wanted.flat()], 1e-6);
    const dense = softmaxOver(q, k, (query) => Array.from({ length: query + 1 }, (_, key) => key));
    const found = await pickedOf({ layer: 0, head, by: 'file', budget: 1, query: 9, side: tokens });
    assert.equal(found.most, 2);
    const loss = picks.map((keys, query) => 1 - keys.reduce((sum, key) => sum + dense[query][key], 0));
    const all = await service.massLost(0, { layer: 0, head, by: 'file', budget: 0 });
    assert.ok(Math.abs(all - loss.reduce((sum, each) => sum + each, 0) / tokens) < 1e-6);
    assert.deepEqual(
      [...found.keys],
      picks[9].toSorted((a, b) => a - b),
    );
    picks.forEach((keys, query) => {
      const lost = 1 - keys.reduce((sum, key) => sum + dense[query][key], 0);
      assert.ok(Math.abs(found.lost[query] - lost) < 1e-6, `query ${query}`);
      for (let key = 0; key < tokens; key += 1) {
        const cell = found.picture[query * tokens + key];
        if (key > query) assert.ok(Number.isNaN(cell));
        else if (!keys.includes(key)) assert.equal(cell, -1);
        else assert.ok(Math.abs(cell - dense[query][key]) < 1e-6);
      }
    });
    const best = await pickedOf({ layer: 0, head, by: 'best', budget: 3, query: 9, side: 4 });
    dense.forEach((row, query) => {
      const kept = row.toSorted((a, b) => b - a).slice(0, 3);
      const lost = 1 - kept.reduce((sum, each) => sum + each, 0);
      assert.ok(Math.abs(best.lost[query] - lost) < 1e-6);
    });
    assert.equal(best.picture.length, 16);
    const place = best.budgets.indexOf(3);
    const mean = best.lost.reduce((sum, each) => sum + (1 - each), 0) / tokens;
    assert.ok(Math.abs(/** @type {Float32Array} */ (best.curve)[4 * place] - mean) < 1e-6);
    assert.ok(
      Math.abs(/** @type {Float32Array} */ (best.ownBest)[4 * place + 3] - (1 - best.lost[9])) < 1e-6,
    );
  }
});

for (const mask of ['causal and window(4)', 'causal and (blocks(5) or global(0))', 'causal and blocks(4)'])
  test(`what ${mask} hides is in no picture, count, choice or curve of picked keys`, async () => {
    const tokens = 15;
    const random = randomOf(23);
    const seen = (/** @type {number} */ query) =>
      Array.from({ length: query + 1 }, (_, key) => key).filter((key) =>
        mask.includes('window')
          ? query - key < 4
          : mask.includes('global')
            ? key === 0 || Math.floor(key / 5) === Math.floor(query / 5)
            : Math.floor(key / 4) === Math.floor(query / 4),
      );
    const arrays = {
      q: filled([1, tokens, 6], () => 3 * random()),
      k: filled([1, tokens, 6], random),
      // The own key, and one that may be hidden.
      selected: {
        shape: [1, tokens, 2],
        isIndex: true,
        data: Array.from({ length: 2 * tokens }, (_, at) =>
          at % 2 === 0 ? at >> 1 : at < 4 ? -1 : (at >> 1) - 2,
        ),
      },
    };
    await readingOf(fileOf(named([arrays]), { rules: [{ mask }] }));
    const dense = softmaxOver(rowsOf(arrays.q, 0), rowsOf(arrays.k, 0), seen);
    const visible = dense.reduce((count, _, query) => count + seen(query).length, 0);
    /** @type {Record<string, (query: number, budget: number) => number[]>} */
    const keepers = {
      file: (query) => (query < 2 ? [query] : [query - 2, query]),
      best: (query, budget) =>
        seen(query)
          .sort((a, b) => dense[query][b] - dense[query][a])
          .slice(0, budget),
      // Two sinks, and as many of the last keys.
      window: (query, budget) =>
        Array.from({ length: query + 1 }, (_, key) => key).filter(
          (key) => key < Math.min(4, budget >> 1) || query - key < budget - Math.min(4, budget >> 1),
        ),
    };
    for (const by of /** @type {const} */ (['file', 'best', 'window'])) {
      const keptBy = (/** @type {number} */ query, budget = 4) =>
        keepers[by](query, budget)
          .filter((key) => seen(query).includes(key))
          .sort((a, b) => a - b);
      const found = await pickedOf({ layer: 0, head: 0, by, budget: 4, query: 13, side: tokens });
      assert.deepEqual([...found.keys], keptBy(13), by);
      assert.equal(found.visible, visible);
      assert.equal(
        found.kept,
        dense.reduce((count, _, query) => count + keptBy(query).length, 0),
      );
      if (by === 'file') assert.equal(found.most, Math.max(...dense.map((_, query) => keptBy(query).length)));
      const lossOf = (/** @type {number} */ query, budget = 4) =>
        1 - keptBy(query, budget).reduce((sum, key) => sum + dense[query][key], 0);
      dense.forEach((row, query) => {
        assert.ok(Math.abs(found.lost[query] - lossOf(query)) < 1e-6, `${by}: query ${query}`);
        row.forEach((weight, key) => {
          const cell = found.picture[query * tokens + key];
          if (!seen(query).includes(key)) assert.ok(Number.isNaN(cell), `${by}: ${query}, ${key} is hidden`);
          else if (!keptBy(query).includes(key)) assert.equal(cell, -1);
          else assert.ok(Math.abs(cell - weight) < 1e-6);
        });
      });
      found.row.forEach((weight, key) => assert.equal(Number.isNaN(weight), !seen(13).includes(key)));
      found.budgets.forEach((budget, at) => {
        if (found.curve)
          assert.ok(
            Math.abs(/** @type {Float32Array} */ (found.ownCurve)[4 * at + 3] - (1 - lossOf(13, budget))) <
              1e-6,
          );
      });
      const all = await service.massLost(0, { layer: 0, head: 0, by, budget: 4 });
      assert.ok(Math.abs(all - dense.reduce((sum, _, query) => sum + lossOf(query), 0) / tokens) < 1e-6);
    }
    for (const by of /** @type {const} */ (['h2o', 'snapkv'])) {
      const found = await pickedOf({ layer: 0, head: 0, by, budget: 6, query: 13, side: tokens });
      assert.ok([...found.keys].every((key) => seen(13).includes(key)));
      assert.ok(found.lost.every((lost) => lost >= 0 && lost <= 1));
    }
  });

test('SnapKV is compared with the best choice of as many keys as its queries have', async () => {
  const random = randomOf(29);
  const tokens = 24;
  const [q, k] = [1, 2].map(() => filled([1, tokens, 6], () => 3 * random()));
  await readingOf(fileOf(named([{ q, k }]), { causal: 'true' }));
  const request = /** @type {const} */ ({ layer: 0, head: 0, by: 'snapkv', query: tokens - 1, side: 4 });
  for (const budget of [1, 6, 11, 12, 13, 24]) {
    const { keys } = await service.picked(0, { ...request, budget });
    assert.equal(keysOfQuery('snapkv', budget, tokens), keys.length, `a budget of ${budget}`);
    assert.equal(keysOfQuery('h2o', budget, tokens), budget);
  }
  const found = await pickedOf({ ...request, budget: 6 });
  const { budgets, counts, curve, bestOfCounts } = found;
  assert.ok(counts && curve && bestOfCounts);
  assert.equal(counts[budgets.indexOf(6)], 18);
  curve.forEach((kept, at) => assert.ok(kept <= bestOfCounts[at] + 1e-6, `number ${at} of the curves`));
  const first = budgets.findIndex((_, at) => curve[4 * at] >= 0.9);
  assert.match(
    needsText(found, en.maps.picked),
    new RegExp(`this choice needs at most ${counts[first]} keys, the best choice at most`),
  );
});

test('layers with other masks or blocks of picks are listed and named by themselves', async () => {
  const random = randomOf(37);
  const tokens = 8;
  const qk = () => ({ q: filled([2, tokens, 6], random), k: filled([2, tokens, 6], random) });
  const either = '(window(3) or prefix(2))';
  const rules = [either, either, 'blocks(4)', null].map((mask) =>
    mask ? { mask: `causal and ${mask}` } : { softcap: 30 },
  );
  const masks = await readingOf(fileOf(named([qk(), qk(), qk(), qk()]), { rules }));
  assert.deepEqual(
    runsOf(masks, en).map(({ first, last, about }) => [first, last, about]),
    [
      [0, 1, `causal and ${either}`],
      [2, 2, 'causal and blocks(4)'],
      [3, 3, ''],
    ],
  );
  const picks = () => ({
    ...qk(),
    selected: { shape: [1, tokens, 1], isIndex: true, data: Array(tokens).fill(0) },
  });
  const blocks = [{}, { selected_block: 4 }, {}];
  const picked = await readingOf(
    fileOf(named([picks(), picks(), picks()]), { causal: 'true', rules: blocks }),
  );
  assert.deepEqual(
    runsOf(picked, en).map(({ first, last, name }) => [first, last, name]),
    [
      [0, 0, 'picked keys'],
      [1, 1, 'picks of blocks of 4 keys'],
      [2, 2, 'picked keys'],
    ],
  );
  const said = sentence(picked, en);
  assert.match(said, /layers 0 and 2: picks of single keys; layer 1: picks of blocks of 4 keys/);
});

test('a sentence about layers that have no step in common has no empty part', async () => {
  const random = randomOf(41);
  const qk = (/** @type {number} */ size) => ({
    q: filled([2, 8, size], random),
    k: filled([2, 8, size], random),
  });
  const rules = [
    { mask: 'causal and window(3)', scale: 0.5 },
    { mask: 'images(1-3)', rope: { base: 100 } },
  ];
  const said = sentence(await readingOf(fileOf(named([qk(6), qk(6)]), { rules })), en);
  assert.match(said, /weights are computed, layer \d: /);
  assert.doesNotMatch(said, /, ;/);
});

test('blocks of keys are selected as far as the query can see them', async () => {
  const tokens = 10;
  const random = randomOf(13);
  const arrays = {
    q: filled([1, tokens, 4], random),
    k: filled([1, tokens, 4], random),
    selected: {
      shape: [1, tokens, 2],
      isIndex: true,
      data: Array.from({ length: tokens }, (_, query) =>
        query < 4 ? [0, -1] : [0, Math.floor(query / 4)],
      ).flat(),
    },
  };
  const reading = await readingOf(fileOf(named([arrays]), { selected_block: '4' }));
  assert.deepEqual(reading.blocks, [4]);
  const wanted = softmaxOver(rowsOf(arrays.q, 0), rowsOf(arrays.k, 0), (query) =>
    Array.from({ length: tokens }, (_, key) => key).filter(
      (key) => key <= query && (key < 4 || Math.floor(key / 4) === Math.floor(query / 4)),
    ),
  );
  near([(await cellsAt(reading, 0, 0)).cells], [wanted.flat()], 1e-6);
});

/** @param {(data: number[]) => void} change */
function pickedWith(change) {
  const selected = picksOf(2, 15);
  change(selected.data);
  const random = randomOf(11);
  const qk = () => filled([4, 15, 6], random);
  return fileOf(named([{ q: qk(), k: qk(), selected }]), {});
}

test('picks out of range, repeated, or of future keys are refused with their layer and group', async () => {
  /** @type {[(data: number[]) => void, string][]} */
  const wrong = [
    [
      (data) => (data[2 * 8] = 15),
      'layer 0, group 0: query 8 picks key 15, but there are 15, counted from 0',
    ],
    [(data) => (data[2 * 23 + 1] = 8), 'layer 0, group 1: query 8 picks key 8 twice'],
    [
      (data) => (data[2 * 8] = 9),
      'layer 0, group 0: query 8 at position 8 picks key 9, which is in its future',
    ],
  ];
  for (const [change, message] of wrong) {
    const reading = await readingOf(pickedWith(change));
    const head = message.includes('group 1') ? 2 : 0;
    await assert.rejects(() => cellsAt(reading, 0, head), { message });
  }
});

test('a file whose first head is wrong opens with the other heads, and one without any is refused', async () => {
  const wanted = { views: [freshState()], isSample: false, present: [], beside: null };
  // The picks of the first group are those of heads 0 and 1.
  const { first } = await service.open([pickedWith((data) => (data[2 * 8] = 15))], undefined, wanted);
  assert.ok(first && 'reading' in first && first.map === null, JSON.stringify(first));
  const { reading } = first;
  await service.read(0, reading);
  /** @type {HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: 8, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
  assert.deepEqual(
    heads.map(({ problem }) => problem ?? ''),
    [0, 0, 1, 1].map((group) =>
      group === 0 ? 'layer 0, group 0: query 8 picks key 15, but there are 15, counted from 0' : '',
    ),
  );
  await assert.rejects(() => cellsAt(reading, 0, 0), /query 8 picks key 15/);
  await cellsAt(reading, 0, 2);
  const beside = { ...wanted, beside: { queries: 15, keys: 15, canAlign: false } };
  const other = await service.open([pickedWith((data) => (data[2 * 8] = 15))], undefined, beside);
  assert.ok(other.first && 'reading' in other.first, JSON.stringify(other.first));
  const none = await service.open([pickedWith((data) => data.fill(14))], undefined, wanted);
  assert.ok(none.first && 'failed' in none.first);
  assert.match(none.first.failed.message, /layer 0, group 0: query 0 .*picks key 14/);
});

test('log decays above 0 and betas outside 0 to 2 are refused with layer, head and token', async () => {
  const tokens = 6;
  /** @param {string} name @param {number} value */
  const wrong = async (name, value) => {
    const layers = [1, 2].map((seed) => layer('gated_delta', 2, tokens, 4, seed));
    /** @type {any} */ (layers[1])[name].data[tokens + 3] = value;
    const reading = await readingOf(fileOf(named(layers), { kind: 'gated_delta' }));
    await cellsAt(reading, 0, 1);
    await cellsAt(reading, 1, 0);
    return cellsAt(reading, 1, 1).then(
      () => '',
      (error) => error.message,
    );
  };
  assert.equal(
    await wrong('log_decay', 0.5),
    'layer 1, head 1: the log decay of token 3 is 0.5: it must be at most 0',
  );
  assert.equal(
    await wrong('beta', 2.5),
    'layer 1, head 1: the beta of token 3 is 2.5: it must be from 0 to 2',
  );
  assert.equal(await wrong('beta', -1), 'layer 1, head 1: the beta of token 3 is -1: it must be from 0 to 2');
  assert.match(await wrong('beta', NaN), /^layer 1, head 1: the beta of token 3 is NaN/);
});

test('rules that contradict the arrays, and missing ones, are refused with their layer', async () => {
  const of = (/** @type {string} */ kind) => layer(kind, 2, 6, 4, 1);
  const said = async (
    /** @type {Record<string, Values>[]} */ layers,
    /** @type {unknown} */ rules,
    more = {},
  ) => (await opened(fileOf(named(layers), { ...(rules ? { rules } : {}), ...more }))).said;
  const delta = of('gated_delta');
  const { beta, ...withoutBeta } = delta;
  assert.equal(
    await said([delta, withoutBeta], [{ kind: 'gated_delta' }, { kind: 'gated_delta' }]),
    'Layer 1 is gated_delta, but the file has no beta for it.',
  );
  assert.equal(await said([delta], null), 'Layer 0 has beta, but its rule has no kind, such as gated_delta.');
  assert.equal(
    await said([delta], null, { kind: 'simple_gla' }),
    'Layer 0 has beta with shape (2, 6), which layers of its kind do not have.',
  );
  assert.equal(
    await said([delta], null, { kind: 'kda' }),
    'log_decay of layer 0 has shape (2, 6), where q needs (2, 6, 4).',
  );
  assert.equal(
    await said([delta, delta], [{ kind: 'gated_delta' }]),
    'The rule of layer 1 is missing: the file has 1 rule, and q has 2 layers.',
  );
  assert.equal(
    await said([delta], [{ kind: 'gated_delta', window: 3 }]),
    'Layer 0 is gated_delta, which keeps a state and has no window.',
  );
  assert.equal(
    await said([delta], [{ kind: 'delta' }]),
    'The rule of layer 0 has kind “delta”, which cannot be read.',
  );
  assert.equal(
    await said([{ ...delta, log_decay: filled([2, 5], () => -1) }], null, { kind: 'gated_delta' }),
    'log_decay of layer 0 has shape (2, 5), where q needs (2, 6).',
  );
  assert.equal(
    await said([delta], null, { kind: 'gated_delta', sinks: '[[0, 0]]' }),
    'Layer 0 keeps a state, so the file cannot have sinks.',
  );
});

test('marks say which signs differ without the erase term, and what is left of each write at a query', async () => {
  const [heads, tokens] = [2, 9];
  const random = randomOf(5);
  for (const [kind, channels] of /** @type {const} */ ([
    ['gated_delta', 1],
    ['kda', 4],
  ])) {
    const arrays = {
      q: directions([heads, tokens, 4], random),
      k: directions([heads, tokens, 4], random),
      beta: filled([heads, tokens], () => Math.abs(random())),
      log_decay: filled(
        channels === 1 ? [heads, tokens] : [heads, tokens, channels],
        () => -0.3 * Math.abs(random()),
      ),
    };
    const reading = await readingOf(fileOf(named([arrays]), { kind }));
    const exact = await cellsAt(reading, 0, 1);
    const without = await cellsAt(reading, 0, 1, { instead: 'withoutErase' });
    const { marks } = exact.info;
    assert.ok(marks?.signs);
    exact.cells.forEach((weight, at) =>
      assert.equal(marks.signs?.[at], Number(weight < 0 !== without.cells[at] < 0)),
    );
    assert.ok(marks.signs.includes(1));
    const left = marks.left.subarray(6 * tokens, 7 * tokens);
    for (let key = 0; key < tokens; key += 1) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1) {
        let product = key > 6 ? 0 : 1;
        for (let token = key + 1; token <= 6; token += 1)
          product *= Math.exp(arrays.log_decay.data[(tokens + token) * channels + channel]);
        sum += product;
      }
      assert.ok(Math.abs(left[key] - sum / channels) < 1e-6, `${kind}, key ${key}`);
    }
  }
});
