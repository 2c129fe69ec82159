/**
 * Bundles the page into one classic script with the wasm in it, so that index.html opens from a file as well as
 * over HTTP: browsers refuse modules and fetch on `file://`, a classic script they take.
 *
 * The wasm in it is packed by LZMA and written as base64. Written as it is (esbuild's `binary` loader), base64 hides
 * its repetitions from the server's gzip and the script is a quarter larger; packed by gzip, a tenth.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';

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

/** Leaves out what engine.js imports to read the wasm from disk, which happens in Node alone. */
const noNode = {
  name: 'no-node',
  /** @param {import('esbuild').PluginBuild} plugin */
  setup(plugin) {
    plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'no-node' }));
    plugin.onLoad({ filter: /.*/, namespace: 'no-node' }, () => ({ contents: 'export {}' }));
  },
};

const outfile = fileURLToPath(new URL('dist/heedmap.js', www));

try {
  await build({
    entryPoints: [fileURLToPath(new URL('bundle/entry.js', www))],
    outfile,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    define: { process: 'undefined' },
    logOverride: { 'empty-import-meta': 'silent' },
    logLevel: 'warning',
    plugins: [wasm, noNode],
  });
  // esbuild is fast and leaves a little; terser takes a second and finds it: about 2 KB of what travels.
  const { code } = await minify(await readFile(outfile, 'utf8'), { ecma: 2020, compress: { passes: 3 }, mangle: true });
  await writeFile(outfile, `${code}\n`);
} catch (error) {
  // What is wrong with a source has been printed, with its place.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}
