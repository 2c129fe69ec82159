import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrimmed, trimmed } from '../bundle/embed/words.mjs';
import { readFile } from 'node:fs/promises';
import * as figure from '../strings/en-figure.js';
import * as page from '../strings/en-page.js';

test('words of figures are those of the rooms, less what only rooms say', async () => {
  assert.equal(isTrimmed('strings/en-page.js'), true);
  assert.equal(isTrimmed('strings/en-base.js'), false);
  const source = trimmed('strings/en-page.js', page);
  const kept = (await import(`data:text/javascript,${encodeURIComponent(source)}`)).page;
  assert.deepEqual(Object.keys(kept), ['links', 'errors']);
  assert.equal(kept.links.broken, page.page.links.broken);
  const given = { row: 2, got: 3, expected: 4 };
  assert.equal(kept.errors.ragged(given), page.page.errors.ragged(given));
});

test('what is to be kept and is not there stops the build', () => {
  assert.throws(() => trimmed('strings/en-page.js', { page: { links: {} } }), /www\/strings\/en-page\.js has no page\.errors/);
});

test('what is dropped is gone, what is beside it stays, and functions keep what they are made with', async () => {
  const source = trimmed('strings/en-figure.js', figure, await readFile(new URL('../strings/en-figure.js', import.meta.url), 'utf8'));
  const kept = (await import(`data:text/javascript,${encodeURIComponent(source)}`)).figure;
  assert.equal('heads' in kept || 'ratings' in kept.names || 'plane' in kept, false);
  assert.equal(kept.names.weights, figure.figure.names.weights);
  assert.equal(kept.rank(2, 5), figure.figure.rank(2, 5));
  const rest = Object.fromEntries(Object.entries(figure.figure).filter(([name]) => name !== 'bands'));
  assert.throws(() => trimmed('strings/en-figure.js', { figure: rest }), /www\/strings\/en-figure\.js has no figure\.bands\.heads/);
});
