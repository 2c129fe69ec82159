import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/index.js';
import { understand } from './maps-interpretation.js';
import { file, opened, read, sizes, words } from './maps-understand-support.js';

const { en } = LANGUAGES;
/** The output of `generate()`: a prompt of 4, then one query for each step. */
const STEPS = [
  [4, 4],
  [1, 5],
  [1, 6],
  [1, 7],
];

/**
 * @param {(step: number, layer: number) => string} name @param {number} layers @param {number[][]} [steps]
 */
const generated = (name, layers, steps = STEPS) =>
  Object.fromEntries(
    steps.flatMap(([queries, keys], step) =>
      Array.from({ length: layers }, (_, layer) => [name(step, layer), [1, 3, queries, keys]]),
    ),
  );

/** @param {import('../rooms/maps/types.js').Opened} from */
const placed = (from) => read(from).reading.weights.map(({ tensor, layer, query }) => [tensor, layer, query]);

test('steps of generation are stacked, and missing keys are marked', () => {
  for (const name of ['step_#', 'arr_#', 'attentions.#']) {
    const from = opened(file(generated((step) => name.replace('#', String(step)), 1)));
    assert.deepEqual(sizes(from), [1, 3, 7, 7], name);
    assert.deepEqual(placed(from), [
      [0, 0, 0],
      [1, 0, 4],
      [2, 0, 5],
      [3, 0, 6],
    ]);
    const { reading, notes } = read(from);
    assert.deepEqual([reading.reach, reading.offset], [[4, 4, 4, 4, 5, 6, 7], 0]);
    assert.deepEqual(
      notes.map((note) => note(en)),
      ['4 steps of generation are stacked. Nothing is drawn where a key did not exist yet.'],
    );
  }
});

test('steps and layers are distinguished by name, by order or by the growing axis', () => {
  const want = [
    [0, 0, 0],
    [2, 0, 4],
    [4, 0, 5],
    [6, 0, 6],
    [1, 1, 0],
    [3, 1, 4],
    [5, 1, 5],
    [7, 1, 6],
  ];
  const names = [
    (/** @type {number} */ step, /** @type {number} */ layer) => `step_${step}_layer_${layer}`,
    (/** @type {number} */ step, /** @type {number} */ layer) => `attentions.${step}.${layer}`,
    (/** @type {number} */ step, /** @type {number} */ layer) => `layer${layer}/step${step}`,
    (/** @type {number} */ step, /** @type {number} */ layer) => `attn_${layer}_${step}`,
    (/** @type {number} */ step, /** @type {number} */ layer) => `arr_${2 * step + layer}`,
  ];
  for (const name of names) {
    const from = opened(file(generated(name, 2)));
    assert.deepEqual(sizes(from), [2, 3, 7, 7], name(2, 1));
    assert.deepEqual(placed(from), want, name(2, 1));
  }
});

test('consecutive layers, each with all its steps, are assembled', () => {
  const from = opened(
    file(
      Object.fromEntries(
        [0, 1].flatMap((layer) =>
          STEPS.map(([queries, keys], step) => [`arr_${4 * layer + step}`, [1, 3, queries, keys]]),
        ),
      ),
    ),
  );
  assert.deepEqual(placed(from), [
    [0, 0, 0],
    [1, 0, 4],
    [2, 0, 5],
    [3, 0, 6],
    [4, 1, 0],
    [5, 1, 4],
    [6, 1, 5],
    [7, 1, 6],
  ]);
});

test('all layers of a step in one tensor are assembled', () => {
  const from = opened(file({ step_0: [6, 1, 3, 4, 4], step_1: [6, 1, 3, 1, 5], step_2: [6, 1, 3, 1, 6] }));
  assert.deepEqual(sizes(from), [6, 3, 6, 6]);
  assert.deepEqual(read(from).reading.weights[2], {
    file: 0,
    tensor: 2,
    axes: ['layer', 'fixed', 'head', 'query', 'key'],
    at: [0, 0, 0, 0, 0],
    layer: 0,
    query: 5,
  });
});

test('a preallocated cache has as many keys in every step', () => {
  const still = [
    [4, 16],
    [1, 16],
    [1, 16],
  ];
  for (const name of [
    (/** @type {number} */ step) => `step_${step}`,
    (/** @type {number} */ step) => `arr_${step}`,
  ]) {
    const { reading } = read(opened(file(generated(name, 1, still))));
    assert.deepEqual(
      [reading.layers, reading.queries, reading.keys, reading.reach, reading.offset],
      [1, 6, 16, null, 0],
    );
  }
  assert.deepEqual(
    sizes(opened(file(generated((step, layer) => `arr_${2 * step + layer}`, 2, still)))),
    [2, 3, 6, 16],
  );
});

test('steps of cross attention all have the keys of the other text', () => {
  const { reading, notes } = read(
    opened(
      file(
        generated((step, layer) => `cross_attentions_${step}_${layer}`, 2, [
          [1, 9],
          [1, 9],
          [1, 9],
        ]),
      ),
    ),
  );
  assert.deepEqual(
    [reading.layers, reading.heads, reading.queries, reading.keys, reading.reach],
    [2, 3, 3, 9, null],
  );
  assert.deepEqual(
    reading.weights.map(({ tensor, layer, query }) => [tensor, layer, query]),
    [
      [0, 0, 0],
      [2, 0, 1],
      [4, 0, 2],
      [1, 1, 0],
      [3, 1, 1],
      [5, 1, 2],
    ],
  );
  assert.deepEqual(
    notes.map((note) => note(en)),
    ['3 steps of generation are stacked.'],
  );
});

test('steps after a missing prompt have their keys before them', () => {
  const { reading } = read(
    opened(
      file(
        generated((step) => `step_${step}`, 1, [
          [1, 5],
          [1, 6],
          [1, 7],
        ]),
      ),
    ),
  );
  assert.deepEqual([reading.queries, reading.keys, reading.offset, reading.reach], [3, 7, 4, [5, 6, 7]]);
});

test('the tokens may include the last generated token', () => {
  const { reading, notes } = read(
    opened(
      file(
        generated((step) => `step_${step}`, 1),
        { tokens: words(8) },
      ),
    ),
  );
  assert.deepEqual([reading.tokens, reading.queryTokens], [words(7), []]);
  assert.match(notes.at(-1)?.(en) ?? '', /8 tokens, one more than keys/);
});

test('queries of a cache are the last of the tokens', () => {
  const { reading } = read(
    opened(
      file(
        generated((step) => `step_${step}`, 1, [
          [1, 5],
          [1, 6],
        ]),
        { tokens: words(6) },
      ),
    ),
  );
  assert.deepEqual(reading.queryTokens, ['w4', 'w5']);
});

test('tensors of one shape are layers, and tensors of several shapes that do not grow are separate', () => {
  assert.deepEqual(sizes(opened(file({ arr_0: [1, 3, 4, 4], arr_1: [1, 3, 4, 4] }))), [2, 3, 4, 4]);
  assert.deepEqual(
    understand(opened(file({ arr_0: [1, 3, 4, 4], arr_1: [1, 3, 6, 6], arr_2: [1, 3, 6, 6] }))).map(
      ({ name }) => name,
    ),
    ['arr_1 … arr_2', 'arr_0'],
  );
});
