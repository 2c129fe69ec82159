import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAxis } from '../rooms/maps/reading/corrections-view.js';
import { warningsOf } from '../rooms/maps/reading/row-sums.js';
import { LANGUAGES } from '../page/words/index.js';
import { rejectionReason, sentence, understand, unusedText } from './maps-interpretation.js';
import { file, opened, read, words } from './maps-understand-support.js';
/** @import { HeadFound } from '../rooms/maps/types.js' */

const { en, es } = LANGUAGES;

test('the interpretation of weights is one sentence, in both languages', () => {
  const [found] = understand(opened(file({ attentions: [6, 12, 17, 17] })));
  assert.equal(sentence(found, en), 'Read as 6 layers × 12 heads, 17 tokens: weights (query, key).');
  assert.equal(sentence(found, es), 'Leído como 6 capas × 12 cabezas, 17 tokens: pesos (consulta, clave).');
  assert.equal(
    sentence(understand(opened(file({ attn: [1, 9] })))[0], en),
    'Read as 1 layer × 1 head, 1 query × 9 keys: weights (query, key).',
  );
});

test('shared heads of keys are reported', () => {
  const [found] = understand(opened(file({ q: [32, 9, 8], k: [8, 9, 8] })));
  assert.equal(
    sentence(found, en),
    'q and k of 1 layer × 32 heads (sharing 8 key heads), 9 tokens, head size 8: weights are computed, scaled by 1/√8, bidirectional.',
  );
});

test('an unreadable candidate has its reason instead of its description', () => {
  assert.match(sentence(understand(opened(file({ attn: [300_000, 4000] })))[0], en), /300000 tokens/);
});

test('tensors that are not used are listed with their shapes, a few of many', () => {
  const from = opened(file({ attentions: [6, 12, 17, 17], input_ids: [1, 17], loss: [] }));
  assert.equal(unusedText(from, en), 'input_ids (1, 17), loss ()');
  const many = Object.fromEntries(words(9).map((name) => [name, [3]]));
  assert.equal(unusedText(opened(file(many)), en), 'w0 (3,), w1 (3,), w2 (3,), w3 (3,), w4 (3,) and 4 more');
});

test('the message for an unknown file is one sentence with its contents', () => {
  const why = (/** @type {Parameters<typeof file>} */ ...args) => {
    const from = opened(file(...args));
    assert.deepEqual(understand(from), []);
    assert.notEqual(rejectionReason(from)(es), rejectionReason(from)(en));
    return rejectionReason(from)(en);
  };
  assert.match(
    why({ a: [3], b: [2, 2, 2, 2, 2, 2] }),
    /^No attention was found in a \(3,\), b \(2, 2, 2, 2, 2, 2\)\. Supported are weights \(layers, heads, queries, keys\)/,
  );
  assert.match(
    why({ 'h.0.attn.c_attn.weight': [128, 384], 'h.0.attn.c_attn.bias': [384], 'h.0.ln_1.weight': [128] }),
    /^These 3 tensors are what a model learned.* opened together with its config\.json and tokenizer\.json\./,
  );
  assert.match(why({ 'h.0.attn.c_attn.weight': [128, 384] }), /^This tensor is what a model learned/);
  assert.match(
    why({ '': [9, 9] }, { dtype: 'int64', name: 'eye.npy' }),
    /^There are only integers or booleans in eye \(9, 9\)\. Weights, q and k must be floating-point/,
  );
  assert.match(why({ k: [4, 9, 8] }), /^There is k, but no q/);
  assert.match(why({ 'layer0.q': [4, 9, 8] }), /^There is q, but no k/);
  assert.match(why({}, { tokens: words(5) }), /^There are 5 tokens, but no tensor/);
  assert.match(why({}), /^The opened files contain no tensor/);
});

test('characters of a name that do not print or change the writing direction are removed', () => {
  const [found] = understand(opened(file({ '\u202Egnp.\u0000<b>attn': [3, 3] })));
  assert.equal(found.name, '\u{FFFD}gnp.\u{FFFD}<b>attn');
  assert.equal(Array.from(understand(opened(file({ ['attn'.repeat(1000)]: [3, 3] })))[0].name).length, 48);
});

test('an axis that gets the role of another swaps with it', () => {
  assert.deepEqual(withAxis(['head', 'query', 'key'], 2, 'query'), ['head', 'key', 'query']);
  assert.deepEqual(withAxis(['fixed', 'head', 'query', 'key'], 1, 'fixed'), [
    'fixed',
    'fixed',
    'query',
    'key',
  ]);
  assert.deepEqual(withAxis(['head', 'query', 'key'], 0, 'layer'), ['layer', 'query', 'key']);
});

/** @param {Partial<HeadFound>} found @returns {HeadFound} */
const head = (found) => ({
  layer: 0,
  head: 0,
  measures: /** @type {any} */ ({}),
  causal: false,
  notWeights: null,
  rowsWithoutKey: 0,
  rowSums: null,
  thumb: { rows: 0, cols: 0, data: new Float32Array() },
  ...found,
});
const sums = (/** @type {number} */ least, /** @type {number} */ greatest) => ({
  least: { query: 3, sum: least },
  greatest: { query: 8, sum: greatest },
});
/** @param {(HeadFound | undefined)[]} heads @param {number} tolerance @param {typeof en} t */
const warnings = (heads, tolerance, t) =>
  warningsOf(/** @type {any} */ ({ reading: { tolerance }, heads }), t);

test('rows that do not sum to 1 are reported, the farthest with its place', () => {
  const heads = [
    head({ rowSums: sums(0.9999, 1.0001) }),
    undefined,
    head({ layer: 1, head: 2, rowSums: sums(0.75, 1) }),
    head({ layer: 2, head: 4, rowSums: sums(0.9, 1.5) }),
  ];
  assert.deepEqual(warnings(heads, 2 ** -10, en), [
    'Not all rows sum to 1, in 2 of 3 heads. The farthest from 1 is layer 2, head 4, query 8, with 1.5. Rows are shown unchanged.',
  ]);
  assert.deepEqual(warnings(heads.slice(0, 2), 2 ** -10, en), []);
});

test('rows that are not weights and rows without a key are counted', () => {
  const heads = [
    head({ notWeights: { rows: 2, first: 5 } }),
    head({ head: 1, notWeights: { rows: 3, first: 0 } }),
    head({ head: 2, rowsWithoutKey: 4 }),
  ];
  assert.deepEqual(warnings(heads, 0, en), [
    'Rows with invalid weights (negative, infinite or missing): 5, in 2 of 3 heads. The first is layer 0, head 0, query 5.',
    'Rows in which every weight is 0: 4, in 1 of 3 heads.',
  ]);
  assert.notDeepEqual(warnings(heads, 0, es), warnings(heads, 0, en));
});

test('16-bit numbers may be off by their rounding', () => {
  const of = (/** @type {string} */ dtype) => {
    const from = opened(file({ attn: [1024, 1024] }, { dtype }));
    return read(from).reading.tolerance;
  };
  assert.equal(of('bfloat16'), 2 ** -9);
  assert.equal(of('float16'), 2 ** -11 + 2 ** -15);
  assert.equal(of('float32'), 2 ** -10);
});
