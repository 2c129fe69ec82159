/** The script for other pages: three figures, two programs, and the messages if they cannot start. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { painted, ROOT, start } from './harness.mjs';

const PAGE = 'www/test/browser/embed.html';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/**
 * Scrolls to the figures, waits for them, and returns what each shows.
 *
 * @param {import('playwright-core').Page} page
 */
async function figures(page) {
  for (const tag of ['heed-map', 'heed-lesson', 'heed-mask']) {
    const figure = page.locator(tag).first();
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('canvas:visible').first().waitFor();
  }
}

test('three figures are shown from one script without another request', async () => {
  await harness.context.addInitScript(() => {
    const { instantiate } = WebAssembly;
    Object.assign(globalThis, { instances: 0 });
    WebAssembly.instantiate = /** @type {any} */ (
      (/** @type {[any]} */ ...given) => {
        /** @type {any} */ (globalThis).instances += 1;
        return instantiate.apply(WebAssembly, given);
      }
    );
  });
  const visit = await harness.open(PAGE);
  await figures(visit.page);
  assert.deepEqual(visit.errors, []);
  assert.deepEqual(visit.warnings, []);
  assert.deepEqual(
    visit.requests
      .map(({ url }) => new URL(url).pathname.split('/').at(-1))
      .filter((name) => !name?.startsWith('data'))
      .sort(),
    ['embed.html', 'heedmap-embed.js'],
  );
  assert.equal(
    await visit.page.evaluate(() => /** @type {any} */ (globalThis).instances),
    1,
    'three elements share an instance, because their script has one program',
  );
  const weight = await visit.page.evaluate(
    () =>
      new Promise((resolve) => {
        const mask = /** @type {any} */ (document.querySelector('heed-mask'));
        mask.addEventListener(
          'heed-select',
          (/** @type {any} */ event) => resolve([event.query, event.key, event.weight]),
          { once: true },
        );
        const map = mask.shadowRoot.querySelector('.map');
        map.focus();
        map.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', ctrlKey: true, bubbles: true }));
      }),
  );
  assert.deepEqual(weight, [0, 0, 1], 'under a causal mask, the first query has one key');
  await visit.close();
});

test('three figures are shown on a page that has extended the prototype of all objects', async () => {
  const script = await readFile(new URL('www/dist/embed/heedmap-embed.js', ROOT), 'utf8');
  const address = `${harness.origin}/www/dist/embed/heedmap-embed.js`;
  await harness.context.route(address, (route) =>
    route.fulfill({
      body: `Object.prototype.tally = () => 0;\n${script}`,
      contentType: 'text/javascript; charset=utf-8',
    }),
  );
  // Also in the other scripts, which are checked by their text: no loop adds inherited keys to a namespace.
  for (const file of ['heedmap.js', 'heedmap-maps.js', 'classic/heed-heads.js', 'classic/heed-contrast.js'])
    assert.doesNotMatch(
      await readFile(new URL(`www/dist/${file}`, ROOT), 'utf8'),
      /for\(\w+ [$\w]+ in [$\w]+\)[$\w]+\([^)]*\{get:/,
      file,
    );
  const { page, errors, close } = await harness.open(PAGE);
  await figures(page);
  assert.equal(await page.evaluate(() => 'tally' in {}), true);
  assert.deepEqual(errors, []);
  await close();
  await harness.context.unroute(address);
});

test('scripts for other pages are ASCII, because a page need not state its encoding', async () => {
  for (const folder of ['embed', 'classic']) {
    const path = new URL(`www/dist/${folder}/`, ROOT);
    const scripts = (await readdir(path)).filter((name) => name.endsWith('.js'));
    assert.ok(scripts.length > 3, folder);
    for (const name of scripts)
      assert.doesNotMatch(await readFile(new URL(name, path), 'utf8'), /[^\0-\x7f]/, name);
  }
});

test('a figure with Spanish in its attribute or link reports that it has only English', async () => {
  const visit = await harness.open(PAGE);
  await figures(visit.page);
  for (const [tag, name, text] of [
    ['heed-map', 'language', 'es'],
    ['heed-lesson', 'language', 'es'],
    ['heed-lesson', 'link', 'v=1&lesson=frase&language=es'],
    ['heed-mask', 'link', 'v=1&room=masks&mask=causal&language=es'],
  ]) {
    await visit.page.evaluate(
      ([of, attribute, value]) => {
        const element = /** @type {HTMLElement} */ (document.querySelector(of));
        Object.assign(globalThis, { said: null });
        element.addEventListener(
          'heed-error',
          (/** @type {any} */ event) => Object.assign(globalThis, { said: event.message }),
          { once: true },
        );
        element.setAttribute(attribute, value);
      },
      [tag, name, text],
    );
    await visit.page.waitForFunction(() => /** @type {any} */ (globalThis).said !== null);
    assert.equal(
      await visit.page.evaluate(() => /** @type {any} */ (globalThis).said),
      'language: heedmap-embed.js has English only: heed-map.js, heed-lesson.js and heed-mask.js have the rest',
    );
    await visit.page.waitForFunction(
      (of) =>
        document
          .querySelector(of)
          ?.shadowRoot?.querySelector('[part~="notice"]')
          ?.textContent?.includes('English'),
      tag,
    );
  }
  // The other settings of the links are shown.
  assert.match(
    await visit.page.evaluate(() => /** @type {any} */ (document.querySelector('heed-lesson')).link),
    /lesson=frase$/,
  );
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('every lesson has its steps and its cursor, and custom numbers are computed', async () => {
  const visit = await harness.open(PAGE);
  await figures(visit.page);
  const lesson = visit.page.locator('heed-lesson');
  for (const id of ['positions', 'words', 'scale-mask', 'frase', 'heads', 'distance', 'concepts', 'own']) {
    await lesson.evaluate((element, name) => element.setAttribute('lesson', name), id);
    await visit.page.waitForFunction(
      (name) => /** @type {any} */ (document.querySelector('heed-lesson')).state.lesson === name,
      id,
    );
    await painted(visit.page, 'heed-lesson');
    const steps = lesson.locator('.steps button');
    for (let step = 0; step < (await steps.count()); step += 1) {
      await steps.nth(step).click();
      const map = lesson.locator('heed-map:visible .map').last();
      await map.click({ position: { x: 8, y: 8 } });
      await visit.page.keyboard.press('ArrowDown');
    }
  }
  await lesson.evaluate((element) => {
    const matrix = (/** @type {number} */ rows, /** @type {number[]} */ ...data) => ({
      rows,
      cols: data.length / rows,
      data: Float64Array.from(data),
    });
    Object.assign(element, {
      data: {
        tokens: ['a', 'b'],
        embeddings: matrix(2, 1, 0, 0, 1),
        wQ: matrix(2, 1, 0, 0, 1),
        wK: matrix(2, 1, 0, 0, 1),
        wV: matrix(2, 1, 2, 3, 4),
      },
    });
  });
  await visit.page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-lesson')).state.lesson === 'own',
  );
  assert.equal(await lesson.locator('[part~="notice"]').isVisible(), false);
  assert.deepEqual(visit.errors, []);
  assert.equal(
    await lesson.evaluate((element) =>
      /** @type {any} */ (element).toSVG().catch((/** @type {Error} */ error) => error.message),
    ),
    'heedmap-embed.js draws no pictures: heed-map.js, heed-lesson.js and heed-mask.js have the rest',
  );
  await visit.close();
});

test('the same script twice logs nothing; another version logs both versions and does nothing', async () => {
  const visit = await harness.open(PAGE);
  const text = await readFile(new URL('../../dist/embed/heedmap-embed.js', import.meta.url), 'utf8');
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  await visit.page.addScriptTag({ content: text });
  assert.deepEqual(visit.warnings, []);
  const other = text.replaceAll(`"${version}"`, '"99.0.0"');
  assert.notEqual(other, text);
  await visit.page.addScriptTag({ content: other });
  await figures(visit.page);
  assert.deepEqual(visit.warnings, [
    `heedmap-embed.js of heedmap 99.0.0 stays away: heedmap ${version} is on this page already`,
  ]);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('if a policy forbids wasm, each figure shows a message and its content', async () => {
  const strict = await start({
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:",
  });
  const visit = await strict.open(PAGE);
  for (const [tag, inside] of [
    ['heed-map', 'A matrix.'],
    ['heed-lesson', 'A lesson.'],
    ['heed-mask', 'A mask.'],
  ]) {
    const figure = visit.page.locator(tag).first();
    await figure.scrollIntoViewIfNeeded();
    const error = figure.locator('[part~="error"]');
    await error.waitFor();
    assert.equal(
      await error.innerText(),
      "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.",
    );
    assert.equal(await visit.page.getByText(inside).isVisible(), true);
  }
  await visit.close();
  await strict.close();
});
