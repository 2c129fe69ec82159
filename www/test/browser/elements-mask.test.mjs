/** `<heed-mask>` as an author writes it: with attributes, in an article, next to others. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuthored, swipe } from './author-page.mjs';
import { settled } from './idle.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
/** @import { Page } from 'playwright-core' */

const DEFINE = 'www/define/heed-mask-define.js';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {string} body @param {Parameters<typeof openAuthored>[2]} [options] */
async function openMask(body, options) {
  const visit = await openAuthored(harness, body, { scripts: [DEFINE], ...options });
  await visit.drawn(body.split('<heed-mask').length - 1);
  return visit;
}

/**
 * @param {Page} page @param {string} [id] @returns {Promise<import('../../rooms/masks/types.js').MaskState>}
 */
const stateOf = (page, id = 'a') =>
  page.evaluate((name) => /** @type {any} */ (document.getElementById(name)).state, id);
/** @param {Page} page @param {string} selector */
const text = async (page, selector) =>
  (await page.locator(`#a ${selector}`).innerText()).replaceAll(/\s+/g, ' ').trim();

/**
 * Clicks a cell of the pattern.
 *
 * @param {Page} page @param {number} query @param {number} key @param {number} side
 */
async function press(page, query, key, side) {
  const box = await page.locator('#a .map').first().boundingBox();
  if (!box) throw new Error('the pattern is not on the screen');
  await page.mouse.click(
    box.x + (box.width * (key + 0.5)) / side,
    box.y + (box.height * (query + 0.5)) / side,
  );
  await settled(page);
}

test('a figure from attributes has the maps, their legend, the expression and one line, and nothing else of the room', async () => {
  const { page, errors, axe, received, close } = await openMask(
    '<heed-mask id="a" view="figure" mask="causal and window(3)" queries="8" query="5" key="4">No wasm here.</heed-mask>',
  );
  assert.equal(await page.locator('#a .map').count(), 3);
  assert.equal(await text(page, '.mask-text'), 'causal and window(3)');
  assert.match(
    await text(page, '.cell-line'),
    /^query 5, key 4 ?allowed by causal, window\(3\) ?scaled score −?[\d.]+, weight [\d.]+$/,
  );
  for (const gone of [
    '.presets',
    '.play-view',
    '.strip',
    '.figures',
    '.code',
    '.side',
    'textarea',
    'figcaption button:visible',
    'slot',
  ])
    assert.equal(await page.locator(`#a ${gone}`).count(), 0, gone);
  assert.equal(await page.locator('#a [part=figure]').count(), 1);
  assert.equal(await page.locator('#a [part=legend]').count(), 3);
  assert.deepEqual(
    [await received('heed-change'), await received('heed-select'), (await received('heed-ready')).length],
    [[], [], 1],
  );
  assert.deepEqual(await axe('heed-mask'), []);
  assert.deepEqual(errors, []);
  await close();
});

test('attributes that change in one task are one update and dispatch nothing', async () => {
  const { page, received, close } = await openMask(
    '<heed-mask id="a" view="figure" mask="causal"></heed-mask>',
  );
  const updates = await page.evaluate(async () => {
    const mask = /** @type {any} */ (document.getElementById('a'));
    let count = 0;
    const { room } = mask;
    const settle = room.settle.bind(room);
    room.settle = () => {
      count += 1;
      settle();
    };
    for (const [name, value] of Object.entries({
      mask: 'documents(3, 5)',
      queries: '8',
      colormap: 'grey',
      seed: '7',
    }))
      mask.setAttribute(name, value);
    await mask.whenIdle();
    return count;
  });
  assert.equal(updates, 1);
  const { text: expression, queries, keys, map, seed } = await stateOf(page);
  assert.deepEqual([expression, queries, keys, map, seed], ['documents(3, 5)', 8, 8, 'grey', 7]);
  for (const type of ['heed-change', 'heed-select', 'heed-error'])
    assert.deepEqual(await received(type), [], type);
  await close();
});

test('a click dispatches the pair with its weight, which is null if the mask forbids it', async () => {
  const { page, received, close } = await openMask(
    '<heed-mask id="a" view="figure" mask="causal" queries="6" query="0" key="0" alibi="2"></heed-mask>',
  );
  await press(page, 4, 1, 6);
  await press(page, 1, 4, 6);
  const [allowed, forbidden, ...rest] = await received('heed-select');
  assert.deepEqual(rest, []);
  assert.deepEqual([allowed.head, allowed.query, allowed.key], [2, 4, 1]);
  assert.ok(allowed.weight > 0 && allowed.weight < 1);
  assert.deepEqual([forbidden.query, forbidden.key, forbidden.weight], [1, 4, null]);
  await page.waitForFunction(() =>
    /** @type {any} */ (globalThis).received.some((/** @type {any} */ { type }) => type === 'heed-change'),
  );
  await close();
});

test('errors are shown in the element and dispatched, and the default is used', async () => {
  const { page, errors, received, close } = await openMask(
    '<heed-mask id="a" view="figure" mask="causl" queries="-4" colormap="rainbow"></heed-mask><p id="after">After.</p>',
  );
  const wrong = (await received('heed-error')).map(({ message, fatal }) => [fatal, message.split(':')[0]]);
  assert.deepEqual(wrong, [
    [false, 'colormap'],
    [false, 'queries'],
    [false, 'mask'],
  ]);
  const said = await text(page, '[part=notice]');
  assert.match(said, /rainbow.*"-4".*column 1.*causl/);
  const { text: expression, queries, map } = await stateOf(page);
  assert.deepEqual([expression, queries, map], ['causal and window(6)', 24, 'ember']);
  await page.evaluate(() => document.getElementById('a')?.setAttribute('mask', 'causal'));
  await settled(page);
  assert.equal(await page.locator('#a [part=notice]').isVisible(), false);
  assert.equal((await stateOf(page)).text, 'causal');
  assert.deepEqual(errors, []);
  await close();
});

test('the room is no wider than the page, however little is next to it', async () => {
  const { page, close } = await openMask('<heed-mask id="a">No wasm here.</heed-mask>', {
    style: 'body { margin: 4px; }',
    open: { viewport: { width: 390, height: 844 } },
  });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await close();
});

test('a property that was set before the element was defined is used, and moving it keeps its state', async () => {
  const visit = await openAuthored(
    harness,
    '<div id="from"><heed-mask id="a" view="figure"></heed-mask></div><div id="to"></div>',
  );
  const { page, received } = visit;
  await page.evaluate(() => {
    /** @type {any} */ (document.getElementById('a')).link =
      'v=1&room=masks&mask=causal&queries=6&keys=6&cursor=0:0';
  });
  await page.addScriptTag({ url: `/${DEFINE}`, type: 'module' });
  await visit.drawn();
  assert.equal((await stateOf(page)).queries, 6);
  await press(page, 3, 2, 6);
  await page.evaluate(() =>
    document.getElementById('to')?.append(/** @type {Node} */ (document.getElementById('a'))),
  );
  await settled(page);
  assert.deepEqual((await stateOf(page)).cursor, { query: 3, key: 2 });
  assert.equal((await received('heed-ready')).length, 1);
  assert.equal(await page.locator('#a .map').count(), 3);
  await visit.close();
});

test('an editable figure has the field, a brush paints, and the view switches to the room and back', async () => {
  const { page, close } = await openMask(
    '<heed-mask id="a" view="figure" editable brush="forbid" mask="all" queries="4"></heed-mask>',
  );
  await page.locator('#a textarea').fill('causal');
  await settled(page);
  assert.equal((await stateOf(page)).text, 'causal');
  await press(page, 3, 0, 4);
  assert.match((await stateOf(page)).text, /cells\(3:0\)/);
  await page.evaluate(() => document.getElementById('a')?.setAttribute('view', 'room'));
  await settled(page);
  assert.equal(await page.locator('#a .presets').count(), 1);
  assert.match((await stateOf(page)).text, /cells\(3:0\)/);
  await page.evaluate(() => document.getElementById('a')?.setAttribute('view', 'figure'));
  await settled(page);
  assert.equal(await page.locator('#a .presets').count(), 0);
  await close();
});

test('the class alone can be registered, and draws the same figure', async () => {
  const visit = await openAuthored(
    harness,
    '<heed-mask id="a" view="figure" editable mask="causal" queries="6" query="0" key="0"></heed-mask>',
  );
  const { page } = visit;
  await page.evaluate(async () => {
    (await import(`${location.origin}/www/rooms/masks/heed-mask.js`)).HeedMaskElement.define();
  });
  await visit.drawn();
  assert.equal(await text(page, '.mask-text'), 'causal');
  await press(page, 4, 1, 6);
  assert.match(await text(page, '.cell-line'), /^query 4, key 1/);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('several elements share one program, use the page’s colors, and keep their layout on a right-to-left page', async () => {
  const { page, requests, close } = await openMask(
    '<heed-mask id="a" view="figure" mask="causal" queries="6"></heed-mask><heed-mask view="figure" theme="light"></heed-mask>',
    { root: 'dir="rtl"', style: ':root { color-scheme: dark; }' },
  );
  assert.equal(requests.filter(({ url }) => url.endsWith('.wasm')).length, 1);
  const darkness = await page.evaluate(() =>
    [...document.querySelectorAll('heed-mask')].map(
      (mask) => getComputedStyle(/** @type {Element} */ (mask.shadowRoot?.querySelector('.maps'))).color,
    ),
  );
  assert.deepEqual(darkness, ['rgb(236, 234, 228)', 'rgb(29, 31, 36)']);
  const places = await page.evaluate(() => {
    const root = document.getElementById('a')?.shadowRoot;
    const [map, ...ticks] = [root?.querySelector('.map'), ...(root?.querySelectorAll('.columns span') ?? [])]
      .slice(0, 3)
      .map((each) => /** @type {Element} */ (each).getBoundingClientRect());
    return { map: map.left, width: map.width, ticks: ticks.map(({ left, width }) => left + width / 2) };
  });
  // A number is centered above its column.
  assert.ok(Math.abs(places.ticks[0] - (places.map + places.width / 12)) < 1, JSON.stringify(places));
  await close();
});

test('a swipe and the wheel over a map scroll the page', async () => {
  const { page, close } = await openMask(
    '<heed-mask id="a" view="figure" mask="causal"></heed-mask><div class="tall"></div>',
    { style: '.tall { height: 3000px; }', open: { viewport: { width: 390, height: 844 } } },
  );
  const box = await page.locator('#a .map').first().boundingBox();
  assert.ok(box && box.width > 240 && box.x + box.width <= 390, JSON.stringify(box));
  await page.locator('#a .map').first().focus();
  await page.mouse.move(box.x + 80, box.y + 80);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 150);
  await swipe(page, box.x + 80, 400, 150);
  await page.waitForFunction(() => scrollY > 350);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await close();
});

test('if the program cannot start, the content of the tag is shown under a message', async () => {
  const visit = await openAuthored(
    harness,
    '<heed-mask id="a" view="figure">The mask is a triangle.</heed-mask>',
  );
  await visit.page.route('**/*.wasm', (route) => route.abort());
  await visit.page.addScriptTag({ url: `/${DEFINE}`, type: 'module' });
  await visit.drawn();
  const [{ fatal, message }] = await visit.received('heed-error');
  assert.equal(fatal, true);
  assert.equal(await visit.page.locator('#a [part=error]').innerText(), message);
  assert.equal(await visit.page.getByText('The mask is a triangle.').isVisible(), true);
  await visit.close();
});
