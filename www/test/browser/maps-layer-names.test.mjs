/** Files that hold only some layers of a model. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled } from './lesson.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
import { drop, measured, openMaps, stateOf, textFile, textOf } from './maps.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

const EVEN = [
  [1, 0],
  [0.5, 0.5],
];

test('a file that holds only layer 3 shows layer 3, and its link counts the layers of the file', async () => {
  const { page, errors, close } = await openMaps(harness);
  const tensors = { 'layers.3.attn': [EVEN, EVEN] };
  await drop(page, [textFile('one.json', JSON.stringify({ tensors }))]);
  await measured(page, 2);
  assert.match(await textOf(page, '.head-title h2'), /^Layer 3, head \d$/);
  assert.equal((await stateOf(page)).layer, 0);
  await page.locator('heed-heads').getByRole('button', { name: 'as a table' }).click();
  await settled(page);
  assert.deepEqual(await page.locator('heed-heads .tablebox tbody th').allTextContents(), ['3·0', '3·1']);
  const link = await page.evaluate(() => location.hash);
  assert.match(link, /shape=1:2:2:2/);
  assert.deepEqual(errors, []);
  await close();
});

test('the layers of a comparison and of a combination are called what the file says', async () => {
  const { page, errors, close } = await openMaps(harness);
  const tensors = {
    'layers.3.attn': [EVEN, EVEN],
    'layers.11.attn': [EVEN, EVEN],
  };
  await drop(page, [textFile('two.json', JSON.stringify({ tensors }))]);
  await measured(page, 4);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('heed-heads')).show({
      layer: 1,
      head: 0,
    }),
  );
  await settled(page);
  assert.equal(await textOf(page, '.head-title h2'), 'Layer 11, head 0');
  await page.locator('heed-heads').getByRole('button', { name: 'compare', exact: true }).click();
  await settled(page);
  const choice = page.locator('heed-heads .compare-view').getByLabel('Layer');
  assert.deepEqual(await choice.locator('option').allTextContents(), ['3', '11']);
  await choice.selectOption('3');
  await settled(page);
  assert.equal((await stateOf(page)).compare?.layer, 0);
  assert.deepEqual(errors, []);
  await close();
});
