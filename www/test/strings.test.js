import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { WWW } from '../build/scripts.mjs';
import { areas, generated, tableOf } from '../build/words.mjs';
import { isStory, LESSON_IDS, lessonOf } from '../rooms/learn/lessons/index.js';
import { freshState } from '../rooms/learn/state/state.js';
import { HeedContrastElement } from '../rooms/contrast/heed-contrast.js';
import { HeedEmbedElement } from '../rooms/embed/heed-embed.js';
import { HeedLessonElement } from '../rooms/learn/heed-lesson.js';
import { decode } from '../rooms/masks/state.js';
import { HeedMaskElement } from '../rooms/masks/heed-mask.js';
import { HeedMapElement } from '../heatmap/heed-map.js';
import { LANGUAGES, languageOf } from '../page/words/index.js';
import { texts as page } from '../words/index.js';
import { texts as shared } from '../element/words/index.js';
import { LANGUAGE_IDS } from '../state/languages.js';
import { addWords, LANGUAGES as SPOKEN, placeholders } from '../words/languages.js';
/** @import { Language } from '../state/languages.js' */

const { en } = LANGUAGES;
const TABLES = LANGUAGE_IDS.map((id) => /** @type {const} */ ([id, LANGUAGES[id]]));

/** @typedef {[path: string, text: string]} Leaf */

/**
 * All texts of a table as a translator writes them, by their paths.
 *
 * @param {unknown} value
 * @param {string} [path]
 * @returns {Leaf[]}
 */
function leaves(value, path = '') {
  if (typeof value !== 'object' || value === null) return [[path, /** @type {string} */ (value)]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, path === '' ? key : `${path}.${key}`));
}

/** The tables of all areas, by language. */
const WRITTEN = await Promise.all(
  (await areas()).map(async (area) => ({
    area,
    tables: await Promise.all(
      LANGUAGE_IDS.map(async (id) => /** @type {const} */ ([id, await tableOf(area, id)])),
    ),
  })),
);

test('every text is a string that is not empty, in every language under the same key', () => {
  for (const { area, tables } of WRITTEN) {
    const [, english] = tables[0];
    for (const [language, table] of tables) {
      assert.deepEqual(
        leaves(table).map(([path]) => path),
        leaves(english).map(([path]) => path),
        `${area}/${language}.json`,
      );
      for (const [path, text] of leaves(table)) {
        assert.equal(typeof text, 'string', `${language}.${path}`);
        assert.notEqual(text.trim(), '', `${language}.${path}`);
      }
    }
  }
});

test('a text has the same placeholders in every language', () => {
  for (const { tables } of WRITTEN) {
    const [[, english], ...translations] = tables;
    for (const [language, table] of translations) {
      const translated = new Map(leaves(table));
      for (const [path, text] of leaves(english))
        assert.deepEqual(placeholders(translated.get(path) ?? ''), placeholders(text), `${language}.${path}`);
    }
  }
});

test('every text is used', async () => {
  const files = (await readdir(WWW, { recursive: true })).filter(
    (file) => /\.(js|mjs)$/.test(file) && !/^(dist|pkg|test|bench)[\\/]|[\\/]words[\\/]/.test(file),
  );
  // The core names messages about files by their keys.
  const sources = [...files, '../crates/interpretation/src/message.rs'];
  const code = (await Promise.all(sources.map((file) => readFile(join(WWW, file), 'utf8')))).join('\n');
  const names = new Set(code.match(/[\w$-]+/g));
  // Tables that are read by computed names, or passed on as a whole: their names occur without a member.
  const tables = new Set([...code.matchAll(/([\w$-]+)(?![\w$-]|\??\.\w)/g)].map(([, name]) => name));
  const unused = WRITTEN.flatMap(({ tables: [[, english]] }) => leaves(english))
    .map(([path]) => path)
    .filter((path) => {
      const parts = path.split('.');
      const parent = parts.length > 2 ? parts[parts.length - 2] : null;
      return !parts.every((part) => names.has(part) || /^\d+$/.test(part)) && !(parent && tables.has(parent));
    });
  assert.deepEqual(unused, []);
});

test('what is written from the texts is up to date', async () => {
  for (const [file, text] of Object.entries(await generated()))
    assert.equal(await readFile(join(WWW, file), 'utf8'), text, `${file}: run \`npm run words\``);
});

test('every lesson has a chip, a title and no other strings', () => {
  for (const [language, { lessons }] of TABLES) {
    assert.deepEqual(Object.keys(lessons).sort(), [...LESSON_IDS].sort(), language);
    for (const id of LESSON_IDS) assert.ok(lessons[id].title, `${language}.${id}`);
  }
});

test('every step of every lesson has a name and a text', () => {
  for (const [language, { lessons, steps, stepNames, stories }] of TABLES) {
    for (const id of LESSON_IDS) {
      /** @type {Record<string, string>} */
      const names = isStory(id) ? stories.stepNames : stepNames;
      for (const step of lessonOf({ lesson: id, own: freshState('own').own }).steps) {
        assert.ok(names[step], `${language}: ${step} has no name`);
        if (isStory(id)) continue;
        assert.ok(lessons[id].steps[step] ?? steps[step], `${language}: ${step} of ${id} has no text`);
      }
    }
  }
});

test('no lesson has a text for a step that it does not have', () => {
  for (const id of LESSON_IDS) {
    const taken = lessonOf({ lesson: id, own: freshState('own').own }).steps;
    for (const step of Object.keys({ ...en.lessons[id].steps, ...en.lessons[id].tries }))
      assert.ok(taken.includes(step), `${id} does not take ${step}`);
  }
});

test('the rank of a weight is written as an ordinal', () => {
  assert.equal(LANGUAGES.en.figure.rank({ rank: 2, of: 5 }), 'second of five');
  assert.equal(LANGUAGES.es.figure.rank({ rank: 2, of: 5 }), 'segundo de cinco');
  assert.equal(LANGUAGES.pt.figure.rank({ rank: 12, of: 12 }), 'décimo segundo de doze');
  assert.deepEqual(
    [13, 21, 22, 23, 31].map((rank) => LANGUAGES.en.figure.rank({ rank, of: 32 })),
    ['13th of 32', '21st of 32', '22nd of 32', '23rd of 32', '31st of 32'],
  );
  assert.equal(LANGUAGES.es.figure.rank({ rank: 13, of: 32 }), '13.º de 32');
  assert.equal(LANGUAGES.pt.figure.rank({ rank: 13, of: 32 }), '13.º de 32');
});

test('the language is the chosen one, otherwise the first of the browser’s that is supported, otherwise English', () => {
  assert.equal(languageOf('en', ['es']), 'en');
  assert.equal(languageOf(null, ['fr-FR', 'es-MX', 'en']), 'es');
  assert.equal(languageOf(null, ['pt-BR']), 'pt');
  assert.equal(languageOf(null, ['fr']), 'en');
  assert.equal(languageOf(null, []), 'en');
});

test('a link names any language of the interface, and no other', () => {
  for (const id of LANGUAGE_IDS) {
    assert.equal(decode(`v=1&room=masks&language=${id}`).state?.language, id);
    assert.equal(LANGUAGES[id].name !== en.name, id !== 'en', `${id} has a name of its own`);
  }
  assert.equal(decode('v=1&room=masks&language=xx').state, null);
});

test('the page adds its strings and those that all rooms share, and gets the strings of a room from its element', () => {
  for (const id of LANGUAGE_IDS) {
    assert.deepEqual(Object.keys(SPOKEN[id]), ['language']);
  }
  addWords([page, shared]);
  for (const { words } of [
    HeedLessonElement,
    HeedMapElement,
    HeedMaskElement,
    HeedContrastElement,
    HeedEmbedElement,
  ])
    addWords(words);
  for (const [language, table] of TABLES) {
    // The strings of the Models room come with its element, those of pictures and figures for print with the
    // picture script, and those of saving with its menu.
    const { maps, image, picture, print, save, ...rest } = /** @type {typeof en} */ (table);
    assert.ok(maps && image && picture && print && save);
    assert.deepEqual(SPOKEN[/** @type {Language} */ (language)], rest, language);
  }
});
