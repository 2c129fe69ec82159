/**
 * The scripts of the page, and which of them each module is in.
 *
 * A module that one script reaches is in that script. One that several reach is in the last of those that all of them take from: nothing is there twice, so that
 * what a module holds is the same for all.
 */
import { existsSync } from 'node:fs';
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
 * part of a program, and are weighed beside it: what rooms say in Spanish, and the sample that the Maps room opens with. The last two are of no room and come after
 * them: the page that is one figure (the frame), and what saves one.
 */
const ALL = [
  { ...script('shell'), file: 'dist/heedmap.js' },
  { ...script('es', 'shell'), isData: true },
  script('figure', 'shell', 'es'), script('learn', 'shell', 'es', 'figure'), script('masks', 'shell', 'es'), script('contrast', 'shell', 'es', 'figure'),
  { ...script('sample'), isData: true },
  script('maps', 'shell', 'es', 'sample'),
  script('frame', 'shell'), script('save', 'shell', 'es', 'frame'),
];

/** The scripts whose entries are there. */
export const SCRIPTS = ALL.filter(({ entry }) => {
  const isThere = existsSync(`${WWW}${entry}`);
  if (!isThere) console.log(`www/${entry} is missing, and so is its script`);
  return isThere;
});

/**
 * The script that each module is in, and those that reach it, by its path from `www`. What the build puts in place is in every script that asks for it.
 *
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Map<string, { home: Script, reached: Script[] }>>}
 */
export async function homes(options) {
  /** @type {Map<string, Script[]>} */
  const reached = new Map();
  for (const script of SCRIPTS) {
    const { metafile } = await build({ ...options, entryPoints: [`${WWW}${script.entry}`], external: ['heedmap:*'], absWorkingDir: WWW, write: false, metafile: true });
    const modules = Object.keys(metafile?.inputs ?? {}).filter((path) => !path.includes(':'));
    for (const path of modules) reached.set(path, [...(reached.get(path) ?? []), script]);
  }
  return new Map([...reached].map(([path, scripts]) => [path, { home: homeOf(scripts), reached: scripts }]));
}

/** @param {Script[]} scripts - that reach a module */
export function homeOf(scripts) {
  const holds = (/** @type {Script} */ { name, isData }) => !isData || scripts.some((each) => each.name === name);
  return SCRIPTS.findLast((script) => holds(script) && scripts.every(({ name, takes }) => name === script.name || takes.includes(script.name))) ?? SCRIPTS[0];
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
