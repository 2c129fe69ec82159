import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from '../browser/harness.mjs';
import { allIsWell, clickCell, drawn, hear, heard, openSite } from './site.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => { harness = await start(); });
after(() => harness?.close());

/** The page in the first frame. @param {import('playwright-core').Page} page */
async function framed(page) {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  assert.ok(frame, 'there is a frame');
  await frame.waitForLoadState();
  return frame;
}

for (const fileUrl of [true, false]) {
  test(`a figure in a sandboxed frame of ${fileUrl ? 'a file' : 'a server'} is drawn, and the frame is made as high as it`, async () => {
    const visit = await openSite(harness, 'iframe/index.html', { fileUrl });
    const frame = await framed(visit.page);
    await drawn(frame, 'heed-lesson');
    assert.equal(await frame.evaluate(() => origin), 'null', 'the frame has no origin of its own');
    await visit.page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '');
    await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight + 1);
    const map = frame.locator('heed-lesson [role="application"]').first();
    await map.click();
    assert.equal(await map.evaluate((node) => node.matches(':focus')), true);
    await allIsWell(visit);
    await visit.close();
  });

  test(`a figure that is written in srcdoc on ${fileUrl ? 'a file' : 'a server'} is drawn and answers a click`, async () => {
    const visit = await openSite(harness, 'srcdoc/index.html', { fileUrl });
    const frame = await framed(visit.page);
    await hear(frame);
    await drawn(frame, 'heed-map');
    await clickCell(frame, 'heed-map', { rows: 2, cols: 2, row: 1, col: 1 });
    const [chosen] = await heard(frame, 'heed-select');
    assert.deepEqual([chosen.query, chosen.key, chosen.weight], [1, 1, 0.75]);
    await allIsWell(visit);
    await visit.close();
  });
}
