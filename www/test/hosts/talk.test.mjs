/** Figures on slides of reveal.js, in a document of Quarto, and in a course page that keeps only iframes. */
import assert from 'node:assert/strict';
import { after, before, test as run } from 'node:test';
import { settled } from '../browser/idle.mjs';
import { allIsWell, clickCell, drawn, openSite, received, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

/** @param {import('playwright-core').Page} page */
const slide = (page) => page.evaluate(() => /** @type {any} */ (globalThis).Reveal.getIndices().h);
/** @param {import('playwright-core').Page} page */
const step = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('heed-lesson')).state.step);

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 800, height: 500 },
])
  run(
    `a lesson fits into its slide of reveal.js and is readable, at ${viewport.width} x ${viewport.height}`,
    async () => {
      const visit = await openSite(harness, 'reveal/index.html', { viewport });
      const { page } = visit;
      await drawn(page, 'heed-lesson');
      await settled(page);
      const box = await page.locator('heed-lesson').boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, JSON.stringify(box));
      const { scheme, overflow } = await page.locator('heed-lesson .lesson-stage').evaluate((stage) => ({
        scheme: getComputedStyle(stage).colorScheme,
        overflow: stage.scrollHeight - stage.clientHeight,
      }));
      assert.deepEqual({ scheme, overflow }, { scheme: 'dark', overflow: 0 });
      await allIsWell(visit);
      await visit.close();
    },
  );

run('keys move a lesson on its slide, then the slides, and a typed answer moves neither', async () => {
  const visit = await openSite(harness, 'reveal/index.html', { viewport: { width: 1280, height: 720 } });
  const { page } = visit;
  await drawn(page, 'heed-lesson');
  const first = await step(page);
  await page.locator('heed-lesson .question input').click();
  // In reveal.js, f is full screen, o the overview, and . a black screen.
  await page.keyboard.type('1.5fob');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('heed-lesson .question input').inputValue(), '1.5fob');
  assert.equal(await page.locator('.reveal.overview, .reveal.paused').count(), 0);
  assert.deepEqual([await slide(page), await step(page)], [0, first]);
  await page.locator('heed-lesson .progress button').last().click();
  await settled(page);
  assert.equal(await slide(page), 0);
  const last = await step(page);
  assert.ok(last > first);
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.deepEqual([await slide(page), await step(page)], [0, last - 1]);
  // The last step shows the answer of its question first.
  for (let presses = 0; presses < 6 && (await slide(page)) === 0; presses += 1) {
    await page.keyboard.press('PageDown');
    await settled(page);
  }
  assert.deepEqual([await slide(page), await step(page)], [1, last]);
  await drawn(page, 'heed-mask');
  await allIsWell(visit);
  await visit.close();
});

run(
  'a course page without scripts shows lessons in frames of fixed height, with and without a sandbox',
  async () => {
    const visit = await openSite(harness, 'lms/index.html', { viewport: { width: 1100, height: 900 } });
    for (const frame of await visit.page.locator('iframe').elementHandles()) {
      await frame.scrollIntoViewIfNeeded();
      const inside = await frame.contentFrame();
      assert.ok(inside);
      await inside.locator('heed-lesson .lesson-stage').waitFor();
      await settled(/** @type {any} */ (inside));
      const fits = await inside.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(fits <= 0, `the page in the frame is ${fits} px too high`);
    }
    await allIsWell(visit);
    await visit.close();
  },
);

/** Without Pandoc there is no such site. */
const test = process.env.HEEDMAP_HOSTS === 'plain' ? run.skip : run;

test('the figures of a Quarto document are drawn and respond to a click', async () => {
  const visit = await openSite(harness, 'quarto/index.html', { fileUrl: true });
  await drawn(visit.page, 'heed-map');
  await clickCell(visit.page, 'heed-map', { rows: 2, cols: 2, row: 1, col: 1 });
  const [chosen] = await received(visit.page, 'heed-select');
  assert.deepEqual([chosen.query, chosen.key, chosen.weight], [1, 1, 0.75]);
  await drawn(visit.page, 'heed-lesson');
  await allIsWell(visit);
  await visit.close();
});
