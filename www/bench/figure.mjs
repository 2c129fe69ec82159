/**
 * Measures time and memory of figures with heads that were saved as a file. Prints figures: `node
 * www/bench/figure.mjs FILE.html ...`, after one build.
 *
 * Times are from the navigation until the first head is drawn, and until all heads are measured. Memory is
 * that of the page's processes without mapped files, each figure in a browser of its own.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { start } from '../test/browser/harness.mjs';
import { memoryOf, peakMemory } from './maps-watch.mjs';

const TIMEOUT = 120_000;

/** @typedef {import('../test/browser/harness.mjs').Visit['page']} Page */

const mb = (/** @type {number | null} */ bytes) => `${((bytes ?? NaN) / 1e6).toFixed(0)} MB`;
/** @param {string} what @param {string} figure */
const print = (what, figure) => console.log(`${figure.padStart(10)}   ${what}`);

/** Waits until all heads of a figure are measured. @param {Page} page */
const measured = (page) =>
  page.waitForFunction(
    () => {
      const text = document.getElementById('heedmap-figure')?.textContent ?? '';
      const [, layers, heads] = /[?&#]?shape=(\d+)(?::|%3A)(\d+)/.exec(text.slice(0, 4096)) ?? [];
      const host = document.querySelector('heed-heads');
      return Number(host?.getAttribute('data-heads')) === Number(layers) * Number(heads);
    },
    undefined,
    { timeout: TIMEOUT, polling: 50 },
  );

for (const file of process.argv.slice(2)) {
  const harness = await start();
  try {
    const session = await harness.context.browser()?.newBrowserCDPSession();
    if (!session) throw new Error('the context has no browser');
    const begun = performance.now();
    const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    console.log(`\n${file}`);
    const { result: page, peak } = await peakMemory(session, async () => {
      const visit = await harness.open(pathToFileURL(resolve(file)).href, { fileUrl: true });
      await visit.page.locator('heed-heads canvas').first().waitFor({ timeout: TIMEOUT });
      print('to the first head', seconds());
      await measured(visit.page);
      return visit.page;
    });
    print('to all heads', seconds());
    print('peak memory', mb(peak));
    await page.waitForTimeout(1000);
    print('memory a second later', mb(await memoryOf(session)));
  } finally {
    await harness.close();
  }
}
