/** The runner of the tests: its second runs of browser tests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
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
 * @param {Record<string, number>} [lastTimes] - the milliseconds of their last run, by name
 */
async function ran(files, lastTimes = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-run-'));
  try {
    const all = { ...files, 'package.json': '{ "type": "module" }' };
    for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
    const list = join(folder, 'retried.txt');
    const times = join(folder, 'times.json');
    const pathOf = (/** @type {string} */ name) => relative(ROOT, join(folder, name));
    const known = Object.entries(lastTimes).map(([name, time]) => [pathOf(name), time]);
    await writeFile(times, JSON.stringify(Object.fromEntries(known)));
    // The runner would do nothing in the context of this test.
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, [RUNNER, folder], {
      env: { ...env, HEEDMAP_RETRIED: list, HEEDMAP_TEST_TIMES: times },
      encoding: 'utf8',
    });
    const retried = await readFile(list, 'utf8').catch(() => '');
    const kept = JSON.parse(await readFile(times, 'utf8'));
    return { status, stdout, retried, timeOf: (/** @type {string} */ name) => kept[pathOf(name)] };
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

test('files that took longest in their last run come first, after those without one, and their times are kept', async () => {
  const named = (/** @type {string} */ name) => PASSES.replace('passes', `of ${name}`);
  const { stdout, timeOf } = await ran(
    { 'a.test.js': named('a'), 'b.test.js': named('b'), 'c.test.js': named('c') },
    { 'a.test.js': 10_000, 'b.test.js': 20_000 },
  );
  assert.deepEqual(stdout.match(/(?<=of )[abc]/g), ['c', 'b', 'a']);
  for (const name of ['a', 'b', 'c']) assert.ok(timeOf(`${name}.test.js`) < 10_000, name);
});
