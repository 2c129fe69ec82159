/**
 * Bundles the page into classic scripts: one with the shared modules, and one for each room, with its wasm in
 * it. So index.html also opens from `file://`, where browsers reject modules and `fetch` but run classic
 * scripts. See `page/script-text.js` for the form of a script. The scripts for other pages are written to
 * `dist/embed` and `dist/classic`.
 */
import './vendor.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import { writeClassic } from '../package/classic.mjs';
import { classicText, sharedBy } from './classic.mjs';
import { embed, EMBEDS } from './embed.mjs';
import { SCRIPTS, WWW } from './scripts.mjs';
import { writeGenerated } from './words.mjs';

const LAST = /** @type {import('./scripts.mjs').Script} */ (SCRIPTS.find(({ name }) => name === 'embed'));

try {
  await writeGenerated();
  await mkdir(`${WWW}dist/embed`, { recursive: true });
  for (const name of Object.keys(EMBEDS)) await writeFile(`${WWW}dist/embed/${name}.js`, await embed(name));
  await writeClassic(`${WWW}dist/classic`);
  const shared = await sharedBy(SCRIPTS);
  // The Embed room contains the sizes of the others, so it is built last.
  for (const script of [...SCRIPTS.filter((each) => each !== LAST), LAST])
    await writeFile(`${WWW}${script.file}`, `${await classicText(script, shared[script.name])}\n`);
} catch (error) {
  // esbuild has printed the errors in the sources.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}
