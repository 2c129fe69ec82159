/**
 * The classic scripts of the page, and the script of each module. Browsers load no modules from `file://`,
 * and esbuild cannot split classic scripts.
 *
 * A module belongs to the script whose `contents` lists its folder, or else to the shell. The longest match
 * wins, so a file can be in another script than its folder. A script adds the modules that others import to
 * `heedmap.modules`, the only global of the page, so each module is in the page once. The build fails if a
 * script imports from a script that may not be loaded (`sharedModules`).
 *
 * To open a room, a reader downloads the shell and the script of the room, which contains its wasm program.
 * That of the Models room is a script of its own, which arrives after the first sentence is shown.
 * `cargo xtask budget` measures this. A room registers itself when its script runs. The shell loads the
 * scripts of the room that the address names, and then the others in the order of index.html
 * (`page/scripts.js`).
 */
import { fileURLToPath } from 'node:url';
import { LANGUAGE_IDS } from '../state/languages.js';

export const WWW = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} Script
 * @property {string} name - its entry is `build/entries/<name>.js`, unless it has only data
 * @property {string} file - from `www`
 * @property {string[]} contents - folders, files or prefixes of their paths, from `www`
 * @property {string[]} requires - the scripts that run before it and that its modules may import from
 * @property {boolean} [isData] - whether a page may omit it; its modules are then empty
 */

/** @param {string} name @param {string[]} requires @param {string[]} contents @returns {Script} */
const script = (name, requires, contents) => ({ name, file: `dist/heedmap-${name}.js`, requires, contents });

/** Modules that every room imports, in folders of other scripts. */
const SHARED = [
  ...['canvas.js', 'colors.json', 'download.js', 'text.js'].map((module) => `picture/${module}`),
  // The names of saved maps.
  'rooms/maps/source-name.js',
];

/** English is in every script. */
const LANGUAGES = LANGUAGE_IDS.filter((language) => language !== 'en');

/** The tables of strings in one language. @param {string} language */
const tablesOf = (language) =>
  [
    'figure',
    'heatmap',
    'page/save',
    'picture',
    'rooms/maps/corpus',
    'rooms/maps/export/print',
    'rooms/maps/image',
    ...['contrast', 'embed', 'learn', 'maps', 'masks'].map((room) => `rooms/${room}`),
  ].map((folder) => `${folder}/words/${language}`);

/** The scripts, in the order in which index.html lists them. @type {Script[]} */
export const SCRIPTS = [
  { ...script('shell', [], SHARED), file: 'dist/heedmap.js' },
  ...LANGUAGES.map((language) => ({ ...script(language, ['shell'], tablesOf(language)), isData: true })),
  // Matrices with their formulas and legends, which Learn and Mistakes show and paint with their programs.
  script(
    'matrices',
    ['shell', ...LANGUAGES],
    [
      'heatmap/',
      ...['figure.css', 'formula', 'legend', 'room.css', 'scale.js', 'words/'].map(
        (path) => `figure/${path}`,
      ),
      'engine/painting.js',
    ],
  ),
  script(
    'learn',
    ['shell', ...LANGUAGES, 'matrices'],
    ['rooms/learn/', 'figure/', 'engine/attention', 'engine/lesson.js', 'pkg/heedmap_lesson'],
  ),
  // The whole views, and views of few lessons. No room waits for them.
  script(
    'whole',
    ['shell', ...LANGUAGES, 'matrices', 'learn'],
    [
      ...['schemes/curve-view', 'schemes/plot', 'schemes/scheme-card', 'schemes/slider'],
      ...['schemes/formulas', 'schemes/view'],
      ...['bands', 'lines', 'own', 'plane', 'queries', 'sharing'].map((name) => `views/${name}-view`),
    ].map((path) => `rooms/learn/${path}`),
  ),
  script('masks', ['shell', ...LANGUAGES], ['rooms/masks/', 'engine/masks', 'pkg/heedmap_masks']),
  script(
    'contrast',
    ['shell', ...LANGUAGES, 'matrices'],
    ['rooms/contrast/', 'engine/contrast', 'pkg/heedmap_contrast'],
  ),
  // The sample of the Models room.
  { ...script('sample', [], ['rooms/maps/sample/steps.json']), isData: true },
  script(
    'maps',
    ['shell', ...LANGUAGES, 'sample'],
    [
      'rooms/maps/',
      // What links say about a running model.
      'rooms/maps/live/settings.js',
      // What opens stores of texts, without what reads them.
      ...['corpora', 'corpus.css', 'settings'].map((module) => `rooms/maps/corpus/${module}.js`),
      'engine/maps',
      'engine/kernels',
      'engine/model-files.js',
      'engine/vectors.js',
      'pkg/heedmap_maps',
      'pkg/heedmap_kernels',
    ],
  ),
  // The wasm program of the Models room. The room of the page does not wait for it.
  script('program', ['shell'], []),
  // Views of files that few readers open, and on request. No room waits for them.
  script(
    'views',
    ['shell', ...LANGUAGES, 'maps'],
    [
      ...['more-views', 'use-answer', 'overview/table-view', 'signed/panel-view'],
      ...[
        'draw',
        'figure-view',
        'grid-view',
        'image-view',
        'panels',
        'patches',
        'picture-view',
        'places',
      ].map((module) => `image/${module}`),
      ...['cells-view', 'curve-view', 'entries-view', 'entry-card', 'lanes-view', 'lens-view'].map(
        (module) => `picked/${module}`,
      ),
      ...['losses-view', 'map-view', 'picked-view', 'picture', 'text-view', 'use-picked'].map(
        (module) => `picked/${module}`,
      ),
      ...['reading/corrections-view', 'reading/qk-controls', 'scatter/draw', 'scatter/scatter-view'],
      'speech/times-view',
    ].map((module) => `rooms/maps/${module}.js`),
  ),
  // For heads that do not fit into memory. No room waits for it.
  script('kernels', ['shell', 'maps'], ['build/kernels-program.js']),
  // The text that a model reads, and what shows its first sentence. The room of the page has it, no figure.
  script(
    'text',
    ['shell', ...LANGUAGES, 'maps'],
    ['rooms/maps/live/text/', 'rooms/maps/live/live.css.js', 'engine/map-paint', 'pkg/heedmap_map_paint'],
  ),
  // Running models, and the model that the room opens with. They are loaded once the room shows a text.
  script(
    'model',
    ['shell', ...LANGUAGES, 'maps', 'text'],
    ['rooms/maps/live/', 'engine/model', 'pkg/heedmap_model', 'pkg/tokenizers.js'],
  ),
  script('austen', ['shell'], []),
  // `heedmap-embed` is the name of a script for other pages.
  { ...script('embed', ['shell', ...LANGUAGES], ['rooms/embed/']), file: 'dist/heedmap-snippets.js' },
  // Pictures and worksheets, which the rooms load by `import()`.
  script(
    'picture',
    ['shell', ...LANGUAGES, 'matrices', 'learn', 'masks', 'contrast', 'sample', 'maps'],
    [
      'picture/',
      'figure/spans.js',
      'heatmap/picture.js',
      ...['contrast', 'learn', 'masks'].map((room) => `rooms/${room}/picture.js`),
      ...['step-picture.js', 'worksheet/'].map((module) => `rooms/learn/${module}`),
      ...['drawn', 'image-scene', 'legends', 'panel-scene', 'picture', 'print/', 'scene'].map(
        (module) => `rooms/maps/export/${module}${module.endsWith('/') ? '' : '.js'}`,
      ),
    ],
  ),
  // Figures for print as PDF, with jsPDF and fonts. The picture script requests it.
  script('pdf', ['shell', 'picture'], ['picture/print/pdf.js', 'pkg/jspdf', 'pkg/print-fonts']),
  // Measures over many texts. The room requests it when such a store is opened.
  script('corpus', ['shell', ...LANGUAGES, 'maps'], ['rooms/maps/corpus/', 'format/zarr.js', 'pkg/zarrita']),
  // The page with a single figure, and saving such a page.
  script('frame', ['shell'], ['page/frame/']),
  script('save', ['shell', ...LANGUAGES, 'frame'], ['page/save/', 'page/script-text.js']),
];

/** The module of each element, from `www`, by its tag. @type {Record<string, string>} */
export const ELEMENTS = {
  'heed-contrast': 'rooms/contrast/heed-contrast.js',
  'heed-heads': 'rooms/maps/heed-heads.js',
  'heed-lesson': 'rooms/learn/heed-lesson.js',
  'heed-map': 'heatmap/heed-map.js',
  'heed-mask': 'rooms/masks/heed-mask.js',
  'heed-model': 'rooms/maps/live/heed-model.js',
};

/** The scripts that the command writes into files, from the root of the repository. */
export const COMMAND_SCRIPTS = SCRIPTS.filter(
  ({ name }) =>
    !['sample', 'picture', 'pdf', 'corpus', 'save', 'embed', 'text', 'model', 'austen'].includes(name),
).map(({ file }) => `www/${file}`);

/** The entry of a script, from `www`. @param {Script} script */
export const entryOf = ({ name }) => `build/entries/${name}.js`;

/** The script that a module is in. @param {string} module - its path from `www` */
export function scriptOf(module) {
  const found = SCRIPTS.find((script) => entryOf(script) === module);
  if (found) return found;
  const matches = SCRIPTS.flatMap((script) =>
    script.contents
      .filter((path) => module.startsWith(path))
      .map((path) => ({ script, length: path.length })),
  );
  return matches.reduce((best, match) => (match.length > best.length ? match : best), {
    script: SCRIPTS[0],
    length: 0,
  }).script;
}

/**
 * The modules that other scripts import, by the name of their script.
 *
 * @param {Record<string, { imports: { path: string, kind: string, external?: boolean }[] }>} modules - the
 *   list of esbuild, by path from `www`
 * @returns {Record<string, string[]>}
 * @throws {Error} if a script imports from a script that may not be loaded
 */
export function sharedModules(modules) {
  /** @type {Map<string, Set<string>>} */
  const shared = new Map(SCRIPTS.map(({ name }) => [name, new Set()]));
  for (const [importer, { imports }] of Object.entries(modules)) {
    const from = scriptOf(importer);
    for (const { path, kind, external } of imports) {
      const to = scriptOf(path);
      if (external || to === from) continue;
      if (kind !== 'dynamic-import' && !from.requires.includes(to.name)) {
        throw new Error(
          `${importer} of the script ${from.name} imports ${path} of the script ${to.name}, which may not be there: see build/scripts.mjs`,
        );
      }
      shared.get(to.name)?.add(path);
    }
  }
  return Object.fromEntries([...shared].map(([name, paths]) => [name, [...paths].sort()]));
}
