/** Writes the pictures of the README: the page with one cell pointed at, light and dark. Run by `cargo xtask picture`. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ROOT, start } from './harness.mjs';

const docs = new URL('docs/', ROOT);
await mkdir(docs, { recursive: true });
const harness = await start();
try {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    // A score, with everything that it was made of lit and its sum written out.
    const visit = await harness.open('index.html#v=1&lesson=words&mask=causal&cursor=scores:2:0', { colorScheme, reducedMotion: 'reduce' });
    await visit.page.locator('heed-map:visible').last().waitFor();
    // Two frames: one to compute, one to paint.
    await visit.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const path = fileURLToPath(new URL(`learn-${colorScheme}.png`, docs));
    await visit.screenshot(path);
    console.log(`wrote docs/learn-${colorScheme}.png`);
    if (visit.errors.length > 0) throw new Error(visit.errors.join('\n'));
    await visit.close();
  }
} finally {
  await harness.close();
}
