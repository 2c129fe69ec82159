/**
 * The classic scripts of the package, each with its program in it, for pages without modules and for `file://`: an element a script with all that it has, and figures alone
 * (`bundle/embed.mjs`).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { className, VERSION } from '../bundle/embed.mjs';
import { carried, noNode, OPTIONS, programOf } from '../bundle/plugins.mjs';
import { WWW } from '../bundle/scripts.mjs';

/** By element: its program, and what is registered with it. @type {Record<string, { wasm: string, tags: string[] }>} */
const CLASSIC = {
  'heed-contrast': { wasm: 'heedmap_wasm', tags: ['heed-map', 'heed-contrast'] },
  'heed-heads': { wasm: 'heedmap_maps_wasm', tags: ['heed-heads'] },
  'heed-lesson': { wasm: 'heedmap_wasm', tags: ['heed-map', 'heed-lesson'] },
  'heed-map': { wasm: 'heedmap_embed_map_wasm', tags: ['heed-map'] },
  'heed-mask': { wasm: 'heedmap_masks_wasm', tags: ['heed-mask'] },
};
/** What an element is given before it is registered. @type {Record<string, string>} */
const GIVEN = {
  // Its Worker runs the same modules, so they are there as a text: the program is handed to them.
  'heed-heads': `
    import worker from 'heedmap:maps-worker';
    import base64 from 'heedmap:wasm/heedmap_maps_wasm';
    import { unpacked } from './bundle/unpacked.js';
    E0.workerText = worker;
    E0.program = () => WebAssembly.compile(unpacked(base64));`,
  'heed-lesson': "import { parts } from './elements/heed-lesson-parts.js'; E1.parts = parts;",
  'heed-mask': "import { parts } from './elements/heed-mask-parts.js'; E0.parts = parts;",
};

/** The script of an element. Where its program cannot start, the element says so in its place. @param {string} tag */
export async function classic(tag) {
  const { wasm, tags } = CLASSIC[tag];
  const contents = `
    import { register } from './bundle/register.js';
    ${tags.map((each, place) => `import { ${className(each)} as E${place} } from './elements/${each}.js';`).join('\n')}
    ${GIVEN[tag] ?? ''}
    register('${tag}.js', '${VERSION}', [${tags.map((_, place) => `E${place}`).join(', ')}]);`;
  const { outputFiles } = await build({ ...OPTIONS, stdin: { contents, resolveDir: WWW }, write: false, plugins: [programOf(wasm), ...(tag === 'heed-map' ? [paintingAlone(wasm)] : []), carried, noNode] });
  // Without terser, which would find two percent and take most of the time.
  return outputFiles?.[0].text ?? '';
}

/** Writes the scripts of all elements. @param {string} folder - which is made */
export async function writeClassic(folder) {
  await mkdir(folder, { recursive: true });
  for (const tag of Object.keys(CLASSIC)) await writeFile(join(folder, `${tag}.js`), await classic(tag));
}

/** Lets a script that paints matrices and works nothing out have the bindings of a program that does no more. @param {string} wasm @returns {import('esbuild').Plugin} */
function paintingAlone(wasm) {
  return {
    name: 'painting-alone',
    setup(plugin) {
      plugin.onResolve({ filter: /\/heedmap_wasm\.js$/ }, () => ({ path: `${WWW}pkg/${wasm}.js`, sideEffects: false }));
    },
  };
}
