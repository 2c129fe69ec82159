import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { map, openLesson, place, settled, type } from './lesson.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** @param {import('playwright-core').Page} page */
const hash = (page) => page.evaluate(() => location.hash);
/** @param {import('playwright-core').Page} page */
const sum = async (page) => (await page.locator('heed-lesson .sum').innerText()).replace(/\s+/g, ' ');
/** @param {import('playwright-core').Page} page */
const shownMatrices = (page) =>
  page
    .locator('heed-lesson .lesson-stage heed-map')
    .evaluateAll((maps) => maps.map((map) => /** @type {HTMLElement} */ (map).dataset.matrix));

test('a lesson opens its first step, and Next and Back move through the steps and the link', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step');
  assert.deepEqual(await shownMatrices(page), ['x']);
  await page.getByRole('button', { name: 'Next: Project' }).click();
  await page.getByRole('button', { name: 'Next: Score' }).click();
  await settled(page);
  assert.deepEqual(await shownMatrices(page), ['q', 'kT', 'scores']);
  assert.match(await hash(page), /lesson=words&show=step&step=3/);
  await page.getByRole('button', { name: 'Back' }).click();
  await settled(page);
  assert.deepEqual(await shownMatrices(page), ['x', 'wQ', 'q']);
  assert.deepEqual(errors, []);
  await close();
});

test('the sum below the figure is that of the cell that is pointed at, with its digits', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3');
  const { x, y } = await place(page, 'scores', 2, 2);
  await page.mouse.move(x, y);
  await settled(page);
  assert.match(await sum(page), /4·2 \+ 0·4 \+ 2·3 = 14/);
  await page.mouse.move(1, 1);
  await map(page, 'scores').focus();
  await page.keyboard.press('Control+Home');
  await settled(page);
  assert.match(await sum(page), /2·2 \+ 0·2 \+ 2·2 = 8/);
  await close();
});

test('a number that is typed on the stage changes the result, and one undo takes it back', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step');
  await type(page, 'x', 0, 0, '2');
  assert.match(await hash(page), /edit=embeddings:0:0:2/);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.doesNotMatch(await hash(page), /edit=/);
  await close();
});

test('the whole view and the stage are one button apart, and the stage opens where it was left', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&show=step&step=3');
  await page.getByRole('button', { name: 'The whole' }).click();
  await settled(page);
  assert.doesNotMatch(await hash(page), /show=/);
  assert.ok(await page.locator('heed-lesson .bands').isVisible());
  await page.getByRole('button', { name: 'One step' }).click();
  await settled(page);
  assert.match(await hash(page), /show=step&step=3/);
  await close();
});
