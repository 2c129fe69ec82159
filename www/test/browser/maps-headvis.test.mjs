/** Exports of HeadVis in the Models room: the points, the sequences of a head, and the head on one. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { archived, exported, written } from '../maps-headvis-files.js';
import { PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, dropFolder, linked, measured, openMaps, stateOf, textOf } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {Page} page @param {Record<string, any>} files */
async function dropExport(page, files) {
  await drop(page, [{ name: 'run.headvis.zip', bytes: archived(files) }]);
  await settled(page);
}

/** @param {Page} page */
const rows = (page) => page.locator('heed-heads .texts button');

test('an export shows its heads by metrics, the sequences of a head, and the head on one', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  await dropExport(page, exported());
  await page.locator('heed-heads .corpus').waitFor();
  assert.match(await textOf(page, '.facts'), /4 heads in an export of HeadVis\.$/);
  // The rightmost point has the largest distance.
  await page.locator('heed-heads .scatter-plot').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await settled(page);
  const { layer, head } = await stateOf(page);
  assert.deepEqual([layer, head], [1, 1]);
  assert.equal(await textOf(page, '.corpus-texts h2'), 'Layer 3, head 1');
  assert.deepEqual(await page.locator('heed-heads .corpus .measures .name').allInnerTexts(), [
    'induction score',
    'qk distance',
    'pattern entropy',
  ]);
  await rows(page).nth(2).waitFor();
  await page.locator('heed-heads .corpus-texts select').selectOption('10');
  assert.deepEqual(await page.locator('heed-heads .texts .number').allInnerTexts(), ['9', '7']);
  assert.deepEqual(await axe(), []);
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await measured(page, 1);
  assert.match(
    await textOf(page, '.corpus-bar'),
    /Sequence 9, group 10 of 10.*Only 5 of 16 weights are stored/,
  );
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 3, head 1');
  assert.equal(await page.locator('heed-heads .tok').count(), 4);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ cursor: { query: 1, key: 1 } }),
  );
  await settled(page);
  assert.match(await textOf(page, '.cell-card'), /weight 0\.75/);
  // A token in the middle of its transition has too little contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  assert.deepEqual(await axe(), []);
  await page.locator('heed-heads .corpus-bar .icon').last().click();
  await page.waitForFunction(() =>
    /sequence 7/.test(/** @type {any} */ (document.querySelector('heed-heads')).state.file?.name),
  );
  await measured(page, 1);
  await linked(page, /corpus=12289:run\.headvis/);
  const link = await page.evaluate(() => location.hash);
  await page.locator('heed-heads .corpus-bar .link').click();
  await page.locator('heed-heads .corpus').waitFor();
  assert.equal(await textOf(page, '.corpus-texts h2'), 'Layer 3, head 1');
  await close();

  const other = await harness.open(`index.html${link}`);
  await measured(other.page, 72);
  await dropExport(other.page, exported());
  await measured(other.page, 1);
  assert.match((await stateOf(other.page)).file?.name ?? '', /layer 3, head 1, sequence 7/);
  assert.deepEqual([...errors, ...other.errors], []);
  await other.close();
});

test('a sequence of words without spaces is listed as text', async () => {
  const { page, errors, close } = await openMaps(harness);
  const files = exported();
  files['heads/L0H0.json'].sequences[0].tokens = ['[CLS]', 'play', '##ing', 'cat'];
  await dropExport(page, files);
  await rows(page).filter({ hasText: '[CLS] playing cat' }).waitFor();
  await rows(page).filter({ hasText: 'The cat sat w9' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('a figure of an archive lists the heads and sequences, and opens one; a damaged one is a sentence', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  /** @param {number[]} bytes */
  const figure = (bytes) =>
    page.evaluate((given) => {
      const element = /** @type {any} */ (document.createElement('heed-heads'));
      element.setAttribute('view', 'figure');
      element.toggleAttribute('data-text', true);
      element.data = [new File([new Uint8Array(given)], 'run.headvis.zip')];
      document.querySelector('heed-heads')?.replaceWith(element);
    }, bytes);
  await figure([...archived(exported())]);
  await rows(page).nth(2).waitFor();
  assert.match(await textOf(page, '.facts'), /4 heads in an export of HeadVis\.$/);
  assert.equal(await page.locator('heed-heads .open-head').isVisible(), false);
  assert.deepEqual(await axe(), []);
  await rows(page).first().click();
  await page.locator('heed-heads[data-heads="1"]').waitFor();
  await settled(page);
  assert.match(await textOf(page, '.corpus-bar'), /Sequence 9, group 10 of 10/);
  assert.equal(await page.locator('heed-heads .tok').count(), 4);
  await page.locator('heed-heads .corpus-bar .link').click();
  await rows(page).nth(2).waitFor();
  assert.deepEqual(errors, []);

  const { 'scatter_data.json': _, ...rest } = exported();
  await figure([...archived(rest)]);
  await page
    .getByText('run.headvis has no scatter_data.json, so the export of HeadVis is not complete.')
    .waitFor();
  await close();
});

test('a dropped folder is opened, and a head or a sequence that cannot be read keeps what is shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-headvis-'));
  const { page, errors, close } = await openMaps(harness);
  try {
    const { 'heads/L0H1.json': _, ...files } = exported();
    files['heads/L3H1.json'].sequences[2].attention_indices[4] = 99;
    for (const [path, bytes] of Object.entries(written(files))) {
      await mkdir(dirname(join(folder, 'run', path)), { recursive: true });
      await writeFile(join(folder, 'run', path), bytes);
    }
    await dropFolder(page, join(folder, 'run'));
    await rows(page).nth(2).waitFor();
    const show = (/** @type {object} */ patch) =>
      page.evaluate((given) => /** @type {any} */ (document.querySelector('heed-heads')).show(given), patch);
    await show({ layer: 0, head: 1 });
    await page
      .locator('heed-heads .head-problem')
      .filter({ hasText: 'run has no heads/L0H1.json, so the export of HeadVis is not complete.' })
      .waitFor();
    await show({ layer: 1, head: 1 });
    await rows(page).nth(2).waitFor();
    await rows(page).first().click();
    await page
      .locator('heed-heads .wrong')
      .filter({ hasText: 'sequence 9 of heads/L3H1.json has the index 99, which is no cell of 4 × 4' })
      .waitFor();
    await settled(page);
    assert.equal(await textOf(page, '.corpus-texts h2'), 'Layer 3, head 1');
    await rows(page).nth(1).click();
    await measured(page, 1);
    assert.match(await textOf(page, '.corpus-bar'), /Sequence 7/);
    assert.deepEqual(errors, []);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});
