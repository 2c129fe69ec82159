/** The text of a head as units, and the sentence about a token, compared with sentences written by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestOf, pairOfToken } from '../rooms/maps/text/looks.js';
import { capitalized, plainSentence, sentenceOf, unitAt } from '../rooms/maps/text/sentence.js';
import { textCache } from '../rooms/maps/text/units.js';
import { messages } from '../words/languages.js';
import { texts } from '../rooms/maps/words/index.js';

/**
 * The text of tokens with themselves.
 *
 * @param {string[]} tokens - with their spaces
 * @param {{ offset?: number, joined?: number[], special?: number[], words?: boolean, queries?: string[] | null }} [how]
 *   - `queries`: their tokens, if a file names them
 */
function textOf(tokens, { offset = 0, joined = [], special = [], words = false, queries = null } = {}) {
  const read = tokens.map((text, at) => ({
    text,
    shown: text,
    group: at,
    word: at,
    special: special.includes(at),
    joined: joined.includes(at),
  }));
  const labels = tokens.map((text, first) => ({ text: text.trim() || '↵', first, count: 1 }));
  const data = {
    opened: { files: [] },
    tokens: { tokens: read, words: tokens },
    queryTokens: queries && { tokens: read.slice(offset), words: queries },
    reading: {
      queries: tokens.length - offset,
      keys: tokens.length,
      offset,
      tokens,
      queryTokens: queries ?? [],
    },
  };
  return textCache()(
    /** @type {any} */ ({ state: { words }, data, labels: { key: labels, query: labels.slice(offset) } }),
  );
}

const AUSTEN = ['Elinor', ' met', ' Jane', ' in', ' Bath', ';', ' Elinor', ' met'];

/** @param {Partial<Parameters<typeof sentenceOf>[0]>} subject @param {'en' | 'es' | 'pt'} [language] */
function said(subject, language = 'en') {
  const words = messages(texts[language], language).maps.text;
  const parts = sentenceOf({
    words,
    language,
    direction: 'at',
    pair: null,
    weights: null,
    text: textOf(AUSTEN),
    isCausal: true,
    areWeights: true,
    what: 'weight × |v|',
    ...subject,
  });
  return plainSentence(capitalized(parts));
}

test('units have the spelling of the text, and pieces without a space between them are joined', () => {
  const units = textOf(['El', 'inor', ' met', ';', '\n', '<|end|>'], { special: [5] })?.keys ?? [];
  assert.deepEqual(
    units.map(({ text, isJoined, isSpecial }) => [text, isJoined, isSpecial]),
    [
      ['El', false, false],
      ['inor', true, false],
      ['met', false, false],
      [';', true, false],
      ['↵', false, false],
      ['<|end|>', false, true],
    ],
  );
});

test('in tokens without spaces, pieces, punctuation and both sides of an apostrophe are joined', () => {
  const units = textOf(['[CLS]', 'doesn', "'", 't', 'un', 'happy', '.'], { joined: [5], special: [0] })?.keys;
  assert.deepEqual(
    units?.map(({ isJoined }) => isJoined),
    [false, false, true, true, false, true, true],
  );
});

test('a unit is found by each of its cells', () => {
  const units = [0, 1, 4].map((first) => /** @type {any} */ ({ first }));
  assert.deepEqual(
    [0, 1, 3, 4, 9].map((cell) => unitAt(units, cell)),
    [0, 1, 1, 2, 2],
  );
});

test('a token is paired with its largest weight, in both directions, once its weights are there', () => {
  const rows = [
    [1, 0],
    [0.3, 0.7],
  ].map((row) => Float32Array.from(row));
  const stores = {
    rowOf: (/** @type {any} */ _, /** @type {number} */ query) => rows[query],
    columnOf: (/** @type {any} */ _, /** @type {number} */ key) => Float32Array.from(rows, (row) => row[key]),
  };
  const info = /** @type {any} */ ({});
  assert.deepEqual(pairOfToken('at', 1, info, stores), { query: 1, key: 1 });
  assert.deepEqual(pairOfToken('by', 0, info, stores), { query: 0, key: 0 });
  assert.equal(pairOfToken('at', 1, info, { ...stores, rowOf: () => null }), null);
  assert.equal(largestOf([NaN, 0, NaN]), -1);
  assert.equal(largestOf([NaN, 0.1, 0.2]), 2);
});

test('the sentence names the second of two equal tokens, and the token after the first one', () => {
  const weights = [0.15, 0, 0.83, 0.01, 0, 0, 0, 0.01];
  const pair = { query: 7, key: 2 };
  assert.equal(said({ pair, weights }), 'The second met looks at Jane, the token after the first met.');
  assert.equal(said({ pair, weights }, 'es'), 'El segundo met mira hacia Jane, el token tras el primer met.');
  assert.equal(said({ pair, weights }, 'pt'), 'O segundo met olha para Jane, o token após o primeiro met.');
});

test('the sentence depends on the largest weight and where it is', () => {
  const row = (/** @type {number} */ key, /** @type {number} */ weight) =>
    Array.from({ length: 8 }, (_, at) => (at === key ? weight : 0.01));
  const at = (/** @type {number} */ query, /** @type {ArrayLike<number>} */ weights, more = {}) =>
    said({ pair: { query, key: 0 }, weights, ...more });
  assert.equal(at(4, row(2, 0.38)), 'Bath looks mostly at Jane (0.38).');
  assert.equal(at(3, row(2, 0.5)), 'in looks at Jane, the token before.');
  assert.equal(at(3, row(0, 0.86)), 'in rests on the first token (0.86).');
  assert.equal(at(3, row(3, 0.9)), 'in looks mostly at itself (0.90).');
  assert.equal(at(3, row(2, 0.09)), 'in looks at no token in particular: its largest weight is 0.09.');
  assert.equal(at(0, row(0, 1)), 'The first Elinor comes first, so it can only look at itself.');
  assert.equal(at(3, new Float32Array(8)), 'in looks at nothing: it has no weight above 0.');
  assert.equal(at(3, row(2, 4.5), { areWeights: false }), 'in: the largest weight × |v| is 4.5, at Jane.');
  assert.equal(at(3, row(2, 0.6), { text: null }), 'Token 3 looks at token 2.');
});

test('what looks at a token is counted among the tokens that can look at it', () => {
  const by = (/** @type {number} */ key, /** @type {number[]} */ weights, isCausal = true) =>
    said({ direction: 'by', pair: { query: 0, key }, weights, isCausal });
  assert.equal(
    by(2, [0, 0, 0.4, 0.3, 0.2, 0.05, 0.1, 0.83]),
    'Jane is looked at by 4 of 5 later tokens, most by the second met (0.83).',
  );
  assert.equal(
    by(2, [0.2, 0, 0.9, 0, 0, 0, 0, 0.83], false),
    'Jane is looked at by 2 of 7 other tokens, most by the second met (0.83).',
  );
  assert.equal(
    by(7, [0, 0, 0, 0, 0, 0, 0, 1]),
    'Nothing comes after the second met, so nothing later looks at it.',
  );
  assert.equal(
    by(4, [0, 0, 0, 0, 0.9, 0.09, 0, 0]),
    'No later token looks at Bath: the largest weight is 0.09, from ;.',
  );
});

test('queries behind a sink or a cache are in the text of the keys, and other queries have their own', () => {
  const tokens = ['[sink]', 'Elinor', ' met'];
  const same = textOf(tokens, { offset: 1, queries: ['Elinor', ' met'] });
  assert.deepEqual([same?.queries, same?.offset, same?.keys.length], [null, 1, 3]);
  const other = textOf(tokens, { offset: 1, queries: ['Emma', ' met'] });
  assert.equal(other?.queries?.length, 2);
});

test('queries after a cache are the last tokens of the text', () => {
  const text = textOf(AUSTEN, { offset: 6 });
  const weights = [0, 0, 0.9, 0, 0, 0, 0, 0.1];
  assert.equal(
    said({ text, pair: { query: 1, key: 2 }, weights }),
    'The second met looks at Jane, the token after the first met.',
  );
});

test('without a token the sentence says what to do, and it is empty until weights are there', () => {
  assert.equal(said({}), 'Point at a token to see what it looks at.');
  assert.equal(said({ text: null }), 'Point at a cell of the map to see what a token looks at.');
  assert.equal(said({ pair: { query: 1, key: 0 } }), '');
});
