/**
 * Bundles the page into classic scripts: one with what all rooms share, and one for each room, with its wasm
 * in it. So index.html opens from a file as well as over HTTP: on `file://` browsers reject modules and
 * fetch, but run classic scripts. Each script is a function that runs at once. The page can get the text of
 * the function where no file can be read, and writes it into the files that it saves.
 */
import './embed-build.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import { classicText, sharedBy } from './classic.mjs';
import { SCRIPTS, WWW } from './scripts.mjs';

const LAST = /** @type {import('./scripts.mjs').Script} */ (SCRIPTS.find(({ name }) => name === 'embed'));

try {
  await mkdir(`${WWW}dist`, { recursive: true });
  const shared = await sharedBy(SCRIPTS);
  // The Embed room says how large the others are.
  for (const script of [...SCRIPTS.filter((each) => each !== LAST), LAST])
    await writeFile(`${WWW}${script.file}`, `${await classicText(script, shared[script.name])}\n`);
} catch (error) {
  // Errors in the sources have been printed with their places.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}
