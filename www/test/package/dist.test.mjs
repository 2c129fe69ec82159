/** The folder that a static host serves, put where GitHub Pages puts a project: under a path of its own. Run by `cargo xtask test`, which has made it. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { start } from '../browser/harness.mjs';
import { served } from './served.mjs';

const folder = process.env.HEEDMAP_DIST ?? '';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
/** @type {Awaited<ReturnType<typeof served>>} */
let host;
before(async () => {
  host = await served(folder, '/some/sub/path/');
  harness = await start();
});
after(async () => {
  await harness?.close();
  await host?.close();
});

test('the folder has the page, what the page names, the licences, and nothing else', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, address]) => address);
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = found.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1).replaceAll('\\', '/'));
  assert.ok(named.length > 3);
  assert.deepEqual(files.sort(), ['LICENSE-APACHE', 'LICENSE-MIT', 'index.html', ...named].sort());
});

test('under a path of its own every room opens, and nothing outside the folder is asked for', async () => {
  const visit = await harness.open(`${host.address}#v=1&lesson=words&cursor=scores:2:0`);
  const { page } = visit;
  const map = page.locator('heed-map:visible').first();
  await map.waitFor();
  const spoken = await page.locator('heed-lesson').evaluate((lesson) => lesson.shadowRoot?.textContent ?? '');
  assert.match(spoken, /= /, 'the sum of the chosen cell is written out');
  for (const room of ['masks', 'maps', 'contrast']) {
    await page.locator(`[data-room="${room}"]`).click();
    await page.locator('main > :not([hidden]) :is(heed-map, canvas)').first().waitFor();
  }
  assert.deepEqual(visit.errors, []);
  const elsewhere = visit.requests.filter(({ url }) => !url.startsWith(host.address) && !/^(data|blob):/.test(url));
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(host.missed, []);
  await visit.close();
});
