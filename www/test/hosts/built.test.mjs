/**
 * Sites that a tool has built: mdBook, MkDocs with Material, Sphinx with MyST, and a notebook that nbconvert
 * ran.
 */
import assert from 'node:assert/strict';
import { after, before, test as run } from 'node:test';
import { until } from '../browser/harness.mjs';
import { allIsWell, clickCell, color, drawn, received, isDark, openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

/** Without the tools there are no such sites, and whoever began this has said so. */
const test = process.env.HEEDMAP_HOSTS === 'plain' ? run.skip : run;

/** The matrix of two words that the three books show. */
const TWO = { rows: 2, cols: 2 };
const ZERO = { ...TWO, row: 0, col: 1 };
const PHONE = { width: 390, height: 844 };

/**
 * By site: a page with a matrix and a lesson, one with a mask, and how a reader turns it dark.
 *
 * @type {Record<string, { page: string, masks: string, darken: (page: import('playwright-core').Page) => Promise<void> }>}
 */
const BOOKS = {
  mdbook: {
    page: 'mdbook/weights.html',
    masks: 'mdbook/masks.html',
    async darken(page) {
      await page.locator('#mdbook-theme-toggle').click();
      await page.locator('#mdbook-theme-navy').click();
    },
  },
  'mkdocs-material': {
    page: 'mkdocs-material/index.html',
    masks: 'mkdocs-material/index.html',
    async darken(page) {
      await page.locator('label[title="Dark"]').click();
    },
  },
  'sphinx-myst': {
    page: 'sphinx-myst/index.html',
    masks: 'sphinx-myst/index.html',
    async darken(page) {
      await page.locator('.theme-toggle-content .theme-toggle').click();
    },
  },
};

for (const [site, { page: path, masks, darken }] of Object.entries(BOOKS)) {
  for (const options of [{ fileUrl: true }, { fileUrl: false }, { fileUrl: true, viewport: PHONE }]) {
    const where = options.viewport ? 'on a phone' : options.fileUrl ? 'from a file' : 'over HTTP';
    test(`the figures of ${site} are drawn and respond to a click, ${where}`, async () => {
      const visit = await openSite(harness, path, options);
      await drawn(visit.page, 'heed-map');
      await clickCell(visit.page, 'heed-map', { ...TWO, row: 1, col: 1 });
      const [chosen] = await received(visit.page, 'heed-select');
      assert.deepEqual([chosen.query, chosen.key, chosen.weight], [1, 1, 0.75]);
      await drawn(visit.page, 'heed-lesson');
      if (masks !== path) await visit.page.goto(new URL(masks.replace(/.*\//, ''), visit.page.url()).href);
      await drawn(visit.page, 'heed-mask');
      await allIsWell(visit);
      await visit.close();
    });
  }

  test(`the figures of ${site} follow its dark theme`, async () => {
    const visit = await openSite(harness, path, { fileUrl: true, colorScheme: 'light' });
    await drawn(visit.page, 'heed-map');
    await visit.page.locator('heed-map').first().scrollIntoViewIfNeeded();
    assert.ok(!isDark(await color(visit.page, 'heed-map', ZERO)), 'a weight of 0 is light on a light page');
    await visit.page.evaluate(() => scrollTo(0, 0));
    await darken(visit.page);
    await visit.page.waitForFunction(() =>
      getComputedStyle(document.querySelector('heed-map') ?? document.body).colorScheme.includes('dark'),
    );
    await until(visit.page, async () => isDark(await color(visit.page, 'heed-map', ZERO)));
    await allIsWell(visit);
    await visit.close();
  });
}

test('a notebook’s result is drawn in the page of nbconvert, in frames that contain the script', async () => {
  const visit = await openSite(harness, 'notebook/attention.html', { fileUrl: true });
  const [weights, mask] = await Promise.all(
    (await visit.page.locator('iframe').elementHandles()).map((frame) => frame.contentFrame()),
  );
  assert.ok(weights && mask);
  await drawn(weights, 'heed-map');
  await clickCell(weights, 'heed-map', { rows: 3, cols: 3, row: 1, col: 2 });
  const [chosen] = await received(weights, 'heed-select');
  // The softmax of 0, 1 and 3.
  const weight = Math.exp(3) / (1 + Math.E + Math.exp(3));
  assert.deepEqual([chosen.query, chosen.key], [1, 2]);
  assert.ok(Math.abs(chosen.weight - weight) < 1e-15, `${chosen.weight}`);
  // Browsers draw nothing in a frame that is outside the view.
  await visit.page.locator('iframe').nth(1).scrollIntoViewIfNeeded();
  await drawn(mask, 'heed-mask');
  assert.deepEqual(
    visit.requests.filter(({ url }) => url.startsWith('http') || url.startsWith('file')).length,
    1,
    'the page is one file',
  );
  await allIsWell(visit);
  await visit.close();
});
