import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuesRefusal } from '../rooms/maps/head/spec.js';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import { readingOf, sentence, understand, unusedTensors } from './maps-interpretation.js';
import { plainService } from './maps-plain-service.js';
import { headSpec } from './maps-service-support.js';
import { file, opened, read, words } from './maps-understand-support.js';

const { en, es } = LANGUAGES;
const axesOf = (/** @type {import('../rooms/maps/types.js').Reading} */ { v: [part] }) =>
  part ? part.axes.join(' ') : null;

/** A cache in the layout of TransformerLens: positions before heads. @param {string[]} hooks */
const cache = (hooks) =>
  opened(
    file(
      Object.fromEntries(
        [0, 1].flatMap((layer) =>
          hooks.map((hook) => {
            const shape = hook === 'pattern' ? [1, 4, 34, 34] : [1, 34, 4, 8];
            return [`blocks.${layer}.attn.hook_${hook}`, shape];
          }),
        ),
      ),
      { tokens: words(34) },
    ),
  );

test('patterns with values can be weighted by the norms of the values', () => {
  for (const hooks of [
    ['pattern', 'v'],
    ['k', 'pattern', 'q', 'v'],
  ]) {
    const from = cache(hooks);
    const { candidate, reading, notes } = read(from);
    assert.deepEqual([reading.kind, reading.layers, reading.heads, reading.keys], ['weights', 2, 4, 34]);
    assert.deepEqual(
      reading.v.map(({ tensor, axes, layer }) => [from.files[0].tensors[tensor].name, axes.join(' '), layer]),
      [
        ['blocks.0.attn.hook_v', 'fixed key head feature', 0],
        ['blocks.1.attn.hook_v', 'fixed key head feature', 1],
      ],
    );
    const [state, data] = [
      { source: 'head', compare: null },
      { reading, other: null },
    ];
    assert.equal(valuesRefusal(/** @type {any} */ (state), /** @type {any} */ (data)), null);
    assert.equal(
      sentence(candidate, en),
      'Read as 2 layers × 4 heads, 34 tokens: weights (query, key), with values (v).',
    );
    assert.match(sentence(candidate, es), /pesos \(consulta, clave\), con valores \(v\)/);
    assert.deepEqual(notes, []);
  }
});

test('q and k next to patterns are offered as another reading, or listed as unused', () => {
  const from = cache(['k', 'pattern', 'q', 'v']);
  assert.deepEqual(
    [0, 1].map((candidate) => read(from, { candidate }).reading).map(({ kind, v }) => [kind, v.length > 0]),
    [
      ['weights', true],
      ['qk', true],
    ],
  );
  assert.deepEqual(unusedTensors(from), []);
  const alone = cache(['pattern', 'q', 'v']);
  assert.deepEqual(
    unusedTensors(alone).map(({ label }) => label),
    ['blocks.0.attn.hook_q', 'blocks.1.attn.hook_q'],
  );
});

test('values are read in the same layouts as weights', () => {
  /** @type {[Record<string, number[]>, string | null][]} */
  const forms = [
    [{ pattern: [4, 9, 9], v: [4, 9, 8] }, 'head key feature'],
    [{ pattern: [4, 9, 9], v: [9, 4, 8] }, 'key head feature'],
    [{ attentions: [6, 4, 9, 9], v: [6, 4, 9, 8] }, 'layer head key feature'],
    [{ attentions: [6, 4, 9, 9], v: [6, 2, 9, 8] }, 'layer head key feature'],
    [{ attentions: [6, 4, 9, 9], v: [6, 1, 9, 8] }, 'layer head key feature'],
    [{ attn: [9, 9], v: [9, 8] }, 'key feature'],
    // Values before heads were split, and of other keys, layers or heads.
    [{ attentions: [4, 9, 9], v: [1, 9, 32] }, null],
    [{ attentions: [6, 4, 9, 9], v: [6, 4, 7, 8] }, null],
    [{ attentions: [6, 4, 9, 9], v: [5, 4, 9, 8] }, null],
    [{ attentions: [6, 4, 9, 9], v: [6, 3, 9, 8] }, null],
  ];
  for (const [shapes, want] of forms) {
    const from = opened(file(shapes));
    assert.equal(axesOf(read(from).reading), want, JSON.stringify(shapes));
    assert.deepEqual(
      unusedTensors(from).map(({ label }) => label),
      want === null ? ['v'] : [],
    );
  }
});

test('values belong to the layers of the same number, and to the weights of the same name', () => {
  const from = opened(
    file({
      'layers.7.attn': [2, 9, 9],
      'layers.3.attn': [2, 9, 9],
      'layers.3.v': [2, 9, 8],
      'layers.5.v': [2, 9, 8],
      'layers.7.v': [2, 9, 8],
    }),
  );
  assert.deepEqual(
    read(from).reading.v.map(({ tensor, layer }) => [tensor, layer]),
    [
      [2, 0],
      [4, 1],
    ],
  );
  const two = opened(file({ encoder_attentions: [2, 9, 9], encoder_v: [2, 9, 8], decoder_v: [2, 9, 8] }));
  assert.deepEqual(
    read(two).reading.v.map(({ tensor }) => tensor),
    [1],
  );
  const unclear = opened(file({ attentions: [2, 9, 9], encoder_v: [2, 9, 8], decoder_v: [2, 9, 8] }));
  assert.deepEqual(read(unclear).reading.v, []);
  assert.deepEqual(
    unusedTensors(unclear).map(({ label }) => label),
    ['encoder_v', 'decoder_v'],
  );
});

test('values that no longer match after a correction are listed as unused', () => {
  const from = opened(file({ attn: [9, 9, 9], v: [9, 9, 8] }));
  const outcome = readingOf(from, understand(from)[0], {
    ...NO_CORRECTIONS,
    axes: ['fixed', 'query', 'key'],
  });
  assert.ok(!('refused' in outcome));
  assert.deepEqual(
    [outcome.reading.v, outcome.notes.at(-1)?.(en)],
    [[], 'v with shape (9, 9, 8) does not match the weights and is ignored.'],
  );
});

test('the service multiplies patterns by the values of the same file', async () => {
  const service = plainService();
  const tensors = {
    pattern: [
      [
        [1, 0],
        [0.5, 0.5],
      ],
    ],
    v: [
      [
        [3, 4],
        [0, 2],
      ],
    ],
  };
  const from = await service.open([new File([JSON.stringify({ tensors })], 'cache.json')]);
  const { reading } = read(from);
  await service.read(0, reading);
  const { id } = await service.map(headSpec({ values: 'norm' }));
  assert.deepEqual([...(await service.tile(id, 0, [0, 2], [0, 2])).data], [5, 0, 2.5, 1]);
});
