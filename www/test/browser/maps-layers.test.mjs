/** Layers that keep a state, hybrids and picked keys in the Models room. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, measured, openMaps, stateOf } from './maps.mjs';
import { directions, fileOf, filled, randomOf } from '../maps-layers-support.js';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

const TOKENS = 20;

/** A file with two layers that keep a state, one that sees everything and one that picks two keys. */
function hybrid() {
  const random = randomOf(9);
  const state = () => ({
    q: directions([4, TOKENS, 6], random),
    k: directions([4, TOKENS, 6], random),
    v: filled([4, TOKENS, 6], random),
    beta: filled([4, TOKENS], () => Math.abs(random())),
    log_decay: filled([4, TOKENS], () => -0.3 * Math.abs(random())),
  });
  const softmax = () => ({
    q: filled([6, TOKENS, 8], random),
    k: filled([6, TOKENS, 8], random),
    v: filled([6, TOKENS, 8], random),
  });
  const selected = {
    shape: [1, TOKENS, 2],
    isIndex: true,
    data: Array.from({ length: TOKENS }, (_, query) => (query === 0 ? [0, -1] : [query - 1, query])).flat(),
  };
  const layers = [state(), state(), softmax(), { ...softmax(), selected }];
  const arrays = Object.fromEntries(
    layers.flatMap((each, at) =>
      Object.entries(each).map(([name, values]) => [`layers.${at}.${name}`, values]),
    ),
  );
  const rules = [{ kind: 'gated_delta' }, { kind: 'gated_delta' }, {}, {}];
  return fileOf(arrays, { rules, causal: 'true' }, 'hybrid.safetensors');
}

/** @param {import('./harness.mjs').OpenOptions} [options] */
async function open(options) {
  const visit = await openMaps(harness, '', options);
  await drop(visit.page, [hybrid()]);
  await measured(visit.page, 24);
  return visit;
}

/** @param {Page} page @param {string} name */
async function openLayer(page, name) {
  await page.getByRole('button', { name, exact: true }).click();
  await settled(page);
}

test('a hybrid lists its layers in order, and a layer with a state shows signs, sums and keys', async () => {
  const { page, errors, close } = await open();
  const rules = page.locator('heed-heads .layer-rules button');
  assert.deepEqual(await rules.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), [
    'Layers 0–1: gated DeltaNet, a state; signed. Open the first one.',
    'Layer 2: everything. Open it.',
    'Layer 3: picked keys. Open it.',
  ]);
  assert.equal(await page.locator('heed-heads .count').innerText(), '20 heads');
  await openLayer(page, 'Layers 0–1: gated DeltaNet, a state; signed. Open the first one.');
  const panel = page.locator('heed-heads .signed');
  await panel.getByText('Yes: M V equals the output of the recurrence').waitFor();
  const text = await panel.innerText();
  assert.match(text, /Signs\s+\d+ of 210 weights are negative: that key’s value is subtracted\./);
  assert.match(text, /Rows add up to −?[\d.]+ … [\d.]+, not to 1\./);
  assert.match(text, /Each key is usually a blend of four tokens/);
  assert.match(text, /Entropy and the other measures are left out/);
  assert.equal(await page.locator('heed-heads .measures').count(), 0);
  // The colors are as far below 0 as above.
  const ends = await page.locator('heed-heads .main .legend').innerText();
  assert.match(ends, /−([\d.]+)[^]*\1/);
  await openLayer(page, 'Layer 2: everything. Open it.');
  assert.equal(await page.locator('heed-heads .measures').count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test('the rule of the open head is below its name where the heads of a layer have rules of their own', async () => {
  const { page, errors, close } = await openMaps(harness);
  const random = randomOf(3);
  const vectors = () => filled([1, 2, 9, 8], random);
  const file = fileOf(
    { q: vectors(), k: vectors() },
    {
      tokens: Array.from({ length: 9 }, (_, at) => `w${at}`),
      rules: [{ causal: true, heads: [{ window: 4 }, { softcap: 5 }] }],
    },
  );
  await drop(page, [file]);
  await measured(page, 2);
  const { head } = await stateOf(page);
  const rule = page.locator('heed-heads .head-rule');
  assert.match(await rule.innerText(), head === 0 ? /^Rule of this head: .*window 4/ : /softcap 5/);
  const [title, line] = [
    await page.locator('heed-heads .head-title h2').boundingBox(),
    await rule.boundingBox(),
  ];
  assert.ok(title && line && line.y >= title.y + title.height);
  assert.deepEqual(errors, []);
  await close();
});

test('the map without the erase term is another map, and a link contains the choice', async () => {
  const { page, errors, close } = await open();
  await openLayer(page, 'Layers 0–1: gated DeltaNet, a state; signed. Open the first one.');
  const head = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).state.erase);
  assert.equal(await head(), 'exact');
  await page.locator('heed-heads .signed').getByRole('button', { name: 'without it' }).click();
  await settled(page);
  assert.equal(await head(), 'without');
  await page.waitForURL(/erase=without/);
  await page.locator('heed-heads .signed').getByRole('button', { name: 'difference' }).click();
  await settled(page);
  await page.waitForURL(/erase=difference/);
  assert.deepEqual(errors, []);
  await close();
});

test('picked keys have three states, and the keyboard changes the query and the budget', async () => {
  const { page, errors, close } = await open();
  await openLayer(page, 'Layer 3: picked keys. Open it.');
  await page.locator('heed-heads .view-tools').getByRole('button', { name: 'picked' }).click();
  const map = page.getByRole('application', {
    name: /^Picked keys\. Query .*, token 19: picked 2 of 20 keys, lost 0\.\d+$/,
  });
  await map.waitFor();
  assert.equal(await page.getByText('The file has 2 picks a query.').count(), 1);
  // Only layer 3 has picks: its six heads are dots.
  await page.locator('heed-heads .losses .dot').nth(5).waitFor();
  assert.deepEqual(await page.locator('heed-heads .losses button').allInnerTexts(), ['3']);
  const colors = await page
    .locator('heed-heads .picked-map .picture')
    .evaluate((/** @type {any} */ canvas) => {
      const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const at = (/** @type {number} */ query, /** @type {number} */ key) =>
        [...data.slice(4 * (query * width + key), 4 * (query * width + key) + 4)].join();
      return { picked: at(10, 9), other: at(10, 3), later: at(10, 15), width };
    });
  assert.equal(colors.width, TOKENS);
  assert.equal(colors.later, '0,0,0,0');
  assert.equal(colors.other, '235,231,221,255');
  assert.notEqual(colors.picked, colors.other);
  await map.focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('application', { name: /token 18: picked 2 of 19 keys/ }).waitFor();
  await page.locator('heed-heads .picked-side').getByRole('button', { name: 'the best k' }).click();
  await page.getByRole('application', { name: /token 18: picked 19 of 19 keys, lost 0\.00/ }).waitFor();
  await page.getByRole('application', { name: /Picked keys/ }).focus();
  await page.keyboard.press('-');
  await page.getByRole('application', { name: /token 18: picked 16 of 19 keys/ }).waitFor();
  await page.keyboard.press('Shift+_');
  const slider = page.getByRole('slider', { name: 'Keys that a query picks' });
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^1\d keys$/);
  assert.match((await stateOf(page)).view, /picked/);
  // The pointer shows another query, without choosing it.
  const box = await page.locator('heed-heads .picked-map').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 4, box.y + box.height * (10.5 / TOKENS));
  await page.getByRole('application', { name: /token 10: picked / }).waitFor();
  assert.equal((await stateOf(page)).cursor?.query, 18);
  await page.mouse.move(0, 0);
  await page.getByRole('application', { name: /token 18: picked / }).waitFor();
  await hold(page, 'ArrowUp', 7);
  await page.getByRole('application', { name: /token 11: picked / }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Presses a key several times before the page is drawn again.
 *
 * @param {Page} page @param {string} key @param {number} times
 */
async function hold(page, key, times) {
  await page.evaluate(([pressed, count]) => {
    const root = /** @type {any} */ (document.querySelector('heed-heads')).shadowRoot;
    const target = root.querySelector('.picked-view [role=application]');
    for (let at = 0; at < count; at += 1)
      target.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
  }, /** @type {[string, number]} */ ([key, times]));
  await settled(page);
}

/**
 * Opens a file of a layer that picks blocks of keys.
 *
 * @param {number} tokens @param {number} block @param {boolean} isText
 */
async function openBlocks(tokens, block, isText) {
  const random = randomOf(5);
  // Each query picks its own block and the first one.
  const data = Array.from({ length: tokens }, (_, query) =>
    query < block ? [0, -1] : [0, Math.floor(query / block)],
  ).flat();
  const arrays = {
    'layers.0.q': filled([1, tokens, 4], random),
    'layers.0.k': filled([1, tokens, 4], random),
    'layers.0.selected': { shape: [1, tokens, 2], data, isIndex: true },
  };
  const names = isText ? { tokens: Array.from({ length: tokens }, (_, at) => `Ġw${at}`) } : {};
  const file = fileOf(
    arrays,
    { causal: 'true', selected_block: String(block), ...names },
    'blocks.safetensors',
  );
  const visit = await openMaps(harness, '');
  await drop(visit.page, [file]);
  await measured(visit.page, 1);
  await visit.page.locator('heed-heads .view-tools').getByRole('button', { name: 'picked' }).click();
  return visit;
}

test('picked blocks have borders on the map and in the text, and are listed with their tokens', async () => {
  const { page, errors, close } = await openBlocks(20, 4, true);
  await page.getByRole('application', { name: /token 19: picked 8 of 20 keys/ }).waitFor();
  const view = page.locator('heed-heads .picked-view');
  assert.match(await view.innerText(), /5 blocks of 4 keys/);
  const rows = await view.locator('.entry-list tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((row) => row.replace(/\s+/g, ' ').replace(/ 0\.\d+$/, '')).sort(), [
    '0 w0 w1 w2 w3 0–3',
    '4 w16 w17 w18 w19 16–19',
  ]);
  assert.deepEqual(
    await view
      .locator('.picked-text .edge')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title'))),
    [1, 2, 3, 4].map((at) => `in block ${at}, tokens ${4 * at} to ${4 * at + 3}`),
  );
  assert.deepEqual(await view.locator('.picked-text .in').allInnerTexts(), [
    ...['w0', 'w1', 'w2', 'w3', 'w16', 'w17', 'w18', 'w19'],
  ]);
  assert.deepEqual(await bordersOf(page), [0.2, 0.4, 0.6, 0.8]);
  await hold(page, 'ArrowUp', 10);
  await page.getByRole('application', { name: /token 9: picked 6 of 10 keys/ }).waitFor();
  assert.deepEqual(await view.locator('.picked-text .hidden-key').first().innerText(), 'w10');
  assert.deepEqual(errors, []);
  await close();
});

/**
 * The places of the vertical lines over the first row of the picture, as shares of its width.
 *
 * @param {Page} page
 */
const bordersOf = (page) =>
  page.locator('heed-heads .picked-map .shapes').evaluate((/** @type {any} */ canvas) => {
    // The frame of a query is in the last row. Shapes extend 4 pixels beyond the picture.
    const { data } = canvas.getContext('2d').getImageData(0, 12, canvas.width, 1);
    const width = canvas.width - 8;
    const painted = Array.from({ length: width }, (_, at) => data[4 * (at + 4) + 3] > 0);
    return painted.flatMap((is, at) => (is && !painted[at - 1] ? Math.round((20 * at) / width) / 20 : []));
  });

test('a head of more than 4,096 tokens shows its picks, single cells, and the choices that need no other rows', async () => {
  const { page, errors, close } = await openBlocks(4608, 128, false);
  await page.getByRole('application', { name: /token 4607: picked 256 of 4608 keys, lost 0\.\d+/ }).waitFor();
  const view = page.locator('heed-heads .picked-view');
  await view.getByText('the mean of 192 queries at equal distances').waitFor();
  await view.getByText('Queries 4352–4607, keys 0–255: 32768 of 65536 cells are picked.').waitFor();
  await hold(page, 'ArrowUp', 3);
  await page.getByRole('application', { name: /token 4604: picked 253 of 4605 keys/ }).waitFor();
  await view.getByRole('button', { name: 'window + sinks' }).click();
  await page.getByRole('application', { name: /token 4604: picked 32 of 4605 keys/ }).waitFor();
  assert.ok(await view.getByRole('button', { name: 'SnapKV' }).isDisabled());
  assert.deepEqual(errors, []);
  await close();
});

test('on a phone in Spanish, a layer with a state and picked keys fit the width', async () => {
  const { page, errors, close } = await open({ viewport: { width: 360, height: 800 }, locale: 'es' });
  for (const name of [/gated DeltaNet/, /claves elegidas/]) {
    await page.evaluate(() =>
      /** @type {any} */ (document.querySelector('heed-heads')).show({ view: 'map' }),
    );
    await page.locator('heed-heads .panes button').first().click();
    await page.getByRole('button', { name }).first().click();
    await settled(page);
    for (const pane of [1, 2]) {
      await page.locator('heed-heads .panes button').nth(pane).click();
      await settled(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} in pane ${pane} is ${over} px too wide`);
    }
  }
  await page.locator('heed-heads .panes button').nth(1).click();
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ view: 'picked' }),
  );
  await page.getByRole('application', { name: /^Claves elegidas/ }).waitFor();
  await settled(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(errors, []);
  await close();
});

test('entries are as wide as their tokens, and the keyboard goes through queries and entries', async () => {
  const random = randomOf(4);
  const [heads, m] = [2, 4];
  const qk = () => filled([heads, TOKENS, 6], random);
  const arrays = {
    'layers.0.q': qk(),
    'layers.0.k': qk(),
    'layers.0.k_compressed': filled([1, TOKENS / m, 6], random),
    'layers.0.k_pooling': filled([1, TOKENS / m, 2 * m], (at) => (at % (2 * m) < m ? 0.1 : 0.15)),
  };
  const tokens = Array.from({ length: TOKENS }, (_, at) => `Ġw${at}`);
  const file = fileOf(arrays, { compress_rate: String(m), window: '6', tokens }, 'entries.safetensors');
  const { page, errors, close } = await openMaps(harness, '');
  await drop(page, [file]);
  await measured(page, heads);
  assert.deepEqual(
    await page
      .locator('heed-heads .layer-rules button')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
    ['Layer 0: entries of 4, last 6 tokens. Open it.'],
  );
  await page.locator('heed-heads .view-tools').getByRole('button', { name: 'entries' }).click();
  const lanes = page.getByRole('application', {
    name: /^The entries and the single tokens that w19 looks at/,
  });
  await lanes.waitFor();
  const view = page.locator('heed-heads .entries-view');
  assert.match(await view.innerText(), /w19 looks at 6 tokens one by one, and at 5 entries of 4 tokens\./);
  // An entry has as many pixels in its lane as it has tokens, and one color.
  const colors = await view.locator('.lane .picture').evaluateAll((all) =>
    all.map((/** @type {any} */ canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, 1);
      return Array.from({ length: canvas.width }, (_, at) => data.slice(4 * at, 4 * at + 4).join());
    }),
  );
  assert.deepEqual(
    colors.map((each) => each.length),
    [TOKENS, TOKENS],
  );
  for (let at = 0; at < TOKENS; at += 1) assert.equal(colors[0][at], colors[0][at - (at % m)]);
  await lanes.focus();
  await hold(page, 'ArrowRight', 5);
  await page
    .getByRole('application', { name: /Entry 4, tokens 16 to 19: w16 w17 w18 w19, weight 0\.\d+$/ })
    .waitFor();
  await hold(page, 'ArrowUp', 1);
  // Its fifth entry is not complete at token 18.
  assert.match(await view.innerText(), /w18 looks at 6 tokens one by one, and at 4 entries of 4 tokens\./);
  assert.equal(await view.locator('.entry-list tbody tr').count(), 4);
  // Elsewhere the weight of an entry is shared by its tokens, and the page says so.
  await page.locator('heed-heads .view-tools').getByRole('button', { name: 'table' }).click();
  await page.getByText('in entry 0, tokens 0 to 3, which share its weight evenly').first().waitFor();
  assert.deepEqual(errors, []);
  await close();
});
