/**
 * The scripts of the page, and which of them each module is in.
 *
 * A module that one script reaches is in that script. One that several reach is in the last of those that all of them take from: nothing is there twice, so that
 * what a module holds is the same for all.
 */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const WWW = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} Script
 * @property {string} name
 * @property {string} entry - from `www`
 * @property {string} file - from `www`
 * @property {string[]} takes - the scripts that come before it, and that it may take modules from
 * @property {boolean} [isData] - it holds what its entry names, and nothing that others merely share
 */

/** @param {string} name @param {string[]} takes @returns {Script} */
const script = (name, ...takes) => ({ name, entry: `bundle/entries/${name}.js`, file: `dist/heedmap-${name}.js`, takes });

/**
 * In the order in which index.html loads them. The figure is what Learn and right beside wrong have in common: heatmaps with digits, and their program. Two are data and no
 * part of a program, and are weighed beside it: what rooms say in Spanish, and the sample that the Maps room opens with. The last three are of no room, and none waits
 * for them: what draws pictures of what the rooms show, which is asked for by `import()`, the page that is one figure (the frame), and what saves one.
 */
const ALL = [
  { ...script('shell'), file: 'dist/heedmap.js' },
  { ...script('es', 'shell'), isData: true },
  script('figure', 'shell', 'es'), script('learn', 'shell', 'es', 'figure'), script('masks', 'shell', 'es'), script('contrast', 'shell', 'es', 'figure'),
  { ...script('sample'), isData: true },
  script('maps', 'shell', 'es', 'sample'),
  // Not of the name that the script for other pages has.
  { ...script('embed', 'shell', 'es'), file: 'dist/heedmap-snippets.js' },
  script('picture', 'shell', 'es', 'figure', 'learn', 'masks', 'contrast', 'sample', 'maps'),
  script('frame', 'shell'), script('save', 'shell', 'es', 'frame'),
];

/** The scripts whose entries are there. */
export const SCRIPTS = ALL.filter(({ entry }) => {
  const isThere = existsSync(`${WWW}${entry}`);
  if (!isThere) console.log(`www/${entry} is missing, and so is its script`);
  return isThere;
});

/** What the command writes into files, from the root: all but what a figure has no use for. */
export const COMMAND_SCRIPTS = ALL.filter(({ name }) => !['sample', 'picture', 'save', 'embed'].includes(name)).map(({ file }) => `www/${file}`);

/**
 * The script that each module is in, and those whose modules import it, by its path from `www`. What the build puts in place is in every script that asks for it.
 *
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Map<string, { home: Script, reached: Script[] }>>}
 */
export async function homes(options) {
  /** @type {Map<string, Script[]>} */
  const reached = new Map();
  /** The modules that import each. @type {Map<string, Set<string>>} */
  const importers = new Map();
  const note = (/** @type {string} */ module, /** @type {string} */ importer) => importers.set(module, (importers.get(module) ?? new Set()).add(importer));
  for (const script of SCRIPTS) {
    const { metafile } = await build({ ...options, plugins: [...(options.plugins ?? []), laterIn(note)], entryPoints: [`${WWW}${script.entry}`], external: ['heedmap:*'], absWorkingDir: WWW, write: false, metafile: true });
    for (const [path, { imports }] of Object.entries(metafile?.inputs ?? {})) {
      if (path.includes(':')) continue;
      reached.set(path, [...(reached.get(path) ?? []), script]);
      for (const each of imports) if (!each.external) note(each.path, path);
    }
  }
  const home = new Map([...reached].map(([path, scripts]) => [path, homeOf(scripts)]));
  const scriptsOf = (/** @type {string} */ path) => [...new Set([...(importers.get(path) ?? [])].flatMap((importer) => home.get(importer) ?? []))];
  return new Map([...home].map(([path, script]) => [path, { home: script, reached: scriptsOf(path) }]));
}

/** @param {string} path */
const inWww = (path) => relative(WWW, path).split(sep).join('/');

/** Leaves out what is imported when it is needed, and tells of it: it is in the script that has it from the start. @param {(module: string, importer: string) => void} tell - paths from `www` @returns {import('esbuild').Plugin} */
function laterIn(tell) {
  return {
    name: 'later',
    setup(plugin) {
      plugin.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir, importer }) => {
        if (kind !== 'dynamic-import') return undefined;
        tell(inWww(join(resolveDir, path)), inWww(importer));
        return { path, external: true };
      });
    },
  };
}

/** @param {Script[]} scripts - that reach a module */
export function homeOf(scripts) {
  const holds = (/** @type {Script} */ { name, isData }) => !isData || scripts.some((each) => each.name === name);
  return SCRIPTS.findLast((script) => holds(script) && scripts.every(({ name, takes }) => name === script.name || takes.includes(script.name))) ?? SCRIPTS[0];
}

/**
 * What scripts call each module that they share: a number, because its path would stand in every script that takes it.
 *
 * @param {Map<string, unknown>} homes
 * @returns {Map<string, number>} by path
 */
export function numbersOf(homes) {
  return new Map([...homes.keys()].map((path, number) => [path, number]));
}

/**
 * The names that modules export, by path.
 *
 * @param {import('esbuild').BuildOptions} options
 * @param {string[]} paths - from `www`
 * @returns {Promise<Map<string, string[]>>}
 */
export async function exportsOf(options, paths) {
  const { metafile } = await build({
    ...options, entryPoints: paths.map((path) => `${WWW}${path}`), external: ['heedmap:*'], absWorkingDir: WWW, format: 'esm', outdir: 'dist', outbase: '.', write: false, metafile: true,
  });
  return new Map(Object.values(metafile?.outputs ?? {}).map(({ entryPoint, exports }) => [entryPoint ?? '', exports]));
}
