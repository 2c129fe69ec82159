/** The runner of the tests: its second runs of browser tests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('run.mjs', import.meta.url));
const PASSES = "import { test } from 'node:test';\ntest('passes', () => {});";
const FAILS = "import { test } from 'node:test';\ntest('fails', () => { throw new Error('broken'); });";
/** Fails in the first run, which leaves a file behind. */
const PASSES_LATER = `
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('passes later', () => {
  const mark = import.meta.filename ?? new URL(import.meta.url).pathname;
  if (existsSync(mark + '.ran')) return;
  writeFileSync(mark + '.ran', '');
  throw new Error('too early');
});`;

/**
 * Runs test files.
 *
 * @param {Record<string, string>} files - their texts by name
 */
async function ran(files) {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-run-'));
  try {
    const all = { ...files, 'package.json': '{ "type": "module" }' };
    for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
    const list = join(folder, 'retried.txt');
    // The runner would do nothing in the context of this test.
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, [RUNNER, folder], {
      env: { ...env, HEEDMAP_RETRIED: list },
      encoding: 'utf8',
    });
    const retried = await readFile(list, 'utf8').catch(() => '');
    return { status, stdout, retried };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a browser test that passes only in its second run passes, and is listed', async () => {
  const { status, stdout, retried } = await ran({
    'late.test.mjs': PASSES_LATER,
    'good.test.mjs': PASSES,
    'node.test.js': PASSES,
  });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /Passed only in the second run: late\.test\.mjs\n/);
  assert.equal(retried, 'late.test.mjs\n');
});

test('a browser test that fails twice fails the run, and is not listed', async () => {
  const { status, stdout, retried } = await ran({ 'bad.test.mjs': FAILS, 'good.test.mjs': PASSES });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /Second run, alone: bad\.test\.mjs/);
  assert.deepEqual([retried, /Passed only/.test(stdout)], ['', false]);
});

test('a test without a browser has no second run', async () => {
  const { status, stdout, retried } = await ran({ 'late.test.js': PASSES_LATER });
  assert.deepEqual([status, retried, /Second run/.test(stdout)], [1, '', false], stdout);
});
