/** What esbuild is taught for the scripts of the page. */
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { build } from 'esbuild';
import { minify } from 'terser';
import { exportsOf, numbersOf, WWW } from './scripts.mjs';

/** @typedef {import('esbuild').Plugin} Plugin */

/** Leaves out what the engine imports to read the wasm from disk, which happens in Node alone. @type {Plugin} */
export const noNode = {
  name: 'no-node',
  setup(plugin) {
    plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'no-node' }));
    plugin.onLoad({ filter: /.*/, namespace: 'no-node' }, () => ({ contents: 'export {}' }));
  },
};

/** Leaves out the spaces of style sheets that are for those who write them. @type {Plugin} */
export const closeSheets = {
  name: 'close-sheets',
  setup(plugin) {
    plugin.onLoad({ filter: /\/(room-)?(style|sheet)\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(/`[^`]*`/g, closeSheet) };
    });
  },
};

/** @param {string} sheet */
export function closeSheet(sheet) {
  return sheet.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ').replace(/ ?([{};,>`]) ?/g, '$1').replace(/: /g, ':').replace(/([ :,(])0\./g, '$1.').replace(/;}/g, '}');
}

/** @type {import('esbuild').BuildOptions} */
export const OPTIONS = {
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
  plugins: [noNode],
};

/** A script, smaller: esbuild is fast and leaves a little; terser takes a second and finds it. @param {string} script */
export async function smaller(script) {
  const { code } = await minify(script, { ecma: 2020, compress: { ecma: 2020, passes: 4, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false, pure_getters: true }, mangle: true });
  return `${code}\n`;
}

/** A packed program in base64. @param {string} wasm - its name in `pkg` */
export async function packedOf(wasm) {
  return (await readFile(`${WWW}pkg/${wasm}_bg.lzma`)).toString('base64');
}

/**
 * Puts `heedmap:wasm/…`, a packed program in base64, and `heedmap:maps-worker`, a script as text, in place. Written as it is (esbuild's `binary` loader), base64 hides
 * the repetitions of wasm from the server's gzip, and the program is a quarter larger; packed by gzip, a tenth.
 *
 * What the Worker of the Maps room runs, the page runs too: it paints with the same bindings, and does the Worker's work where there may be none. It is there once, as
 * a function; as a text beside the modules it would be 10 KB more, because gzip does not look back so far.
 *
 * @type {Plugin}
 */
export const carried = {
  name: 'carried',
  setup(plugin) {
    plugin.onResolve({ filter: /^heedmap:/ }, ({ path }) => ({ path, namespace: 'carried' }));
    plugin.onLoad({ filter: /wasm\//, namespace: 'carried' }, async ({ path }) => {
      return { contents: await packedOf(path.split('/')[1]), loader: 'text' };
    });
    // A function: the page calls it, and its text is what the Worker begins with.
    plugin.onLoad({ filter: /maps-program$/, namespace: 'carried' }, async () => {
      const { outputFiles } = await build({ ...OPTIONS, entryPoints: [`${WWW}maps/service/worker-entry.js`], globalName: 'made', write: false });
      return { contents: `export function program() {\n${outputFiles?.[0].text}\nreturn made;\n}\nexport const made = program();` };
    });
    plugin.onLoad({ filter: /maps-worker$/, namespace: 'carried' }, () => ({
      contents: "import { program } from 'heedmap:maps-program';\nexport default `(${program})().attend(globalThis)`;",
    }));
    plugin.onLoad({ filter: /\/(engine\/maps|maps\/service\/desk)\.js$/ }, async ({ path }) => {
      const module = relative(WWW, path).split(sep).join('/');
      const names = (await exportsOf(OPTIONS, [module])).get(module) ?? [];
      const part = module === 'engine/maps.js' ? 'engine' : 'work';
      return { contents: `import { made } from 'heedmap:maps-program';\nexport const { ${names.join(', ')} } = made.${part};` };
    });
  },
};

/**
 * Lets a script that stands alone carry its program: it is unpacked when the first element begins, and again should that have failed.
 *
 * @param {string} wasm - its name in `pkg`
 * @returns {Plugin}
 */
export function programOf(wasm) {
  return {
    name: 'program-of',
    setup(plugin) {
      plugin.onLoad({ filter: /\/engine\/beside\.js$/ }, () => ({
        contents: `import base64 from 'heedmap:wasm/${wasm}';\nimport { unpacked } from '../bundle/unpacked.js';\nexport const bytesAt = async () => unpacked(base64);`,
      }));
    },
  };
}

/** What a script calls the program that it stands behind. */
export const PROGRAM = 'heedmapProgram';

/** Lets a script unpack the program that it stands behind, which is packed as tight as can be. @type {Plugin} */
export const programGiven = {
  name: 'program-given',
  setup(plugin) {
    plugin.onLoad({ filter: /\/engine\/beside\.js$/ }, () => ({
      contents: `import { unpack } from '../bundle/packing/unpack.js';\nimport { fromBase64Url } from '../state/base64url.js';\nexport const bytesAt = () => unpack(fromBase64Url(${PROGRAM}));`,
    }));
  },
};

/**
 * Takes the modules that are in another script from what that script shares.
 *
 * @param {import('./scripts.mjs').Script} script
 * @param {Awaited<ReturnType<typeof import('./scripts.mjs').homes>>} homes
 * @param {Map<string, string[]>} names - what the modules export
 * @returns {Plugin}
 */
export function taken(script, homes, names) {
  const numbers = numbersOf(homes);
  return {
    name: 'taken',
    setup(plugin) {
      plugin.onLoad({ filter: /\.m?js$/ }, ({ path, namespace }) => {
        const module = relative(WWW, path).split(sep).join('/');
        const found = homes.get(module);
        if (namespace !== 'file' || !found || found.home === script) return undefined;
        // Said to be pure, so that what is not asked for is left out.
        const each = (names.get(module) ?? []).map((name) => `export const ${name} = /* @__PURE__ */ (() => shared.${name})();`);
        // Data may be left out of a page that does not need it; what is asked for when it is needed may not have come.
        const missing = script.takes.includes(found.home.name) ? '' : 'if (!shared) throw new Error("a part of the page that this needs has not been loaded, or is not in this page");\n';
        return { contents: `const shared = heedmap.shared[${numbers.get(module)}]${found.home.isData ? ' ?? {}' : ''};\n${missing}${each.join('\n')}` };
      });
    },
  };
}
