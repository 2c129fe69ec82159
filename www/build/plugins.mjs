/** Plugins of esbuild for the scripts of the page. */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { downloads } from './downloads.mjs';
import { scriptOf, WWW } from './scripts.mjs';

/** @typedef {import('esbuild').Plugin} Plugin */

/** Replaces the modules of Node, which the engine uses to read the wasm from disk. @type {Plugin} */
export const noNode = {
  name: 'no-node',
  setup(plugin) {
    plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'no-node' }));
    plugin.onLoad({ filter: /.*/, namespace: 'no-node' }, () => ({ contents: 'export {}' }));
  },
};

/** @type {import('esbuild').BuildOptions} */
export const OPTIONS = {
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  charset: 'ascii',
  minify: true,
  // Keeps the licenses of other authors' code.
  legalComments: 'inline',
  define: { process: 'undefined' },
  logOverride: { 'empty-import-meta': 'silent' },
  logLevel: 'warning',
  plugins: [noNode],
};

/** How esbuild adds the exports of a module to its namespace, minified. */
const EXPORTS = /for\(var ([$\w]+) in ([$\w]+)\)(?=[$\w]+\([$\w]+,\1,\{get:\2\[\1\],enumerable:!0\}\))/g;

/**
 * The text of a bundle. esbuild adds exports in a `for` loop over all enumerable keys, inherited ones too. On
 * a page that has extended `Object.prototype`, a script would fail at its start, so the loop is made one over
 * the module's own keys. A page that does not state its encoding reads UTF-8 as other characters, so the text
 * is ASCII: esbuild leaves characters in templates and regular expressions.
 *
 * @param {import('esbuild').OutputFile[] | undefined} files
 */
export function bundleText(files) {
  const text = (files?.[0].text ?? '').replaceAll(EXPORTS, 'for(var $1 of Object.keys($2))');
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The programs of the workers of the Models room: their entries, and the modules that each shares with the
 * page, with their names in the entry.
 *
 * @type {Record<string, { entry: string, parts: Record<string, string> }>}
 */
const WORKERS = {
  maps: {
    entry: 'rooms/maps/service/worker-entry.js',
    parts: { 'engine/maps.js': 'engine', 'rooms/maps/service/worker.js': 'work' },
  },
  model: { entry: 'engine/model-program.js', parts: { 'engine/model.js': 'engine' } },
};

/**
 * Resolves generated modules: `heedmap:wasm/<name>`, a program of `pkg`, and `heedmap:small-model`, the model
 * that the Models room opens with, deflated and in base64; `heedmap:first-sentence`, the heads of its first
 * sentence in base64; `heedmap:maps-worker` and `heedmap:model-worker`, the scripts of
 * the workers of the Models room; and `heedmap:downloads`, the downloads of the Embed room.
 *
 * The page runs the modules of the worker too: it paints with the same bindings, and does the work itself if
 * there is no worker. The script contains them once, in a function. The page calls the function, and the
 * script of the worker starts with its text.
 *
 * @type {Plugin}
 */
export const programs = {
  name: 'programs',
  setup(plugin) {
    plugin.onResolve({ filter: /^heedmap:/ }, ({ path }) => ({ path, namespace: 'programs' }));
    plugin.onLoad({ filter: /wasm\//, namespace: 'programs' }, async ({ path }) => {
      const program = await readFile(`${WWW}pkg/${path.split('/')[1]}_bg.wasm.deflated`);
      return { contents: program.toString('base64'), loader: 'text' };
    });
    plugin.onLoad({ filter: /small-model$/, namespace: 'programs' }, async () => {
      const model = await readFile(`${WWW}rooms/maps/live/small-model.gguf`);
      return { contents: deflateRawSync(model, { level: 9 }).toString('base64'), loader: 'text' };
    });
    plugin.onLoad({ filter: /first-sentence$/, namespace: 'programs' }, async () => {
      const heads = await readFile(`${WWW}rooms/maps/live/text/first-sentence.safetensors`);
      return { contents: heads.toString('base64'), loader: 'text' };
    });
    plugin.onLoad({ filter: /downloads$/, namespace: 'programs' }, async () => ({
      contents: JSON.stringify(await downloads()),
      loader: 'json',
    }));
    plugin.onLoad({ filter: /(maps|model)-program$/, namespace: 'programs' }, async ({ path }) => {
      const { outputFiles } = await build({
        ...OPTIONS,
        entryPoints: [`${WWW}${WORKERS[nameOf(path)].entry}`],
        globalName: 'exported',
        write: false,
      });
      return {
        contents: `export function program() {\n${bundleText(outputFiles)}\nreturn exported;\n}\nexport const exported = program();`,
      };
    });
    plugin.onLoad({ filter: /(maps|model)-worker$/, namespace: 'programs' }, ({ path }) => ({
      contents: `import { program } from 'heedmap:${nameOf(path)}-program';\nexport default \`(\${program})().attend(globalThis)\`;`,
    }));
    plugin.onResolve({ filter: /\/(maps|model|worker)\.js$/ }, ({ path, resolveDir }) => {
      const module = relative(WWW, join(resolveDir, path)).split(sep).join('/');
      const name = Object.keys(WORKERS).find((each) => WORKERS[each].parts[module]);
      return name ? { path: `${name}.${WORKERS[name].parts[module]}`, namespace: 'worker-program' } : null;
    });
    // As CommonJS, their exports need not be listed.
    plugin.onLoad({ filter: /.*/, namespace: 'worker-program' }, ({ path }) => {
      const [name, part] = path.split('.');
      return { contents: `module.exports = require('heedmap:${name}-program').exported.${part};` };
    });
  },
};

/** The name of a worker in the path of a generated module. @param {string} path */
const nameOf = (path) => path.replace('heedmap:', '').split('-')[0];

/**
 * Replaces imports from other scripts by `heedmap.modules`. See scripts.mjs.
 *
 * @param {import('./scripts.mjs').Script} script - the script to build
 * @returns {Plugin}
 */
export function otherScripts(script) {
  return {
    name: 'other-scripts',
    setup(plugin) {
      plugin.onResolve({ filter: /^\./, namespace: 'file' }, ({ path, resolveDir }) => {
        const module = relative(WWW, join(resolveDir, path)).split(sep).join('/');
        return scriptOf(module) === script
          ? null
          : { path: module, namespace: 'other-scripts', sideEffects: false };
      });
      plugin.onLoad({ filter: /.*/, namespace: 'other-scripts' }, ({ path }) => {
        const module = `heedmap.modules[${JSON.stringify(path)}]`;
        // As CommonJS, its exports need not be listed. Data may come later: its script then fills the object.
        return {
          contents: scriptOf(path).isData
            ? `module.exports = ${module} ??= {};`
            : `module.exports = ${module} ?? heedmap.missing();`,
        };
      });
    },
  };
}
