/** What tensors contain: weights, scores before softmax or differences; and rows that are not weights. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { headsFile, packedFile, tensorsFile } from '../page/frame/heads-file.js';
import { savedHeads } from '../page/save/heads.js';
import { LANGUAGES } from '../page/words/index.js';
import { endsOf, scaleOf } from '../rooms/maps/head/scale.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { thumbnailScale } from '../rooms/maps/overview/atlas.js';
import { warningsOf } from '../rooms/maps/reading/row-sums.js';
import { readingOf, sentence, understand } from './maps-interpretation.js';
import { headSpec } from './maps-service-support.js';
import { file, opened, read } from './maps-understand-support.js';
/** @import { HeadFound, MapsData } from '../rooms/maps/types.js' */

before(() => engine.load());

const { en, es, pt } = LANGUAGES;

/**
 * Opens files as the room does, and measures all heads.
 *
 * @param {File[]} files @param {number} [candidate]
 */
async function shown(files, candidate = 0) {
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  const found = await service.open(files);
  assert.deepEqual(found.refused, []);
  const outcome = readingOf(found, understand(found)[candidate]);
  if ('refused' in outcome) throw new Error(outcome.refused(en));
  const { reading } = outcome;
  await service.read(0, reading);
  /** @type {HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: 32, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
  const data = /** @type {MapsData} */ (/** @type {unknown} */ ({ opened: found, reading, heads }));
  const row = async (
    /** @type {number} */ layer,
    /** @type {number} */ head,
    /** @type {number} */ query,
  ) => {
    const info = await service.map(headSpec({ source: { of: 'head', layer, head } }));
    return [...(await service.row(info.id, query))];
  };
  const map = () => service.map(headSpec());
  return { service, reading, heads, row, map, warnings: (t = en) => warningsOf(data, t) };
}

/**
 * A .safetensors file with one tensor of 32 bits.
 *
 * @param {string} name @param {number[]} shape @param {ArrayLike<number>} cells @param {Record<string, string>} [metadata]
 */
const tensors = (name, shape, cells, metadata = {}) =>
  tensorsFile('file.safetensors', metadata, [
    { name, shape, bits: 32, data: Float32Array.from(cells).buffer },
  ]);

const near = (/** @type {number[]} */ found, /** @type {number[]} */ wanted) =>
  assert.ok(
    found.length === wanted.length && found.every((cell, at) => Math.abs(cell - wanted[at]) < 1e-6),
    `${found} instead of ${wanted}`,
  );

/** The least 32-bit float, which models add to masked scores. */
const LEAST = -3.4028234663852886e38;

test('attn_scores are read as scores, in the tensor or in the name of its file, and other names as weights', () => {
  const kinds = (/** @type {Record<string, number[]>} */ shapes, /** @type {any} */ more = {}) =>
    understand(opened(file(shapes, more))).map(({ numbers }) => numbers);
  assert.deepEqual(kinds({ 'blocks.0.attn.hook_attn_scores': [1, 4, 9, 9] }), ['scores', 'weights']);
  assert.deepEqual(kinds({ '': [4, 9, 9] }, { name: 'attn_scores.npy' }), ['scores', 'weights']);
  assert.deepEqual(kinds({ attention_scores: [4, 9, 9] }), ['weights', 'scores']);
  assert.deepEqual(kinds({ attn_weights: [4, 9, 9] }), ['weights']);
  const said = (/** @type {string} */ kind) => ({ metadata: [['kind', kind]] });
  assert.deepEqual(kinds({ attn_scores: [4, 9, 9] }, said('weights')), ['weights']);
  assert.deepEqual(kinds({ attention: [4, 9, 9] }, said('difference')), ['difference']);
  assert.deepEqual(kinds({ attention: [4, 9, 9] }, said('anything')), ['weights']);
  const from = opened(file({ attn: [4, 9, 9] }), file({}, { metadata: [['kind', 'scores']] }));
  assert.equal(read(from).reading.numbers, 'scores');
});

test('the sentence about a file says that its numbers are scores or differences, in three languages', () => {
  const [scores] = understand(opened(file({ attn_scores: [9, 9] })));
  const says = [en, es, pt].map((t) => sentence(scores, t));
  assert.match(says[0], /scores before softmax \(query, key\)\. Their softmax is shown, row by row\./);
  assert.match(says[1], /puntuaciones antes de softmax/);
  assert.match(says[2], /pontuações antes do softmax/);
  const [difference] = understand(opened(file({ attn: [9, 9] }, { metadata: [['kind', 'difference']] })));
  assert.match(sentence(difference, en), /differences of weights/);
});

test('scores become weights by a softmax of each row, under the mask that they contain', async () => {
  const cells = [0, LEAST, LEAST, Math.log(3), 0, -Infinity, 1, 1, 1];
  const { service, reading, row, heads, warnings } = await shown([
    tensors('attn_scores', [1, 1, 3, 3], cells),
  ]);
  assert.equal(reading.numbers, 'scores');
  near(await row(0, 0, 0), [1, 0, 0]);
  near(await row(0, 0, 1), [0.75, 0.25, 0]);
  near(await row(0, 0, 2), [1 / 3, 1 / 3, 1 / 3]);
  assert.ok(Math.abs((heads[0].measures.sink_share ?? 0) - (1 + 0.75 + 1 / 3) / 3) < 1e-6);
  assert.deepEqual(warnings(), []);
  service.end();
});

test('the scores of steps of generation are not shared with keys that did not exist yet', async () => {
  const name = (/** @type {number} */ step) => `step_${step}_layer_0_attn_scores`;
  const file = tensorsFile('steps.safetensors', {}, [
    { name: name(0), shape: [1, 2, 2], bits: 32, data: Float32Array.of(0, LEAST, 0, 0).buffer },
    { name: name(1), shape: [1, 1, 3], bits: 32, data: Float32Array.of(0, 0, 0).buffer },
  ]);
  const { service, heads, warnings } = await shown([file]);
  assert.deepEqual([...heads[0].thumb.data].slice(0, 6), [1, 0, 0, 0.5, 0.5, 0]);
  assert.deepEqual(warnings(), []);
  service.end();
});

test('scores that are read as weights are reported with a row', async () => {
  const cells = [0, LEAST, 0.5, 0.5];
  const { service, warnings } = await shown([tensors('attn_scores', [1, 1, 2, 2], cells)], 1);
  assert.match(
    warnings()[0],
    /^Rows with invalid weights .*: 1, in 1 of 1 head\. The first is layer 0, head 0, query 0\.$/,
  );
  service.end();
});

test('rows that are not weights are named with their layer, head, row and sum, in three languages', async () => {
  // All ones in the second head of the second layer: rows sum to 3.
  const cells = Array.from({ length: 2 * 2 * 9 }, (_, at) => (at >= 27 ? 1 : at % 4 === 0 ? 1 : 0));
  for (let head = 0; head < 3; head += 1)
    for (let at = 0; at < 9; at += 1) cells[head * 9 + at] = at % 4 === 0 ? 1 : 0;
  const { service, warnings } = await shown([tensors('attention', [2, 2, 3, 3], cells)]);
  assert.deepEqual(warnings(), [
    'Not all rows sum to 1, in 1 of 4 heads. The farthest from 1 is layer 1, head 1, query 0, with 3. Rows are shown unchanged.',
  ]);
  assert.match(warnings(es)[0], /capa 1, cabeza 1, consulta 0, con 3/);
  assert.match(warnings(pt)[0], /camada 1, cabeça 1, consulta 0, com 3/);
  service.end();
});

test('logits are reported with a sum and a row of negative numbers, and NaN with its first row', async () => {
  const logits = await shown([tensors('attention', [1, 1, 2, 3], [1, 2, 4, 0.5, -2, 1])]);
  assert.deepEqual(logits.warnings(), [
    'Not all rows sum to 1, in 1 of 1 head. The farthest from 1 is layer 0, head 0, query 0, with 7. Rows are shown unchanged.',
    'Rows with invalid weights (negative, infinite or missing): 1, in 1 of 1 head. The first is layer 0, head 0, query 1.',
  ]);
  logits.service.end();
  const missing = await shown([tensors('attention', [1, 1, 3, 4], Array(12).fill(NaN))]);
  assert.match(missing.warnings()[0], /: 3, in 1 of 1 head\. The first is layer 0, head 0, query 0\.$/);
  missing.service.end();
});

test('token ids that were converted to floats are reported with their sum', async () => {
  const { service, warnings } = await shown([tensors('attention', [1, 1, 1, 4], [464, 3797, 3332, 49324])]);
  assert.match(warnings()[0], /layer 0, head 0, query 0, with 56917\./);
  service.end();
});

test('differences are not checked, have no measures, and 0 is in the middle of their colors', async () => {
  const cells = [0.25, -0.25, 0.01, -0.01];
  const found = await shown([tensors('attention', [1, 1, 2, 2], cells, { kind: 'difference' })]);
  assert.deepEqual(found.warnings(), []);
  assert.ok(Object.values(found.heads[0].measures).every((measure) => measure === null));
  assert.deepEqual([...found.heads[0].thumb.data], [...Float32Array.from(cells)]);
  const info = await found.map();
  assert.equal(info.isDifference, true);
  near([...(await found.service.row(info.id, 0))], [0.25, -0.25]);
  const state = /** @type {any} */ ({ scale: 'auto' });
  const scale = scaleOf(state, [info]);
  assert.deepEqual(scale, { kind: 'diverging', low: -0.25, high: 0.25 });
  assert.equal(
    endsOf(en.maps.head, state, 'none', { a: info }, scale, 'en'),
    'difference, −0.25 to 0.25, 0 in the middle',
  );
  const data = /** @type {any} */ ({ reading: found.reading, heads: found.heads });
  assert.deepEqual(thumbnailScale('auto', data), { kind: 'diverging', low: -0.25, high: 0.25 });
  found.service.end();
});

test('a thumbnail and a coarse level of differences keep a single negative cell', async () => {
  const cells = new Float32Array(100 * 100).fill(0.001);
  cells[5050] = -0.5;
  const { service, heads, map } = await shown([
    tensors('attention', [100, 100], cells, { kind: 'difference' }),
  ]);
  const { rows, cols, data } = heads[0].thumb;
  assert.ok(rows <= 32 && cols <= 32);
  assert.equal(Math.min(...data), -0.5);
  const { id, levels } = await map();
  const tile = await service.tile(id, levels.length - 1, [0, 1], [0, 1]);
  assert.deepEqual([...tile.data], [-0.5]);
  service.end();
});

test('weights rounded to 8 bits are not reported, and other numbers in 8 bits are', async () => {
  const keys = 300;
  const saved = async (/** @type {Float32Array} */ numbers, /** @type {8 | 16 | 32} */ bits) => {
    const data = /** @type {any} */ ({ reading: { tokens: [], queryTokens: [] } });
    return headsFile((await savedHeads(data, 'file.npy', [1, 1, 2, keys], numbers, bits)).heads);
  };
  // A row that is spread evenly over all keys, and one on a single key.
  const weights = Float32Array.from({ length: 2 * keys }, (_, at) =>
    at < keys ? 1 / keys : Number(at === keys),
  );
  for (const bits of /** @type {const} */ ([8, 16, 32])) {
    const { service, warnings } = await shown([await saved(weights, bits)]);
    assert.deepEqual(warnings(), [], `${bits} bits`);
    service.end();
  }
  const { service, warnings } = await shown([await saved(new Float32Array(2 * keys).fill(1), 8)]);
  assert.match(warnings()[0], /with 300/);
  service.end();
});

test('the rounding that Python uses is allowed for: steps that grow with the square of the code', async () => {
  const keys = 300;
  const step = 1 / 254 ** 2;
  // 1/300 is nearest to the code 15, so the row sums to 300 · 15² / 254² = 1.046.
  const codes = new Uint8Array(keys).fill(Math.round(Math.sqrt(1 / keys / step)));
  assert.equal(codes[0], 15);
  const { deflateRawSync } = await import('node:zlib');
  const { lettersOf } = await import('../page/frame/packed.js');
  const packed = await packedFile(
    {
      name: 'attention',
      tensors: [{ name: 'attention', shape: [1, 1, 1, keys], bits: 8, low: 0, step, power: 2 }],
      data: lettersOf(deflateRawSync(codes)),
    },
    () => Promise.reject(new Error('the numbers are in the file')),
  );
  const { service, warnings } = await shown([packed]);
  assert.deepEqual(warnings(), []);
  service.end();
});

test('a saved figure says that its numbers are differences, or that its rows need not sum to 1', async () => {
  const saved = async (/** @type {any} */ reading, /** @type {boolean} */ unchecked) => {
    const data = /** @type {any} */ ({ reading: { tokens: [], queryTokens: [], ...reading } });
    const numbers = Float32Array.of(0.5, -0.5);
    return headsFile((await savedHeads(data, 'file.npy', [1, 1, 1, 2], numbers, 32, { unchecked })).heads);
  };
  const kept = await shown([await saved({ numbers: 'difference' }, false)]);
  assert.equal(kept.reading.numbers, 'difference');
  const unchecked = await shown([await saved({}, true)]);
  assert.deepEqual([unchecked.reading.numbers, unchecked.warnings()], [undefined, []]);
  assert.equal((await shown([await saved({}, false)])).warnings().length, 1);
});

test('scores and differences that do not fit in memory are rejected with the figures', () => {
  for (const kind of ['scores', 'difference']) {
    const from = opened(file({ attn: [5000, 5000] }, { metadata: [['kind', kind]] }));
    const outcome = readingOf(from, understand(from)[0]);
    assert.ok('refused' in outcome);
    assert.match(
      outcome.refused(en),
      /^A head of 5000 × 5000 (scores before softmax|differences) does not fit/,
    );
  }
});
