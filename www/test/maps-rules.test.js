/** Files that state every part of a rule, from the bytes to the map, beside plain loops. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { runsOf } from '../rooms/maps/layers/runs.js';
import { headRuleText, howOf } from '../rooms/maps/reading/how.js';
import { say } from '../rooms/maps/reading/messages.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { fileOf, filled, randomOf, rowsOf } from './maps-layers-support.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapsService, Reading } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;
await engine.load();
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

/** @param {File} file */
async function readingOf(file) {
  const { files } = await service.open([file]);
  const { outcome } = engine.interpret(files);
  assert.ok(outcome);
  if ('refused' in outcome) assert.fail(say(outcome.refused, en));
  await service.read(0, outcome.reading);
  return outcome.reading;
}

const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);

/**
 * The frequency of a pair with YaRN, and its attention factor: the formulas of the paper.
 *
 * @param {{ base: number, factor: number, original: number }} yarn @param {number} c @param {number} n
 */
function yarnOf({ base, factor, original }, c, n) {
  const turns = (/** @type {number} */ often) =>
    (n * Math.log(original / (often * 2 * Math.PI))) / (2 * Math.log(base));
  const [low, high] = [Math.max(Math.floor(turns(32)), 0), Math.min(Math.ceil(turns(1)), n - 1)];
  const ramp = Math.min(Math.max((c - low) / (high === low ? 0.001 : high - low), 0), 1);
  const frequency = base ** ((-2 * c) / n);
  return {
    frequency: (frequency / factor) * ramp + frequency * (1 - ramp),
    scale: 0.1 * Math.log(factor) + 1,
  };
}

/**
 * A row rotated in halves of its last `n` features.
 *
 * @param {number[]} row @param {number} n @param {(c: number) => { angle: number, scale: number }} of
 */
function turned(row, n, of) {
  const [found, start] = [[...row], row.length - n];
  for (const c of range(n / 2)) {
    const { angle, scale } = of(c);
    const [a, b] = [start + c, start + c + n / 2];
    found[a] = scale * (row[a] * Math.cos(angle) - row[b] * Math.sin(angle));
    found[b] = scale * (row[b] * Math.cos(angle) + row[a] * Math.sin(angle));
  }
  return found;
}

/**
 * The weights of a row of scores.
 *
 * @param {number[]} scores @param {(key: number) => boolean} sees
 */
function weightsOf(scores, sees) {
  const terms = scores.map((score, key) => (sees(key) ? Math.exp(score) : 0));
  const sum = terms.reduce((all, term) => all + term, 0);
  return terms.map((term) => term / sum);
}

const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
  a.reduce((sum, each, at) => sum + each * b[at], 0);

/** @param {Reading} reading @param {number} layer @param {number} head @param {number[]} queries */
async function rowsAt({ keys }, layer, head, queries) {
  const map = await service.map(headSpec({ source: { of: 'head', layer, head } }));
  const rows = [];
  for (const query of queries) rows.push(Array.from(await service.row(map.id, query), (cell) => cell || 0));
  await service.release(map.id);
  for (const row of rows) assert.equal(row.length, keys);
  return rows;
}

/** @param {number[][]} found @param {number[][]} wanted @param {number} bound */
const near = (found, wanted, bound) =>
  found.forEach((row, at) =>
    row.forEach((cell, key) =>
      assert.ok(
        Math.abs(cell - wanted[at][key]) <= bound,
        `row ${at}, key ${key}: ${cell}, ${wanted[at][key]}`,
      ),
    ),
  );

const YARN = { base: 100, factor: 4, original: 64 };
const ROPE = {
  rope_theta: YARN.base,
  rope_type: 'yarn',
  factor: YARN.factor,
  original_max_position_embeddings: YARN.original,
  dim: 4,
  side: 'last',
};

// The second file is large: its rows are computed by the kernels.
for (const tokens of [12, 4200])
  test(`a file of ${tokens} tokens states scaled RoPE, a temperature, slopes and a bias of keys`, async () => {
    const random = randomOf(tokens);
    const size = 6;
    const [q, k] = [filled([2, tokens, size], random), filled([2, tokens, size], random)];
    const bias = filled([2, tokens], (at) => Math.sin(at));
    const metadata = {
      mask: 'causal',
      rope: ROPE,
      temperature: '0.5',
      slope: [0.5, 0.25],
      prefix: '2',
      softcap: '3',
      attn_temperature_tuning: { attn_scale: 0.5, floor_scale: 3 },
    };
    const arrays = { 'layers.0.q': q, 'layers.0.k': k, 'layers.0.key_bias': bias };
    const reading = await readingOf(fileOf(arrays, metadata));
    const queries = tokens < 100 ? range(tokens) : [0, 1, 777, tokens - 1];
    for (const head of [0, 1]) {
      const place = (/** @type {number[]} */ row, /** @type {number} */ at) =>
        turned(row, 4, (c) => {
          const { frequency, scale } = yarnOf(YARN, c, 4);
          return { angle: at * frequency, scale };
        });
      const [own, keys] = [rowsOf(q, head), rowsOf(k, head).map(place)];
      const wanted = queries.map((query) => {
        const factor = 1 + 0.5 * Math.log(1 + Math.floor((query + 1) / 3));
        const scores = keys.map((key, j) => {
          const score = (factor * dot(place(own[query], query), key)) / Math.sqrt(size);
          const far = [0.5, 0.25][head] * Math.abs(query - j);
          return (3 * Math.tanh(score / 3) - far + bias.data[head * tokens + j]) / 0.5;
        });
        return weightsOf(scores, (key) => key <= query || key < 2);
      });
      near(await rowsAt(reading, 0, head, queries), wanted, 2e-6);
    }
  });

// The second file is large, and has biases by distance alone: those by query and key do not fit.
for (const tokens of [12, 4200])
  test(`a file of ${tokens} tokens states biases by distance, and by query and key if it is short`, async () => {
    const random = randomOf(tokens);
    const size = 4;
    const [q, k] = [filled([2, tokens, size], random), filled([2, tokens, size], random)];
    // Far distances share a number, as in the buckets of T5.
    const relative = filled([2, 2 * tokens - 1], (at) => Math.cos(Math.floor(at / 7)));
    const arrays = { 'layers.0.q': q, 'layers.0.k': k, 'layers.0.relative_bias': relative };
    const pairs = filled([2, tokens < 100 ? tokens : 0, tokens], (at) => Math.sin(at));
    if (tokens < 100) Object.assign(arrays, { 'layers.0.score_bias': pairs });
    const reading = await readingOf(fileOf(arrays, { mask: 'all', temperature: '0.5', softcap: '3' }));
    const queries = tokens < 100 ? range(tokens) : [0, 1, 777, tokens - 1];
    for (const head of [0, 1]) {
      const [own, keys] = [rowsOf(q, head), rowsOf(k, head)];
      const wanted = queries.map((query) => {
        const scores = keys.map((key, j) => {
          const far = relative.data[head * (2 * tokens - 1) + j - query + tokens - 1];
          const pair = tokens < 100 ? pairs.data[(head * tokens + query) * tokens + j] : 0;
          return (3 * Math.tanh(dot(own[query], key) / Math.sqrt(size) / 3) + far + pair) / 0.5;
        });
        return weightsOf(scores, () => true);
      });
      near(await rowsAt(reading, 0, head, queries), wanted, 2e-6);
    }
    const said = howOf(reading, size, true, en);
    assert.match(said, /a bias for each distance/);
    assert.equal(/a bias for each query and key/.test(said), tokens < 100);
  });

test('padding takes its distances and pairs away', async () => {
  const random = randomOf(8);
  const [tokens, kept] = [9, 6];
  const [q, k] = [filled([1, tokens, 4], random), filled([1, tokens, 4], random)];
  const relative = filled([1, 2 * tokens - 1], random);
  const pairs = filled([1, tokens, tokens], random);
  const arrays = {
    'layers.0.q': q,
    'layers.0.k': k,
    'layers.0.relative_bias': relative,
    'layers.0.score_bias': pairs,
  };
  const reading = await readingOf(fileOf(arrays, { mask: 'all', lengths: [kept] }));
  assert.equal(reading.keys, kept);
  const [own, keys] = [rowsOf(q, 0), rowsOf(k, 0).slice(0, kept)];
  const wanted = range(kept).map((query) => {
    const scores = keys.map(
      (key, j) =>
        dot(own[query], key) / 2 + relative.data[j - query + tokens - 1] + pairs.data[query * tokens + j],
    );
    return weightsOf(scores, () => true);
  });
  near(await rowsAt(reading, 0, 0, range(kept)), wanted, 2e-6);
});

test('heads with rules of their own are named as such, and the rule of the open head is stated', async () => {
  const random = randomOf(11);
  const arrays = { 'layers.0.q': filled([2, 8, 4], random), 'layers.0.k': filled([2, 8, 4], random) };
  const metadata = { mask: 'causal', rules: [{ heads: [{ window: 5 }, { temperature: 2 }] }] };
  const reading = await readingOf(fileOf(arrays, metadata));
  assert.equal(howOf(reading, 4, true, en), 'scaled by 1/√4, causal; a rule for each head');
  assert.deepEqual(
    [0, 1].map((head) => headRuleText(reading, { layer: 0, head }, en)),
    [
      'Rule of this head: scaled by 1/√d, causal, window 5',
      'Rule of this head: scaled by 1/√d, divided by the temperature 2, causal',
    ],
  );
});

test('the sentence says which features RoPE rotates, and whether sections take turns', async () => {
  const random = randomOf(12);
  const arrays = { 'layers.0.q': filled([1, 8, 8], random), 'layers.0.k': filled([1, 8, 8], random) };
  const said = async (/** @type {object} */ rope) =>
    howOf(
      await readingOf(fileOf(arrays, { mask: 'causal', rope: { rope_theta: 100, ...rope } })),
      8,
      true,
      en,
    );
  assert.match(await said({ dim: 4, side: 'first' }), /the first 4 features/);
  assert.match(await said({ dim: 4, side: 'last' }), /the last 4 features/);
  const sections = { mrope_section: [1, 1, 2] };
  assert.match(await said(sections), /mRoPE sections 1, 1, 2, scaled/);
  assert.match(await said({ ...sections, mrope_interleaved: true }), /mRoPE sections 1, 1, 2, interleaved,/);
});

test('a bias that is no number is refused with its layer, head and key', async () => {
  const random = randomOf(6);
  const bias = filled([2, 5], (at) => (at === 7 ? NaN : 0));
  const [q, k] = [filled([2, 5, 4], random), filled([2, 5, 4], random)];
  const arrays = { 'layers.3.q': q, 'layers.3.k': k, 'layers.3.key_bias': bias };
  const reading = await readingOf(fileOf(arrays, { mask: 'causal' }));
  await rowsAt(reading, 0, 0, [4]);
  await assert.rejects(
    rowsAt(reading, 0, 1, [4]),
    /layer 3, head 1: the bias of key 2 is NaN: it must be a finite number/,
  );
});

test('biases that no layer can use are refused with their names, shapes and figures', async () => {
  const refusalOf = async (/** @type {Record<string, import('./maps-layers-support.js').Values>} */ bias) => {
    const tokens = bias['layers.0.score_bias'] ? 1030 : 5;
    const [q, k] = [filled([1, tokens, 2], () => 0), filled([1, tokens, 2], () => 0)];
    const { files } = await service.open([
      fileOf({ 'layers.0.q': q, 'layers.0.k': k, ...bias }, { mask: 'causal' }),
    ]);
    const { outcome } = engine.interpret(files);
    return outcome && 'refused' in outcome ? say(outcome.refused, en) : 'read';
  };
  assert.equal(
    await refusalOf({ 'layers.0.score_bias': filled([1, 1030, 1030], () => 0) }),
    'The score_bias of layer 0 has 1060900 numbers for each head: at most 1048576 are read. If it depends on the distance alone, store relative_bias.',
  );
  assert.match(
    await refusalOf({ 'layers.3.relative_bias': filled([1, 9], () => 0) }),
    /^layers\.3\.relative_bias has shape \(1, 9\) .* a bias has floats, the shape of its kind and the name of its layer/,
  );
});

test('positions turn the pairs of their sections', async () => {
  const random = randomOf(5);
  const [tokens, size] = [7, 6];
  const [q, k] = [filled([1, tokens, size], random), filled([1, tokens, size], random)];
  const positions = [
    [0, 1, 1, 1, 1, 2, 3],
    [0, 1, 1, 2, 2, 3, 4],
    [0, 1, 2, 1, 2, 3, 4],
  ];
  const rope = { base: 100, mrope_section: [1, 1, 1] };
  const metadata = { mask: 'all', rope, position_ids: positions };
  const reading = await readingOf(fileOf({ 'layers.0.q': q, 'layers.0.k': k }, metadata));
  const place = (/** @type {number[]} */ row, /** @type {number} */ at) =>
    turned(row, 6, (c) => ({ angle: positions[c][at] * 100 ** (-c / 3), scale: 1 }));
  const [own, keys] = [rowsOf(q, 0).map(place), rowsOf(k, 0).map(place)];
  const wanted = own.map((query) =>
    weightsOf(
      keys.map((key) => dot(query, key) / Math.sqrt(size)),
      () => true,
    ),
  );
  near(await rowsAt(reading, 0, 0, range(tokens)), wanted, 2e-6);
});

test('layers that differ in scale, softcap or RoPE alone are listed by themselves, with what differs', async () => {
  const random = randomOf(9);
  const arrays = range(5).flatMap((layer) =>
    ['q', 'k'].map((name) => [`layers.${layer}.${name}`, filled([1, 6, 4], random)]),
  );
  const rules = [
    { scale: 0.5 },
    { scale: 0.5 },
    { scale: 0.25, slope: 0.5 },
    { scale: 0.25, rope: { base: 500, rope_type: 'linear', factor: 8 } },
    { scale: 0.25, softcap: 30 },
  ];
  const file = fileOf(Object.fromEntries(arrays), { mask: 'causal', rules });
  const reading = await readingOf(file);
  assert.deepEqual(
    runsOf(reading, en).map(({ first, last, name, about }) => [first, last, name, about]),
    [
      [0, 1, 'everything', 'scaled by 0.5'],
      [2, 2, 'everything', 'scaled by 0.25, ALiBi slope 0.5'],
      [
        3,
        3,
        'everything',
        'RoPE applied here (base 500, halves paired, all features), RoPE scaling linear × 8, scaled by 0.25',
      ],
      [4, 4, 'everything', 'scaled by 0.25, softcap 30'],
    ],
  );
  assert.match(howOf(reading, 4, true, en), /layer 2: .*ALiBi slope 0\.5/);
});
