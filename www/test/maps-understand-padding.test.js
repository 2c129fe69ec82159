/** Padding is left out, and heads that stand side by side in the features are told apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as engine from '../engine/maps.js';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { readingOf, understand, unusedTensors } from './maps-interpretation.js';
import { LANGUAGES } from '../page/words/index.js';
import { headSpec, npz, safetensors, tensor, weights } from './maps-service-support.js';
import { file, opened, read } from './maps-understand-support.js';
/** @import { Corrections } from '../rooms/maps/types.js' */

/**
 * The cells of a head of files, and the reading.
 *
 * @param {(Blob | File)[]} files
 * @param {{ layer: number, head: number }} place
 * @param {Partial<Corrections>} [corrections]
 */
async function cellsOf(files, { layer, head }, corrections = {}) {
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  try {
    const from = await service.open(files);
    assert.deepEqual(from.refused, []);
    const outcome = readingOf(from, understand(from)[0], { ...NO_CORRECTIONS, ...corrections });
    if ('refused' in outcome) throw new Error(outcome.refused(LANGUAGES.en));
    const { reading } = outcome;
    await service.read(0, reading);
    const spec = headSpec({ source: { of: 'head', layer, head } });
    const { id, queries, keys } = await service.map(spec);
    const { data } = await service.tile(id, 0, [0, queries], [0, keys]);
    return { reading, queries, keys, data: Array.from(data) };
  } finally {
    service.end();
  }
}

/**
 * Weights of a head from vectors, by a plain loop.
 *
 * @param {number[][]} q @param {number[][]} k @param {number} scale
 */
function plain(q, k, scale) {
  return q.flatMap((query, i) => {
    const terms = k.map((key, j) =>
      j > i ? 0 : Math.exp(scale * key.reduce((sum, each, c) => sum + each * query[c], 0)),
    );
    const sum = terms.reduce((all, each) => all + each, 0);
    return terms.map((term) => term / sum);
  });
}

/** @param {number[]} found @param {number[]} wanted */
function close(found, wanted) {
  assert.equal(found.length, wanted.length);
  found.forEach((cell, at) => assert.ok(Math.abs(cell - wanted[at]) < 1e-6, `${at}: ${cell}, ${wanted[at]}`));
}

const [BATCH, TOKENS, SIZE] = [2, 70, 8];
const hook = { num_attention_heads: 4, num_key_value_heads: 2, hidden_size: 32, attention_multiplier: 0.5 };
/** What vLLM-Hook writes beside qk.safetensors. @param {object} config */
const beside = (config) =>
  new File(
    [
      JSON.stringify({
        config,
        batch_size: BATCH,
        hookq_mode: 'all_tokens',
        seq_lens: [TOKENS, TOKENS - 3],
        tp_rank: 0,
        layer_order: [{ module_name: 'a', layer_num: 0, key_q: 'q', key_k: 'k' }],
      }),
    ],
    'qk.json',
  );
const name = (/** @type {number} */ layer, /** @type {string} */ role) =>
  `model__layers__${layer}__self_attn__attn__${role}`;

for (const [what, keyHeads] of /** @type {[string, number][]} */ ([
  ['that share keys', 2],
  ['that share nothing', 4],
]))
  test(`heads of vLLM-Hook ${what} are told apart by qk.json, in a batch of two`, async () => {
    const q = tensor([BATCH, TOKENS, 4 * SIZE], 1);
    const k = tensor([BATCH, TOKENS, keyHeads * SIZE], 2);
    const files = [
      new File(
        [
          /** @type {any} */ (
            safetensors({ [name(0, 'q')]: q, [name(0, 'k')]: k, [name(1, 'q')]: k4(q), [name(1, 'k')]: k })
          ),
        ],
        'qk.safetensors',
      ),
      beside({ ...hook, num_key_value_heads: keyHeads }),
    ];
    for (const [batch, head] of [
      [0, 0],
      [1, 3],
      [1, 1],
    ]) {
      const { reading, queries, keys, data } = await cellsOf(files, { layer: 0, head }, { batch });
      const count = batch === 1 ? TOKENS - 3 : TOKENS;
      assert.deepEqual(
        [reading.layers, reading.heads, reading.kvHeads, queries, keys],
        [2, 4, keyHeads, count, count],
      );
      assert.deepEqual([reading.qk.causal, reading.qk.scale], ['upper_left', 0.5]);
      const rows = (
        /** @type {{ data: number[] }} */ from,
        /** @type {number} */ heads,
        /** @type {number} */ at,
      ) =>
        Array.from({ length: count }, (_, i) => {
          const start = (batch * TOKENS + i) * heads * SIZE + at * SIZE;
          return from.data.slice(start, start + SIZE);
        });
      close(data, plain(rows(q, 4, head), rows(k, keyHeads, Math.floor((head * keyHeads) / 4)), 0.5));
    }
  });

/** Other numbers of the same shape. @param {{ shape: number[], data: number[] }} values */
const k4 = ({ shape, data }) => ({ shape, data: data.map((each) => -each) });

test('an attention mask beside the arrays leaves padding out, before the text or behind it', async () => {
  const all = weights([2, 3, 6, 6], 3);
  const mask = { shape: [2, 6], data: [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0] };
  const files = [
    new File(
      [/** @type {any} */ (npz({ layers_0_attn: all, layers_1_attn: all, attention_mask: mask }, true))],
      'a.npz',
    ),
    new File([JSON.stringify({ tokens: ['[PAD]', 'p', 'a', 'b', 'c', 'd'] })], 'tokens.json'),
  ];
  const { reading, queries, keys, data } = await cellsOf(files, { layer: 1, head: 2 });
  assert.deepEqual([reading.layers, reading.heads, queries, keys], [2, 3, 4, 4]);
  assert.deepEqual(reading.tokens, ['a', 'b', 'c', 'd']);
  const cell = (/** @type {number} */ text, /** @type {number} */ i, /** @type {number} */ j) =>
    all.data[((text * 3 + 2) * 6 + i) * 6 + j];
  close(
    data,
    [2, 3, 4, 5].flatMap((i) => [2, 3, 4, 5].map((j) => cell(0, i, j))),
  );
  const other = await cellsOf(files, { layer: 1, head: 2 }, { batch: 1 });
  assert.deepEqual([other.queries, other.keys], [5, 5]);
  close(
    other.data,
    [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((j) => cell(1, i, j))),
  );
});

test('a mask with a hole is refused for q and k, because weights computed from them would see it', async () => {
  const q = weights([1, 2, 6, 4], 5);
  const fileWith = (/** @type {number[]} */ data) => [
    new File(
      [
        /** @type {any} */ (
          npz({ layers_0_q: q, layers_0_k: q, attention_mask: { shape: [1, 6], data } }, true)
        ),
      ],
      'qk.npz',
    ),
  ];
  await assert.rejects(
    cellsOf(fileWith([0, 1, 0, 1, 1, 0]), { layer: 0, head: 1 }),
    /hides token 2, between tokens/,
  );
  const { queries } = await cellsOf(fileWith([0, 1, 1, 1, 1, 0]), { layer: 0, head: 1 });
  assert.equal(queries, 4);
});

test('a mask that leaves padding out is not named among what is ignored', () => {
  const listed = file({ attention: [2, 5, 5], attention_mask: [1, 5], position_ids: [1, 5] });
  const aside = (/** @type {number} */ tokens) => {
    const from = opened({ ...listed, padding: { tensor: 1, tokens, kept: [[0, 4]] } });
    return unusedTensors(from).map(({ label }) => label);
  };
  assert.deepEqual(aside(5), ['position_ids']);
  assert.deepEqual(aside(7), ['attention_mask', 'position_ids'], 'it fits nothing');
});

test('without a mask, tokens of padding at the ends are left out, and the note counts them', () => {
  const tokens = ['<pad>', '<pad>', 'a', '<pad>', 'b'];
  const { reading, notes } = read(opened(file({ attention: [2, 4, 5, 5] }, { tokens })));
  assert.deepEqual([reading.queries, reading.keys, reading.tokens], [3, 3, ['a', '<pad>', 'b']]);
  assert.deepEqual(reading.weights[0].ranges, { query: [2, 3], key: [2, 3] });
  assert.equal(notes.length, 1);
  const all = read(opened(file({ attention: [2, 4, 2, 2] }, { tokens: ['[PAD]', '[PAD]'] })));
  assert.deepEqual([all.reading.keys, all.notes], [2, []], 'nothing would be left');
});

test('metadata tells heads apart that stand side by side, and an axis of heads stays one', () => {
  const metadata = /** @type {[string, string][]} */ ([
    ['heads', '8'],
    ['key_heads', '2'],
  ]);
  const flat = read(opened(file({ q: [1, 9, 64], k: [1, 9, 16] }, { metadata })));
  assert.deepEqual([flat.reading.heads, flat.reading.kvHeads, flat.size], [8, 2, 8]);
  const axis = read(opened(file({ q: [8, 9, 16], k: [2, 9, 16] }, { metadata })));
  assert.deepEqual([axis.reading.heads, axis.reading.kvHeads, axis.size], [8, 2, 16]);
});

test('heads side by side are split by the number that the reader gives, and those of k follow from it', async () => {
  const size = 32;
  const q = tensor([1, TOKENS, 4 * size], 1);
  const k = tensor([1, TOKENS, 2 * size], 2);
  const files = [
    new File([/** @type {any} */ (safetensors({ [name(0, 'q')]: q, [name(0, 'k')]: k }))], 'qk.safetensors'),
  ];
  const guessed = await cellsOf(files, { layer: 0, head: 0 });
  assert.deepEqual(
    [guessed.reading.heads, guessed.reading.kvHeads],
    [2, 1],
    'the fewest heads that explain both shapes',
  );
  const { reading, data } = await cellsOf(files, { layer: 0, head: 3 }, { heads: 4, causal: 'upper_left' });
  assert.deepEqual([reading.heads, reading.kvHeads], [4, 2]);
  const rows = (
    /** @type {{ data: number[], shape: number[] }} */ { data: all, shape },
    /** @type {number} */ at,
  ) =>
    Array.from({ length: TOKENS }, (_, i) =>
      all.slice(i * shape[2] + at * size, i * shape[2] + (at + 1) * size),
    );
  close(data, plain(rows(q, 3), rows(k, 1), 1 / Math.sqrt(size)));

  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  const found = await service.open(files);
  for (const heads of [0, 3, 1.5, 5, 1e9, NaN]) {
    const outcome = readingOf(found, understand(found)[0], { ...NO_CORRECTIONS, heads });
    assert.ok('refused' in outcome, `${heads} heads`);
  }
  service.end();
});
