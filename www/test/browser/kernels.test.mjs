/** The kernels in Chromium: each build beside the exact core, and attention over several Workers. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { start } from './harness.mjs';

const harness = await start();
after(() => harness.close());

for (const build of ['relaxed_simd', 'simd128', 'scalar']) {
  test(`the build for ${build} gives the results of the exact core`, async () => {
    const { page, errors, close } = await harness.open('www/test/browser/kernels.html');
    await page.waitForFunction('window.compareWorkers');
    const worst = await page.evaluate((build) => /** @type {any} */ (window).compare(build), build);
    assert.ok(worst.length > 20);
    assert.deepEqual(
      worst.filter((/** @type {{ error: number }} */ { error }) => !(error < 2e-5)),
      [],
    );
    assert.deepEqual(errors, []);
    await close();
  });
}

test('Workers give what one thread gives, and lose nothing when one of them ends, with an error or silently', async () => {
  const { page, close } = await harness.open('www/test/browser/kernels.html');
  await page.waitForFunction('window.compareWorkers');
  const found = await page.evaluate(() => /** @type {any} */ (window).compareWorkers());
  const { notices, ...rest } = found;
  assert.deepEqual(rest, {
    output: true,
    weights: true,
    before: [],
    closed: 'The Workers were closed.',
    failing: true,
    gone: true,
    lost: Array.from(
      { length: 2 },
      () => 'A Worker ended (it ended without an error); its part is computed again elsewhere.',
    ),
    none: true,
    aborted: 'AbortError',
  });
  assert.equal(notices.length, 1);
  assert.match(notices[0], /^A Worker ended \(.*out of memory\); its part is computed again elsewhere\.$/);
  await close();
});
