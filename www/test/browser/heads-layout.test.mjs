/** The layout of `<heed-heads>` as a figure, also in a frame that is low until it grows with its figure. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuthored } from './author-page.mjs';
import { PAGE_POLICY, start, until } from './harness.mjs';
import { settled } from './idle.mjs';
/** @import { Page } from 'playwright-core' */

const SCRIPTS = ['www/define/heed-heads-define.js'];
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * A figure of 12 heads over 48 tokens, with the weights of one query and key.
 *
 * @param {string} weight - an expression of `head`, `query` and `key`
 * @param {{ width: number, height: number }} viewport
 */
async function openFigure(weight, viewport) {
  const visit = await openAuthored(harness, '<heed-heads id="a" view="figure" head="0"></heed-heads>', {
    scripts: SCRIPTS,
    style: 'body { margin: 0 } main { max-width: none }',
    open: { viewport },
  });
  const { page } = visit;
  await page.evaluate((expression) => {
    const at = Function('head', 'query', 'key', `return ${expression}`);
    const data = Float32Array.from({ length: 12 * 48 * 48 }, (_, index) =>
      at(Math.floor(index / 48 ** 2), Math.floor(index / 48) % 48, index % 48),
    );
    /** @type {any} */ (document.getElementById('a')).data = { shape: [1, 12, 48, 48], data };
  }, weight);
  await page.locator('heed-heads[data-heads="12"]').waitFor();
  await settled(page);
  return visit;
}

/** @param {Page} page @param {string} selector */
async function boxOf(page, selector) {
  const box = await page.locator(`#a ${selector}`).first().boundingBox();
  assert.ok(box, selector);
  return box;
}

test('the map of a figure is a square by the width, also in a frame of 290 px, and the overview is beside it', async () => {
  const { page, close, errors } = await openFigure('key <= query ? 1 / (query + 1) : 0', {
    width: 988,
    height: 290,
  });
  const plot = await boxOf(page, '.plot');
  assert.equal(plot.width, plot.height);
  assert.ok(plot.height > 480, `${plot.height} px`);
  const [map, overview] = [await boxOf(page, '.head-map'), await boxOf(page, '.overview')];
  assert.ok(map.height <= 700, `${map.height} px`);
  assert.ok(overview.x >= map.x + map.width, 'beside the map');
  assert.ok(overview.y < map.y + map.height / 4, 'at its top');
  const right = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(right, 988);

  // A wider frame: the map does not exceed 700 px.
  await page.setViewportSize({ width: 1400, height: 290 });
  await until(page, async () => (await boxOf(page, '.plot')).width > plot.width);
  assert.ok((await boxOf(page, '.head-map')).height <= 700);

  // A narrower frame: the overview is below.
  await page.setViewportSize({ width: 620, height: 290 });
  await until(
    page,
    async () => (await boxOf(page, '.overview')).y > (await boxOf(page, '.head-map')).y + 300,
  );
  const narrow = await boxOf(page, '.plot');
  assert.equal(narrow.width, narrow.height);
  assert.ok(narrow.height > 380, `${narrow.height} px`);
  assert.deepEqual(errors, []);
  await close();
});

test('all 144 heads of 12 layers are in sight beside the map, with the numbers of their layers', async () => {
  const { page, close } = await openFigure('1 / 48', { width: 988, height: 800 });
  await page.evaluate(() => {
    const data = new Float32Array(144 * 64).fill(1 / 8);
    /** @type {any} */ (document.getElementById('a')).data = { shape: [12, 12, 8, 8], data };
  });
  await page.locator('heed-heads[data-heads="144"]').waitFor();
  await settled(page);
  const box = page.locator('#a .heads-box').first();
  const sizes = await box.evaluate((node) => [
    node.scrollWidth,
    node.clientWidth,
    node.scrollHeight,
    node.clientHeight,
  ]);
  assert.ok(sizes[0] <= sizes[1] && sizes[2] <= sizes[3], sizes.join());
  const { x } = await boxOf(page, '.overview');
  assert.ok(x + sizes[1] <= 988);
  await close();
});

test('thumbnails have the scale of the open map, so heads without large weights are not white', async () => {
  const { page, close } = await openFigure('1 / 48', { width: 988, height: 290 });
  const ends = () => page.locator('#a .overview .scale').innerText();
  // All weights are 1/48 = 0.0208, which is written with three decimals.
  await until(page, async () => /^0\s+0\.021$/.test(await ends()));
  const color = (/** @type {string} */ selector, /** @type {number} */ x, /** @type {number} */ y) =>
    page
      .locator(`#a ${selector}`)
      .first()
      .evaluate(
        (canvas, [left, top]) => [
          .../** @type {any} */ (canvas).getContext('2d').getImageData(left, top, 1, 1).data,
        ],
        [x, y],
      );
  const canvas = await boxOf(page, '.head-map');
  const plot = await boxOf(page, '.plot');
  const open = await color('.head-map', plot.x - canvas.x + 100, plot.y - canvas.y + 100);
  const thumbnail = await boxOf(page, '.marks div');
  const heads = await boxOf(page, '.heads');
  const small = await color(
    '.heads',
    Math.round(thumbnail.x - heads.x + thumbnail.width / 2),
    Math.round(thumbnail.y - heads.y + thumbnail.height / 2),
  );
  assert.deepEqual(small, open);
  await close();
});

test('the legend of the map names only the patterns that the map shows', async () => {
  const samples = async (/** @type {string} */ weight, leavesOut = false) => {
    const { page, close } = await openFigure(weight, { width: 988, height: 290 });
    await page.evaluate((isLeftOut) => {
      const figure = /** @type {any} */ (document.getElementById('a'));
      if (isLeftOut) figure.state = { ...figure.state, leaveOut: 1 };
    }, leavesOut);
    await settled(page);
    const texts = await page.locator('#a .head-view .sample').allInnerTexts();
    await close();
    return texts.map((text) => text.trim());
  };
  assert.deepEqual(await samples('1 / 48'), []);
  assert.deepEqual(await samples('query === 3 && key === 5 ? NaN : 1 / 48'), ['missing']);
  assert.deepEqual(await samples('1 / 48', true), ['left out, or did not exist yet']);
});
