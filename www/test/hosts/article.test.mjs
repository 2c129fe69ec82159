/** An article with four figures, at the sizes that people read it in. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allIsWell, drawn, openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

const FIGURES = ['heed-map', 'heed-lesson', 'heed-mask', 'heed-contrast'];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

/**
 * What of the figures is wider than the column, and whether the text is large enough to read.
 *
 * @param {import('playwright-core').Page} page
 */
function misfits(page) {
  return page.evaluate((tags) => {
    const { left, right } = /** @type {Element} */ (document.querySelector('main')).getBoundingClientRect();
    const wide = tags.filter((tag) => {
      const box = /** @type {Element} */ (
        document.querySelector(`main > figure > ${tag}`)
      ).getBoundingClientRect();
      return box.left < left - 0.5 || box.right > right + 0.5 || box.height < 100;
    });
    const small = [...document.querySelectorAll('main p, main li, main figcaption')].filter(
      (text) => parseFloat(getComputedStyle(text).fontSize) < 13,
    );
    return [...wide, ...small.map((text) => text.textContent)];
  }, FIGURES);
}

for (const viewport of SIZES)
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    test(`the article needs no sideways scrolling at ${viewport.width} × ${viewport.height}, ${colorScheme}`, async () => {
      const visit = await openSite(harness, 'article/index.html', { viewport, colorScheme });
      for (const tag of FIGURES) await drawn(visit.page, `main > figure > ${tag}`);
      assert.deepEqual(await misfits(visit.page), []);
      await allIsWell(visit);
      await visit.close();
    });

test('the article fits a column of 360 px on a wide screen, opened from a file', async () => {
  const visit = await openSite(harness, 'article/index.html', { fileUrl: true });
  await visit.page.evaluate(() => {
    /** @type {HTMLElement} */ (document.querySelector('main')).style.width = '360px';
  });
  for (const tag of FIGURES) await drawn(visit.page, `main > figure > ${tag}`);
  await visit.page.waitForFunction(() =>
    [...document.querySelectorAll('main > figure > *')].every(
      (each) => each.getBoundingClientRect().width <= 360,
    ),
  );
  assert.deepEqual(await misfits(visit.page), []);
  await allIsWell(visit);
  await visit.close();
});

test('axe finds nothing in the article, and its figures are reachable by keyboard', async () => {
  const visit = await openSite(harness, 'article/index.html');
  for (const tag of FIGURES) await drawn(visit.page, `main > figure > ${tag}`);
  assert.deepEqual(await visit.axe(), []);
  await visit.page.locator('main > figure > heed-map [role="application"]').first().focus();
  await visit.page.keyboard.press('ArrowLeft');
  await visit.page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.some(
      (/** @type {any} */ each) => each.type === 'heed-select' && each.key === 1,
    ),
  );
  await visit.close();
});
