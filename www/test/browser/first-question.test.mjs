/** The question of the first step, which index.html contains until the step is drawn. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from './harness.mjs';
import { settled } from './idle.mjs';

const QUESTION = 'To guess the next word, where does the second met look?';
/** The script of Learn, without which no step is drawn. */
const LEARN = '**/heedmap-learn.js';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/**
 * Opens the page, where the script of Learn waits until `release` is called.
 *
 * @param {string} path @param {{ width: number, height: number }} [viewport] @param {string} [language]
 */
async function openHeld(path, viewport = { width: 1280, height: 720 }, language = 'en-US') {
  let release = () => {};
  /** @type {Promise<void>} */
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const page = await harness.context.newPage();
  await page.setViewportSize(viewport);
  await page.addInitScript((name) => {
    Object.defineProperty(navigator, 'languages', { get: () => [name] });
  }, language);
  await page.route(LEARN, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  // The event `load` would wait for the script.
  await page.goto(`${harness.origin}/${path}`, { waitUntil: 'commit' });
  await page.locator('#rooms li').first().waitFor({ state: 'attached' });
  return { page, errors, release, close: () => page.close() };
}

test('without scripts the page has the question and the words of the first step, and its description', async () => {
  const browser = harness.context.browser();
  assert.ok(browser);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${harness.origin}/index.html`);
  const { html, texts } = {
    html: await page.content(),
    texts: await page.locator('#first-question').innerText(),
  };
  assert.ok(texts.includes(QUESTION));
  assert.ok(texts.includes('Elinor met Jane in Bath; Elinor met'));
  const said = await page
    .locator('p.status')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.textContent));
  assert.deepEqual(said, ['Heedmap works out attention in your browser, and needs JavaScript for that.']);
  for (const name of ['title', 'description', 'type'])
    assert.match(html, new RegExp(`property="og:${name}"`));
  await context.close();
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [844, 390],
  [360, 640],
  [390, 844],
])
  test(`the step replaces the question in its place, at ${width} x ${height}`, async () => {
    const { page, errors, release, close } = await openHeld('index.html', { width, height });
    const written = page.locator('#first-question');
    const places = async (/** @type {string} */ lead, /** @type {string} */ question) =>
      Promise.all(
        [lead, question].map((selector) =>
          page
            .locator(selector)
            .first()
            .evaluate((node) => {
              const range = document.createRange();
              range.selectNodeContents(node);
              const { left, top, bottom } = range.getBoundingClientRect();
              return [left, top, bottom];
            }),
        ),
      );
    assert.ok((await written.innerText()).includes(QUESTION));
    const first = await places('#first-question .lead', '#first-question .asks');
    release();
    await page.locator('heed-lesson .opening').first().waitFor();
    await settled(page);
    assert.equal(await written.count(), 0);
    const drawn = await places('heed-lesson .say.lead', 'heed-lesson .say:not(.lead)');
    for (const [at, place] of drawn.entries())
      for (const [side, length] of place.entries())
        assert.ok(
          Math.abs(length - first[at][side]) < 2,
          `${JSON.stringify(first)} ${JSON.stringify(drawn)}`,
        );
    assert.deepEqual(errors, []);
    await close();
  });

test('the question is not shown where the page opens with something else or in another language', async () => {
  for (const [path, language] of [
    ['index.html#v=1&room=masks'],
    ['index.html#v=1&lesson=words&show=step'],
    ['index.html', 'es-ES'],
  ]) {
    const { page, release, close } = await openHeld(path, undefined, language);
    assert.equal(await page.locator('#first-question').isVisible(), false, path);
    release();
    await close();
  }
});

test('the question leaves when the reader opens another room before the step is drawn', async () => {
  const { page, release, close } = await openHeld('index.html');
  await page.getByRole('link', { name: 'Masks' }).click();
  assert.equal(await page.locator('#first-question').isVisible(), false);
  release();
  await close();
});
