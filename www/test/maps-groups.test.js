/** Sentences, turns and segments of tokens, compared with divisions by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/index.js';
import { decode, encode } from '../rooms/maps/fragment.js';
import { groupsIn, namedTexts, secondOf, shortened } from '../rooms/maps/head/groups.js';
import { labelsOf } from '../rooms/maps/head/labels.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { freshState } from '../rooms/maps/state.js';
import { sharesOf } from '../rooms/maps/text/blocks.js';
import { textCache } from '../rooms/maps/text/units.js';

/**
 * @param {string[]} texts
 * @param {{ special?: number[], joined?: number[], segments?: unknown, offset?: number }} [more]
 * @returns {any}
 */
function data(texts, { special = [], joined = [], segments, offset = 0 } = {}) {
  const tokens = texts.map((text, at) => ({
    ...{ text, shown: text, group: at, word: at, split: false },
    special: special.includes(at),
    joined: joined.includes(at),
  }));
  const metadata = segments === undefined ? [] : [['segments', JSON.stringify(segments)]];
  return {
    tokens: { tokens, words: texts },
    queryTokens: null,
    opened: { files: [{ metadata }] },
    reading: {
      keys: texts.length,
      queries: texts.length - offset,
      offset,
      v: [],
      tokens: texts,
      queryTokens: [],
    },
  };
}
const of = (/** @type {any} */ kind, /** @type {any} */ open) => {
  const groups = groupsIn(kind, open)?.key;
  return groups && { of: [...groups.of], texts: namedTexts(groups) };
};

test('a sentence ends with its punctuation, and a token of the tokenizer is alone', () => {
  const texts = [
    '<s>',
    'Oh',
    ' dear',
    '!',
    ' I',
    ' sh',
    'all',
    ' be',
    ' late',
    '.',
    '”',
    ' But',
    ' when',
    '</s>',
  ];
  assert.deepEqual(of('sentences', data(texts, { special: [0, 13] })), {
    of: [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 4],
    texts: ['<s>', 'Oh dear!', 'I shall be late.”', 'But when', '</s>'],
  });
});

test('sentences of an uncased text begin with small letters, and pieces of words are joined', () => {
  const texts = ['[CLS]', 'close', 'by', 'her', '.', 'there', 'was', 'dai', 'sies', '?', 'so', '[SEP]'];
  assert.deepEqual(of('sentences', data(texts, { special: [0, 11], joined: [8] })), {
    of: [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4],
    texts: ['[CLS]', 'close by her.', 'there was daisies?', 'so', '[SEP]'],
  });
});

test('a turn begins with the token of a chat template, and a text without one has no turns', () => {
  const texts = [
    '<|im_start|>',
    'user',
    '\n',
    'Hi',
    '<|im_end|>',
    '\n',
    '<|im_start|>',
    'assistant',
    '\n',
    'Hello',
  ];
  assert.deepEqual(of('turns', data(texts, { special: [0, 4, 6] }))?.of, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  const mistral = ['<s>', '[INST]', 'Hi', '[/INST]', 'Hello'];
  assert.deepEqual(of('turns', data(mistral, { special: [0] }))?.of, [0, 1, 1, 2, 2]);
  assert.equal(groupsIn('turns', data(['no', ' turn'])), null);
});

test('segments are runs of equal names, one for each token, or there are none', () => {
  const texts = ['Who', ' is', ' it', '?', ' She', ' is'];
  const named = data(texts, {
    segments: ['question', 'question', 'question', 'question', 'context', 'context'],
  });
  assert.deepEqual(of('segments', named), {
    of: [0, 0, 0, 0, 1, 1],
    texts: ['question: Who is it?', 'context: She is'],
  });
  assert.deepEqual(of('segments', data(texts, { segments: [0, 0, 1, 1, 0, null] }))?.of, [0, 0, 1, 1, 2, 3]);
  for (const segments of [undefined, ['a'], { a: 1 }, 'a'])
    assert.equal(groupsIn('segments', data(texts, { segments })), null);
});

test('a pair of sentences is found by its separators, and the reader can correct it', () => {
  const bert = ['[CLS]', 'who', '?', '[SEP]', 'she', 'is', '[SEP]'];
  const roberta = ['<s>', 'who', '</s>', '</s>', 'she', '</s>', '<pad>'];
  assert.deepEqual([secondOf(bert), secondOf(roberta)], [4, 3]);
  const none = [
    '[CLS] a [SEP]',
    '[CLS] a [SEP] b',
    '[SEP] a [SEP]',
    'a </s> b </s> c </s>',
    '[CLS] [SEP] [SEP]',
  ];
  for (const text of none) assert.equal(secondOf(text.split(' ')), null, text);
  const open = data(bert, { special: [0, 3, 6] });
  const segments = (/** @type {object} */ state) =>
    groupsIn('segments', open, { pair: null, grid: null, ...state });
  const key = /** @type {import('../rooms/maps/head/groups.js').Groups} */ (segments({})?.key);
  assert.deepEqual(namedTexts(key), ['A: [CLS] who? [SEP]', 'B: she is [SEP]']);
  assert.deepEqual([...(segments({ pair: 2 })?.key.of ?? [])], [0, 0, 1, 1, 1, 1, 1]);
  assert.equal(segments({ pair: 0 }), null);
  const state = freshState();
  const text = textCache()(/** @type {any} */ ({ state, data: open, labels: labelsOf(state, open) }));
  assert.deepEqual(text?.blocks, { of: [0, 0, 0, 0, 1, 1, 1], names: ['A', 'B'] });
});

test('the tokens of a picture are a segment between those of the text', () => {
  const texts = ['USER', ...Array(9).fill('<image>'), ' what', '?'];
  const open = { ...data(texts), opened: { files: [{ metadata: [] }] } };
  assert.deepEqual([...(groupsIn('segments', open)?.key.of ?? [])], [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
  assert.deepEqual(groupsIn('segments', open)?.key.names, ['text', 'picture', 'text']);
  const state = { ...freshState(), words: /** @type {const} */ ('segments') };
  const { segments } = LANGUAGES.es.image;
  const labels = labelsOf(state, open, segments);
  assert.deepEqual(
    labels.key.map(({ full }) => full?.split(':')[0]),
    ['texto', 'imagen', 'texto'],
  );
  const text = textCache()(/** @type {any} */ ({ state, data: open, labels, image: { segments } }));
  assert.deepEqual(text?.blocks?.of, [0, 1, 2]);
  const plain = { ...state, words: false };
  const tokens = /** @type {any} */ ({ state: plain, data: open, labels: labelsOf(plain, open) });
  assert.deepEqual(textCache()({ ...tokens, image: { segments } })?.blocks?.names, [
    'texto',
    'imagen',
    'texto',
  ]);
});

test('the groups of queries after a cache are counted from that of the first query', () => {
  const texts = ['A', ' b', '.', ' C', ' d', '.', ' E'];
  const words = /** @type {any} */ ('sentences');
  const state = { ...freshState(), words };
  const open = data(texts, { offset: 4 });
  assert.deepEqual(specsOf(state, open).specs.a?.words, {
    query: Uint32Array.of(0, 0, 1),
    key: Uint32Array.of(0, 0, 0, 1, 1, 1, 2),
  });
  const labels = labelsOf(state, open);
  assert.deepEqual(
    labels.query.map(({ text }) => text),
    ['C d.', 'E'],
  );
  assert.deepEqual(
    labels.key.map(({ text }) => text),
    ['A b.', 'C d.', 'E'],
  );
});

test('the label of a long sentence is its beginning', () => {
  assert.equal(shortened('exactly twenty signs'), 'exactly twenty signs');
  assert.equal(shortened('alice was beginning to get very tired'), 'alice was beginning…');
});

test('a link says what tokens are merged into, and other names are broken', () => {
  for (const words of /** @type {const} */ ([true, 'sentences', 'turns', 'segments']))
    assert.equal(decode(encode({ ...freshState(), words })).state?.words, words);
  assert.match(encode({ ...freshState(), words: 'turns' }), /words=turns/);
  assert.equal(decode('v=1&room=maps&words=chapters').state?.words ?? false, false);
});

test('a long text has the sentence of each token, and short ones have no parts', () => {
  const texts = Array.from({ length: 100 }, (_, at) =>
    at % 10 === 9 ? '.' : ` ${at % 10 ? 'a' : 'A'}${at}`,
  );
  const textOf = (/** @type {string[]} */ some) => {
    const open = data(some);
    const state = freshState();
    return textCache()(/** @type {any} */ ({ state, data: open, labels: labelsOf(state, open) }));
  };
  assert.deepEqual(
    Array.from(textOf(texts)?.blocks?.of ?? []),
    texts.map((_, at) => Math.floor(at / 10)),
  );
  assert.equal(textOf(texts.slice(0, 80))?.blocks, null);
});

test('the share of a part is the sum over keys or the mean over queries, without what is no number', () => {
  const units = [0, 1, 2, 4].map((first) => /** @type {any} */ ({ first, count: first === 2 ? 2 : 1 }));
  const weights = Float32Array.of(0.5, 0.25, 0.125, 0.0625, NaN);
  assert.deepEqual([...sharesOf(weights, units, [0, 0, 1, 2], false)], [0.75, 0.1875, NaN]);
  assert.deepEqual([...sharesOf(weights, units, [0, 0, 1, 2], true)], [0.375, 0.09375, NaN]);
});
