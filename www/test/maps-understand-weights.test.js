import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/index.js';
import { understand } from './maps-interpretation.js';
import { file, opened, read, sizes, words } from './maps-understand-support.js';

const { en } = LANGUAGES;
const said = (/** @type {ReturnType<typeof read>} */ { notes }) => notes.map((note) => note(en));

/** @type {[string, number[], number[], string][]} shape, (layers, heads, queries, keys), axes */
const FORMS = [
  ['attentions', [6, 12, 17, 17], [6, 12, 17, 17], 'layer head query key'],
  ['attn', [12, 17, 17], [1, 12, 17, 17], 'head query key'],
  ['attn', [17, 17], [1, 1, 17, 17], 'query key'],
  ['attn', [5, 9], [1, 1, 5, 9], 'query key'],
  ['attn', [1, 12, 17, 17], [1, 12, 17, 17], 'fixed head query key'],
  ['attn', [6, 1, 12, 17, 17], [6, 12, 17, 17], 'layer fixed head query key'],
  ['attn', [1, 6, 12, 17, 17], [6, 12, 17, 17], 'fixed layer head query key'],
  ['attn', [6, 12, 1, 17, 17], [6, 12, 17, 17], 'layer head fixed query key'],
  ['attn', [6, 3, 12, 17, 17], [6, 12, 17, 17], 'layer fixed head query key'],
  ['attn', [6, 1, 17, 17], [6, 1, 17, 17], 'layer head query key'],
  ['layers', [6, 17, 17], [6, 1, 17, 17], 'layer query key'],
  ['rollout', [6, 17, 17], [6, 1, 17, 17], 'layer query key'],
  ['cross_attentions', [6, 12, 20, 31], [6, 12, 20, 31], 'layer head query key'],
  ['attn', [12, 12, 17, 17], [12, 12, 17, 17], 'layer head query key'],
  ['attn', [12, 12, 20, 31], [12, 12, 20, 31], 'layer head query key'],
  ['attn', [17, 17, 17], [1, 17, 17, 17], 'head query key'],
  ['attn', [40, 40, 12], [1, 12, 40, 40], 'query key head'],
  ['attn', [40, 12, 40], [1, 12, 40, 40], 'query head key'],
  ['attn', [6, 40, 40, 12], [6, 12, 40, 40], 'layer query key head'],
];

test('weights are read in all common layouts', () => {
  for (const [name, shape, want, axes] of FORMS) {
    const from = opened(file({ [name]: shape }));
    assert.deepEqual(sizes(from), want, JSON.stringify(shape));
    assert.deepEqual(read(from).reading.weights, [
      {
        file: 0,
        tensor: 0,
        axes: axes.split(' '),
        at: shape.map(() => 0),
        layer: 0,
        query: 0,
      },
    ]);
  }
});

test('an unusual order of axes is reported', () => {
  assert.deepEqual(said(read(opened(file({ attn: [40, 40, 12] })))), [
    'The file does not say which axis is which. (40, 40, 12) is interpreted as (query, key, head).',
  ]);
  assert.deepEqual(said(read(opened(file({ attn: [12, 40, 40] })))), []);
});

test('ambiguous shapes are reported, such as twelve heads of twelve queries with more keys', () => {
  const from = opened(file({ attn: [12, 12, 31] }));
  assert.deepEqual(sizes(from), [1, 12, 12, 31]);
  assert.match(said(read(from))[0], /\(12, 12, 31\) is interpreted as \(head, query, key\)/);
});

test('a number of tokens equal to the number of keys determines the axes', () => {
  assert.deepEqual(sizes(opened(file({ attn: [12, 12, 31] }, { tokens: words(31) }))), [1, 12, 12, 31]);
  assert.deepEqual(
    said(read(opened(file({ attn: [12, 12, 31] }, { tokens: words(12), keyTokens: words(31) })))),
    [],
  );
  assert.deepEqual(sizes(opened(file({ attn: [12, 12, 31] }, { tokens: words(12) }))), [1, 31, 12, 12]);
});

test('tensors of one layer each are sorted by the numbers in their names', () => {
  for (const name of [
    'layers.#.attn',
    'attentions_#',
    'decoder_attentions.#',
    'layer#/attention_probs',
    'arr_#',
    'blocks.#.attn.hook_pattern',
  ]) {
    const shapes = Object.fromEntries(
      [0, 1, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9].map((layer) => [
        name.replace('#', String(layer)),
        [1, 12, 17, 17],
      ]),
    );
    const from = opened(file(shapes));
    assert.deepEqual(sizes(from), [12, 12, 17, 17], name);
    const { reading } = read(from);
    assert.deepEqual(
      reading.weights.map(({ tensor, layer }) => [tensor, layer]),
      [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 2, 3].map((tensor, layer) => [tensor, layer]),
      name,
    );
    assert.equal(understand(from).length, 1);
  }
});

test('files of one layer each are combined', () => {
  assert.deepEqual(
    sizes(opened(...[1, 0, 2].map((layer) => file({ '': [12, 17, 17] }, { name: `layer_${layer}.npy` })))),
    [3, 12, 17, 17],
  );
  assert.deepEqual(
    read(
      opened(...[1, 0, 2].map((layer) => file({ '': [12, 17, 17] }, { name: `layer_${layer}.npy` }))),
    ).reading.weights.map((part) => part.file),
    [1, 0, 2],
  );
});

test('files of two texts are not layers of one file', () => {
  const from = opened(
    file({ attentions: [6, 12, 17, 17] }, { name: 'text1.npz' }),
    file({ attentions: [6, 12, 17, 17] }, { name: 'text2.npz' }),
  );
  assert.deepEqual(
    understand(from).map(({ name }) => name),
    ['text1/attentions', 'text2/attentions'],
  );
  assert.deepEqual(sizes(from), [6, 12, 17, 17]);
});

test('tensors of one head each are combined if every layer has the same heads', () => {
  for (const name of ['layer#_head@', 'l#h@', 'L#_H@', '#.@', 'blocks.#.attn.head_@.weights']) {
    const shapes = Object.fromEntries(
      [1, 0].flatMap((layer) =>
        [10, 2, 0].map((head) => [name.replace('#', String(layer)).replace('@', String(head)), [9, 9]]),
      ),
    );
    const from = opened(file(shapes));
    assert.deepEqual(sizes(from), [2, 3, 9, 9], name);
    assert.deepEqual(
      read(from).reading.weights.map(({ tensor, layer, head }) => [tensor, layer, head]),
      [
        [5, 0, 0],
        [4, 0, 1],
        [3, 0, 2],
        [2, 1, 0],
        [1, 1, 1],
        [0, 1, 2],
      ],
      name,
    );
    assert.deepEqual(said(read(from)), ['Heads are counted from 0 here. In the file they are 0, 2, 10.']);
  }
  assert.deepEqual(sizes(opened(file({ head_0: [1, 9, 9], head_1: [1, 9, 9] }))), [1, 2, 9, 9]);
  assert.deepEqual(sizes(opened(file({ head_0: [6, 9, 9], head_1: [6, 9, 9] }))), [6, 2, 9, 9]);
  const third = read(opened(file({ l3_h0: [9, 9], l3_h1: [9, 9] })));
  assert.deepEqual([third.reading.layerNumbers, said(third)], [[3], []]);
  assert.throws(
    () =>
      sizes(opened(file({ head_0: [9, 9], head_1: [9, 9] })), {
        axes: ['head', 'key'],
      }),
    /refused/,
  );
});

test('files of one head each are combined', () => {
  for (const name of ['layer#_head@.npy', '#_@.csv']) {
    const files = [1, 0].flatMap((layer) =>
      [0, 1].map((head) =>
        file({ '': [9, 9] }, { name: name.replace('#', String(layer)).replace('@', String(head)) }),
      ),
    );
    assert.deepEqual(
      read(opened(...files)).reading.weights.map((part) => [part.file, part.layer, part.head]),
      [
        [2, 0, 0],
        [3, 0, 1],
        [0, 1, 0],
        [1, 1, 1],
      ],
      name,
    );
  }
});

test('incomplete sets of heads are offered one by one', () => {
  assert.deepEqual(
    understand(opened(file({ layer0_head3: [9, 9], layer2_head1: [9, 9] })))
      .map(({ name }) => name)
      .sort(),
    ['layer0_head3', 'layer2_head1'],
  );
});

test('the name of a file without tensor names does not exclude weights', () => {
  for (const name of [
    'labels_run',
    'mask',
    'norm_x',
    'hidden',
    'logits',
    'bias',
    'position 3',
    'query_1',
    'key',
  ]) {
    assert.deepEqual(sizes(opened(file({ '': [3, 4, 9, 9] }, { name: `${name}.npy` }))), [3, 4, 9, 9], name);
  }
  const both = opened(
    file({ '': [1, 1, 9, 9] }, { name: 'mask.npy' }),
    file({ '': [3, 4, 9, 9] }, { name: 'attn.npy' }),
  );
  assert.deepEqual(
    understand(both).map(({ name }) => name),
    ['attn'],
  );
  assert.deepEqual(understand(opened(file({ '': [3, 8, 9, 16] }, { name: 'q.npy' }))), []);
  assert.deepEqual(understand(opened(file({ '': [13, 17, 384] }, { name: 'hidden_states.npy' }))), []);
  assert.deepEqual(understand(opened(file({ mask: [3, 4, 9, 9] }))), []);
});

test('a number of layers in the name of a file is not the number of one layer', () => {
  assert.deepEqual(
    sizes(opened(file({ '': [12, 16, 9, 9] }, { name: 'bert_L12_H768.npy' }))),
    [12, 16, 9, 9],
  );
  assert.deepEqual(sizes(opened(file({ '': [12, 1, 9, 9] }, { name: 'h1.npy' }))), [12, 1, 9, 9]);
  assert.deepEqual(sizes(opened(file({ '': [1, 16, 9, 9] }, { name: 'layer_3.npy' }))), [1, 16, 9, 9]);
});

test('layers whose names have other numbers are counted from 0, with a note, unless they are called by these', () => {
  assert.deepEqual(said(read(opened(file({ attentions_5: [2, 9, 9], attentions_7: [2, 9, 9] })))), [
    'Layers are counted from 0 here. In the file they are 5, 7.',
  ]);
  assert.deepEqual(said(read(opened(file({ 'layer.5': [2, 9, 9], 'layer.7': [2, 9, 9] })))), []);
});

test('a length of a tensor in the name of its file is not the number of a layer', () => {
  assert.deepEqual(said(read(opened(file({ '': [4096, 4096] }, { name: 'l4096.npy' })))), []);
  assert.deepEqual(
    said(read(opened(file({ '': [1, 4096, 4096] }, { name: 'layer1x4096.npy' })))).filter((text) =>
      /Layer 0/.test(text),
    ),
    [],
  );
});

test('the first text of a batch is shown, or the one that the reader chooses', () => {
  const from = opened(file({ attentions_0: [2, 12, 9, 9], attentions_1: [2, 12, 9, 9] }));
  assert.deepEqual(sizes(from), [2, 12, 9, 9]);
  assert.deepEqual(said(read(from)), ['The batch has 2 texts. Text 0 is shown, counted from 0.']);
  assert.deepEqual(
    read(from, { batch: 1 }).reading.weights.map(({ at }) => at),
    [
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ],
  );
  assert.throws(() => read(from, { batch: 2 }), /refused/);
});

test('tensors of BertViz are offered one by one', () => {
  const views = opened(
    file(
      {
        All: [6, 8, 12, 12],
        Encoder: [6, 8, 7, 7],
        Decoder: [6, 8, 5, 5],
        Cross: [6, 8, 5, 7],
      },
      { tokens: words(12), keyTokens: words(12) },
    ),
  );
  assert.deepEqual(
    understand(views)
      .map(({ name }) => name)
      .sort(),
    ['All', 'Cross', 'Decoder', 'Encoder'],
  );
  assert.deepEqual(sizes(views), [6, 8, 12, 12]);
  assert.equal(read(views).reading.tokens.length, 12);
});

test('tensors with other words in their name are separate', () => {
  const names = Object.fromEntries(
    ['encoder_attentions', 'decoder_attentions', 'cross_attentions'].flatMap((name) =>
      [0, 1].map((layer) => [`${name}.${layer}`, name[0] === 'c' ? [1, 8, 5, 7] : [1, 8, 7, 7]]),
    ),
  );
  const found = understand(opened(file(names)));
  assert.deepEqual(
    found.map(({ name }) => name),
    [
      'encoder_attentions.0 … encoder_attentions.1',
      'decoder_attentions.0 … decoder_attentions.1',
      'cross_attentions.0 … cross_attentions.1',
    ],
  );
});

test('tensors other than attention are ignored', () => {
  const shapes = {
    attention_mask: [1, 17],
    hidden_states: [7, 17, 384],
    'encoder.layer.0.attention.self.query.weight': [384, 384],
    bias: [17],
    attentions: [6, 12, 17, 17],
    empty: [0, 4],
    scalar: [],
  };
  assert.deepEqual(
    understand(opened(file(shapes))).map(({ name }) => name),
    ['attentions'],
  );
  assert.deepEqual(
    understand(
      opened(
        file({
          'attn.hook_out': [1, 17, 384],
          attn_output_weights: [1, 17, 17],
        }),
      ),
    ).map(({ name }) => name),
    ['attn_output_weights'],
  );
  assert.deepEqual(sizes(opened(file({ '': [17, 17] }, { name: 'output.npy' }))), [1, 1, 17, 17]);
  assert.deepEqual(understand(opened(file({ causal: [1, 1, 17, 17] }, { dtype: 'bool' }))), []);
  assert.deepEqual(understand(opened(file({ pixels: [1, 1, 17, 17] }, { dtype: 'int64' }))), []);
});

test('of the cache of TransformerLens the weights come first, then scores, then q and k', () => {
  const kept = {
    hook_embed: [1, 9, 24],
    'blocks.0.hook_resid_pre': [1, 9, 24],
    'blocks.0.attn.hook_q': [1, 9, 4, 6],
    'blocks.0.attn.hook_k': [1, 9, 4, 6],
    'blocks.0.attn.hook_v': [1, 9, 4, 6],
    'blocks.0.attn.hook_z': [1, 9, 4, 6],
    'blocks.0.attn.hook_attn_scores': [1, 4, 9, 9],
    'blocks.0.attn.hook_pattern': [1, 4, 9, 9],
    'blocks.0.hook_attn_out': [1, 9, 24],
  };
  const found = understand(opened(file(kept)));
  assert.deepEqual(
    found.slice(0, 4).map(({ name, numbers }) => [name, numbers]),
    [
      ['blocks.0.attn.hook_pattern', 'weights'],
      ['blocks.0.attn.hook_attn_scores', 'scores'],
      ['blocks.0.attn.hook_attn_scores', 'weights'],
      ['blocks.0.attn.hook_q', 'weights'],
    ],
  );
  assert.deepEqual(sizes(opened(file(kept)), { candidate: 3 }), [1, 4, 9, 9]);
});

test('axes can be corrected, and invalid corrections are rejected', () => {
  const from = opened(file({ attn: [12, 17, 17] }));
  assert.deepEqual(sizes(from, { axes: ['layer', 'query', 'key'] }), [12, 1, 17, 17]);
  assert.deepEqual(read(from, { axes: ['head', 'key', 'query'] }).reading.weights[0].axes, [
    'head',
    'key',
    'query',
  ]);
  assert.deepEqual(sizes(from, { axes: ['fixed', 'query', 'key'], batch: 11 }), [1, 1, 17, 17]);
  for (const axes of [
    ['head', 'query', 'query'],
    ['head', 'query'],
    ['head', 'head', 'key'],
    ['query', 'key', 'feature'],
    ['head', 'query', '__proto__'],
    [],
    'head',
  ]) {
    assert.throws(() => read(from, { axes: /** @type {any} */ (axes) }), /refused/, JSON.stringify(axes));
  }
});

test('layers are called what names after a word for layers say, and 0, 1, 2 without one', () => {
  const numbersOf = (/** @type {Record<string, number[]>} */ tensors) =>
    read(opened(file(tensors))).reading.layerNumbers;
  const heads = [2, 4, 4];
  assert.deepEqual(numbersOf({ 'layers.3.attn': heads }), [3]);
  assert.deepEqual(numbersOf({ 'layer.3.attention': heads, 'layer.11.attention': heads }), [3, 11]);
  assert.deepEqual(numbersOf({ layer_3_head_0: [4, 4], layer_3_head_1: [4, 4] }), [3]);
  assert.deepEqual(numbersOf({ 'layers.5.q': [2, 4, 8], 'layers.5.k': [2, 4, 8] }), [5]);
  assert.deepEqual(numbersOf({ 'blocks.7.attn.hook_pattern': [1, 2, 4, 4] }), [7]);
  assert.equal(numbersOf({ 'layers.0.attn': heads, 'layers.1.attn': heads }), undefined);
  assert.equal(numbersOf({ attentions_3: heads }), undefined, 'a number of anything');
  assert.equal(numbersOf({ 'layers.20241126.attn': heads }), undefined, 'a date');
});

test('the metadata can say what layers are called, if there are as many numbers as layers and they ascend', () => {
  const numbersOf = (/** @type {string} */ layers) =>
    read(opened(file({ attention: [2, 3, 4, 4] }, { metadata: [['layers', layers]] }))).reading.layerNumbers;
  assert.deepEqual(numbersOf('[3, 11]'), [3, 11]);
  for (const wrong of ['[3]', '[3, 3]', '[4, 3]', '[-1, 3]', '[0, 1]', 'x', '[1.5, 2]'])
    assert.equal(numbersOf(wrong), undefined, wrong);
});
