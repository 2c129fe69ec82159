import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allIsWell, clickCell, drawn, received, openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

/** The page in the first frame. @param {import('playwright-core').Page} page */
async function framed(page) {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  assert.ok(frame, 'there is a frame');
  await frame.waitForLoadState();
  assert.equal(await frame.evaluate(() => origin), 'null', 'the frame has no origin of its own');
  return frame;
}

test('a figure in a sandboxed frame is drawn and handles keys, and the frame gets its height', async () => {
  const visit = await openSite(harness, 'iframe/index.html');
  const frame = await framed(visit.page);
  await drawn(frame, 'heed-lesson');
  await visit.page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '');
  await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight + 1);
  const map = frame.locator('heed-lesson [role="application"]').first();
  await map.click();
  assert.equal(await map.evaluate((node) => node.matches(':focus')), true);
  await allIsWell(visit);
  await visit.close();
});

test('a figure in a sandboxed srcdoc is drawn and responds to a click', async () => {
  const visit = await openSite(harness, 'srcdoc/index.html');
  const frame = await framed(visit.page);
  await drawn(frame, 'heed-map');
  await clickCell(frame, 'heed-map', { rows: 2, cols: 2, row: 1, col: 1 });
  const [chosen] = await received(frame, 'heed-select');
  assert.deepEqual([chosen.query, chosen.key, chosen.weight], [1, 1, 0.75]);
  await allIsWell(visit);
  await visit.close();
});

test('if a sandboxed frame must not load scripts, as from a file, the author’s content is shown', async () => {
  const visit = await openSite(harness, 'srcdoc/index.html', { fileUrl: true });
  const frame = await framed(visit.page);
  assert.ok(await frame.getByText('The weights of two words.').first().isVisible());
  assert.match(visit.errors.join('\n'), /^Not allowed to load local resource: [^\n]*heedmap-embed\.js$/);
  await visit.close();
});
