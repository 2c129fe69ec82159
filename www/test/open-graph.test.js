import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');

/** The content of a `meta` element. @param {string} attribute @param {string} name */
const contentOf = (attribute, name) =>
  new RegExp(`<meta ${attribute}="${name}" content="([^"]*)">`).exec(page)?.[1];

test('a link to the page is previewed with the title and the description of the page', () => {
  assert.equal(contentOf('property', 'og:title'), /<title>([^<]*)<\/title>/.exec(page)?.[1]);
  assert.equal(contentOf('property', 'og:description'), contentOf('name', 'description'));
  assert.equal(contentOf('property', 'og:type'), 'website');
});
