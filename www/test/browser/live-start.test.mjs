/** The Models room before its model has arrived. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { SCREEN } from '../../rooms/maps/head/metrics.js';
import { hold, PAGE_POLICY, placesSeen, start, watchPlaces } from './harness.mjs';
import { settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SENTENCE = 'Elinor met Jane in Bath; Elinor met';
const MODEL = /heedmap-(model|austen)\.js$/;

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());
afterEach(() => harness.context.unrouteAll({ behavior: 'ignoreErrors' }));

/**
 * Opens the room without its model, or without other scripts, which no other room has loaded.
 *
 * @param {string} link @param {Parameters<typeof harness.open>[1]} [options] @param {RegExp} [late]
 * @returns {Promise<Awaited<ReturnType<typeof harness.open>> & { arrive: () => Promise<void> }>} `arrive` lets the
 *   model arrive
 */
async function opened(link, options, late) {
  const visit = await harness.open('index.html#v=1&room=masks', options);
  const { page } = visit;
  await settled(page);
  const release = await hold(page, late ?? MODEL);
  if (late) await page.goto(`${harness.origin}/index.html?again#${link}`, { waitUntil: 'commit' });
  else
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
  await page.locator('heed-heads .caret').waitFor();
  const arrive = async () => {
    release();
    await page.locator('.next-list:not(.unseen) li').first().waitFor();
    await settled(page);
  };
  return { ...visit, arrive };
}

/** The places of what the room shows. @param {Page} page */
const places = (page) =>
  page.evaluate(() => {
    const { shadowRoot } = /** @type {any} */ (document.querySelector('heed-heads'));
    const parts = [
      ...['.source-row', '.text-view', '.tokens', '.caret', '.next-list', '.go-on', '.sentence', '.overview'],
      ...['.heads-view', '.head-view', '.options', '.reading-column', '.live-reading', '.cell-card'],
    ];
    return parts.map((part) => {
      const node = shadowRoot.querySelector(part);
      if (!node) return [part, null];
      const { x, y, width, height } = node.getBoundingClientRect();
      return [part, x, y, width, height];
    });
  });

/** What the open head and its sentence say. @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    const all = (/** @type {string} */ selector) =>
      [...room.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent.trim());
    return {
      tokens: all('.run .tok'),
      sentence: all('.sentence'),
      measures: all('.reading-column .measures'),
      readout: all('.cell-card'),
      cursor: room.state.cursor,
      heads: room.getAttribute('data-heads'),
    };
  });

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
])
  for (const language of viewport.width === 390 ? ['en', 'es', 'pt'] : ['en'])
    test(`the heads are shown before the model, and nothing moves when it arrives (${viewport.width}, ${language})`, async () => {
      const { page, errors, arrive, close } = await opened(`v=1&room=maps&language=${language}`, {
        viewport,
      });
      await page.locator('heed-heads[data-heads="16"]').waitFor();
      await page.locator('.cell-card').first().waitFor({ state: 'attached' });
      await page.locator('.coming', { hasText: /1[.,]1\sMB/ }).waitFor();
      const before = { places: await places(page), shown: await shown(page) };
      assert.equal(before.shown.tokens.length, 8);
      assert.deepEqual(before.shown.cursor, { query: 7, key: 2 });
      // Classes are watched, because what is behind its text turns pale.
      await page.evaluate(() => {
        const root = /** @type {any} */ (document.querySelector('heed-heads')).shadowRoot;
        const seen = { pale: false, gone: false };
        Object.assign(globalThis, { seen });
        const look = () => {
          seen.pale ||= root.querySelector('.room.behind') !== null;
          seen.gone ||= root.querySelectorAll('.run .tok').length !== 8;
          requestAnimationFrame(look);
        };
        look();
      });
      await arrive();
      assert.deepEqual({ places: await places(page), shown: await shown(page) }, before);
      assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).seen), {
        pale: false,
        gone: false,
      });
      assert.deepEqual(errors, []);
      await close();
    });

for (const [width, height, language] of /** @type {[number, number, string][]} */ ([
  [1440, 900, 'en'],
  [1280, 720, 'en'],
  [1280, 720, 'es'],
  [1280, 720, 'pt'],
]))
  test(`all heads, the map with its digits and its legend are visible without scrolling (${width} × ${height}, ${language})`, async () => {
    const { page, errors, arrive, close } = await opened(`v=1&room=maps&language=${language}`, {
      viewport: { width, height },
    });
    await arrive();
    const seen = await page.evaluate(() => {
      const { shadowRoot } = /** @type {any} */ (document.querySelector('heed-heads'));
      const ends = ['.heads-view', '.plot', '.options'].map(
        (part) => shadowRoot.querySelector(part).getBoundingClientRect().bottom,
      );
      const side = shadowRoot.querySelector('.plot').clientWidth / 8;
      return { ends, side, height: innerHeight, scrolled: scrollY };
    });
    assert.equal(seen.scrolled, 0);
    for (const end of seen.ends) assert.ok(end <= seen.height, `${seen.ends} of ${seen.height}`);
    assert.ok(
      SCREEN.hasDigits({ cellWidth: seen.side, cellHeight: seen.side }, false),
      `cells of ${seen.side} px`,
    );
    assert.deepEqual(errors, []);
    await close();
  });

for (const [width, height] of [
  [1440, 900],
  [360, 640],
])
  test(`nothing that is in sight moves while the room opens (${width} × ${height})`, async () => {
    const visit = await harness.open('index.html#v=1&room=masks', { viewport: { width, height } });
    const { page, errors } = visit;
    await settled(page);
    await watchPlaces(page, {
      host: 'heed-heads',
      parts: '.source-row, .tok, .unread, .caret, .coming, .sentence, .heads-view, .head-view canvas',
      areVisible: true,
      hash: 'v=1&room=maps',
    });
    await page.locator('.next-list:not(.unseen) li').first().waitFor();
    await settled(page);
    const seen = await placesSeen(page);
    assert.ok(seen.count > 10, `${seen.count} parts`);
    assert.deepEqual(seen.moved, []);
    assert.deepEqual(errors, []);
    await visit.close();
  });

test('the first sentence is drawn before the program of the room arrives, and then other heads too', async () => {
  const { page, errors, arrive, close } = await opened(
    'v=1&room=maps',
    {},
    /heedmap-(program|model|austen)\.js$/,
  );
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  await page.locator('.cell-card').first().waitFor({ state: 'attached' });
  /** How many cells of the map have a color. */
  const colored = () =>
    page.evaluate(() => {
      const root = /** @type {any} */ (document.querySelector('heed-heads')).shadowRoot;
      const canvas = root.querySelector('.head-view canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  await page.waitForFunction(() => {
    const root = /** @type {any} */ (document.querySelector('heed-heads')).shadowRoot;
    return root.querySelector('.head-view canvas')?.width > 8;
  });
  assert.ok((await colored()) > 8);
  const before = await shown(page);
  assert.equal(await page.evaluate(() => Boolean(/** @type {any} */ (globalThis).heedmap.program)), false);
  // Another head waits for the program.
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ layer: 0, head: 1 }),
  );
  await arrive();
  assert.match((await shown(page)).measures.join(), /\S/);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({ layer: 2, head: 2 }),
  );
  await settled(page);
  assert.deepEqual(await shown(page), before);
  assert.deepEqual(errors, []);
  await close();
});

test('what is typed before the model arrives is shown at once, and its heads follow', async () => {
  const { page, errors, arrive, close } = await opened('v=1&room=maps');
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane in');
  await page.locator('.unread', { hasText: 'Jane in' }).waitFor();
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).state.text),
    `${SENTENCE} Jane in`,
  );
  assert.equal((await shown(page)).tokens.length, 8);
  await arrive();
  assert.equal(await page.locator('.unread').count(), 0);
  assert.equal((await shown(page)).tokens.length, 10);
  // The focus stays, so that the reader can go on.
  await page.keyboard.type(' Bath');
  await settled(page);
  assert.equal((await shown(page)).tokens.length, 11);
  assert.deepEqual(errors, []);
  await close();
});

test('a link to another sentence shows it at once, and says that the model is on its way', async () => {
  const { page, errors, axe, arrive, close } = await opened('v=1&room=maps&text=Emma+met+Mr+Knightley');
  await page.locator('.unread', { hasText: 'Emma met Mr Knightley' }).waitFor();
  assert.equal(await page.locator('.coming').textContent(), 'The small model is on its way: 1.1 MB.');
  assert.deepEqual(await axe('main'), []);
  await page.locator('.caret').focus();
  await page.keyboard.type(' in');
  await page.locator('.unread', { hasText: 'Emma met Mr Knightley in' }).waitFor();
  await arrive();
  const { tokens } = await shown(page);
  assert.equal(tokens.map((token) => token.replace(/[\d.]+$/, '')).join(''), 'EmmametMrKnightleyin');
  assert.equal(
    await page.evaluate(() => document.querySelector('heed-heads')?.shadowRoot?.activeElement?.className),
    'caret',
  );
  assert.deepEqual(errors, []);
  await close();
});

test('a model that does not arrive is told, and what is shown stays', async () => {
  const visit = await harness.open('index.html#v=1&room=masks');
  const { page } = visit;
  await settled(page);
  await page.route(/heedmap-austen\.js$/, (route) => route.abort());
  await page.evaluate(() => {
    location.hash = 'v=1&room=maps';
  });
  await page.locator('.live-said', { hasText: 'heedmap-austen.js' }).waitFor();
  assert.equal((await shown(page)).tokens.length, 8);
  assert.equal(await page.locator('heed-heads').getAttribute('data-heads'), '16');
  await visit.close();
});

test('the scripts of other rooms wait until the model has arrived', async () => {
  /** @type {string[]} */
  const order = [];
  const visit = await harness.open('index.html#v=1&room=masks');
  const { page } = visit;
  page.on('request', (request) => {
    const [, name] = /heedmap-(\w+)\.js$/.exec(request.url()) ?? [];
    if (name) order.push(name);
  });
  await page.goto(`${harness.origin}/index.html?again#v=1&room=maps`, { waitUntil: 'commit' });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).heedmap?.scripts?.kernels);
  assert.deepEqual(order.slice(0, 5), ['maps', 'text', 'program', 'model', 'austen']);
  assert.ok(order.includes('learn') && order.indexOf('learn') > 4, order.join());
  await visit.close();
});
