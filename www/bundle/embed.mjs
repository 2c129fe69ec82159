/**
 * The scripts for other people's pages: `<heed-map>`, `<heed-lesson>` and `<heed-mask>` as figures, in English, with one program. What figures do not show is not in
 * them: other modules stand in the place of those that would bring it along.
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { pack } from './packing/pack.mjs';
import { isTrimmed, trimmed } from './embed/words.mjs';
import { closeSheets, noNode, OPTIONS, PROGRAM, programGiven, smaller } from './plugins.mjs';
import { exportsOf, WWW } from './scripts.mjs';

/** Of the package, and so of its scripts. @type {string} */
export const VERSION = JSON.parse(await readFile(join(WWW, '../package.json'), 'utf8')).version;

/** By script: its elements, and its program. @type {Record<string, { tags: string[], wasm: string }>} */
export const EMBEDS = {
  'heedmap-embed': { tags: ['heed-map', 'heed-lesson', 'heed-mask'], wasm: 'heedmap_embed_wasm' },
  'heed-map-figure': { tags: ['heed-map'], wasm: 'heedmap_embed_map_wasm' },
  'heed-lesson-figure': { tags: ['heed-map', 'heed-lesson'], wasm: 'heedmap_embed_lesson_wasm' },
  'heed-mask-figure': { tags: ['heed-mask'], wasm: 'heedmap_embed_mask_wasm' },
};

/** Modules, and what stands in their place. @type {Record<string, string>} */
const INSTEAD = {
  'figure/concepts.js': 'bundle/embed/no-concepts.js',
  'engine/attention.js': 'bundle/embed/attention.js',
  'lessons/index.js': 'bundle/embed/lessons.js',
  'strings/languages.js': 'bundle/embed/languages.js',
  ...Object.fromEntries(['figure/heads', 'figure/heads-layout', 'figure/worked-heads', 'positions/schemes', 'lessons/distance'].map((each) => [`${each}.js`, 'bundle/embed/one-head.js'])),
};

/** What several heads, concepts and ways of telling positions are worked and drawn by, and pictures; nothing in these scripts comes to them. */
const LEFT_OUT = /^(figure\/(heads-compute|heads-graph)|state\/fragment-distance|positions\/(compute|worked)|picture\/.*|(lesson|masks|elements\/map)\/picture|strings\/es.*)\.js$/;

/** A script. @param {string} name */
export async function embed(name) {
  const { tags, wasm } = EMBEDS[name];
  const classes = tags.map((tag, place) => `import { ${className(tag)} as E${place} } from './elements/${tag}.js';`);
  const contents = `
    import { register } from './bundle/register.js';
    import { englishAlone } from './bundle/embed/english.js';
    import { LOOKS } from './elements/attributes.js';
    ${classes.join('\n')}
    englishAlone(LOOKS, '${name}.js');
    register('${name}.js', '${VERSION}', [${tags.map((_, place) => `E${place}`).join(', ')}]);`;
  const { outputFiles } = await build({
    ...OPTIONS, stdin: { contents, resolveDir: WWW }, write: false, plugins: [figuresAlone(name, wasm), programGiven, noNode, closeSheets],
  });
  const program = pack(await readFile(join(WWW, `pkg/${wasm}_bg.wasm`)));
  return before(Buffer.from(program).toString('base64url'), await smaller(outputFiles?.[0].text ?? ''));
}

/**
 * A script after its program: gzip looks back 32 KB, which a program in the midst of a script keeps it from, at 2 KB. The block keeps the name to the script.
 *
 * @param {string} program - in base64url @param {string} script
 */
function before(program, script) {
  return `{const ${PROGRAM}="${program}";\n${script}}\n`;
}

/** @param {string} tag */
export function className(tag) {
  return `${tag.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}Element`;
}

/** @param {string} script @param {string} wasm @returns {import('esbuild').Plugin} */
function figuresAlone(script, wasm) {
  /** @type {Record<string, string>} One instance for all, of the one program. */
  const instead = { ...INSTEAD, 'engine/masks-instance.js': 'engine/attention-instance.js', 'pkg/heedmap_wasm.js': `pkg/${wasm}.js` };
  return {
    name: 'figures-alone',
    setup(plugin) {
      plugin.onResolve({ filter: /^\./ }, ({ path, resolveDir, importer }) => {
        const module = relative(WWW, join(resolveDir, path)).split(sep).join('/');
        // What stands in the place of a module may ask for that.
        const other = importer.startsWith(join(WWW, 'bundle/embed')) ? undefined : instead[module];
        if (other) return { path: join(WWW, other), sideEffects: false };
        return LEFT_OUT.test(module) ? { path: module, namespace: 'left-out', sideEffects: false } : null;
      });
      plugin.onLoad({ filter: /\/pkg\/heedmap_embed_\w*\.js$/ }, async ({ path }) => ({ contents: startedFrom(await readFile(path, 'utf8')) }));
      plugin.onLoad({ filter: /\/strings\/en-[a-z]+\.js$/ }, async ({ path }) => {
        const module = relative(WWW, path).split(sep).join('/');
        return isTrimmed(module) ? { contents: trimmed(module, await import(path), await readFile(path, 'utf8')) } : null;
      });
      plugin.onLoad({ filter: /.*/, namespace: 'left-out' }, async ({ path }) => {
        const names = (await exportsOf(OPTIONS, [path])).get(path) ?? [];
        const says = `${script}.js has figures of one head and draws no pictures: heed-map.js, heed-lesson.js and heed-mask.js have the rest`;
        return { contents: `const no = () => { throw new Error(${JSON.stringify(says)}); };\n${names.map((name) => `export const ${name} = no;`).join('\n')}` };
      });
    },
  };
}

/** What generated bindings begin a program by that is fetched. */
const FETCHED = /async function __wbg_load\(.*?(?=function initSync)/s;

/** Bindings that begin a compiled program, and nothing else: an embed script fetches none. @param {string} bindings */
export function startedFrom(bindings) {
  if (!FETCHED.test(bindings)) throw new Error('the generated bindings begin in another way: bundle/embed.mjs looks for __wbg_load');
  return bindings.replace(FETCHED, 'async function __wbg_load(module, imports) {\n    return { instance: await WebAssembly.instantiate(module, imports), module };\n}\n\n')
    .replace(/\n +if \(typeof module_or_path === 'string'.*?\n    }\n/s, '\n');
}
