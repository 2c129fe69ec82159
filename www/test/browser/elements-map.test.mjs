// The cells of `<heed-map>` that a reader selects, and the legend for cells without a number.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { article, define, put, ready, received } from './elements.mjs';
import { PAGE_POLICY, start } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

test('a selected cell has its number, also if there are more columns than rows', async () => {
  const { page, errors, close } = await article(harness);
  await put(page, ['heed-map', { values: '1 2 3; 4 5 6', scale: 'data' }]);
  await define(page, 'map');
  await ready(page);
  await page.locator('heed-map [role=application]').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).received.length >= 6);
  const selected = (await received(page)).filter(([type]) => type === 'heed-select');
  assert.deepEqual(
    selected.map(([, , weight]) => weight),
    [1, 2, 3, 6, 5],
  );
  assert.deepEqual(errors, []);
  await close();
});

test('the legend explains missing cells only if a cell that is not masked has no number', async () => {
  const { page, errors, close } = await article(harness);
  await put(page, ['heed-map', { values: '1 2; 3 4', scale: 'data' }]);
  await define(page, 'map');
  await ready(page);
  /** The samples that the legend shows, for numbers (null is missing) and states. */
  const shown = async (/** @type {(number | null)[]} */ numbers, /** @type {number[] | null} */ states) => {
    await page.evaluate(async ([given, masks]) => {
      const map = /** @type {any} */ (document.querySelector('heed-map'));
      map.data = {
        rows: 2,
        cols: 2,
        data: Float64Array.from(given, (each) => each ?? Number.NaN),
        ...(masks && { states: Uint8Array.from(masks) }),
      };
      await map.whenIdle();
    }, /** @type {const} */ ([numbers, states]));
    const legend = await page.locator('heed-map [part=legend]').innerText();
    return ['masked', 'missing'].filter((word) => legend.includes(word));
  };
  assert.deepEqual(await shown([1, 2, 3, 4], null), []);
  assert.deepEqual(await shown([1, null, 3, 4], null), ['missing']);
  assert.deepEqual(await shown([1, null, 3, 4], [0, 1, 0, 0]), ['masked']);
  assert.deepEqual(await shown([1, null, 3, null], [0, 1, 0, 0]), ['masked', 'missing']);
  assert.deepEqual(await shown([1, 2, 3, 4], [0, 1, 0, 0]), ['masked']);
  assert.deepEqual(await shown([1, 2, 3, 4], [0, 0, 0, 0]), []);
  assert.deepEqual(errors, []);
  await close();
});
