import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asSentence } from '../words/as-sentence.js';
import { messages, placeholders, textOf } from '../words/languages.js';

/** @param {string} text @param {Record<string, string | number>} values @param {'en' | 'es' | 'pt'} [language] */
const said = (text, values, language = 'en') => textOf(messages({ text }, language).text, values);

test('a text without placeholders stays a string, and quoted braces are literal', () => {
  assert.equal(messages({ text: 'the reader’s language' }, 'en').text, 'the reader’s language');
  assert.equal(messages({ text: "write '{' and '}'" }, 'en').text, 'write { and }');
  assert.equal(messages({ text: "it's [bold]" }, 'en').text, "it's [bold]");
});

test('a placeholder is replaced by its value, in any order and any number of times', () => {
  assert.equal(said('{b} before {a}, {b}', { a: 1, b: 'two' }), 'two before 1, two');
});

test('a table keeps its shape', () => {
  const { list, inner } = messages({ list: ['a', '{n}'], inner: { deep: 'b' } }, 'en');
  assert.deepEqual([list[0], list[1]({ n: 2 }), inner.deep], ['a', '2', 'b']);
});

test('the form of a count follows the rules of the language', () => {
  const text = '{n, plural, one {# head} other {# heads}}';
  assert.deepEqual(
    [0, 1, '1', 2, '1,024'].map((n) => said(text, { n })),
    ['0 heads', '1 head', '1 head', '2 heads', '1,024 heads'],
  );
  // In Brazilian Portuguese, zero is singular. In Spanish it is plural.
  assert.deepEqual([said(text, { n: 0 }, 'pt'), said(text, { n: 0 }, 'es')], ['0 head', '0 heads']);
});

test('a form for an exact number goes before the form of the language', () => {
  const text = '{n, selectordinal, =2 {second} one {#st} two {#nd} few {#rd} other {#th}} of {m}';
  assert.deepEqual(
    [1, 2, 11, 22, 23].map((n) => said(text, { n, m: 30 })),
    ['1st of 30', 'second of 30', '11th of 30', '22nd of 30', '23rd of 30'],
  );
});

test('a form contains other placeholders and choices', () => {
  const text = 'in {n, plural, one {# row of {m, plural, one {# key} other {# keys}}} other {# rows}}';
  assert.equal(said(text, { n: 1, m: 2 }), 'in 1 row of 2 keys');
  assert.deepEqual(placeholders(text), ['m', 'n']);
});

test('a text that is not a message is rejected with its place', () => {
  for (const wrong of [
    '{',
    '{n',
    '{n, plural}',
    '{n, plural, one {#}}',
    'a } b',
    '{n, select, other {x}}',
    '{}',
  ])
    assert.throws(() => messages({ wrong }, 'en'), /Not a message at character \d+/, wrong);
});

test('a message of the engine begins with a capital letter and ends with a period or a question mark', () => {
  assert.equal(asSentence(new Error('query 3 is missing')), 'Query 3 is missing.');
  assert.equal(asSentence('Query 3 is missing.'), 'Query 3 is missing.');
  assert.equal(asSentence('window() takes one number'), 'window() takes one number.');
  assert.equal(asSentence('did you mean window?'), 'Did you mean window?');
});
