/** Two texts of unequal length, compared in the Models room. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start, until } from './harness.mjs';
import { comparing, drop, measured, openMaps, openOptions, stateOf, textFile, textOf } from './maps.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * A head whose weights in a row are 1, 2, 3 … divided by their sum.
 *
 * @param {number} n @param {number} shift
 */
const head = (n, shift) =>
  Array.from({ length: n }, (_, query) => {
    const row = Array.from({ length: n }, (__, key) => 1 + ((query + key + shift) % n));
    return row.map((value) => value / ((n * (n + 1)) / 2));
  });

test('texts of unequal length are aligned by their tokens, and those without a partner are named', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  const here = ['When', ' Mary', ' and', ' John', ' went'];
  const there = ['When', ' John', ' went', ' home'];
  const [a, b] = [head(5, 0), head(4, 1)];
  await drop(page, [textFile('a.json', JSON.stringify({ attention: [[a]], tokens: here }))]);
  await measured(page, 1);
  await drop(page, [textFile('b.json', JSON.stringify({ attention: [[b]], tokens: there }))], 'beside');
  await comparing(page);
  assert.equal(
    await textOf(page, '.compare-view .aligned'),
    'Aligned by 3 equal tokens. Without a partner in A (2): Mary · and. In B (1): home.',
  );
  assert.deepEqual(await page.locator('heed-heads .tok bdi').allInnerTexts(), [
    ...['When', 'Mary', 'and', 'John', 'went', 'home'],
  ]);
  await page.locator('heed-heads .tok').nth(3).click();
  await page.mouse.move(5, 5);
  const numbers = () =>
    page
      .locator('heed-heads .tok')
      .evaluateAll((all) => all.map((each) => each.querySelector('small')?.textContent ?? ''));
  const expected = [...a[3].map((weight) => weight.toFixed(2)), ''];
  await until(page, async () => JSON.stringify(await numbers()) === JSON.stringify(expected));
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ cursor: { query: 3, key: 4 } }),
  );
  await until(page, async () => (await textOf(page, '.cell-card')).startsWith('John → went'));
  const card = await textOf(page, '.cell-card');
  for (const value of [a[3][4], b[1][2], a[3][4] - b[1][2]])
    assert.match(card.replace('−', '-'), new RegExp(String(Number(value.toFixed(3))).replace('.', '\\.')));
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('files without tokens and of other shapes are still refused', async () => {
  const { page, close } = await openMaps(harness);
  await drop(page, [textFile('a.json', JSON.stringify({ attention: [[head(5, 0)]] }))]);
  await measured(page, 1);
  await drop(page, [textFile('b.json', JSON.stringify({ attention: [[head(4, 0)]] }))], 'beside');
  await until(page, async () =>
    (await textOf(page, '.wrong')).includes(
      'Only maps with the same number of queries and keys can be compared',
    ),
  );
  assert.equal((await stateOf(page)).compare, null);
  await close();
});

test('maps of two files have the names of these, their difference has a legend, and a missing head is named', async () => {
  const { page, errors, close } = await openMaps(harness);
  const file = (/** @type {string} */ name, /** @type {number} */ heads) =>
    textFile(name, JSON.stringify({ attention: [Array.from({ length: heads }, (_, at) => head(4, at))] }));
  await drop(page, [file('a.json', 3)]);
  await measured(page, 3);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ layer: 0, head: 2 }),
  );
  await drop(page, [file('b.json', 2)], 'beside');
  await comparing(page);
  assert.equal(
    await textOf(page, '.compare-view .fewer'),
    'The second file has no head 0·2: it has 1 layer of 2 heads. B is its head 0·1.',
  );
  const titles = await page
    .locator('heed-heads .plot')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  assert.ok(
    titles.some((title) => title.startsWith('A: Layer 0, head 2 (a.json)')),
    titles.join(),
  );
  assert.ok(
    titles.some((title) => title.startsWith('B: Layer 0, head 1 (b.json)')),
    titles.join(),
  );
  assert.match(await textOf(page, '.difference-bar'), /^A − B −[\d.]+ [\d.]+$/);
  await openOptions(page, 'exports');
  const heads = page.locator('heed-heads').getByRole('dialog').getByRole('listitem');
  await page.locator('heed-heads .export').getByRole('button', { name: 'Figure for print…' }).click();
  await heads.filter({ hasText: '0·2 (a.json)' }).waitFor();
  await heads.filter({ hasText: '0·1 (b.json)' }).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ layer: 0, head: 1 }),
  );
  await page.locator('heed-heads .compare-view .fewer').waitFor({ state: 'hidden' });
  assert.deepEqual(errors, []);
  await close();
});
