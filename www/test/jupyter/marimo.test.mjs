/**
 * A figure and a widget in a page that marimo exports. Its own scripts come from a CDN; here they come from
 * the installed package.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { start } from '../browser/harness.mjs';
import { PYTHON } from './lab.mjs';

const NOTEBOOK = `
import marimo
app = marimo.App()

@app.cell
def _():
    import heedmap, numpy as np
    weights = np.full((2, 3, 4, 4), 1 / 4)
    weights[1, 2] = np.roll(np.eye(4), 2, axis=1)
    figure = heedmap.show(weights, ["the", "cat", "it", "sat"])
    figure
    return (figure,)

@app.cell
def _(figure):
    figure.widget()
    return
`;

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
let folder = '';
let assets = '';
before(async () => {
  if (PYTHON === '') throw new Error('`cargo xtask python --jupyter` runs these tests');
  folder = await mkdtemp(join(tmpdir(), 'heedmap-marimo-'));
  await writeFile(join(folder, 'notebook.py'), NOTEBOOK);
  execFileSync(PYTHON, ['-m', 'marimo', '-q', 'export', 'html', 'notebook.py', '-o', 'page.html'], {
    cwd: folder,
    stdio: 'pipe',
  });
  const place = 'import marimo, pathlib; print(pathlib.Path(marimo.__file__).parent / "_static")';
  assets = execFileSync(PYTHON, ['-c', place], { encoding: 'utf8' }).trim();
  harness = await start();
});
after(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a figure and a widget are drawn in a page that marimo exported', async () => {
  const page = await harness.context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const others = [];
  await page.route(/^https:/, (route) => {
    const address = route.request().url();
    const own = /@marimo-team\/frontend@[^/]+\/dist\/([^?]*)/.exec(address);
    if (own)
      return route.fulfill({ path: join(assets, own[1]), headers: { 'Access-Control-Allow-Origin': '*' } });
    others.push(address);
    return route.abort();
  });
  await page.goto(pathToFileURL(join(folder, 'page.html')).href);
  // marimo puts a page of its own around what a figure displays.
  const figure = page.frameLocator('iframe').first().frameLocator('iframe[data-heedmap]');
  const widget = page.frameLocator('iframe').nth(1);
  for (const frame of [figure, widget]) {
    await frame.owner().scrollIntoViewIfNeeded();
    await frame.locator('heed-heads canvas').first().waitFor();
    await frame.getByText('Layer 1, head 2').first().waitFor();
    await frame.locator('.heads-box').click({ position: { x: 30, y: 30 } });
    await frame.getByText('Layer 0, head 0').first().waitFor();
  }
  assert.deepEqual(others, []);
  await page.close();
});
