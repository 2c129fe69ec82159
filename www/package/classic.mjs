/** The classic scripts of the package: an element a script, each with its program in it, for pages without modules and for `file://`. */
import { build } from 'esbuild';
import { carried, noNode, OPTIONS } from '../bundle/plugins.mjs';
import { WWW } from '../bundle/scripts.mjs';

/** By element: the file of `engine` that starts its program, and the program. @type {Record<string, [engine: string, wasm: string]>} */
export const CLASSIC = {
  'heed-contrast': ['contrast', 'heedmap_wasm'],
  'heed-heads': ['maps', 'heedmap_maps_wasm'],
  'heed-lesson': ['attention', 'heedmap_wasm'],
  'heed-map': ['attention', 'heedmap_wasm'],
  'heed-mask': ['masks', 'heedmap_masks_wasm'],
};

/** The script of an element. Where its program cannot start, the element is not registered, and what stands inside its tag is shown. @param {string} tag */
export async function classic(tag) {
  const [engine, wasm] = CLASSIC[tag];
  const isMaps = engine === 'maps';
  const contents = `
    import base64 from 'heedmap:wasm/${wasm}';
    import { unpacked } from './bundle/unpacked.js';
    import { load } from './engine/${engine}.js';
    ${isMaps ? "import worker from 'heedmap:maps-worker'; import { HeedHeadsElement } from './elements/heed-heads.js'; HeedHeadsElement.workerText = worker;" : ''}
    load(() => ${isMaps ? 'WebAssembly.compile(unpacked(base64))' : 'unpacked(base64)'})
      .then(() => import('./elements/${tag}-define.js'))
      .catch((error) => console.error('<${tag}>: ' + error.message));`;
  const { outputFiles } = await build({ ...OPTIONS, stdin: { contents, resolveDir: WWW }, write: false, plugins: [carried, noNode] });
  // Without terser, which would find two percent and take most of the time.
  return outputFiles?.[0].text ?? '';
}
