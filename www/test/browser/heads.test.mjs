import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, PAGE_POLICY, start } from './harness.mjs';
import { figures, map, openLesson, place, settled, type, values } from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** So high that no matrix is folded. */
const HIGH = { viewport: { width: 1440, height: 1500 } };
const HEADS = ['weights1', 'weights2', 'weights3', 'weights4'];

/** @param {import('playwright-core').Page} page */
const inspector = (page) => page.locator('heed-lesson .inspector').innerText();

/** The last announcement of the focused heatmap. @param {import('playwright-core').Page} page */
const said = (page) => page.locator('heed-map:focus-within [aria-live]').first().innerText();

test('an edit of an input reaches the output through every head and W_O', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=heads', HIGH);
  const before = await figures(page);
  await type(page, 'x', 1, 0, '3');
  const after = await figures(page);
  for (const id of [...HEADS, 'merged', 'projectedOutput'])
    assert.notDeepEqual(after[id].values, before[id].values, id);
  await type(page, 'wO', 0, 0, '9');
  const last = await figures(page);
  assert.deepEqual(last.merged.values, after.merged.values);
  const changed = last.projectedOutput.values.map((row, index) =>
    row.map((value, col) => value !== after.projectedOutput.values[index][col]),
  );
  assert.ok(
    changed.every(([first, ...rest]) => first && rest.every((each) => !each)),
    'the first column alone',
  );
  assert.deepEqual(errors, []);
  await close();
});

test('with grouped queries an edit of the first key head changes only the heads that share it', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads', HIGH);
  await page
    .getByRole('group', { name: 'Keys and values' })
    .getByRole('button', { name: 'Grouped-query' })
    .click();
  await settled(page);
  const before = await figures(page);
  await type(page, 'wK', 0, 1, '6');
  const after = await figures(page);
  const changed = HEADS.filter(
    (id) => JSON.stringify(after[id].values) !== JSON.stringify(before[id].values),
  );
  assert.deepEqual(changed, ['weights1', 'weights2']);
  assert.match(await page.evaluate(() => location.hash), /kvHeads=2/);
  await close();
});

test('sharing is described in words, with the bytes of a token for each choice', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads&kvHeads=2', HIGH);
  assert.equal(
    await page.locator('heed-lesson .sharing svg').getAttribute('aria-label'),
    'Query heads 1, 2 read key and value head 1. Query heads 3, 4 read key and value head 2.',
  );
  const rows = await page.locator('heed-lesson .cache tbody tr').allInnerTexts();
  assert.deepEqual(
    rows.map((row) => row.split(/\s+/)),
    [
      ['Multi-head', '4', '32'],
      ['Grouped-query', '2', '16'],
      ['Multi-query', '1', '8'],
    ],
  );
  assert.match(await page.locator('heed-lesson .cache [aria-current]').innerText(), /Grouped-query/);
  await close();
});

test('pointing at a weight highlights the same query and key in every head', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads', HIGH);
  const { x, y } = await place(page, 'weights2', 2, 1);
  await page.mouse.move(x, y);
  await settled(page);
  const shown = await figures(page);
  for (const id of ['weights1', 'weights3', 'weights4'])
    assert.deepEqual(shown[id].marks, [{ row: 2, col: 1, rows: 1, cols: 1, level: 'linked' }]);
  assert.match(await inspector(page), /Head 2 · Weight of cat for saw/);
  await close();
});

test('a head is opened by its weights, by keyboard, and announced with its number', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads', HIGH);
  assert.ok('scores1' in (await figures(page)));
  await map(page, 'weights3').focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  const shown = await figures(page);
  assert.ok('scores3' in shown && 'output3' in shown && !('scores1' in shown));
  assert.match(await said(page), /^head 3, query the, key cat, weight /);
  assert.match(await page.locator('heed-lesson .opened h3').innerText(), /Head 3, opened/);
  await page.keyboard.press('ArrowDown');
  await settled(page);
  assert.match(await said(page), /^head 3, query cat, key cat/, 'the focus stayed');
  await page
    .getByRole('group', { name: 'Open head' })
    .getByRole('button', { name: '2', exact: true })
    .press('Enter');
  await settled(page);
  assert.ok('scores2' in (await figures(page)));
  await close();
});

test('the sum for a number of the output has its digits, and a concatenated one its head', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads', HIGH);
  const shown = await figures(page);
  for (const [id, row, col, says] of /** @type {const} */ ([
    ['projectedOutput', 0, 1, /Y\[1,2\] = Σ O\[1,c\] · W_O\[c,2\]/],
    ['merged', 3, 2, /O\[4,3\] = O2\[4,1\][^]*Copied from head 2/],
  ])) {
    const { x, y } = await place(page, id, row, col);
    await page.mouse.move(x, y);
    await settled(page);
    const text = await inspector(page);
    assert.match(text, says);
    const value = shown[id].values[row][col];
    assert.ok(
      text.includes(`= ${String(Number(value.toFixed(4))).replace('-', '−')}`),
      `${value} in ${text}`,
    );
  }
  await close();
});

test('a custom lesson accepts heads, rejects invalid numbers with a message, and undoes', async () => {
  const { page, errors, close } = await openLesson(
    harness,
    'v=1&lesson=own&tokens=a+b+c&model=4&key=4&value=4&from=1&embeddings=randn&drawn=randn',
    HIGH,
  );
  const own = page.locator('heed-lesson .own');
  /** @param {string} label @param {string} text */
  const put = async (label, text) => {
    await own.getByLabel(label, { exact: true }).fill(text);
    await own.getByLabel(label, { exact: true }).press('Enter');
    await settled(page);
  };
  await put('Heads', '3');
  assert.match(await own.innerText(), /The queries Q have 4 columns, which do not divide into 3 heads\./);
  assert.ok('scores' in (await figures(page)));
  await put('Heads', '99');
  assert.match(await own.innerText(), /Heads must be a whole number from 1 to 8, not “99”/);
  await put('Seed', '1000');
  assert.doesNotMatch(await own.innerText(), /not “99”/, 'a refusal is not kept beside other choices');
  assert.equal(await own.getByLabel('Heads', { exact: true }).inputValue(), '1');
  await put('Seed', '1');
  const before = await values(page, 'wQ');
  await put('Heads', '2');
  assert.deepEqual(await values(page, 'wQ'), before, 'splitting changes no projection');
  assert.ok('weights2' in (await figures(page)));
  await put('K and V heads', '1');
  await own.getByRole('button', { name: 'identity' }).click();
  await settled(page);
  const shown = await figures(page);
  assert.equal(shown.wK.values[0].length, 2);
  assert.deepEqual(shown.projectedOutput.values, shown.merged.values);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const second = await openLesson(harness, new URL(link).hash.slice(1), HIGH);
  assert.deepEqual((await figures(second.page)).projectedOutput.values, shown.projectedOutput.values);
  await second.close();
  for (let times = 0; times < 3; times += 1) await choose(page, 'Undo');
  await settled(page);
  assert.ok('scores' in (await figures(page)));
  assert.deepEqual(await values(page, 'wQ'), before);
  assert.deepEqual(errors, []);
  await close();
});

test('everything that leads to the output of all heads is visible at once on a wide screen', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads');
  for (const id of ['x', 'q', 'v', ...HEADS, 'merged', 'projectedOutput', 'output1']) {
    const box = await page.locator(`heed-map[data-matrix="${id}"] canvas`).first().boundingBox();
    assert.ok(
      box && box.y > 0 && box.y + box.height <= 900 && box.x + box.width <= 1440,
      `${id}: ${JSON.stringify(box)}`,
    );
  }
  await close();
});

test('on a phone bands scroll sideways in their own boxes, and nothing is wider than the screen', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=heads&language=es', {
    viewport: { width: 390, height: 844 },
  });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const button of await page
    .getByRole('group', { name: 'Claves y valores' })
    .getByRole('button')
    .all()) {
    const box = await button.boundingBox();
    assert.ok(box && box.height >= 36 && box.x + box.width <= 390, JSON.stringify(box));
  }
  await close();
});

test('unfolding a matrix by keyboard moves the focus to the button that folds it, and folding it moves it back', async () => {
  for (const lesson of ['heads', 'distance']) {
    const { page, close } = await openLesson(harness, `v=1&lesson=${lesson}`);
    const focused = () =>
      page.evaluate(() => document.querySelector('heed-lesson')?.shadowRoot?.activeElement?.className);
    const maps = page.locator('heed-map[data-matrix="wQ"]:visible');
    await page.locator('heed-lesson button.folded[data-folds="wQ"]').focus();
    assert.equal(await maps.count(), 0, lesson);
    await page.keyboard.press('Enter');
    await settled(page);
    assert.deepEqual([await focused(), await maps.count()], ['fold', 1], lesson);
    await page.keyboard.press('Enter');
    await settled(page);
    assert.deepEqual([await focused(), await maps.count()], ['folded', 0], lesson);
    await close();
  }
});

test('axe finds nothing in any way of sharing, theme or as tables', async () => {
  for (const [fragment, options] of /** @type {[string, import('./harness.mjs').OpenOptions][]} */ ([
    ['v=1&lesson=heads', {}],
    ['v=1&lesson=heads&kvHeads=1&mask=causal&language=es', { colorScheme: 'dark' }],
    ['v=1&lesson=heads&tables=all&kvHeads=2', {}],
    [
      'v=1&lesson=own&tokens=a+b&model=4&key=4&value=4&from=1&embeddings=randn&drawn=randn&heads=4&kvHeads=2&wO=drawn',
      { viewport: { width: 390, height: 844 } },
    ],
  ])) {
    const { axe, errors, close } = await openLesson(harness, fragment, options);
    assert.deepEqual(await axe(), [], fragment);
    assert.deepEqual(errors, []);
    await close();
  }
});
