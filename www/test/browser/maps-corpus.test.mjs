/** Stores of texts in the Models room: archives and folders, the texts, and the heads of one. */
import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { archiveOf, expected, filesOf, withAttributes, without } from '../maps-corpus-files.js';
import { PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, dropFolder, linked, measured, openMaps, stateOf, textFile, textOf } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {Page} page @param {import('../maps-corpus-files.js').StoreFiles} files */
async function dropStore(page, files) {
  await drop(page, [{ name: 'run.zarr.zip', bytes: archiveOf(files) }]);
  await settled(page);
}

/** @param {Page} page */
const texts = (page) => page.locator('heed-heads .texts button');

test('a store shows its heads by means, and the texts in which a head is strongest', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  await dropStore(page, await filesOf('measures'));
  await page.locator('heed-heads .corpus').waitFor();
  assert.equal(await textOf(page, '.facts'), 'made-up model, 3 layers × 4 heads, on 64 texts.');
  assert.equal(await page.locator('heed-heads .main').isVisible(), false);
  await page.locator('heed-heads .corpus-texts select').selectOption('sink_share');
  const plot = page.locator('heed-heads .scatter-plot');
  await plot.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await settled(page);
  const { layer, head } = await stateOf(page);
  const { mean, spread, measures } = expected.measures;
  const at = measures.indexOf('sink_share');
  // The leftmost point has the smallest mean.
  assert.equal(
    mean[layer][head][at],
    Math.min(...mean.flat().map((/** @type {number[]} */ each) => each[at])),
  );
  const decimals = (/** @type {number} */ value) => String(Number(value.toFixed(3)));
  assert.equal(
    await textOf(page, '.means details:nth-of-type(3) .over'),
    `${decimals(mean[layer][head][at])} ± ${decimals(spread[layer][head][at])} over 64 texts`,
  );
  // The texts follow the head that is open.
  await page.locator('heed-heads .scatter-axes select').first().focus();
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ layer: 1, head: 0 }),
  );
  await settled(page);
  const [[first, value], [second]] = expected.measures.strongest;
  assert.match(
    (await texts(page).first().innerText()).replaceAll(/\s+/g, ' '),
    new RegExp(`^${decimals(value)} ${expected.measures.texts[first]} ${first}$`),
  );
  await texts(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).corpus?.text, second);
  assert.match(await textOf(page, '.measures .soft'), new RegExp(`^On text ${second}, and mean`));
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('a text opens its heads, stays in the link, and goes to the next text and back', async () => {
  const { page, errors, axe, close } = await openMaps(harness, 'language=es');
  const files = await filesOf('qk');
  await dropStore(page, files);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ layer: 1, head: 0 }),
  );
  await page.locator('heed-heads .corpus-texts .sorting .link').click();
  await texts(page).nth(1).click();
  await measured(page, 4);
  assert.equal((await stateOf(page)).corpus?.text, 3);
  assert.match(await textOf(page, '.corpus-bar'), /Texto 3 de 6, desde 0/);
  // The next text is empty or the last but one, and has no repeated word.
  await page.locator('heed-heads .corpus-bar .icon').last().click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state.file?.keys === 2,
  );
  await measured(page, 4);
  const { layer, head, corpus, file } = await stateOf(page);
  assert.deepEqual([layer, head, corpus?.text, file?.name], [1, 0, 4, 'run.zarr, text 4.safetensors']);
  assert.match(await textOf(page, '.reading-column .over'), /± .+ en 5 textos$/);
  assert.deepEqual(await axe(), []);
  await linked(page, /corpus=4:run\.zarr/);
  const link = await page.evaluate(() => location.hash);
  await page.locator('heed-heads .corpus-bar .link').click();
  await page.locator('heed-heads .corpus').waitFor();
  await close();

  const other = await harness.open(`index.html${link}`);
  await measured(other.page, 72);
  assert.match(await textOf(other.page, '.waits'), /textos de run\.zarr/);
  await dropStore(other.page, files);
  await measured(other.page, 4);
  const now = await stateOf(other.page);
  assert.deepEqual([now.corpus?.text, now.layer, now.file?.keys], [4, 1, 2]);
  assert.equal(await other.page.locator('heed-heads .waits').isVisible(), false);
  assert.deepEqual([...errors, ...other.errors], []);
  await other.close();
});

test('a dropped folder is opened, of which only what is shown is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-corpus-'));
  const { page, errors, close } = await openMaps(harness);
  try {
    for (const [path, bytes] of Object.entries(await filesOf('measures'))) {
      await mkdir(dirname(join(folder, 'run.zarr', path)), { recursive: true });
      await writeFile(join(folder, 'run.zarr', path), bytes);
    }
    await dropFolder(page, join(folder, 'run.zarr'));
    await page.locator('heed-heads .corpus').waitFor();
    await settled(page);
    assert.equal(await texts(page).count(), 12);
    assert.match(await textOf(page, '.facts'), /on 64 texts\.$/);
    await rm(join(folder, 'run.zarr', 'zarr.json'));
    await dropFolder(page, join(folder, 'run.zarr'));
    await page.locator('heed-heads .wrong').filter({ hasText: 'run.zarr has no zarr.json' }).waitFor();
    assert.equal(
      await textOf(page, '.wrong'),
      'run.zarr has no zarr.json, so it is no Zarr store of version 3.',
    );
    assert.deepEqual(errors, []);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('an unfinished store says how many texts are there, and a bad one keeps what is shown', async () => {
  const { page, errors, close } = await openMaps(harness);
  const files = await filesOf('qk');
  await dropStore(page, withAttributes(files, { version: 3 }));
  assert.equal(
    await textOf(page, '.wrong'),
    'run.zarr has version 3 of the store. This page reads version 1.',
  );
  assert.equal(await page.locator('heed-heads .main').isVisible(), true);
  await dropStore(page, without(files, 'lengths/c/5', 'q/c/3/1/0/'));
  assert.match(await textOf(page, '.facts'), /on 5 texts\. 5 of 6 texts are there/);
  assert.equal(await page.locator('heed-heads .wrong').isVisible(), false);
  await page.locator('heed-heads .corpus-texts .sorting .link').click();
  await texts(page).nth(0).click();
  await measured(page, 4);
  const before = await stateOf(page);
  assert.equal(before.corpus?.text, 0);
  // Text 3 lacks a part.
  await page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    room.show({ corpus: { ...room.state.corpus, text: 3 } });
  });
  await page
    .locator('heed-heads .wrong')
    .filter({ hasText: 'q of text 3, layer 1, head 0 is missing' })
    .waitFor();
  await settled(page);
  assert.deepEqual(await stateOf(page), before);
  assert.deepEqual(errors, []);
  await close();
});

test('other files and the small model close the store', async () => {
  const { page, errors, close } = await openMaps(harness);
  await dropStore(page, await filesOf('measures'));
  await page.locator('heed-heads .corpus').waitFor();
  const values = [1, 0, 0.5, 0.5];
  await drop(page, [
    {
      name: 'two.json',
      bytes: [
        ...new TextEncoder().encode(
          JSON.stringify({ tokens: ['a', 'b'], attention: [[[values.slice(0, 2), values.slice(2)]]] }),
        ),
      ],
    },
  ]);
  await measured(page, 1);
  assert.equal((await stateOf(page)).corpus, null);
  assert.equal(await page.locator('heed-heads .corpus').count(), 0);
  assert.equal(await page.locator('heed-heads .main').isVisible(), true);
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Weights of two layers of three heads, (layers, heads, n, n), whose rows sum to 1.
 *
 * @param {number} n @param {number} seed
 */
const madeUp = (n, seed) =>
  Array.from({ length: 2 }, (_, layer) =>
    Array.from({ length: 3 }, (__, head) =>
      Array.from({ length: n }, (___, query) => {
        const row = Array.from(
          { length: n },
          (____, key) => 1 + ((seed + layer * 7 + head * 5 + query * 3 + key * 11) % 13),
        );
        const sum = row.reduce((all, each) => all + each, 0);
        return row.map((each) => each / sum);
      }),
    ),
  );
/** The mean weight on the first key. @param {number[][]} rows */
const sinkShare = (rows) => rows.reduce((sum, row) => sum + row[0], 0) / rows.length;
const decimals = (/** @type {number} */ value) => String(Number(value.toFixed(3)));
/** The mean and the standard deviation, as they are written. @param {number[]} values */
function overTexts(values) {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return `${decimals(mean)} ± ${decimals(Math.sqrt(squares / (values.length - 1)))} over ${values.length} texts`;
}

test('files with the same heads are listed as texts, with means and the text in which a head is strongest', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  const written = [
    ['The', ' cat', ' sat'],
    ['A', ' dog', ' and', ' a', ' cat'],
    ['No', ' one', ' sat', ' here'],
  ];
  const weights = written.map(({ length }, at) => madeUp(length, 3 * at));
  await drop(
    page,
    written.map((tokens, at) =>
      textFile(`text${at}.json`, JSON.stringify({ attention: weights[at], tokens })),
    ),
  );
  await measured(page, 6);
  const opened = await stateOf(page);
  await page.locator('heed-heads .reading').getByText('List all 3 texts').press('Enter');
  await page.locator('heed-heads .corpus').waitFor();
  await page.locator('heed-heads .texts button:focus').waitFor();
  assert.equal(await textOf(page, '.name'), 'text0.json and 2 more');
  // The texts are sorted by what the open head does most on the open text, not by its entropy.
  const sorted = (await stateOf(page)).measure;
  assert.equal(opened.measure, 'entropy');
  assert.ok(
    ['previous_token', 'sink_share', 'next_token', 'diagonal_share'].includes(sorted),
    `texts are sorted by ${sorted}`,
  );
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({
      layer: 1,
      head: 2,
      measure: 'sink_share',
    }),
  );
  await settled(page);
  assert.equal(await textOf(page, '.facts'), '2 layers × 3 heads, 3 texts.');
  const values = weights.map((each) => sinkShare(each[1][2]));
  assert.equal(await textOf(page, '.means details:nth-of-type(3) .over'), overTexts(values));
  const order = [0, 1, 2].sort((a, b) => values[b] - values[a]);
  assert.deepEqual(
    (await texts(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
    order.map((at) => `${decimals(values[at])} ${written[at].join('')} ${at}`),
  );
  // The focus went with its text to the new order.
  assert.equal(await page.locator('heed-heads .texts button:focus').count(), 1);
  assert.deepEqual(await axe(), []);
  await texts(page).filter({ hasText: 'A dog' }).focus();
  await page.keyboard.press('Enter');
  await measured(page, 6);
  assert.equal(await page.locator('heed-heads .tok').count(), 5);
  await page.locator('heed-heads .corpus-bar .link:focus').waitFor();
  const { layer, head, corpus, corrections } = await stateOf(page);
  assert.deepEqual(
    { layer, head, text: corpus?.text, candidate: corrections.candidate },
    { layer: 1, head: 2, text: 1, candidate: 1 },
  );
  assert.match(await textOf(page, '.measures .soft'), /^On text 1, and mean/);
  await page.keyboard.press('Enter');
  await page.locator('heed-heads .texts li:first-child button:focus').waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('the mean over files of one length is shown as maps and thumbnails, and stays in the link', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  const lengths = [4, 3, 4, 4];
  const weights = lengths.map((length, at) => madeUp(length, 5 * at));
  await drop(
    page,
    weights.map((attention, at) =>
      textFile(
        `text${at}.json`,
        JSON.stringify({ attention, tokens: Array.from({ length: lengths[at] }, (_, i) => ` w${at}${i}`) }),
      ),
    ),
  );
  await measured(page, 6);
  await page.locator('heed-heads .reading').getByText('Mean over the 3 texts of this length').press('Enter');
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state.corrections.average,
  );
  await measured(page, 6);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({
      ...{ layer: 1, head: 2, cursor: { query: 3, key: 1 } },
    }),
  );
  await settled(page);
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 1, head 2, mean over 3 texts');
  const notes = await textOf(page, '.reading .notes');
  assert.match(notes, /The mean over 3 texts of 4 × 4 is shown/);
  assert.match(notes, /1 text of another length is left out: text1\.json \(3, 3\)/);
  assert.match(await textOf(page, '.measures .soft'), /^Of the mean weights over 3 texts/);
  const mean = [0, 2, 3].reduce((sum, at) => sum + weights[at][1][2][3][1], 0) / 3;
  assert.match(await textOf(page, '.cell-card'), new RegExp(`weight ${String(mean).slice(0, 8)}`));
  assert.deepEqual(await axe(), []);
  await linked(page, /average=1/);
  await page.locator('heed-heads .reading').getByText('List all 4 texts').click();
  await page.locator('heed-heads .corpus').waitFor();
  await page.locator('heed-heads .averages select').selectOption('0');
  await measured(page, 6);
  assert.match(await textOf(page, '.corpus-bar'), /^Mean over the 3 texts of 4 tokens/);
  assert.deepEqual(errors, []);
  await close();
});

test('a store opens the mean over its texts of one length, and a link to it waits for the store', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  // The second text is the first one again, so that two are as long.
  const files = Object.fromEntries(
    Object.entries(await filesOf('weights'))
      .filter(([path]) => !/\/c\/1(\/|$)/.test(path))
      .flatMap(([path, bytes]) => [
        [path, bytes],
        ...(/\/c\/0(\/|$)/.test(path) ? [[path.replace('/c/0', '/c/1'), bytes]] : []),
      ]),
  );
  await dropStore(page, files);
  await page.locator('heed-heads .averages select').selectOption({ index: 1 });
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state.corrections.average,
  );
  await settled(page);
  const bar = await textOf(page, '.corpus-bar');
  assert.match(bar, /^Mean over the \d texts of \d+ tokens/);
  assert.match(await textOf(page, '.head-title h2'), /, mean over \d texts$/);
  assert.deepEqual(await axe(), []);
  await linked(page, /corpus=(~|%7E)\d+:run\.zarr/);
  const link = await page.evaluate(() => location.hash);
  await close();
  const other = await harness.open(`index.html${link}`);
  await measured(other.page, 72);
  await dropStore(other.page, files);
  await other.page.locator('heed-heads .corpus-bar').waitFor();
  await settled(other.page);
  assert.equal(await textOf(other.page, '.corpus-bar'), bar);
  assert.deepEqual([...errors, ...other.errors], []);
  await other.close();
});

test('the texts of a batch are listed, and a single text is not', async () => {
  const { page, errors, close } = await openMaps(harness);
  const batch = [0, 4, 9, 2].map((seed) => madeUp(5, seed));
  const layers = [0, 1].map((layer) => batch.map((each) => each[layer]));
  await drop(page, [textFile('batch.json', JSON.stringify({ tensors: { attentions: layers } }))]);
  await measured(page, 6);
  await page.locator('heed-heads .reading').getByText('List all 4 texts').click();
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({
      layer: 0,
      head: 1,
      measure: 'sink_share',
    }),
  );
  await settled(page);
  const values = batch.map((each) => sinkShare(each[0][1]));
  assert.equal(await textOf(page, '.means details:nth-of-type(3) .over'), overTexts(values));
  await drop(page, [textFile('one.json', JSON.stringify({ attention: batch[0] }))]);
  await measured(page, 6);
  assert.equal(await page.locator('heed-heads .reading').getByText('List all').count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test('the texts of a batch are named by their tokens, and points begin with measures that heads have', async () => {
  const { page, errors, close } = await openMaps(harness);
  const batch = [0, 4, 9, 2].map((seed) => madeUp(5, seed));
  const tokens = [0, 1, 2, 3].map((text) => ['The', ' cat', ` sat${text}`, ' on', ' it']);
  await drop(page, [textFile('batch.json', JSON.stringify({ attention: batch, tokens }))]);
  await measured(page, 6);
  assert.equal(await textOf(page, '.tokens'), 'The cat sat0 on it');
  await page.locator('heed-heads .reading').getByText('List all 4 texts').click();
  await page.locator('heed-heads .texts').getByText('The cat sat3 on it').waitFor();
  // No token of these texts is repeated, so no head has a measure of induction.
  const axes = await page
    .locator('heed-heads .scatter-axes select')
    .evaluateAll((all) => all.map((each) => /** @type {HTMLSelectElement} */ (each).value));
  assert.equal(axes.includes('induction'), false, axes.join());
  assert.deepEqual(errors, []);
  await close();
});
