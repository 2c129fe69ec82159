/** The page in the tests of the maps' worker, over HTTP under the page's policy, and from a file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { programs, noNode, OPTIONS } from '../../build/plugins.mjs';
import { ROOT } from '../../serve.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Builds the page and writes it where it can be opened.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {(policy: string) => string} [change] - of the policy that stands in index.html
 */
export async function mapsPage(harness, change = (policy) => policy) {
  const tested = await build({ ...OPTIONS, entryPoints: [here('maps-worker-tested.js')], write: false });
  const wasm = (await readFile(new URL('www/pkg/heedmap_maps_wasm_bg.wasm', ROOT))).toString('base64');
  const given = JSON.stringify({ wasm, testedText: tested.outputFiles?.[0].text });
  const page = await build({
    ...OPTIONS,
    entryPoints: [here('maps-page.js')],
    define: { ...OPTIONS.define, 'globalThis.GIVEN': given },
    plugins: [programs, noNode],
    write: false,
  });
  const script = page.outputFiles?.[0].text ?? '';
  const [, policy] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
      await readFile(new URL('index.html', ROOT), 'utf8'),
    ) ?? [];
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${change(policy)}">
    <link rel="icon" href="data:,"><title>maps</title><script src="maps-page.js" defer></script>`;
  const folder = await mkdtemp(`${tmpdir()}/heedmap-maps-`);
  await Promise.all([writeFile(`${folder}/index.html`, html), writeFile(`${folder}/maps-page.js`, script)]);
  const path = `maps-page-${Math.random()}/`;
  harness.give(path, html, 'text/html');
  harness.give(`${path}maps-page.js`, script, 'text/javascript');
  return {
    path,
    file: pathToFileURL(`${folder}/index.html`).href,
    close: () => rm(folder, { recursive: true }),
  };
}
