/**
 * Builds the scripts for other pages: elements with their programs, for pages without modules and for
 * `file://`. The scripts in `dist/embed` are for articles: they have only English strings and cannot export
 * pictures. The npm package has one complete script for each element (`package/classic.mjs`).
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { bundleText, noNode, OPTIONS, programs } from './plugins.mjs';
import { ELEMENTS, scriptOf, WWW } from './scripts.mjs';
import { LANGUAGE_IDS } from '../state/languages.js';
/** @import { Plugin } from 'esbuild' */

/** The version of the package and of its scripts. @type {string} */
export const VERSION = JSON.parse(await readFile(join(WWW, '../package.json'), 'utf8')).version;

/** The elements of each script. @type {Record<string, string[]>} */
export const EMBEDS = {
  'heedmap-embed': ['heed-map', 'heed-lesson', 'heed-mask'],
  'heed-map-figure': ['heed-map'],
  'heed-lesson-figure': ['heed-map', 'heed-lesson'],
  'heed-mask-figure': ['heed-mask'],
};

/**
 * The program of each element that has one besides that of `<heed-map>`. All of them paint matrices too.
 *
 * @type {Record<string, string>}
 */
const PROGRAMS = {
  'heed-contrast': 'heedmap_contrast_wasm',
  'heed-heads': 'heedmap_maps_wasm',
  'heed-lesson': 'heedmap_lesson_wasm',
  'heed-mask': 'heedmap_masks_wasm',
  'heed-model': 'heedmap_maps_wasm',
};

/** The comment at the start of each script. The folder to serve and the package have the file. */
const LICENSES =
  '/*! Heedmap, MIT or Apache-2.0. The licenses of other code in it are in THIRD-PARTY-LICENSES.txt. */';

/**
 * The program of a script with these elements: one that only paints, which is all that `<heed-map>` needs
 * alone, or one that has those of all elements.
 *
 * @param {string[]} tags
 */
function programOf(tags) {
  const [first, ...others] = new Set(tags.flatMap((tag) => PROGRAMS[tag] ?? []));
  return others.length > 0 ? 'heedmap_figures_wasm' : (first ?? 'heedmap_heatmap_wasm');
}

/** The text of a script for articles. @param {string} name - one of `EMBEDS` */
export function embed(name) {
  const english = `
    import { rejectOtherLanguages } from './build/english.js';
    import { DISPLAY_ATTRIBUTES } from './element/attributes.js';
    rejectOtherLanguages(DISPLAY_ATTRIBUTES, '${name}.js');`;
  return elementsScript(name, EMBEDS[name], english, [withoutOptional(name)]);
}

/**
 * The text of a classic script that registers elements and contains their programs, which are inflated when
 * the first element comes near the viewport.
 *
 * @param {string} name
 * @param {string[]} tags
 * @param {string} [before] - code that runs before the elements are registered
 * @param {Plugin[]} [plugins] - applied before the others
 */
export async function elementsScript(name, tags, before = '', plugins = []) {
  const program = programOf(tags);
  const lines = tags.flatMap((tag, index) => [
    `import { ${className(tag)} as E${index} } from './${ELEMENTS[tag]}';`,
    // Compiled once: all instances, including those in workers, use the same module.
    `E${index}.program = async () => WebAssembly.compile(await inflate(program));`,
    ...(tag === 'heed-map'
      ? [
          `import { standard } from './engine/painting.js'; import * as painter from './engine/attention-instance.js';`,
          `standard.load = async () => painter;`,
        ]
      : []),
    ...(tag === 'heed-heads' || tag === 'heed-model'
      ? [
          `import worker from 'heedmap:maps-worker'; E${index}.workerText = worker;`,
          `import { kernels } from './build/kernels-program.js'; E${index}.kernels = kernels;`,
        ]
      : []),
    ...(tag === 'heed-model'
      ? [
          `import runner from 'heedmap:wasm/heedmap_model_wasm'; import weights from 'heedmap:small-model';`,
          `E${index}.runner = async () => WebAssembly.compile(await inflate(runner));`,
          `E${index}.weights = () => inflate(weights);`,
          `import modelWorker from 'heedmap:model-worker'; E${index}.modelWorker = modelWorker;`,
        ]
      : []),
  ]);
  const contents = `
    import { register } from './build/register.js';
    import { inflate } from './engine/inflate.js';
    import program from 'heedmap:wasm/${program}';
    ${lines.join('\n')}
    ${before}
    register('${name}.js', '${VERSION}', [${tags.map((_, index) => `E${index}`).join(', ')}]);`;
  const { outputFiles } = await build({
    ...OPTIONS,
    banner: { js: LICENSES },
    stdin: { contents, resolveDir: WWW },
    write: false,
    plugins: [...plugins, included, withoutPdf(name), programs, noNode, bindingsOf(program)],
  });
  return bundleText(outputFiles);
}

/**
 * Imports as usual what the page loads later. esbuild wraps a module that is imported by `import()`, and
 * all that it imports, in functions.
 *
 * @type {Plugin}
 */
const included = {
  name: 'included',
  setup(plugin) {
    plugin.onResolve({ filter: /\/later-view\.js$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === `${WWW}rooms/learn/later-view.js`
        ? { path: `${WWW}rooms/learn/more-views.js` }
        : null,
    );
    // The script sets `standard.load`.
    plugin.onResolve({ filter: /\/attention-instance\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'painter', namespace: 'included' } : null,
    );
    plugin.onLoad({ filter: /.*/, namespace: 'included' }, () => ({ contents: '' }));
  },
};

/** @param {string} tag */
function className(tag) {
  return `${tag.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}Element`;
}

/** The tables of texts in languages other than English. */
const TRANSLATIONS = new RegExp(`(^|/)words/(${LANGUAGE_IDS.filter((id) => id !== 'en').join('|')})\\.json$`);

/**
 * Omits languages other than English, and the modules of the picture script.
 *
 * @param {string} script - its name
 */
const withoutOptional = (script) =>
  without('left-out', /^\./, (module) => {
    if (TRANSLATIONS.test(module)) return 'module.exports = {};';
    if (scriptOf(module).name !== 'picture') return null;
    return `throw new Error('${script}.js draws no pictures: heed-map.js, heed-lesson.js and heed-mask.js have the rest');`;
  });

/**
 * Omits the writer of PDF, which is as large as the rest. The page and modules load it when it is needed.
 *
 * @param {string} script - its name
 */
const withoutPdf = (script) =>
  without('without-pdf', /\/pdf\.js$/, (module) =>
    scriptOf(module).name === 'pdf'
      ? `throw new Error('${script}.js writes no PDF: save an SVG or a PNG, or use the module');`
      : null,
  );

/**
 * Replaces modules by other code.
 *
 * @param {string} name
 * @param {RegExp} filter - of the paths in imports
 * @param {(module: string) => string | null} codeFor - the code for a module, by its path from `www`
 * @returns {Plugin}
 */
const without = (name, filter, codeFor) => ({
  name,
  setup(plugin) {
    plugin.onResolve({ filter, namespace: 'file' }, ({ path, resolveDir }) => {
      const code = codeFor(relative(WWW, join(resolveDir, path)).split(sep).join('/'));
      return code === null ? null : { path: code, namespace: name, sideEffects: false };
    });
    plugin.onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({ contents: path }));
  },
});

/**
 * Replaces the bindings of the engine by those of a program that has them too.
 *
 * @param {string} program
 * @returns {Plugin}
 */
const bindingsOf = (program) => ({
  name: 'bindings',
  setup(plugin) {
    if (!/contrast|heatmap|figures|lesson/.test(program)) return;
    plugin.onResolve({ filter: /\/heedmap_(lesson|masks)_wasm\.js$/ }, () => ({
      path: `${WWW}pkg/${program}.js`,
      sideEffects: false,
    }));
  },
});
