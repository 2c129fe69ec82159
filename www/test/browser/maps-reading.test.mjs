/** The interpretation of files and its corrections, mounted on an empty page under the page's policy. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
/** @import { Language } from '../../state/languages.js' */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Record<string, number[]>} Shapes */

const BLANK =
  '<!doctype html><html lang="en"><title>Reading</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="www/page.css"><main><h1>Maps</h1><div id="host"></div></main>';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
  harness.give('blank.html', BLANK, 'text/html', { 'Content-Security-Policy': PAGE_POLICY });
});
after(() => harness?.close());

/**
 * Mounts the view for a listing; corrections are in `window.corrections`.
 *
 * @param {Page} page
 * @param {Shapes} shapes
 * @param {{ tokens?: number, language?: Language }} [options]
 */
async function mount(page, shapes, { tokens = 0, language = 'en' } = {}) {
  await page.evaluate(async ([all, count, spoken]) => {
    const load = (/** @type {string} */ path) => import(`${location.origin}/www/${path}`);
    const [
      { Reading },
      { html, render },
      { default: readingSheet },
      { default: themeSheet },
      { interpret, load: loadEngine },
      { NO_CORRECTIONS },
      { LANGUAGES },
    ] = await Promise.all(
      [
        'rooms/maps/reading/reading-view.js',
        'ui/html.js',
        'rooms/maps/reading/reading.css.js',
        'element/theme.css.js',
        'engine/maps.js',
        'rooms/maps/state.js',
        'page/words/index.js',
      ].map(load),
    );
    const tensors = Object.entries(all).map(([name, shape]) => ({
      name,
      dtype: 'float32',
      shape,
      sliced: true,
    }));
    const opened = {
      files: [
        {
          id: 0,
          name: 'file.npz',
          bytes: 1,
          format: 'npz',
          tensors,
          tokens: Array.from({ length: count }, (_, at) => `w${at}`),
          keyTokens: [],
          metadata: [],
        },
      ],
      refused: [],
    };
    await loadEngine();
    const corrections = { ...NO_CORRECTIONS };
    Object.assign(window, { corrections });
    const correct = (/** @type {object} */ patch) => {
      Object.assign(corrections, patch);
      update();
    };
    const root = /** @type {HTMLElement} */ (document.getElementById('host')).attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':host { display: block; container: room / inline-size; color: var(--ink); } [hidden] { display: none !important; }',
    );
    root.adoptedStyleSheets = [themeSheet(), sheet, readingSheet()];
    function update() {
      const { reading } = interpret(opened.files, corrections).outcome;
      const data = { opened, reading, tokens: { scheme: 'wordpiece' }, heads: [], done: 1 };
      const model = {
        state: { corrections: { ...corrections } },
        language: spoken,
        t: LANGUAGES[spoken],
        data,
      };
      render(html`<${Reading} ...${{ model, correct }} />`, root);
    }
    update();
  }, /** @type {const} */ ([shapes, tokens, language]));
  await page.getByRole('button', { name: language === 'en' ? 'Not right?' : '¿No es así?' }).press('Enter');
}

/** @param {Page} page */
const corrected = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(/** @type {any} */ (window).corrections).filter(([, value]) => value !== null),
    ),
  );
/** The interpretation, without the word joiner of fractions. @param {Page} page */
const taken = async (page) => (await page.locator('.taken').textContent())?.replaceAll('\u2060', '');

test('an axis is corrected by keyboard, swaps with the other, and the sentence is updated', async () => {
  const { page, errors, axe, close } = await harness.open('blank.html');
  await mount(page, { attn: [12, 17, 17] });
  assert.equal(await taken(page), 'Read as 1 layer × 12 heads, 17 tokens: weights (query, key).');
  const axis = page.getByLabel('Axis 0, of 12');
  assert.equal(
    await axis.evaluate(
      (select) => /** @type {ShadowRoot} */ (select.getRootNode()).activeElement === select,
    ),
    true,
    'opening goes to the first field',
  );
  await axis.press('ArrowUp');
  assert.equal(await taken(page), 'Read as 12 layers × 1 head, 17 tokens: weights (query, key).');
  await page.getByLabel('Axis 1, of 17').selectOption('key');
  assert.deepEqual(await corrected(page), { axes: ['layer', 'key', 'query'] });
  assert.equal(await page.getByLabel('Axis 2, of 17').inputValue(), 'query');
  await page.getByRole('button', { name: 'As recognized' }).click();
  assert.deepEqual(await corrected(page), {});
  assert.equal(await page.getByRole('button', { name: 'As recognized' }).isVisible(), false);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('the number of heads that stand side by side is asked for, and splits q and k when it is typed', async () => {
  const { page, errors, axe, close } = await harness.open('blank.html');
  await mount(page, { q: [1, 9, 2048], k: [1, 9, 512] });
  assert.match((await taken(page)) ?? '', /^q and k of 1 layer × 4 heads/);
  await page.getByRole('button', { name: 'Not right?' }).click();
  const asked = page.locator('.asked').getByLabel('Heads of q, side by side');
  await asked.fill('7');
  await asked.press('Enter');
  assert.equal(
    await page.getByRole('alert').filter({ visible: true }).textContent(),
    'The 2048 features of q and the 512 of k cannot be split into heads of one size with 7 heads of q.',
  );
  await asked.fill('32');
  await asked.press('Enter');
  assert.deepEqual(await corrected(page), { heads: 32 });
  assert.match((await taken(page)) ?? '', /1 layer × 32 heads .sharing 8 key heads., 9 tokens, head size 64/);
  assert.equal(await page.locator('.asked').getByLabel('Heads of q, side by side').count(), 0);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('an invalid correction has a message next to its field, and changes nothing', async () => {
  const { page, errors, axe, close } = await harness.open('blank.html', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await mount(page, { q: [4, 9, 8], k: [4, 9, 8] }, { tokens: 9 });
  const window = page.getByLabel('Window');
  await window.fill('0');
  await window.press('Enter');
  assert.equal(
    await page.getByRole('alert').filter({ visible: true }).textContent(),
    'A window is a whole number of keys, from 1 to 16777216, not “0”.',
  );
  assert.equal(await window.getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await corrected(page), {});
  await window.fill('3');
  await window.press('Enter');
  await page.getByRole('button', { name: 'apply it' }).click();
  await page.getByLabel('Features rotated').fill('5');
  await page.getByLabel('Features rotated').press('Enter');
  assert.equal(
    await page.getByRole('alert').filter({ visible: true }).textContent(),
    'RoPE rotates an even number of features, from 2 to the head size 8, not “5”.',
  );
  await page.getByLabel('Base').fill('500');
  await page.getByLabel('Base').press('Enter');
  assert.deepEqual(await corrected(page), { window: 3, rope: { base: 500 } });
  assert.match(
    (await taken(page)) ?? '',
    /RoPE applied here \(base 500, halves paired, all features\), scaled by 1\/√8, bidirectional, window 3\.$/,
  );
  assert.deepEqual(await axe(), []);
  await page.getByLabel('Softcap').fill('x');
  await page.getByLabel('Softcap').press('Enter');
  await page.getByRole('button', { name: 'As recognized' }).click();
  assert.deepEqual(await corrected(page), {});
  assert.equal(
    await page.getByRole('alert').filter({ visible: true }).count(),
    0,
    'what was wrong goes with what was corrected',
  );
  assert.equal(await page.getByLabel('Softcap').inputValue(), '');
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the phone',
  );
  assert.deepEqual(errors, []);
  await close();
});

test('another tensor is read instead of the first, in Spanish as well, and hostile names stay text', async () => {
  const { page, errors, close } = await harness.open('blank.html');
  await mount(
    page,
    { attn: [2, 3, 9, 9], '<img src=x onerror=alert(1)>': [9, 9], input_ids: [9] },
    { language: 'es' },
  );
  await page.getByLabel('Tensores').selectOption('1');
  assert.equal(await taken(page), 'Leído como 1 capa × 1 cabeza, 9 tokens: pesos (consulta, clave).');
  assert.deepEqual(await corrected(page), { candidate: 1 });
  assert.equal(await page.locator('.notes').textContent(), 'Se ignora: input_ids (9,).');
  assert.equal(await page.locator('img').count(), 0);
  assert.deepEqual(errors, []);
  await close();
});
