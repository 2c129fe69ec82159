/** The points of all heads: the pointer, the keys, the thumbnails, the link, and the time of a frame. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled } from './lesson.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
import { measured, openMaps } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {Page} page */
const stateOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).state);
/** @param {Page} page */
const plotOf = (page) => page.locator('heed-heads .scatter-plot');

test('the points open with a click on a word, show a head by keys, and open it with Enter', async () => {
  const { page, errors, axe, close } = await openMaps(harness);
  await page.locator('heed-heads').getByRole('button', { name: 'as points' }).click();
  await plotOf(page).waitFor();
  assert.equal((await stateOf(page)).scatter.up, 'induction');
  await plotOf(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const spoken = page.locator('heed-heads .scatter .spoken');
  await spoken.filter({ hasText: /^Layer \d, head \d+: sink 0\.\d+, induction [\d.]+$/ }).waitFor();
  // The thumbnail of the head is outlined, too.
  await page.locator('heed-heads .marks .pointed').waitFor({ state: 'attached' });
  const [, layer, head] = /Layer (\d), head (\d+)/.exec((await spoken.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await settled(page);
  const now = await stateOf(page);
  assert.deepEqual([now.layer, now.head], [Number(layer), Number(head)]);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('a drag selects the heads in a box, outlines their thumbnails, and is in the link', async () => {
  const { page, errors, close } = await openMaps(harness, 'scatter=sink_share:entropy:layer');
  const plot = plotOf(page);
  await plot.waitFor();
  await plot.scrollIntoViewIfNeeded();
  const box = /** @type {NonNullable<Awaited<ReturnType<typeof plot.boundingBox>>>} */ (
    await plot.boundingBox()
  );
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.97, box.y + box.height - 30, { steps: 4 });
  await page.mouse.up();
  const note = page.locator('heed-heads .scatter-note');
  await note.filter({ hasText: /heads? (is|are) in the box/ }).waitFor();
  const { scatter } = await stateOf(page);
  const inside = await page.locator('heed-heads .marks .boxed').count();
  assert.ok(inside > 0);
  assert.match((await note.textContent()) ?? '', new RegExp(`^${inside} heads? `));
  assert.ok(scatter.box.left < scatter.box.right && scatter.box.bottom < scatter.box.top);
  assert.match(
    decodeURIComponent(await page.evaluate(() => location.hash)),
    /scatter=sink_share:entropy:layer:0\.\d+:/,
  );
  await plot.focus();
  await page.keyboard.press('Escape');
  await note.filter({ hasText: 'drag a box' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('1,000 points follow the pointer within a frame', async () => {
  const { page, close } = await openMaps(harness);
  const shape = [25, 40, 6, 6];
  await page.evaluate((sizes) => {
    const count = sizes.reduce((all, side) => all * side, 1);
    const data = new Float32Array(count);
    for (let row = 0; row < count / 6; row += 1) {
      let sum = 0;
      for (let col = 0; col < 6; col += 1)
        sum += data[row * 6 + col] = ((row * 7919 + col * 104729) % 997) + 1;
      for (let col = 0; col < 6; col += 1) data[row * 6 + col] /= sum;
    }
    /** @type {any} */ (document.querySelector('heed-heads')).data = { shape: sizes, data };
  }, shape);
  await measured(page, 1000);
  await page.locator('heed-heads').getByRole('button', { name: 'as points' }).click();
  const plot = plotOf(page);
  await plot.waitFor();
  await settled(page);
  const spent = await page.evaluate(async () => {
    const root = /** @type {any} */ (document.querySelector('heed-heads')).shadowRoot;
    const node = root.querySelector('.scatter-plot');
    const { left, top, width, height } = node.getBoundingClientRect();
    const times = [];
    for (let step = 0; step < 60; step += 1) {
      const start = performance.now();
      node.dispatchEvent(
        new PointerEvent('pointermove', {
          clientX: left + 40 + ((width - 50) * step) / 60,
          clientY: top + 10 + ((height - 40) * ((step * 7) % 60)) / 60,
          bubbles: true,
        }),
      );
      // The frame in which the marks are drawn.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    return times[30];
  });
  // Two frames of 16.7 ms: the one of the move, and the one after it.
  assert.ok(spent < 2 * 16.7 + 4, `${spent} ms`);
  await close();
});
