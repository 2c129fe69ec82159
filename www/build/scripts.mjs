/**
 * The classic scripts of the page, and the script of each module. Browsers load no modules from `file://`,
 * and classic scripts cannot be split automatically.
 *
 * A module belongs to the script whose `holds` lists its folder, or to the shell if there is none. The
 * longest match wins, so a file can be in another script than its folder. A script exports the modules that
 * others import to `heedmap.modules`, the page's only global, so each module is in the page once. The build
 * fails if a script imports from one that may not be loaded (`sharedModules`).
 *
 * To open a room, a reader downloads the shell, the room's script and its wasm program in it;
 * `cargo xtask budget` measures this. All scripts have `defer` and run in order. A room registers itself when
 * its script runs, and the page opens the room that the address names.
 */
import { fileURLToPath } from 'node:url';
import { LANGUAGE_IDS } from '../state/languages.js';

export const WWW = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} Script
 * @property {string} name - its entry is `build/entries/<name>.js`
 * @property {string} file - from `www`
 * @property {string[]} holds - folders, files or prefixes of their paths, from `www`
 * @property {string[]} takes - the scripts that run before it, and that its modules may import from
 * @property {boolean} [isData] - a page that does not need it may omit it; its modules are then empty
 */

/** @param {string} name @param {string[]} takes @param {string[]} holds @returns {Script} */
const script = (name, takes, holds) => ({ name, file: `dist/heedmap-${name}.js`, takes, holds });

/** Modules of a script's folder that every room imports. */
const SHARED = ['picture/download.js', 'rooms/maps/called.js'];

/** The languages that have scripts of their own. English is in every script. */
const LANGUAGES = LANGUAGE_IDS.filter((language) => language !== 'en');

/** The tables of the rooms in one language. @param {string} language */
const tablesOf = (language) =>
  [
    'figure',
    'heatmap',
    'page/save',
    'page',
    'picture',
    ...['contrast', 'embed', 'learn', 'maps', 'masks'].map((room) => `rooms/${room}`),
  ].map((folder) => `${folder}/words/${language}`);

/** The scripts, in the order in which index.html loads them. @type {Script[]} */
export const SCRIPTS = [
  { ...script('shell', [], SHARED), file: 'dist/heedmap.js' },
  ...LANGUAGES.map((language) => ({ ...script(language, ['shell'], tablesOf(language)), isData: true })),
  script(
    'learn',
    ['shell', ...LANGUAGES],
    [
      'rooms/learn/',
      'figure/',
      'heatmap/',
      'engine/attention',
      'engine/lesson.js',
      'build/learn-program.js',
      'pkg/heedmap_learn',
    ],
  ),
  script('masks', ['shell', ...LANGUAGES], ['rooms/masks/', 'engine/masks', 'pkg/heedmap_masks']),
  script('contrast', ['shell', ...LANGUAGES, 'learn'], ['rooms/contrast/', 'engine/contrast.js']),
  // The weights that the Maps room opens with.
  { ...script('sample', [], ['rooms/maps/sample/packed.js']), isData: true },
  script(
    'maps',
    ['shell', ...LANGUAGES, 'sample'],
    [
      'rooms/maps/',
      'engine/maps',
      'engine/kernels',
      'engine/vectors.js',
      'pkg/heedmap_maps',
      'pkg/heedmap_kernels',
    ],
  ),
  // For heads that are too large to hold: no room waits for it, and a figure without such a head does without
  // it.
  script('kernels', ['shell', 'maps'], ['build/kernels-program.js']),
  // The name `heedmap-embed` belongs to the script for other pages.
  { ...script('embed', ['shell', ...LANGUAGES], ['rooms/embed/']), file: 'dist/heedmap-snippets.js' },
  // Pictures of the rooms, which load them by `import()`.
  script(
    'picture',
    ['shell', ...LANGUAGES, 'learn', 'masks', 'contrast', 'sample', 'maps'],
    [
      'picture/',
      'figure/spans.js',
      'heatmap/picture.js',
      ...['contrast', 'learn', 'masks'].map((room) => `rooms/${room}/picture.js`),
      ...['drawn', 'picture', 'scene'].map((module) => `rooms/maps/export/${module}.js`),
    ],
  ),
  // The page with a single figure, and the script that saves one.
  script('frame', ['shell'], ['page/frame/']),
  script('save', ['shell', ...LANGUAGES, 'frame'], ['page/save/', 'page/script-text.js']),
];

/** The elements: the module of each class, by its tag, from `www`. @type {Record<string, string>} */
export const ELEMENTS = {
  'heed-contrast': 'rooms/contrast/heed-contrast.js',
  'heed-heads': 'rooms/maps/heed-heads.js',
  'heed-lesson': 'rooms/learn/heed-lesson.js',
  'heed-map': 'heatmap/heed-map.js',
  'heed-mask': 'rooms/masks/heed-mask.js',
};

/** The scripts that the command writes into files, from the root: all that a figure may need. */
export const COMMAND_SCRIPTS = SCRIPTS.filter(
  ({ name }) => !['sample', 'picture', 'save', 'embed'].includes(name),
).map(({ file }) => `www/${file}`);

/** The entry of a script, from `www`. @param {Script} script */
export const entryOf = ({ name }) => `build/entries/${name}.js`;

/** The script that a module is in. @param {string} module - its path from `www` */
export function scriptOf(module) {
  const found = SCRIPTS.find((script) => entryOf(script) === module);
  if (found) return found;
  const matches = SCRIPTS.flatMap((script) =>
    script.holds.filter((path) => module.startsWith(path)).map((path) => ({ script, length: path.length })),
  );
  return matches.reduce((best, match) => (match.length > best.length ? match : best), {
    script: SCRIPTS[0],
    length: 0,
  }).script;
}

/**
 * The modules of each script that others import, by its name.
 *
 * @param {Record<string, { imports: { path: string, kind: string, external?: boolean }[] }>} modules - the
 *   list of esbuild, by path from `www`
 * @returns {Record<string, string[]>}
 * @throws {Error} if an import would run before its module is loaded
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
        throw new Error(
          `${importer} of the script ${from.name} imports ${path} of the script ${to.name}, which may not be there: see build/scripts.mjs`,
        );
      }
      shared.get(to.name)?.add(path);
    }
  }
  return Object.fromEntries([...shared].map(([name, paths]) => [name, [...paths].sort()]));
}
