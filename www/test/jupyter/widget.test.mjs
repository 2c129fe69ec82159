/**
 * The widget and the figure in JupyterLab itself. `cargo xtask python --jupyter` runs this;
 * `cargo xtask test` does not.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start, until } from '../browser/harness.mjs';
import { PYTHON, runCell, startLab, whenIdle } from './lab.mjs';
/** @import { Page } from 'playwright-core' */

const WIDGET = [
  `import heedmap, numpy as np
weights = np.full((2, 3, 4, 4), 1 / 4)
weights[1, 2] = np.roll(np.eye(4), 2, axis=1)
live = heedmap.show(weights, ["the", "cat", "it", "sat"]).widget()
live`,
  'print(live.layer, live.head, live.query, live.key)',
  'live.layer, live.head, live.query = 0, 1, 3',
  'other = heedmap.show(weights, language="en").widget()\nprint(other.program is live.program)\nother',
];
/**
 * From weights of 12 layers and 12 heads over 512 tokens to the figure. How long it takes is printed: the
 * target is 3 s.
 */
const LARGE = [
  `import numpy as np
weights = np.random.default_rng(0).dirichlet(np.full(512, 0.02), (12, 12, 512)).astype(np.float32)`,
  'import heedmap\nheedmap.show(list(weights[:, None]))',
];

/** @type {Awaited<ReturnType<typeof startLab>>} */
let lab;
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  if (PYTHON === '') throw new Error('`cargo xtask python --jupyter` runs these tests');
  lab = await startLab({ widget: WIDGET, large: LARGE });
  harness = await start();
});
after(async () => {
  await harness?.close();
  await lab?.close();
});

/** @param {string} name @returns {Promise<Page>} */
async function opened(name) {
  const page = await harness.context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(lab.address(name));
  await whenIdle(page);
  return page;
}

test('a head chosen in the page is seen in Python, and one set in Python is opened in the page', async () => {
  const page = await opened('widget');
  await runCell(page, 0);
  const figure = page.frameLocator('.jp-CodeCell iframe').first();
  await figure.locator('heed-heads canvas').first().waitFor();
  const said = async () => (await (await runCell(page, 1)).innerText()).trim();
  await until(page, async () => (await said()) === '1 2 None None', 60);

  await figure.locator('.heads-box').click({ position: { x: 30, y: 30 } });
  await figure.getByText('Layer 0, head 0').first().waitFor();
  await until(page, async () => (await said()).startsWith('0 0'), 60);

  await runCell(page, 2);
  await figure.getByText('Layer 0, head 1').first().waitFor();
  assert.equal(await said(), '0 1 3 0');
  await figure.getByText('sat → the').first().waitFor();
});

test('a second widget is drawn with the scripts of the first', async () => {
  const page = harness.context.pages().at(-1);
  assert.ok(page);
  assert.equal((await (await runCell(page, 3)).innerText()).split('\n')[0].trim(), 'True');
  await page.frameLocator('.jp-CodeCell iframe').nth(1).locator('heed-heads canvas').first().waitFor();
  await page.close();
});

test('12 layers of 12 heads over 512 tokens are shown without a question', async (context) => {
  const page = await opened('large');
  await runCell(page, 0);
  const from = performance.now();
  await runCell(page, 1);
  await page.frameLocator('.jp-CodeCell iframe').first().locator('heed-heads canvas').first().waitFor();
  context.diagnostic(`${Math.round(performance.now() - from)} ms`);
  await page.close();
});
