/**
 * The scripts of the page, and which of them each module is in.
 *
 * The rule: a module is in the script that `holds` its folder, and in the shell where none does. The longest match wins, so that a file can be told apart from its
 * folder. A script takes modules of other scripts from `heedmap.modules`, where those have put what others import: each module is in the page once.
 */
import { fileURLToPath } from 'node:url';

export const WWW = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} Script
 * @property {string} name - its entry is `bundle/entries/<name>.js`
 * @property {string} file - from `www`
 * @property {string[]} holds - folders, files, or the beginnings of their paths, from `www`
 * @property {string[]} takes - the scripts that run before it, and that its modules may import from
 * @property {boolean} [isData] - a page that does not need it may leave it out; its modules are empty then
 */

/** @param {string} name @param {string[]} takes @param {string[]} holds @returns {Script} */
const script = (name, takes, holds) => ({ name, file: `dist/heedmap-${name}.js`, takes, holds });

/** Modules of the rooms' folders that every room uses. */
const SHARED = [
  'elements/map/appearance.js', 'elements/map/labels.js', 'elements/map/measure.js', 'elements/map/text.js',
  'lesson/dom.js', 'lesson/field.js', 'lesson/row.js', 'lesson/seed-field.js',
  'maps/called.js', 'maps/head/kept-key.js', 'picture/keep.js', 'strings/es-base.js', 'strings/es-page.js',
];

/** In the order in which index.html loads them. @type {Script[]} */
export const SCRIPTS = [
  { ...script('shell', [], SHARED), file: 'dist/heedmap.js' },
  // What the rooms say in Spanish.
  { ...script('es', ['shell'], ['strings/es']), isData: true },
  script('learn', ['shell', 'es'], [
    'bundle/learn-program.js', 'elements/heed-lesson', 'elements/heed-map', 'elements/map/', 'elements/matrix-element.js', 'engine/attention', 'figure/', 'lesson/', 'lessons/', 'pkg/heedmap_learn', 'positions/',
    ...['fragment', 'fragment-distance', 'fragment-matrix', 'fragment-own', 'state'].map((module) => `state/${module}.js`),
    ...['figure', 'heads', 'learn', 'lessons', 'map', 'positions'].map((words) => `strings/en-${words}.js`),
  ]),
  script('masks', ['shell', 'es'], ['elements/heed-mask', 'engine/masks', 'masks/', 'pkg/heedmap_masks', 'strings/en-masks']),
  script('contrast', ['shell', 'es', 'learn'], ['contrast/', 'elements/heed-contrast', 'engine/contrast.js', 'strings/en-contrast.js']),
  // What the Maps room opens with.
  { ...script('sample', [], ['maps/sample/packed.js']), isData: true },
  script('maps', ['shell', 'es', 'sample'], ['elements/heads-element.js', 'elements/heed-heads', 'engine/maps', 'maps/', 'pkg/heedmap_maps', 'strings/en-maps']),
  // Not of the name that the script for other pages has.
  { ...script('embed', ['shell', 'es'], ['embed/', 'strings/en-embed.js']), file: 'dist/heedmap-snippets.js' },
  // Pictures of what the rooms show, which they ask for by `import()`.
  script('picture', ['shell', 'es', 'learn', 'masks', 'contrast', 'sample', 'maps'], [
    'picture/', 'strings/en-picture.js', 'figure/spans.js', ...['contrast', 'elements/map', 'lesson', 'masks'].map((folder) => `${folder}/picture.js`),
    ...['drawn', 'ground', 'picture', 'scene'].map((module) => `maps/export/${module}.js`),
  ]),
  // The page that is one figure, and what saves one.
  script('frame', ['shell'], ['app/frame/']),
  script('save', ['shell', 'es', 'frame'], ['app/save/', 'app/script-text.js', 'strings/en-save.js']),
];

/** What the command writes into files, from the root: all but what a figure has no use for. */
export const COMMAND_SCRIPTS = SCRIPTS.filter(({ name }) => !['sample', 'picture', 'save', 'embed'].includes(name)).map(({ file }) => `www/${file}`);

/** The entry of a script, from `www`. @param {Script} script */
export const entryOf = ({ name }) => `bundle/entries/${name}.js`;

/** The script that a module is in. @param {string} module - its path from `www` */
export function scriptOf(module) {
  const found = SCRIPTS.find((script) => entryOf(script) === module);
  if (found) return found;
  const matches = SCRIPTS.flatMap((script) => script.holds.filter((path) => module.startsWith(path)).map((path) => ({ script, length: path.length })));
  return matches.reduce((best, match) => (match.length > best.length ? match : best), { script: SCRIPTS[0], length: 0 }).script;
}

/**
 * The modules of each script that others import, by its name.
 *
 * @param {Record<string, { imports: { path: string, kind: string, external?: boolean }[] }>} modules - by path from `www`, as esbuild lists them
 * @returns {Record<string, string[]>}
 * @throws {Error} that names an import which would run before its module is there
 */
export function sharedModules(modules) {
  /** @type {Map<string, Set<string>>} */
  const shared = new Map(SCRIPTS.map(({ name }) => [name, new Set()]));
  for (const [importer, { imports }] of Object.entries(modules)) {
    const from = scriptOf(importer);
    for (const { path, kind, external } of imports) {
      const to = scriptOf(path);
      if (external || to === from) continue;
      if (kind !== 'dynamic-import' && !from.takes.includes(to.name)) {
        throw new Error(`${importer} of the script ${from.name} imports ${path} of the script ${to.name}, which may not be there: see bundle/scripts.mjs`);
      }
      shared.get(to.name)?.add(path);
    }
  }
  return Object.fromEntries([...shared].map(([name, paths]) => [name, [...paths].sort()]));
}
