/**
 * Writes the files of the Python package into the folder on the command line: the page of a figure with
 * placeholders for Python's values, the deflated scripts, and words, names and colors. Run by
 * `cargo xtask python` after a build.
 */
import './vendor.mjs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { deflateAsync } from '@gfx/zopfli';
import { build } from 'esbuild';
import { legendPixels, load } from '../engine/attention.js';
import { LETTERS, lettersOf } from '../page/frame/packed.js';
import { scriptsOf } from '../page/scripts.js';
import { singleFile } from '../page/save/single-file.js';
import { LANGUAGES } from '../page/words/index.js';
import { COLORS } from '../picture/scene.js';
import { FIGURES } from '../rooms/contrast/figures.js';
import { LESSON_IDS } from '../rooms/learn/lessons/index.js';
import { PATCH_TOKENS } from '../rooms/maps/image/layouts.js';
import { maps } from '../rooms/maps/settings.js';
import { COLOR_MAPS, THEMES } from '../state/fields.js';
import { LANGUAGE_IDS } from '../state/languages.js';
import { classicText, sharedBy } from './classic.mjs';
import { bundleText, OPTIONS } from './plugins.mjs';
import { SCRIPTS, WWW } from './scripts.mjs';
/** @import { RoomId } from '../rooms/names.js' */
/** @import { Language } from '../state/languages.js' */

if (!process.argv[2]) throw new Error('Name a folder to write to.');
const folder = process.argv[2];
const ROOMS = /** @type {RoomId[]} */ (['learn', 'masks', 'maps', 'contrast']);
/** A placeholder that Python replaces. */
const mark = (/** @type {string} */ name) => `@@${name}@@`;

/** The pages of figures, by their variants, such as `maps-theme-note` and `other`. */
function pages(/** @type {string} */ loader) {
  /** @type {Record<string, string>} */
  const variants = {};
  for (const room of /** @type {RoomId[]} */ (['maps', 'learn'])) {
    for (const theme of [mark('theme'), null]) {
      for (const note of [mark('note'), '']) {
        const payload = { room, language: mark('language'), toJSON: () => mark('payload') };
        const text = singleFile({
          title: mark('title'),
          payload: /** @type {any} */ (payload),
          theme: /** @type {any} */ (theme),
          scripts: [loader],
          packed: [mark('scripts')],
          note,
          about: mark('about'),
          needs: mark('needs'),
        });
        const nonce = /'nonce-([^']+)'/.exec(text)?.[1] ?? '';
        const name = [room === 'maps' ? 'maps' : 'other', theme && 'theme', note && 'note'].filter(Boolean);
        variants[name.join('-')] = text
          .replaceAll(nonce, mark('nonce'))
          .replace(JSON.stringify(mark('payload')), mark('payload'))
          .replace(JSON.stringify([mark('scripts')]), mark('scripts'));
      }
    }
  }
  return variants;
}

/** The messages of figures, with placeholders for numbers. @param {Language} language */
function words(language) {
  const { save, lessons, contrast, maps, figure } = LANGUAGES[language];
  const { file } = save;
  const what = mark('what');
  return {
    about: file.about,
    needs: file.needs,
    mask: file.mask({ text: mark('text') }),
    head: file.heads({ layers: mark('layers'), heads: '1', name: mark('name') }),
    heads: file.heads({ layers: mark('layers'), heads: mark('heads'), name: mark('name') }),
    called: maps.out.source.head(
      /** @type {any} */ { layer: mark('layer'), /** @type {any} */ head: mark('head') },
    ),
    exact: file.from({ what }),
    rounded: file.rounded({ what, /** @type {any} */ bits: mark('bits'), error: mark('error') }),
    computed: file.computed({ what, /** @type {any} */ bits: mark('bits'), error: mark('error') }),
    lessons: Object.fromEntries(LESSON_IDS.map((id) => [id, lessons[id].title])),
    contrasts: Object.fromEntries(FIGURES.map(({ id }) => [id, contrast.figures[id].title])),
    axes: { query: figure.axes.query, key: figure.axes.key },
  };
}

/**
 * The colors of weights from 0 to 1, as hexadecimal digits.
 *
 * @param {import('../engine/attention.js').LegendOptions['map']} map @param {'light' | 'dark'} theme
 */
function ramp(map, theme) {
  const { pixels } = legendPixels({ map, kind: 'sequential', theme, width: 256, height: 1 });
  return Array.from({ length: 256 }, (_, at) =>
    Buffer.from(pixels.subarray(4 * at, 4 * at + 3)).toString('hex'),
  ).join('');
}

/** The first script of figures in a language. @param {string} language */
const shellOf = (language) => `shell-${language}`;

/**
 * Omits the strings of the page in other languages.
 *
 * @param {string} language @returns {import('esbuild').Plugin}
 */
const oneLanguage = (language) => ({
  name: 'one-language',
  setup(plugin) {
    const rest = LANGUAGE_IDS.filter((id) => id !== language && id !== 'en').join('|');
    plugin.onLoad({ filter: new RegExp(`[/\\\\]words[/\\\\](?:${rest})\\.json$`) }, () => ({
      contents: '{}',
      loader: 'json',
    }));
  },
});

/** A script, deflated by Zopfli: a few percent smaller than by zlib. @param {string} text */
const deflated = async (text) => Buffer.from(await deflateAsync(Buffer.from(text), { numiterations: 5 }));

await load();
const { outputFiles } = await build({
  ...OPTIONS,
  entryPoints: [`${WWW}build/entries/loader.js`],
  write: false,
});
const widget = await build({
  ...OPTIONS,
  format: 'esm',
  entryPoints: [`${WWW}page/frame/widget.js`],
  write: false,
});
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const needed = new Set([
  'frame',
  'kernels',
  'views',
  'corpus',
  ...LANGUAGE_IDS.flatMap((language) => ROOMS.flatMap((room) => scriptsOf(room, language, true))),
]);
await writeFile(`${folder}/widget.js`, bundleText(widget.outputFiles));
const write = async (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFile(`${folder}/${name}.txt`, lettersOf(await deflated(text)));
const others = SCRIPTS.filter(({ name }) => needed.has(name));
for (const { name, file } of others) await write(name, (await readFile(`${WWW}${file}`, 'utf8')).trimEnd());
// The first script has only the modules that these figures import, in one language.
const shared = await sharedBy(others);
for (const language of LANGUAGE_IDS) {
  const options = { runsEntry: false, plugins: [oneLanguage(language)] };
  await write(shellOf(language), await classicText(SCRIPTS[0], shared[SCRIPTS[0].name], options));
}
const page = {
  letters: LETTERS,
  pages: pages(bundleText(outputFiles).trimEnd()),
  words: Object.fromEntries(LANGUAGE_IDS.map((language) => [language, words(language)])),
  scripts: Object.fromEntries(
    ROOMS.map((room) => [
      room,
      Object.fromEntries(
        LANGUAGE_IDS.map((language) => [
          language,
          [shellOf(language), 'frame', ...scriptsOf(room, language, true)],
        ]),
      ),
    ]),
  ),
  views: maps.fields.view.choices,
  patches: [...PATCH_TOKENS],
  colormaps: COLOR_MAPS,
  inks: COLORS,
  ramps: Object.fromEntries(
    COLOR_MAPS.map((map) => [map, Object.fromEntries(THEMES.map((theme) => [theme, ramp(map, theme)]))]),
  ),
};
await writeFile(`${folder}/page.json`, `${JSON.stringify(page)}\n`);
