import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrimmed, trimmed } from '../bundle/embed/words.mjs';
import * as page from '../strings/en-page.js';

test('words of figures are those of the rooms, less what only rooms say', async () => {
  assert.equal(isTrimmed('strings/en-page.js'), true);
  assert.equal(isTrimmed('strings/en-figure.js'), false);
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
