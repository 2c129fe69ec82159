/**
 * Figures saved as one file: saved by a click, opened from disk, in srcdoc and in a sandbox, and equal to the
 * page.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { choose, PAGE_POLICY, ROOT, start } from './harness.mjs';
import { hosted, site } from './hosts.mjs';
import { figures, settled } from './lesson.mjs';
import { comparing, drop, measured, textFile } from './maps.mjs';
import { fileOf } from '../maps-layers-support.js';
import { npy, weights } from '../maps-service-support.js';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
let folder = '';
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
  folder = await mkdtemp(join(tmpdir(), 'heedmap-save-'));
});
after(async () => {
  await harness?.close();
  if (folder) await rm(folder, { recursive: true });
});

/**
 * Saves the figure of a page as HTML.
 *
 * @param {Page} page
 * @param {string[]} [choices] - the choices in the dialog of the Models room
 */
async function saved(page, choices) {
  const download = page.waitForEvent('download');
  await choose(page, /HTML/);
  if (choices) {
    const dialog = page.getByRole('dialog');
    for (const choice of choices) await dialog.getByLabel(choice).check();
    await dialog.locator('.primary:enabled').click();
  }
  const file = join(folder, `${Math.random()}.html`);
  await (await download).saveAs(file);
  return { name: (await download).suggestedFilename(), file, text: await readFile(file, 'utf8') };
}

/**
 * Opens a saved file from disk.
 *
 * @param {string} file @param {import('./harness.mjs').OpenOptions} [options]
 */
const reopened = (file, options) => harness.open(pathToFileURL(file).href, { ...options, fileUrl: true });

/** The pixels of the first canvas of a room, after it is drawn. @param {Page} page @param {string} tag */
const pixels = (page, tag) =>
  page
    .locator(`${tag} canvas`)
    .first()
    .evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());

/**
 * Asserts that only the file and its own blobs were requested.
 *
 * @param {import('./harness.mjs').Visit} visit
 */
function asksForNothing({ requests, errors, warnings }) {
  assert.deepEqual(
    requests.filter(({ url }) => !url.startsWith('file:') && !/^(data|blob):/.test(url)),
    [],
  );
  assert.equal(requests.filter(({ url }) => url.startsWith('file:')).length, 1, 'the file, and no other');
  assert.deepEqual([...errors, ...warnings], []);
}

test('an edited lesson is saved as one file, with its numbers and nothing of other rooms', async () => {
  const visit = await harness.open('index.html#v=1&lesson=words&edit=wQ:0:0:5&cursor=scores:2:0', {
    fileUrl: true,
  });
  await visit.page.locator('heed-map:visible').first().waitFor();
  await settled(visit.page);
  const before = await figures(visit.page);
  const { name, file, text } = await saved(visit.page);
  assert.equal(name, 'Four-words-by-hand.html');
  assert.match(await visit.page.locator('#status').innerText(), /Four-words-by-hand\.html is saved\./);
  assert.deepEqual(visit.errors, []);
  await visit.close();
  for (const script of ['masks', 'maps', 'save', 'es', 'contrast'])
    assert.equal(text.includes(`heedmap.scripts.${script}=`), false, script);

  const again = await reopened(file);
  await again.page.locator('heed-map:visible').first().waitFor();
  await settled(again.page);
  const there = await figures(again.page);
  assert.deepEqual(there.wQ.values, before.wQ.values);
  assert.equal(there.wQ.values[0][0], 5);
  assert.deepEqual(there.weights.values, before.weights.values);
  assert.equal(await again.page.title(), 'Four words, by hand');
  // It stays interactive: another cell, by keyboard.
  const { link } = await again.page
    .locator('heed-lesson')
    .evaluate((lesson) => ({ link: /** @type {any} */ (lesson).link }));
  await again.page.locator('heed-map[data-matrix="scores"] .map').focus();
  await again.page.keyboard.press('ArrowRight');
  await again.page.waitForFunction(
    (was) => /** @type {any} */ (document.querySelector('heed-lesson')).link !== was,
    link,
  );
  // The heading levels of a figure are those of an article.
  assert.deepEqual(
    (await again.axe()).filter(({ id }) => id !== 'heading-order'),
    [],
  );
  asksForNothing(again);
  await again.close();
});

test('the page and the command line write the same file, except for its nonce', async () => {
  const visit = await harness.open(
    'index.html#v=1&room=masks&mask=causal+and+window(4)&queries=8&keys=8&language=en',
  );
  await visit.page.locator('heed-mask canvas').first().waitFor();
  const { text } = await saved(visit.page);
  await visit.close();
  const output = join(folder, 'mask.html');
  execFileSync(process.execPath, [
    fileURLToPath(new URL('bin/heedmap.mjs', ROOT)),
    '--mask',
    'causal and window(4)',
    '--queries',
    '8',
    '-o',
    output,
  ]);
  const link = (/** @type {string} */ page) => /"link":"([^"]*)"/.exec(page)?.[1];
  const written = await readFile(output, 'utf8');
  const same = (/** @type {string} */ page) =>
    page.replace(/"link":"[^"]*"/, '').replaceAll(/nonce[-=]"?[A-Za-z0-9+/]{24}/g, 'nonce');
  assert.equal(same(text), same(written));
  assert.match(String(link(text)), /mask=causal\+and\+window\(4\)/);
  assert.match(String(link(written)), /mask=causal\+and\+window\(4\)/);
});

test('a file that is saved in Spanish and in the dark theme keeps both, and has no other language but English', async () => {
  const visit = await harness.open('index.html#v=1&room=contrast&language=es&theme=dark');
  await visit.page.locator('heed-contrast heed-map').first().waitFor();
  await settled(visit.page);
  const before = await pixels(visit.page, 'heed-contrast');
  const { file } = await saved(visit.page);
  await visit.close();
  const again = await reopened(file, { locale: 'en-US' });
  await again.page.locator('heed-contrast heed-map').first().waitFor();
  await settled(again.page);
  assert.equal(await pixels(again.page, 'heed-contrast'), before);
  assert.equal(await again.page.locator('html').getAttribute('lang'), 'es');
  assert.match(await again.page.locator('#about').innerText(), /Hecho con Heedmap/);
  asksForNothing(again);
  await again.close();
});

test('heads are saved with their tokens, exactly or rounded with the largest error in the file', async () => {
  const { page, close } = await harness.open('index.html#v=1&room=maps&head=5:10');
  await page.locator('heed-heads[data-heads="72"]').waitFor();
  const all = await saved(page, ['all 72 heads', '8 bits']);
  const one = await saved(page, ['what is shown', '32 bits, as they are']);
  await close();

  const first = await reopened(all.file);
  await first.page.locator('heed-heads[data-heads="72"]').waitFor();
  assert.match(
    await first.page.locator('#about').innerText(),
    /rounded to 8 bits, none off by more than 0\.00\d+/,
  );
  await first.page.locator('heed-heads').getByText('it → trophy').waitFor();
  asksForNothing(first);
  await first.close();

  const second = await reopened(one.file);
  await second.page.locator('heed-heads[data-heads="1"]').waitFor();
  // The weight of the page at its cursor: 386 of 1024 parts.
  await second.page.locator('heed-heads').getByText('0.37695313').waitFor();
  assert.match(
    await second.page.locator('#about').innerText(),
    /^Layer 5, head 10, minilm_trophy\.json: the numbers as 32-bit floats\./,
  );
  // The only head of the file has its original name, visible and announced.
  assert.equal(await second.page.locator('heed-heads .head-title h2').innerText(), 'Layer 5, head 10');
  assert.match(
    String(
      await second.page.locator('heed-heads [aria-label*="17 × 17"]').first().getAttribute('aria-label'),
    ),
    /^Layer 5, head 10, 17 × 17/,
  );
  assert.equal(await second.page.title(), 'Layer 5, head 10, minilm_trophy.json');
  asksForNothing(second);
  await second.close();
});

test('two texts of unequal length are saved as they are compared, with the tokens of both', async () => {
  const visit = await harness.open('index.html#v=1&room=maps&head=5:10');
  await measured(visit.page, 72);
  const file = (/** @type {string} */ name, /** @type {string[]} */ tokens, /** @type {number[][]} */ rows) =>
    textFile(name, JSON.stringify({ attention: [[rows]], tokens }));
  const a = [
    [1, 0, 0],
    [0.25, 0.75, 0],
    [0.5, 0.125, 0.375],
  ];
  const b = [
    [1, 0],
    [0.0625, 0.9375],
  ];
  await drop(visit.page, [file('a.json', ['When', ' Mary', ' went'], a)]);
  await measured(visit.page, 1);
  await drop(visit.page, [file('b.json', ['When', ' went'], b)], 'beside');
  await comparing(visit.page);
  const { file: path } = await saved(visit.page, ['what is shown']);
  await visit.close();
  const second = await reopened(path);
  await second.page.locator('heed-heads[data-heads="2"]').waitFor();
  await settled(second.page);
  assert.deepEqual(await second.page.locator('heed-heads .tok bdi').allInnerTexts(), [
    'When',
    'Mary',
    'went',
  ]);
  const card = async (/** @type {number} */ query, /** @type {number} */ key) => {
    await second.page.evaluate(
      (cursor) => /** @type {any} */ (document.querySelector('heed-heads')).show({ cursor }),
      { query, key },
    );
    await settled(second.page);
    return (await second.page.locator('heed-heads .cell-card').innerText()).replaceAll(/\s+/g, ' ');
  };
  assert.match(
    await second.page.locator('#about').innerText(),
    /^Layer 0, head 0, a\.json \(here head 0\) and Layer 0, head 0, b\.json \(here head 1\): /,
  );
  const both = await card(2, 0);
  assert.match(both, /went → When/);
  for (const value of [0.5, 0.0625, 0.4375]) assert.ok(both.includes(String(value)), `${value} in ${both}`);
  assert.match(await card(1, 1), /Mary → ·?Mary A 0\.75 B missing/);
  assert.equal(await second.page.locator('heed-heads .warnings p').count(), 0);
  asksForNothing(second);
  await second.close();
});

test('a layer and the chosen heads are saved by themselves, under their own names', async () => {
  const { page, errors, close } = await harness.open('index.html#v=1&room=maps&head=5:10&chosen=5:10,2:9');
  await page.locator('heed-heads[data-heads="72"]').waitFor();
  const layer = await saved(page, ['the heads of layer 5', '8 bits']);
  const chosen = await saved(page, ['the 2 chosen heads', '16 bits']);
  assert.deepEqual(errors, []);
  await close();

  const first = await reopened(layer.file);
  await first.page.locator('heed-heads[data-heads="12"]').waitFor();
  assert.equal(await first.page.title(), 'Layer 5, minilm_trophy.json');
  assert.equal(await first.page.locator('heed-heads .head-title h2').innerText(), 'Layer 5, head 10');
  // The weight at the cursor is 386 of 1024 parts; in 8 bits it is off by at most 0.004.
  const weight = Number(await first.page.locator('heed-heads .cell-values dd').first().innerText());
  assert.ok(Math.abs(weight - 386 / 1024) < 0.004, String(weight));
  asksForNothing(first);
  await first.close();

  const second = await reopened(chosen.file);
  await second.page.locator('heed-heads[data-heads="2"]').waitFor();
  await second.page.locator('heed-heads .head-keys li').nth(1).waitFor({ state: 'attached' });
  const names = await second.page.locator('heed-heads .legend .head-keys b').allTextContents();
  assert.deepEqual(names, ['5·10', '2·9']);
  assert.equal(await second.page.locator('heed-heads .tok').count(), 17, 'the text is above the heads');
  const box = await second.page.locator('heed-heads .heads-box').boundingBox();
  const tip = second.page.locator('heed-heads .tip b');
  for (const [at, name] of [
    [20, 'Layer 5, head 10'],
    [140, 'Layer 2, head 9'],
  ]) {
    await second.page.mouse.move((box?.x ?? 0) + Number(at), (box?.y ?? 0) + 20);
    await tip.filter({ hasText: String(name) }).waitFor();
  }
  asksForNothing(second);
  await second.close();
});

test('the open files are saved as they are, with q and k and what the reader corrected', async () => {
  const visit = await harness.open('index.html#v=1&room=maps');
  const count = 2 * 3 * 6 * 4;
  const vectors = (/** @type {number} */ by) => ({
    shape: [2, 3, 6, 4],
    data: Array.from({ length: count }, (_, at) => Math.sin(by * at)),
  });
  const file = fileOf({ q: vectors(0.7), k: vectors(1.3) }, { causal: 'true' }, 'run.safetensors');
  await drop(visit.page, [file]);
  await measured(visit.page, 6);
  await visit.page.locator('heed-heads').evaluate((room) => {
    const heads = /** @type {any} */ (room);
    const { state } = heads;
    heads.state = { ...state, layer: 1, head: 2, corrections: { ...state.corrections, scale: 0.25 } };
  });
  await measured(visit.page, 6);
  const { text, file: path } = await saved(visit.page, ['the open files, as they are, with q and k']);
  await visit.close();
  const payload = JSON.parse(/id="heedmap-figure">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
  assert.deepEqual(
    payload.files.map((/** @type {{ name: string }} */ each) => each.name),
    ['run.safetensors'],
  );
  assert.equal(payload.heads, null);
  const opened = await reopened(path);
  await opened.page.waitForFunction(
    () => document.querySelector('heed-heads')?.getAttribute('data-heads') === '6',
  );
  const found = await opened.page.evaluate(() => {
    const heads = /** @type {any} */ (document.querySelector('heed-heads'));
    return [
      heads.holding.data.reading.kind,
      heads.holding.data.reading.qk.scale,
      heads.state.layer,
      heads.state.head,
    ];
  });
  assert.deepEqual(found, ['qk', 0.25, 1, 2]);
  assert.deepEqual(opened.errors, []);
  await opened.close();
});

test('chosen heads are saved as q and k in 8 bits, with the size before and the error of a weight in the file', async () => {
  const vectors = (/** @type {number} */ seed) => ({
    shape: [2, 2, 8, 4],
    data: Array.from({ length: 128 }, (_, at) => Math.fround(2 * Math.sin(seed * (at + 1)))),
  });
  const metadata = { causal: 'true', tokens: JSON.stringify(Array.from('abcdefgh')) };
  const visit = await harness.open('index.html#v=1&room=maps&language=en');
  const file = fileOf({ q: vectors(0.7), k: vectors(1.3) }, metadata, 'run.safetensors');
  await drop(visit.page, [file]);
  await measured(visit.page, 4);
  await visit.page.locator('heed-heads').evaluate((room) => {
    const element = /** @type {any} */ (room);
    const chosen = [
      { layer: 1, head: 0 },
      { layer: 0, head: 1 },
    ];
    element.state = { ...element.state, chosen };
  });
  await settled(visit.page);
  const download = visit.page.waitForEvent('download');
  await choose(visit.page, /HTML/);
  const dialog = visit.page.getByRole('dialog');
  await dialog.getByLabel('the 2 chosen heads').check();
  await dialog.getByLabel('q and k in place of weights').check();
  await dialog.getByLabel('8 bits', { exact: true }).check();
  await dialog.getByText(/About .+ No weight is off by more than 0\.0\d+/).waitFor();
  await dialog.locator('.primary:enabled').click();
  const path = join(folder, 'qk.html');
  await (await download).saveAs(path);
  assert.deepEqual(visit.errors, []);
  await visit.close();

  const again = await reopened(path);
  await again.page.locator('heed-heads[data-heads="2"]').waitFor();
  await settled(again.page);
  assert.match(
    await again.page.locator('#about').innerText(),
    /^2 chosen heads, run\.safetensors: weights computed from q and k in 8 bits, none off by more than 0\.0\d+\./,
  );
  const { kind, names } = await again.page.locator('heed-heads').evaluate((room) => {
    const { reading } = /** @type {any} */ (room).holding.data;
    return { kind: reading.kind, names: reading.layers };
  });
  assert.deepEqual([kind, names], ['qk', 1]);
  asksForNothing(again);
  await again.close();
});

test('the name of a file and its tokens are text in the saved file, whatever they look like', async () => {
  const hostile = [
    '</script><script>document.title="ran"</script>',
    '<!--<script>',
    '<img src=x onerror=alert(1)>',
    '"><b>',
    '\u202Eevil',
    '\u0000',
    '\u2028',
    "';--",
  ];
  const input = join(folder, '<img src=x>&"\'.npy');
  await writeFile(input, npy(weights([1, 1, 8, 8], 3)));
  const output = join(folder, 'hostile.html');
  execFileSync(process.execPath, [
    fileURLToPath(new URL('bin/heedmap.mjs', ROOT)),
    input,
    '-o',
    output,
    '--tokens',
    JSON.stringify(hostile),
    '--title',
    '</title><script>document.title="ran"</script>',
  ]);
  const visit = await reopened(output);
  await visit.page.locator('heed-heads[data-heads="1"]').waitFor();
  assert.equal(await visit.page.title(), '</title><script>document.title="ran"</script>');
  assert.equal(
    await visit.page.evaluate(() => document.querySelectorAll('script, img, b').length),
    2,
    'the data and the script',
  );
  asksForNothing(visit);
  await visit.close();
});

test('a saved file works in srcdoc and in a sandbox that allows only scripts, and posts its height', async () => {
  const output = join(folder, 'framed.html');
  execFileSync(process.execPath, [
    fileURLToPath(new URL('bin/heedmap.mjs', ROOT)),
    '--lesson',
    'words',
    '-o',
    output,
  ]);
  const host = await site();
  const visit = await hosted(harness, host.origin, '<iframe width="900" sandbox="allow-scripts"></iframe>');
  await visit.page.locator('iframe').evaluate(
    (frame, text) => {
      /** @type {HTMLIFrameElement} */ (frame).srcdoc = text;
    },
    await readFile(output, 'utf8'),
  );
  await visit.frame.locator('heed-map:visible').first().waitFor();
  await visit.page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.some(
      (/** @type {any} */ each) => each.type === 'heedmap:height' && each.height > 300,
    ),
  );
  assert.deepEqual(visit.errors, []);
  await visit.close();
  await host.close();
});

test('the figure of the Embed room can be saved as soon as it is shown, and one matrix is saved with its current numbers', async () => {
  const visit = await harness.open(
    `index.html#v=1&room=embed&figure=map&of=${encodeURIComponent('name=weights&values=1 0; 0.5 0.5')}`,
    { fileUrl: true },
  );
  const map = visit.page.locator('heed-embed heed-map');
  await map.locator('canvas').first().waitFor();
  await map.evaluate((element) => {
    element.setAttribute('values', '1 0; 0.1 -2.5');
  });
  await visit.page.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('heed-embed')?.shadowRoot?.querySelector('heed-map')).data
        ?.data[3] === -2.5,
    undefined,
    { timeout: 5000 },
  );
  const { name, file } = await saved(visit.page);
  assert.equal(name, 'weights.html');
  for (const kind of ['PNG', 'SVG']) {
    const download = visit.page.waitForEvent('download');
    await choose(visit.page, new RegExp(kind));
    assert.equal((await download).suggestedFilename(), `weights.${kind.toLowerCase()}`);
  }
  assert.deepEqual(visit.errors, []);
  await visit.close();
  const again = await reopened(file);
  const there = again.page.locator('heed-map');
  await there.locator('canvas').first().waitFor();
  assert.deepEqual(
    await there.evaluate((element) => [.../** @type {any} */ (element).data.data].map(String)),
    ['1', '0', '0.1', '-2.5'],
  );
  assert.equal(await again.page.title(), 'weights');
  asksForNothing(again);
  await again.close();
});

test('the name of a picture of the Models room has its head and its file', async () => {
  const visit = await harness.open('index.html#v=1&room=maps&head=5:10', { fileUrl: true });
  await visit.page.locator('heed-heads canvas').first().waitFor();
  const download = visit.page.waitForEvent('download');
  await choose(visit.page, /SVG/);
  assert.equal((await download).suggestedFilename(), 'Layer-5-head-10-minilm-trophy-json.svg');
  await visit.close();
});
