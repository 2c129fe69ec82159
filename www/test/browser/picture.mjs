/**
 * Writes the pictures of the README: three rooms with a selected cell, light and dark. Run by `cargo xtask
 * picture`.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ROOT, start } from './harness.mjs';
import { settled } from './idle.mjs';

const docs = new URL('docs/', ROOT);
await mkdir(docs, { recursive: true });
const harness = await start();
/**
 * The content of each picture: a score with its highlighted operands and its sum; a cell that one clause
 * forbids; a head of a real model.
 */
const PICTURES = {
  learn: { address: 'v=1&lesson=words&mask=causal&cursor=scores:2:0', drawn: 'heed-map:visible' },
  masks: { address: 'v=1&room=masks&cursor=14:3', drawn: 'heed-mask canvas:visible' },
  maps: { address: 'v=1&room=maps&head=5:10', drawn: 'heed-heads[data-heads="72"] canvas:visible' },
};
try {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const [name, { address, drawn }] of Object.entries(PICTURES)) {
      const visit = await harness.open(`index.html#${address}`, { colorScheme, reducedMotion: 'reduce' });
      await visit.page.locator(drawn).last().waitFor();
      await settled(visit.page);
      const path = fileURLToPath(new URL(`${name}-${colorScheme}.png`, docs));
      await visit.screenshot(path);
      console.log(`wrote docs/${name}-${colorScheme}.png`);
      if (visit.errors.length > 0) throw new Error(visit.errors.join('\n'));
      await visit.close();
    }
  }
} finally {
  await harness.close();
}
