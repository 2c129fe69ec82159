import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled } from '../browser/idle.mjs';
import { until } from '../browser/harness.mjs';
import { allIsWell, clickCell, color, drawn, received, isDark, openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

const PHONE = { width: 390, height: 844 };
/** Of the matrix in the plain page. */
const FOUR = { rows: 4, cols: 4 };

for (const fileUrl of [true, false]) {
  test(`a page ${fileUrl ? 'from a file' : 'over HTTP'} has an interactive matrix with one script and one tag, and gets the selected pair`, async () => {
    const visit = await openSite(harness, 'plain/index.html', { fileUrl });
    await drawn(visit.page, 'heed-map');
    assert.equal(
      (await received(visit.page, 'heed-select')).length,
      0,
      'an event without an action of the reader',
    );
    await clickCell(visit.page, 'heed-map', { ...FOUR, row: 3, col: 1 });
    assert.equal(await visit.page.locator('#chosen').textContent(), 'weights: query 3, key 1, weight 0.625');
    await allIsWell(visit);
    await visit.close();
  });
}

test('styles of the page for canvases, tables, buttons and paragraphs do not affect a figure', async () => {
  const visit = await openSite(harness, 'plain/index.html', { fileUrl: true });
  await drawn(visit.page, 'heed-map');
  const found = await visit.page.locator('heed-map').evaluate((map) => {
    const root = /** @type {ShadowRoot} */ (map.shadowRoot);
    const { borderTopWidth } = getComputedStyle(/** @type {Element} */ (root.querySelector('canvas')));
    const { backgroundColor } = getComputedStyle(/** @type {Element} */ (root.querySelector('button')));
    return { borderTopWidth, backgroundColor };
  });
  assert.equal(found.borderTopWidth, '0px');
  assert.notEqual(found.backgroundColor, 'rgb(255, 0, 0)');
  await visit.close();
});

test('larger weights are darker, and masked cells are not weights', async () => {
  const visit = await openSite(harness, 'plain/index.html', { fileUrl: true });
  await drawn(visit.page, 'heed-map');
  const [one, half, masked] = await Promise.all(
    [
      [0, 0],
      [1, 0],
      [0, 3],
    ].map(([row, col]) => color(visit.page, 'heed-map', { ...FOUR, row, col })),
  );
  const light = (/** @type {string} */ rgb) => rgb.split(',').reduce((sum, part) => sum + Number(part), 0);
  assert.ok(light(one) < light(half), `${one} and ${half}`);
  assert.notEqual(masked, await color(visit.page, 'heed-map', { ...FOUR, row: 3, col: 0 }));
  await visit.close();
});

test('on a phone the figures fit the width of the page', async () => {
  for (const site of ['plain', 'four', 'right-to-left', 'dark']) {
    const visit = await openSite(harness, `${site}/index.html`, { viewport: PHONE });
    for (const tag of ['heed-map', 'heed-lesson', 'heed-mask'])
      if (await visit.page.locator(tag).count()) await drawn(visit.page, tag);
    await allIsWell(visit);
    await visit.close();
  }
});

test('four figures on one page work with two scripts', async () => {
  const visit = await openSite(harness, 'four/index.html');
  for (const tag of ['heed-map', 'heed-lesson', 'heed-mask', 'heed-heads']) await drawn(visit.page, tag);
  await clickCell(visit.page, 'heed-map', { rows: 2, cols: 2, row: 1, col: 1 });
  const [chosen] = await received(visit.page, 'heed-select');
  assert.deepEqual(
    { of: chosen.of, query: chosen.query, key: chosen.key, weight: chosen.weight },
    { of: 'heed-map', query: 1, key: 1, weight: 0.75 },
  );
  await clickCell(visit.page, 'heed-mask', { rows: 12, cols: 12, row: 5, col: 3 });
  // What is between the two is known once it is drawn.
  await visit.page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.some(
      (/** @type {any} */ { type, of }) => type === 'heed-select' && of === 'heed-mask',
    ),
  );
  const pair = (await received(visit.page, 'heed-select')).at(-1);
  assert.deepEqual([pair.of, pair.query, pair.key], ['heed-mask', 5, 3]);
  assert.deepEqual(
    (await received(visit.page, 'heed-error')).map(({ message }) => message),
    [],
  );
  await allIsWell(visit);
  await visit.close();
});

test('figures follow the colors of a dark page, and a figure on a light panel those of the panel', async () => {
  const visit = await openSite(harness, 'dark/index.html', { colorScheme: 'light' });
  await drawn(visit.page, 'heed-map');
  await drawn(visit.page, '#light');
  const zero = { rows: 2, cols: 2, row: 0, col: 1 };
  assert.ok(isDark(await color(visit.page, 'heed-map', zero)), 'a weight of 0 is dark on a dark page');
  assert.ok(!isDark(await color(visit.page, '#light', zero)), 'and light on a light panel');
  assert.equal(
    await visit.page
      .locator('heed-map')
      .first()
      .evaluate((map) => getComputedStyle(map).getPropertyValue('--heed-accent')),
    '#ffb454',
  );
  await allIsWell(visit);
  await visit.close();
});

test('on a right-to-left page the keys keep their order, with the first on the left', async () => {
  const visit = await openSite(harness, 'right-to-left/index.html', { locale: 'ar' });
  await drawn(visit.page, 'heed-map');
  await clickCell(visit.page, 'heed-map', { rows: 3, cols: 3, row: 2, col: 0 });
  const [chosen] = await received(visit.page, 'heed-select');
  assert.deepEqual([chosen.query, chosen.key, chosen.weight], [2, 0, 0.5]);
  const labels = visit.page.locator('heed-map').getByText('الكتاب');
  assert.equal((await labels.count()) >= 2, true, 'the labels are there');
  for (const tag of ['heed-lesson', 'heed-mask']) await drawn(visit.page, tag);
  await allIsWell(visit);
  await visit.close();
});

test('figures turn dark on a page without transitions, and in a collapsed part', async () => {
  const visit = await openSite(harness, 'plain/index.html', { colorScheme: 'light' });
  const zero = { ...FOUR, row: 1, col: 0 };
  await drawn(visit.page, 'heed-map');
  const before = await color(visit.page, 'heed-map', zero);
  await visit.page.addStyleTag({
    content:
      '* { transition: none !important; } main { color-scheme: light; } main.dark { color-scheme: dark; } .folded { display: none; }',
  });
  const turned = async (/** @type {string} */ from) => {
    await until(visit.page, async () => (await color(visit.page, 'heed-map', zero)) !== from);
    return color(visit.page, 'heed-map', zero);
  };
  await visit.page.evaluate(() => document.querySelector('main')?.classList.add('dark'));
  const dark = await turned(before);
  assert.notEqual(dark, before);
  await visit.page.evaluate(() => document.querySelector('heed-map')?.classList.add('folded'));
  await settled(visit.page);
  await visit.page.evaluate(() => document.querySelector('main')?.classList.remove('dark'));
  await settled(visit.page);
  await visit.page.evaluate(() => document.querySelector('heed-map')?.classList.remove('folded'));
  assert.equal(await turned(dark), before);
  await visit.close();
});
