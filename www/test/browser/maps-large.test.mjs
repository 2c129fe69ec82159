/**
 * Heads that are too large to hold, in the Models room: from samples to exact pools, from the whole to one
 * cell, and back from a link.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { needleOf, syntheticName, syntheticPieces } from '../../rooms/maps/large/synthetic.js';
import { PAGE_POLICY, start } from './harness.mjs';
import { openOptions } from './maps.mjs';

const TOKENS = 4600;
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness.close());

/** @param {import('../../rooms/maps/large/synthetic.js').Synthetic} how */
function fileOf(how) {
  const buffer = Buffer.concat([...syntheticPieces(how)]);
  return { name: syntheticName(how), mimeType: 'application/octet-stream', buffer };
}

/**
 * Opens the room with a file.
 *
 * @param {{ name: string, mimeType: string, buffer: Buffer }} file
 * @param {string} [link]
 * @param {object} [how]
 */
async function opened(file, link = 'v=1&room=maps&head=5:10', how = {}) {
  const visit = await harness.open(`index.html#${link}`, how);
  const { page } = visit;
  const room = page.locator('heed-heads');
  await room.locator('.thumbs, .heads-box').first().waitFor();
  await room.locator('input[type=file]').first().setInputFiles(file);
  await room.locator('.large-bar').waitFor();
  return { ...visit, room };
}

/** @param {import('playwright-core').Locator} room */
const complete = (room) => room.locator('.large-progress', { hasText: '100 % exact' }).waitFor();

test('a needle of one cell leads from the overview to its cell, and the link leads back to it', async () => {
  const needle = needleOf(TOKENS);
  const file = fileOf({ tokens: TOKENS, structures: ['needle'], causal: false });
  const visit = await opened(file);
  const { page, room } = visit;
  await complete(room);
  await room.locator('.pooled', { hasText: ', exact.' }).waitFor();
  assert.match((await room.locator('.synthetic').textContent()) ?? '', /synthetic/);
  assert.match((await room.locator('.files .source').textContent()) ?? '', /Synthetic data, not of a model/);
  const first = room.locator('.standing button').first();
  assert.match(
    (await first.textContent()) ?? '',
    new RegExp(`query ${needle.query}, key ${needle.key}: 0\\.9`),
  );
  assert.deepEqual(await visit.axe(), []);
  await openOptions(page, 'exports');
  await room.getByRole('button', { name: 'CSV', exact: true }).click();
  await room
    .locator('.export', {
      hasText: `${TOKENS * TOKENS} cells are too many for a table: at most 16777216 fit.`,
    })
    .waitFor();
  await first.press('Enter');
  await room.locator('.cell-card', { hasText: `${needle.query} → ${needle.key}` }).waitFor();
  await room.locator('.cell-card dd', { hasText: /^0\.9/ }).waitFor();
  await room.locator('.pooled', { hasText: 'Each pixel is one cell' }).waitFor();
  await room.locator('.segments button[value=mass]').click();
  await page.waitForFunction(
    ([query, key]) =>
      location.hash.includes(`cursor=${query}:${key}`) && location.hash.includes('pooling=mass'),
    [needle.query, needle.key],
  );
  const link = new URL(page.url()).hash.slice(1);
  assert.match(link, /sight=/);
  assert.deepEqual(visit.errors, []);
  await visit.close();
  const again = await opened(file, link);
  await again.room.locator('.cell-card', { hasText: `${needle.query} → ${needle.key}` }).waitFor();
  await again.room.locator('.segments button[value=mass][aria-pressed=true]').waitFor();
  assert.deepEqual(again.errors, []);
  await again.close();
});

test('computing stops at once, goes on, and says how much is exact; measures lose their error', async () => {
  const visit = await opened(fileOf({ tokens: 12_000, structures: ['local'], causal: true }));
  const { room } = visit;
  const button = room.locator('.large-progress button');
  await button.click();
  await room.locator('.large-progress button', { hasText: 'Continue' }).waitFor();
  await room.locator('.pooled', { hasText: 'a pixel shows the largest weight of one of its rows' }).waitFor();
  assert.match((await room.locator('.measures .estimated .value').first().textContent()) ?? '', /^≈.*±/);
  const share = await room
    .locator('.large-progress progress')
    .evaluate((bar) => /** @type {any} */ (bar).value);
  assert.ok(share < 1, String(share));
  await button.press('Enter');
  await complete(room);
  await room.locator('.measures .estimated').first().waitFor({ state: 'detached' });
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('the generator of the page makes a head that is labeled synthetic, and rejects lengths with the figures', async () => {
  const visit = await harness.open('index.html#v=1&room=maps&head=5:10');
  const { page } = visit;
  const room = page.locator('heed-heads');
  await openOptions(page, 'what');
  await room.locator('.make-head summary').press('Enter');
  const tokens = room.getByLabel('Tokens', { exact: true });
  await tokens.fill('3');
  await tokens.press('Enter');
  await room
    .locator('.make-head', { hasText: 'The number of tokens is a whole number from 16 to 262144, not “3”.' })
    .waitFor();
  await tokens.fill('4200');
  await tokens.press('Enter');
  await room.getByLabel('Structure', { exact: true }).selectOption('sink');
  await room.getByRole('button', { name: 'Generate' }).press('Enter');
  await room.locator('.large-bar').waitFor();
  await room.locator('.synthetic', { hasText: 'synthetic' }).waitFor();
  assert.match((await room.locator('.standing').textContent()) ?? '', /key 0:/);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
