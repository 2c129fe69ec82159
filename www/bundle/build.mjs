/**
 * Bundles the page into one classic script with the wasm in it, so that index.html opens from a file as well as
 * over HTTP: browsers refuse modules and fetch on `file://`, a classic script they take.
 *
 * The wasm in it is packed by LZMA and written as base64. Written as it is (esbuild's `binary` loader), base64 hides
 * its repetitions from the server's gzip and the script is a fifth larger; packed by gzip, a tenth.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const www = new URL('../', import.meta.url);

/** Resolves `heedmap:wasm` to a module whose default export is the packed wasm in base64. */
const wasm = {
  name: 'heedmap-wasm',
  /** @param {import('esbuild').PluginBuild} plugin */
  setup(plugin) {
    plugin.onResolve({ filter: /^heedmap:wasm$/ }, ({ path }) => ({ path, namespace: 'heedmap' }));
    plugin.onLoad({ filter: /.*/, namespace: 'heedmap' }, async () => {
      const packed = await readFile(new URL('pkg/heedmap_wasm_bg.lzma', www));
      return { contents: packed.toString('base64'), loader: 'text' };
    });
  },
};

await build({
  entryPoints: [fileURLToPath(new URL('bundle/entry.js', www))],
  outfile: fileURLToPath(new URL('dist/heedmap.js', www)),
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  legalComments: 'none',
  // engine.js reads the wasm from disk in Node alone; in the page that branch is never taken.
  external: ['node:*'],
  // As it is written, not as a call of a loader that pages do not have.
  supported: { 'dynamic-import': true },
  logOverride: { 'empty-import-meta': 'silent' },
  logLevel: 'warning',
  plugins: [wasm],
});
