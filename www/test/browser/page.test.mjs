import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { openLesson, settled, tables, type, values } from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => { harness = await start({ policy: PAGE_POLICY }); });
after(() => harness?.close());

const VIEWS = [
  'v=1&lesson=positions', 'v=1&lesson=words&cursor=scores:2:0', 'v=1&lesson=scale-mask&tables=all', 'v=1&lesson=frase&rows=one:1&language=es', 'v=1&lesson=concepts&step=10',
  'v=1&lesson=own&tokens=a b c&model=2&key=2&value=2&from=1&embeddings=one-hot&drawn=randn',
];

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds no violation in any lesson, ${colorScheme}`, async () => {
    for (const view of VIEWS) {
      const { axe, errors, close } = await openLesson(harness, view, { colorScheme });
      assert.deepEqual(await axe(), [], view);
      assert.deepEqual(errors, [], view);
      await close();
    }
  });
}

test('the page opens from a file, by double click, and works there', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words', { fileUrl: true });
  await type(page, 'x', 0, 0, '3');
  assert.equal((await values(page, 'x'))[0][0], 3);
  assert.deepEqual(errors, []);
  await close();
});

test('nothing is asked of the network once the page is open', async () => {
  const { page, requests, close } = await openLesson(harness, 'v=1&lesson=words');
  for (const lesson of ['positions', 'scale-mask', 'frase', 'concepts', 'heads', 'own', 'words']) {
    await page.evaluate((hash) => { location.hash = hash; }, `v=1&lesson=${lesson}`);
    await settled(page);
  }
  await type(page, 'wQ', 1, 1, '7');
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await settled(page);
  const origin = new URL(page.url()).origin;
  assert.deepEqual(requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith('data:')), []);
  assert.deepEqual(requests.filter(({ afterLoad, url }) => afterLoad && !url.startsWith('data:')), []);
  await close();
});

test('everything on the page is reached by keyboard alone', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const reached = new Set();
  for (let n = 0; n < 160; n += 1) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return `${at?.getAttribute('aria-label') ?? ''} ${at?.textContent?.trim().slice(0, 30) ?? ''} ${at?.id ?? ''}`;
    }));
  }
  const all = [...reached].join('\n');
  for (const name of ['Copy link', 'Dark', 'Four words', 'Your own', 'Score', 'Mix', 'Play', 'causal', 'naive', 'columns', 'scores', 'weights', 'projection W_Q', 'output', 'Digits']) {
    assert.ok(all.includes(name), `${name} is not reached:\n${all}`);
  }
  await close();
});

test('the keys are listed on ?, and the list closes on Escape', async () => {
  const { page, close } = await openLesson(harness, '');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await close();
});

test('a heatmap becomes a table by its key, and a heatmap again', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&cursor=weights:0:0');
  const weights = page.locator('heed-map[data-matrix="weights"]');
  await weights.locator('[role="application"]').focus();
  await page.keyboard.press('t');
  await settled(page);
  assert.deepEqual((await tables(page)).weights[0], ['2.36089863e-01', '7.38987555e-03', '7.49130386e-01', '7.38987555e-03']);
  await page.keyboard.press('t');
  await settled(page);
  assert.deepEqual(await tables(page), {});
  await close();
});

test('a phone’s page is no wider than the phone, and its bands scroll in their own boxes', async () => {
  for (const view of VIEWS) {
    const { page, close } = await openLesson(harness, view, { viewport: { width: 390, height: 844 } });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
    await close();
  }
});

test('at 1440 by 900 the whole computation of every notebook is in sight without scrolling', async () => {
  for (const lesson of ['positions', 'words', 'scale-mask', 'frase', 'concepts']) {
    const { page, close } = await openLesson(harness, `v=1&lesson=${lesson}`);
    const { bottom, overflow } = await page.evaluate(() => {
      const bands = [...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('.bands .scroller') ?? [])];
      return {
        bottom: Math.max(...bands.map((band) => band.getBoundingClientRect().bottom)),
        overflow: bands.some((band) => band.scrollWidth > band.clientWidth),
      };
    });
    assert.ok(bottom <= 900, `${lesson} ends at ${bottom}`);
    assert.equal(overflow, false, `${lesson} is wider than its band`);
    await close();
  }
});

test('a heatmap holds its colours and its digits in pixels, in light and in dark', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const { page, close } = await openLesson(harness, 'v=1&lesson=words', { colorScheme });
    const { corners, colours } = await page.evaluate(() => {
      const map = /** @type {any} */ ([...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('heed-map') ?? [])].find((each) => /** @type {any} */ (each).dataset.matrix === 'weights'));
      const canvas = /** @type {HTMLCanvasElement} */ (map.shadowRoot.querySelector('canvas'));
      const { width, height } = canvas;
      const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, width, height);
      const at = (/** @type {number} */ x, /** @type {number} */ y) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3)];
      // A little inside the corner of a cell, where no digit stands: row 1, keys 2 (0.007) and 3 (0.749).
      return { corners: [at(Math.round(width / 4) + 4, 4), at(Math.round(width / 2) + 4, 4)], colours: new Set(Array.from({ length: data.length / 4 }, (_, n) => data.slice(n * 4, n * 4 + 3).join())).size };
    });
    const lightness = corners.map(([red, green, blue]) => red + green + blue);
    // A large weight is darker than a small one on paper, and lighter on a dark ground.
    assert.ok(colorScheme === 'light' ? lightness[1] < lightness[0] - 100 : lightness[1] > lightness[0] + 100, `${colorScheme}: ${corners.join(' against ')}`);
    assert.ok(colours > 20, `digits have smooth edges, but there are only ${colours} colours`);
    await close();
  }
});
