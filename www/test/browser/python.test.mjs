/**
 * Figures of the Python package, as a file and in a notebook's frame. An earlier step installs the package;
 * without Python there is none.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { peakMemory } from '../../bench/maps-watch.mjs';
import { exported, written } from '../maps-headvis-files.js';
import { ROOT, start, until } from './harness.mjs';

const PYTHON = fileURLToPath(new URL('target/python-tools/bin/python', ROOT));
const CODE = `
import sys
import heedmap
import numpy as np
folder = sys.argv[1]
weights = np.full((2, 3, 4, 4), 1 / 4)
weights[1, 2] = np.eye(4)
figure = heedmap.show(weights, ["the", "cat", "it", "sat"], layer=1, head=2, query="it")
figure.save(f"{folder}/heads.html")
q = np.eye(4)[None] * 40
computed = heedmap.show({"q": q, "k": q}, list("abcd"), causal=True, query=2)
# The length of GPT-2 small: as 32-bit floats its weights are 604 MB, for which Chromium has no memory.
head = np.tri(1024, dtype=np.float32) / np.arange(1, 1025, dtype=np.float32)[:, None]
heedmap.show([np.broadcast_to(head, (12, 1024, 1024))] * 12, layer=11, head=11, query=999, key=5).save(f"{folder}/large.html")
heedmap.show(f"{folder}/run").save(f"{folder}/export.html")
figures = [figure, computed, heedmap.mask("causal", 4), heedmap.heatmap([[1, 0], [0.25, 0.75]], name="small")]
for name, policy in [("notebook", ""), ("no-worker", '<meta http-equiv="Content-Security-Policy" content="%s">' % sys.argv[2])]:
    with open(f"{folder}/{name}.html", "w") as file:
        shown = figures if name == "notebook" else [computed]
        file.write("<!doctype html>" + policy + "<title>A notebook</title>" + "".join(each._repr_html_() for each in shown))
`;

/** As the notebook page of VS Code has it: it allows no Worker, since `child-src` does not name `blob:`. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; connect-src https:; child-src https: data:";

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
let folder = '';
let missing = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heedmap-python-'));
  for (const [path, bytes] of Object.entries(written(exported()))) {
    await mkdir(dirname(join(folder, 'run', path)), { recursive: true });
    await writeFile(join(folder, 'run', path), bytes);
  }
  try {
    execFileSync(PYTHON, ['-c', CODE, folder, POLICY], { stdio: 'pipe' });
  } catch (error) {
    if (!/ENOENT|No module named 'heedmap'/.test(String(error))) throw error;
    missing = 'the Python package is not installed: `cargo xtask python` does it';
  }
  if (!missing) harness = await start();
});
after(async () => {
  await harness?.close();
  await rm(folder, { recursive: true });
});

/** @param {string} name */
const opened = (name) => harness.open(pathToFileURL(join(folder, name)).href, { fileUrl: true });

test('a file from Python opens at its head and its query, and sends no request', async (context) => {
  if (missing) return context.skip(missing);
  const { page, requests, errors, warnings } = await opened('heads.html');
  await page.getByText('Layer 1, head 2').first().waitFor();
  await page.getByText('it → it').waitFor();
  assert.equal(requests.filter(({ url }) => !/^(data|blob):/.test(url)).length, 1, 'the file, and no other');
  assert.deepEqual([...errors, ...warnings], []);
  return undefined;
});

test('a file of an export of HeadVis lists its heads and sequences, opens one, and sends no request', async (context) => {
  if (missing) return context.skip(missing);
  const { page, requests, errors, warnings } = await opened('export.html');
  await page.getByText('4 heads in an export of HeadVis.').waitFor();
  await page.locator('heed-heads .texts button').nth(2).waitFor();
  await page.locator('heed-heads .texts button').first().click();
  await page.getByText('Sequence 9, group 10 of 10').waitFor();
  await page.locator('heed-heads .tok').nth(3).waitFor();
  assert.equal(requests.filter(({ url }) => !/^(data|blob):/.test(url)).length, 1, 'the file, and no other');
  assert.deepEqual([...errors, ...warnings], []);
  return undefined;
});

test('weights of 12 layers of 12 heads over 1,024 tokens open in less than 1 GB, and stay in 8 bits', async (context) => {
  if (missing) return context.skip(missing);
  const session = await harness.context.browser()?.newBrowserCDPSession();
  assert.ok(session);
  const { result, peak } = await peakMemory(session, async () => {
    const visit = await opened('large.html');
    await visit.page.locator('heed-heads canvas').first().waitFor();
    // 1/1000 in steps of n² / 254².
    await visit.page.getByText('999 → 5').first().waitFor();
    await visit.page.getByText('0.000992').first().waitFor();
    await visit.page.locator('heed-heads[data-heads="144"]').waitFor();
    return visit;
  });
  // The system may not report memory; then it is 0.
  assert.ok(peak < 1e9, `${peak} bytes`);
  const { page, errors } = result;
  const size = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('heed-heads')).data[0].size,
  );
  assert.ok(size < 1.01 * 144 * 1024 ** 2, `${size} bytes`);
  assert.deepEqual(errors, []);
  return undefined;
});

test('every figure of a notebook is drawn in a frame as high as the figure', async (context) => {
  if (missing) return context.skip(missing);
  const { page, requests, errors } = await opened('notebook.html');
  const frames = page.locator('iframe');
  assert.equal(await frames.count(), 4);
  for (const [place, tag] of ['heed-heads', 'heed-heads', 'heed-mask', 'heed-map'].entries()) {
    const frame = frames.nth(place);
    await frame.scrollIntoViewIfNeeded();
    const inside = /** @type {import('playwright-core').Frame} */ (
      await (await frame.elementHandle())?.contentFrame()
    );
    await inside.locator(`${tag} canvas`).first().waitFor();
    const height = () =>
      inside.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    await until(
      page,
      async () => Math.abs(((await frame.boundingBox())?.height ?? 0) - (await height())) < 2,
    );
  }
  const computed = page.frameLocator('iframe').nth(1);
  await computed.getByText('c → c').waitFor();
  // Of 3 visible keys, the query attends only to its own: e^(1600 / 2) makes the others 0.
  await computed.getByText('rank 1 of').waitFor();
  assert.deepEqual(requests.filter(({ url }) => !/^(data|blob|about):/.test(url)).length, 1);
  assert.deepEqual(errors, []);
  return undefined;
});

test('a figure computes its weights where the page around it allows no Worker', async (context) => {
  if (missing) return context.skip(missing);
  const { page, errors } = await opened('no-worker.html');
  await page.frameLocator('iframe').getByText('c → c').waitFor();
  await page.frameLocator('iframe').locator('heed-heads canvas').first().waitFor();
  const refused = errors.filter((text) => /worker/i.test(text));
  assert.ok(refused.length > 0, 'the policy forbids the Worker');
  assert.deepEqual(errors, refused);
  return undefined;
});
