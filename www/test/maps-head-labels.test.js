import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisOf, labelsOf, longestTexts, numbered, placedLabels } from '../rooms/maps/head/labels.js';

/** @param {string[]} texts @param {number[]} [groups] @param {number[]} [words] */
function read(texts, groups, words) {
  const tokens = texts.map((shown, at) => ({
    text: shown,
    shown,
    group: groups?.[at] ?? at,
    word: words?.[at] ?? at,
    special: false,
    joined: false,
    split: false,
    broken: false,
  }));
  return { tokens, words: [...new Set((words ?? texts).map(String))].map((word) => `word ${word}`) };
}

/**
 * @param {object} reading
 * @param {ReturnType<typeof read> | null} tokens
 * @param {ReturnType<typeof read> | null} [queryTokens]
 * @param {boolean} [words]
 */
function labels(reading, tokens, queryTokens = null, words = false) {
  return labelsOf(
    /** @type {any} */ ({ words }),
    /** @type {any} */ ({ reading: { offset: 0, ...reading }, tokens, queryTokens }),
  );
}

/**
 * The axis of a map from its cell `start` on.
 *
 * @param {number} count @param {number} start @param {number} size
 */
const axis = (count, start, size) =>
  axisOf(
    /** @type {any} */ ({ row: start, cellHeight: size, height: (count - start) * size, rows: count }),
    'query',
  );

const texts = (/** @type {{ text: string }[]} */ of) => of.map(({ text }) => text);

test('both axes have the tokens, and without tokens their numbers', () => {
  const { query, key, tokens } = labels({ queries: 3, keys: 3 }, read(['a', 'b', 'c']));
  assert.deepEqual([texts(query), texts(key), tokens], [['a', 'b', 'c'], ['a', 'b', 'c'], true]);
  assert.deepEqual(texts(labels({ queries: 2, keys: 3 }, null).key), ['0', '1', '2']);
});

test('queries after a cache are the last of the tokens', () => {
  assert.deepEqual(texts(labels({ queries: 1, keys: 3, offset: 2 }, read(['a', 'b', 'c'])).query), ['c']);
});

test('queries of another text have their own tokens', () => {
  assert.deepEqual(texts(labels({ queries: 2, keys: 3 }, read(['a', 'b', 'c']), read(['x', 'y'])).query), [
    'x',
    'y',
  ]);
});

test('with fewer tokens than cells the remaining cells have numbers', () => {
  assert.deepEqual(texts(labels({ queries: 4, keys: 4 }, read(['a', 'b'])).key), ['a', 'b', '2', '3']);
});

test('tokens that share a character have one label over all of them', () => {
  const { key } = labels({ queries: 4, keys: 4 }, read(['a', '🙂', '🙂', 'b'], [0, 1, 1, 2]));
  assert.equal(key[1], key[2]);
  assert.deepEqual(key[1], { text: '🙂', first: 1, count: 2 });
  assert.deepEqual(key[3], { text: 'b', first: 3, count: 1 });
});

test('words are at both axes once tokens are joined', () => {
  const { query, key } = labels(
    { queries: 2, keys: 4, offset: 2 },
    read(['a', 'b', 'c', 'd'], undefined, [0, 0, 1, 2]),
    null,
    true,
  );
  assert.deepEqual(
    [texts(query), texts(key)],
    [
      ['word 1', 'word 2'],
      ['word 0', 'word 1', 'word 2'],
    ],
  );
});

test('characters that change the writing direction are shown as unknown characters', () => {
  assert.deepEqual(texts(labels({ queries: 1, keys: 1 }, read(['a\u202eb'])).key), ['a\ufffdb']);
});

test('of three million positions, only the labels that are read take memory', () => {
  const before = process.memoryUsage().heapUsed;
  const labels = numbered(3_000_000);
  assert.deepEqual(labels[2_999_999], { text: '2999999', first: 2_999_999, count: 1 });
  assert.equal(labels[7], labels[7]);
  assert.deepEqual([labels.length, labels[3_000_000], labels[-1]], [3_000_000, undefined, undefined]);
  assert.deepEqual(longestTexts(labels, 2), ['2999998', '2999999']);
  // An array of this length takes 24 MB, and its labels would take more than 100 MB.
  const taken = process.memoryUsage().heapUsed - before;
  assert.ok(taken < 60e6, `${taken} bytes`);
});

test('the longest texts of labels come first, each once', () => {
  const { key } = labels({ queries: 5, keys: 5 }, read(['a', 'ccc', 'bb', 'ccc', 'dd']));
  assert.deepEqual(longestTexts(key, 3), ['ccc', 'bb', 'dd']);
});

test('a label is over its cell, and tokens that form one character share one, as far as they are visible', () => {
  const emoji = { text: '🙂', first: 1, count: 3 };
  const one = (/** @type {number} */ first) => ({ text: `token ${first}`, first, count: 1 });
  const labels = [one(0), emoji, emoji, emoji, one(4)];
  const placed = (/** @type {number} */ start, /** @type {number} */ size) =>
    placedLabels(labels, axis(5, start, size), 14).placed.map(({ text, from, to }) => [text, from, to]);
  assert.deepEqual(placed(0, 20), [
    ['token 0', 0, 20],
    ['🙂', 20, 80],
    ['token 4', 80, 100],
  ]);
  assert.deepEqual(placed(2, 20), [
    ['🙂', 0, 40],
    ['token 4', 40, 60],
  ]);
});

test('where only every tenth cell has a label, it is a number, except for that of the selected cell', () => {
  const labels = Array.from({ length: 100 }, (_, first) => ({ text: `token ${first}`, first, count: 1 }));
  const { placed, step } = placedLabels(labels, axis(100, 0, 2), 14, 35);
  assert.equal(step, 10);
  assert.deepEqual(
    placed.map(({ text }) => text),
    ['0', '10', '20', 'token 35', '50', '60', '70', '80', '90'],
  );
});
