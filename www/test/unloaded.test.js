/** The script in index.html that says that the page could not be loaded. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LANGUAGE_IDS } from '../state/languages.js';
import { PAGE_POLICY } from './browser/harness.mjs';

const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text);

test('the policy of the page allows its only inline script by its hash', () => {
  assert.equal(scripts.length, 1);
  const hash = `'sha256-${createHash('sha256').update(scripts[0]).digest('base64')}'`;
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  assert.ok(policy.includes(`script-src 'self' ${hash} 'wasm-unsafe-eval';`), hash);
  assert.ok(PAGE_POLICY.includes(hash), hash);
});

test('a page that could not be loaded says so in every language', () => {
  const said = [...scripts[0].matchAll(/^ {4}(\w+): '([^']+)',$/gm)].map(([, language, text]) => [
    language,
    text,
  ]);
  assert.deepEqual(
    said.map(([language]) => language),
    [...LANGUAGE_IDS],
  );
  for (const [, text] of said) assert.match(text, /Heedmap.*: heedmap\.js .*\. .*\.$/);
  assert.equal(new Set(said.map(([, text]) => text)).size, said.length);
});
