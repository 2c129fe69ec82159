/** The question of the first step, which index.html contains for readers who wait for the scripts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sequence } from '../rooms/learn/stories/data/sequences.js';

const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
const words = JSON.parse(await readFile(new URL('../rooms/learn/words/en.json', import.meta.url), 'utf8'));

/** The markup of a paragraph of the question. @param {string} name */
const written = (name) => new RegExp(`<p class="${name}">(.*)</p>`).exec(page)?.[1];

/** A text of the stories as markup, without the parts that it refers to. @param {string} text */
const markup = (text) =>
  text
    .replace(/\*([^*]+)\*/g, '<b>$1</b>')
    .replace(/_([^_]+)_/g, '<i>$1</i>')
    .replace(/@\d+/g, '');

test('the question in index.html has the words of the first step', () => {
  const { lead, question } = words.stories.first;
  assert.equal(written('lead'), markup(lead));
  assert.equal(written('asks'), markup(question));
  const spoken = written('sentence')
    ?.replace(/<[^>]*>/g, '')
    .replace(' …', '');
  assert.equal(spoken, sequence('met', 8).tokens.join(' ').replace(' ;', ';'));
});
