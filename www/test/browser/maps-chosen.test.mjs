/** Several heads: chosen by clicks, keys, a button and a measure; their colors, mean and largest weight. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled } from './lesson.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
import { openMaps, showPane, stateOf, textOf, thumbnail } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {Page} page @param {number} layer @param {number} head */
async function choose(page, layer, head) {
  const { middle } = await thumbnail(page, layer, head);
  await page.keyboard.down('Control');
  await page.mouse.click(middle.x, middle.y);
  await page.keyboard.up('Control');
  await settled(page);
}

/** The names in the legend below the map. @param {Page} page */
const keysOf = (page) => page.locator('heed-heads .options .mounted > .head-keys b').allTextContents();

test('a click with Ctrl chooses heads, each in its own color, and undo takes the last one back', async () => {
  const { page, errors, axe, close } = await openMaps(harness, 'head=2:2&cursor=11:2');
  await choose(page, 3, 1);
  const { chosen, source } = await stateOf(page);
  assert.deepEqual(
    [chosen, source],
    [
      [
        { layer: 2, head: 2 },
        { layer: 3, head: 1 },
      ],
      'each',
    ],
  );
  await choose(page, 0, 2);
  assert.deepEqual(await keysOf(page), ['2·2', '3·1', '0·2']);
  assert.equal(await textOf(page, '.head-title h2'), 'Largest of heads 2·2, 3·1, 0·2');
  assert.equal(await page.locator('heed-heads .marks .chosen').count(), 3);
  await page.waitForFunction(() => location.hash.includes('chosen=2:2,3:1,0:2&source=each'));
  assert.deepEqual(await axe(), []);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.deepEqual(await keysOf(page), ['2·2', '3·1']);
  await page.getByRole('button', { name: 'Remove 2·2' }).click();
  await settled(page);
  assert.deepEqual(await keysOf(page), ['3·1']);
  const { middle } = await thumbnail(page, 3, 4);
  await page.keyboard.down('Shift');
  await page.mouse.click(middle.x, middle.y);
  await page.keyboard.up('Shift');
  await settled(page);
  assert.deepEqual(await keysOf(page), ['3·1', '3·2', '3·3', '3·4']);
  assert.deepEqual(errors, []);
  await close();
});

test('a token has a line for each head that looks there, and the legend beside the sentence has the weights', async () => {
  const { page, errors, close } = await openMaps(harness, 'head=2:2&chosen=0:2,3:1&source=each&cursor=7:2');
  // Query "in": head 0·2 looks at the token before, "fit"; head 3·1 mostly at "suitcase".
  await page
    .locator('heed-heads .sentence-row .head-keys')
    .filter({ hasText: /0·2 fit 1\.00.*3·1 suitcase 0\.56/s })
    .waitFor();
  const lines = await page
    .locator('heed-heads .tok')
    .evaluateAll((tokens) =>
      tokens.map((token) => [
        token.querySelector('bdi')?.textContent,
        /** @type {HTMLElement | null} */ (token.querySelector('.lane-lines'))?.style.background ?? '',
      ]),
    );
  const has = (/** @type {string} */ text, /** @type {RegExp} */ color) =>
    color.test(lines.find(([token]) => token === text)?.[1] ?? '');
  assert.ok(has('fit', /180, 72, 15/), 'the line of the first head');
  assert.ok(has('suitcase', /43, 98, 168/) && !has('suitcase', /180, 72, 15/));
  assert.deepEqual(errors, []);
  await close();
});

test('lines have the color of their head', async () => {
  const { page, errors, close } = await openMaps(
    harness,
    'head=2:2&chosen=0:2,3:1&source=each&view=lines&cursor=7:2',
  );
  await page.locator('heed-heads .lines canvas').waitFor();
  await settled(page);
  const counts = await page.locator('heed-heads .lines canvas').evaluate((node) => {
    const canvas = /** @type {HTMLCanvasElement} */ (node);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [red, blue] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] < 100) continue;
      if (data[at] > data[at + 2] + 60) red += 1;
      if (data[at + 2] > data[at] + 60) blue += 1;
    }
    return { red, blue };
  });
  assert.ok(counts.red > 100 && counts.blue > 100, JSON.stringify(counts));
  assert.deepEqual(errors, []);
  await close();
});

test('chosen heads are shown as their mean and their largest weight with the formula, and a plain click opens one', async () => {
  const { page, errors, close } = await openMaps(harness, 'head=2:2&chosen=0:2,3:1&source=each&cursor=7:6');
  const weight = async () => {
    await page.locator('heed-heads .cell-values dd').filter({ hasText: /\d/ }).waitFor();
    return textOf(page, '.cell-values dd');
  };
  const shown = page.locator('heed-heads .chosen-heads');
  // The weights of the file, by NumPy: 0.9999814 in head 0·2, and 0.0056501 in head 3·1.
  const near = (/** @type {string} */ text, /** @type {number} */ value) =>
    assert.ok(Math.abs(Number(text) - value) < 1e-3, `${text}, ${value}`);
  near(await weight(), 0.9999814);
  await shown.getByRole('button', { name: 'mean', exact: true }).click();
  await settled(page);
  assert.equal(await textOf(page, '.head-title h2'), 'Mean of heads 0·2, 3·1');
  assert.match(await textOf(page, '.chosen-heads .formula'), /the mean of 2 heads/);
  near(await weight(), (0.9999814 + 0.0056501) / 2);
  await shown.getByRole('button', { name: 'largest', exact: true }).click();
  await settled(page);
  near(await weight(), 0.9999814);
  const { middle } = await thumbnail(page, 4, 4);
  await page.mouse.click(middle.x, middle.y);
  await settled(page);
  const now = await stateOf(page);
  assert.deepEqual([now.layer, now.head, now.source, now.chosen.length], [4, 4, 'head', 2]);
  assert.deepEqual(errors, []);
  await close();
});

test('Ctrl and Enter choose the head at the cursor of the keys, which is announced', async () => {
  const { page, close } = await openMaps(harness, 'head=0:0');
  await page.locator('heed-heads .heads-box').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'Control+Enter']) await page.keyboard.press(key);
  await settled(page);
  assert.deepEqual((await stateOf(page)).chosen, [
    { layer: 0, head: 0 },
    { layer: 1, head: 1 },
  ]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page
    .locator('heed-heads .heads-view .spoken')
    .filter({ hasText: /Layer 1, head 1: .*, chosen$/ })
    .waitFor();
  await close();
});

test('on a phone, a button makes taps choose heads, and another chooses the first ones by the measure', async () => {
  const { page, errors, close } = await openMaps(harness, 'head=5:10', {
    viewport: { width: 390, height: 844 },
  });
  await showPane(page, 'heads');
  await page.getByRole('button', { name: 'choose several' }).click();
  const { middle } = await thumbnail(page, 5, 2);
  await page.mouse.click(middle.x, middle.y);
  await settled(page);
  assert.deepEqual((await stateOf(page)).chosen, [
    { layer: 5, head: 10 },
    { layer: 5, head: 2 },
  ]);
  await page.getByLabel('How many heads').selectOption('3');
  await page.getByRole('button', { name: 'by entropy' }).click();
  await settled(page);
  // The three heads with the largest entropy of the file.
  const { chosen } = await stateOf(page);
  assert.deepEqual(chosen, [
    { layer: 0, head: 0 },
    { layer: 0, head: 7 },
    { layer: 0, head: 1 },
  ]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
  assert.deepEqual(errors, []);
  await close();
});

test('<heed-heads> shows the heads of its attribute with their colors and a legend', async () => {
  const { page, errors, close } = await openMaps(harness);
  await page.evaluate(() => {
    const heads = /** @type {HTMLElement} */ (document.querySelector('heed-heads'));
    heads.setAttribute('chosen', '1:2 3:1');
    heads.setAttribute('source', 'each');
  });
  await settled(page);
  assert.deepEqual(await keysOf(page), ['1·2', '3·1']);
  assert.deepEqual(errors, []);
  await close();
});
