/**
 * The scripts for other pages: elements with their programs, for pages without modules and for `file://`.
 * Those in `dist/embed` are for articles: they have only English strings and cannot export pictures. The npm
 * package has one complete script for each element (`package/classic.mjs`).
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { carried, noNode, OPTIONS } from './plugins.mjs';
import { ELEMENTS, scriptOf, WWW } from './scripts.mjs';
import { isLanguage } from '../state/languages.js';

/** The version of the package and of its scripts. @type {string} */
export const VERSION = JSON.parse(await readFile(join(WWW, '../package.json'), 'utf8')).version;

/** The elements of each script. @type {Record<string, string[]>} */
export const EMBEDS = {
  'heedmap-embed': ['heed-map', 'heed-lesson', 'heed-mask'],
  'heed-map-figure': ['heed-map'],
  'heed-lesson-figure': ['heed-map', 'heed-lesson'],
  'heed-mask-figure': ['heed-mask'],
};

/** The program of each element. @type {Record<string, string>} */
const PROGRAMS = {
  'heed-contrast': 'heedmap_learn_wasm',
  'heed-heads': 'heedmap_maps_wasm',
  'heed-lesson': 'heedmap_learn_wasm',
  'heed-map': 'heedmap_learn_wasm',
  'heed-mask': 'heedmap_masks_wasm',
};

/** Paints matrices and computes nothing: enough for `<heed-map>` alone. */
const PAINTING = 'heedmap_heatmap_wasm';

/** A script for articles. @param {string} name - one of `EMBEDS` */
export function embed(name) {
  const english = `
    import { englishAlone } from './build/english.js';
    import { LOOKS } from './element/attributes.js';
    englishAlone(LOOKS, '${name}.js');`;
  return elementsScript(name, EMBEDS[name], english, [withoutOptional(name)]);
}

/**
 * A classic script that registers elements and contains their programs, which are unpacked when the first
 * element comes near the viewport.
 *
 * @param {string} name
 * @param {string[]} tags
 * @param {string} [before] - code that runs before the elements are registered
 * @param {import('esbuild').Plugin[]} [own]
 */
export async function elementsScript(name, tags, before = '', own = []) {
  const isPainting = tags.length === 1 && tags[0] === 'heed-map';
  const lines = tags.flatMap((tag, place) => [
    `import { ${className(tag)} as E${place} } from './${ELEMENTS[tag]}';`,
    `import program${place} from 'heedmap:wasm/${isPainting ? PAINTING : PROGRAMS[tag]}';`,
    // Compiled once: all instances, including those in workers, use the same module.
    `E${place}.program = async () => WebAssembly.compile(await inflate(program${place}));`,
    ...(tag === 'heed-heads'
      ? [
          `import worker from 'heedmap:maps-worker'; E${place}.workerText = worker;`,
          `import { kernels } from './build/kernels-program.js'; E${place}.kernels = kernels;`,
        ]
      : []),
  ]);
  const contents = `
    import { register } from './build/register.js';
    import { inflate } from './engine/inflate.js';
    ${lines.join('\n')}
    ${before}
    register('${name}.js', '${VERSION}', [${tags.map((_, place) => `E${place}`).join(', ')}]);`;
  const plugins = [...own, carried, noNode, ...(isPainting ? [paintingOnly] : [])];
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents, resolveDir: WWW },
    write: false,
    plugins,
  });
  return outputFiles?.[0].text ?? '';
}

/** @param {string} tag */
function className(tag) {
  return `${tag.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}Element`;
}

/**
 * Replaces the modules of optional scripts: languages other than English, and pictures.
 *
 * @param {string} script - its name
 * @returns {import('esbuild').Plugin}
 */
function withoutOptional(script) {
  const says = `${script}.js draws no pictures: heed-map.js, heed-lesson.js and heed-mask.js have the rest`;
  return {
    name: 'left-out',
    setup(plugin) {
      plugin.onResolve({ filter: /^\./, namespace: 'file' }, ({ path, resolveDir }) => {
        const { name } = scriptOf(relative(WWW, join(resolveDir, path)).split(sep).join('/'));
        return isLanguage(name) || name === 'picture'
          ? { path: name, namespace: 'left-out', sideEffects: false }
          : null;
      });
      plugin.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
        contents: isLanguage(path) ? 'module.exports = {};' : `throw new Error(${JSON.stringify(says)});`,
      }));
    },
  };
}

/** Gives the engine of attention the bindings of the painting program. @type {import('esbuild').Plugin} */
const paintingOnly = {
  name: 'painting-alone',
  setup(plugin) {
    plugin.onResolve({ filter: /\/heedmap_learn_wasm\.js$/ }, () => ({
      path: `${WWW}pkg/${PAINTING}.js`,
      sideEffects: false,
    }));
  },
};
