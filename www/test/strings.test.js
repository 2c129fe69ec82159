import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStory } from '../rooms/learn/lessons/stories.js';
import { LESSON_IDS, lessonOf } from '../rooms/learn/lessons/index.js';
import { OWN } from '../rooms/learn/lessons/own.js';
import { HeedContrastElement } from '../rooms/contrast/heed-contrast.js';
import { HeedEmbedElement } from '../rooms/embed/heed-embed.js';
import { HeedLessonElement } from '../rooms/learn/heed-lesson.js';
import { decode } from '../rooms/masks/fragment.js';
import { HeedMaskElement } from '../rooms/masks/heed-mask.js';
import { HeedMapElement } from '../heatmap/heed-map.js';
import { LANGUAGES, languageOf } from '../page/words/index.js';
import { LANGUAGE_IDS } from '../state/languages.js';
import { addWords, LANGUAGES as SPOKEN } from '../words/languages.js';
/** @import { Language } from '../state/languages.js' */

const { en } = LANGUAGES;
const TABLES = LANGUAGE_IDS.map((id) => /** @type {const} */ ([id, LANGUAGES[id]]));
const TRANSLATIONS = TABLES.filter(([language]) => language !== 'en');

/** The figures of every error, by their names in the page. */
const FIGURES = {
  text: 'abc',
  matrix: 'wQ',
  row: 11,
  col: 22,
  rows: 33,
  cols: 44,
  wantRows: 55,
  wantCols: 66,
  got: 77,
  expected: 88,
  column: 99,
  features: 111,
  heads: 122,
  kvHeads: 133,
};

/**
 * What functions that do more than put their arguments into a sentence are called with.
 *
 * @type {Record<string, unknown[][]>}
 */
const SAMPLES = {
  'controls.decimals': [[0], [1], [2], [10]],
  'maps.reading.errors.vectors': [[7, 11, 13, 17]],
  'maps.large.cell': [['7', '3', '0.5', '12']],
  'figure.rank': [
    [1, 1],
    [1, 5],
    [2, 5],
    [12, 12],
    [13, 32],
    [21, 32],
    [32, 32],
  ],
  ...Object.fromEntries(
    [
      'badDraw',
      'noKind',
      'noSuchMatrix',
      'noSuchCell',
      'pasteShape',
      'headFeatures',
      'headSharing',
      'ragged',
      'notNumber',
    ].map((name) => [`errors.${name}`, [[FIGURES]]]),
  ),
};

/** Words that occur nowhere else in a sentence, one for each argument. */
const WORDS = ['¹first¹', '²second²', '³third³', '⁴fourth⁴', '⁵fifth⁵', '⁶sixth⁶'];

/** @typedef {string | ((...args: any[]) => string)} Leaf */

/**
 * All texts of a table, by their paths.
 *
 * @param {unknown} value
 * @param {string} [path]
 * @returns {[string, Leaf][]}
 */
function leaves(value, path = '') {
  if (typeof value !== 'object' || value === null) return [[path, /** @type {Leaf} */ (value)]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, path === '' ? key : `${path}.${key}`));
}

/**
 * The same table with what each value is instead of the value: two tables of one shape are equal.
 *
 * @param {unknown} value @returns {unknown}
 */
function shape(value) {
  if (typeof value === 'function') return `function of ${value.length}`;
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]));
}

/** @param {string} path @param {Function} say @returns {unknown[][]} */
function samples(path, say) {
  return SAMPLES[path] ?? [WORDS.slice(0, say.length)];
}

/**
 * All sentences of a table; functions are called with sample arguments.
 *
 * @param {unknown} table @returns {[string, unknown][]}
 */
function sentences(table) {
  return leaves(table).flatMap(([path, leaf]) =>
    typeof leaf === 'function'
      ? samples(path, leaf).map(
          (args) =>
            /** @type {[string, unknown]} */ ([`${path}(${args.map(String).join(', ')})`, leaf(...args)]),
        )
      : [/** @type {[string, unknown]} */ ([path, leaf])],
  );
}

test('every table has the keys of the English one with values of the same kind', () => {
  for (const [language, table] of TRANSLATIONS) assert.deepEqual(shape(table), shape(en), language);
});

test('every text is a string that is not empty', () => {
  for (const [language, table] of TABLES) {
    for (const [path, text] of sentences(table)) {
      assert.equal(typeof text, 'string', `${language}.${path}`);
      assert.notEqual(String(text).trim(), '', `${language}.${path}`);
    }
  }
});

test('no function returns undefined or an object as text', () => {
  for (const [language, table] of TABLES) {
    for (const [path, leaf] of leaves(table)) {
      if (typeof leaf !== 'function') continue;
      // Some sentences are about NaN.
      const wrong = String(leaf).includes('NaN') ? /undefined|null|\[object/ : /undefined|null|NaN|\[object/;
      for (const args of samples(path, leaf))
        assert.doesNotMatch(leaf(...args), wrong, `${language}.${path}`);
    }
  }
});

test('a sentence contains its arguments in every language', () => {
  for (const [language, table] of TABLES) {
    for (const [path, leaf] of leaves(table)) {
      if (typeof leaf !== 'function' || path in SAMPLES) continue;
      const text = leaf(...WORDS);
      for (const word of WORDS.slice(0, leaf.length))
        assert.ok(text.includes(word), `${language}.${path} leaves out ${word}`);
    }
  }
});

test('an error has the same figures in every language', () => {
  for (const [path, say] of leaves(en)) {
    if (typeof say !== 'function' || samples(path, say)[0]?.[0] !== FIGURES) continue;
    const figures = (/** @type {string} */ text) =>
      Object.values(FIGURES)
        .map(String)
        .filter((figure) => text.includes(figure));
    for (const [language, table] of TRANSLATIONS) {
      const translated = Object.fromEntries(leaves(table))[path];
      assert.ok(typeof translated === 'function');
      assert.deepEqual(figures(translated(FIGURES)), figures(say(FIGURES)), `${language}.${path}`);
    }
  }
});

test('every lesson has a chip, a title and no other strings', () => {
  for (const [language, { lessons }] of TABLES) {
    assert.deepEqual(Object.keys(lessons).sort(), [...LESSON_IDS].sort(), language);
    for (const id of LESSON_IDS) assert.ok(lessons[id].chip && lessons[id].title, `${language}.${id}`);
  }
});

test('every step of every lesson has a name and a text', () => {
  for (const [language, { lessons, steps, stepNames, stories }] of TABLES) {
    for (const id of LESSON_IDS) {
      /** @type {Record<string, string>} */
      const names = isStory(id) ? stories.stepNames : stepNames;
      for (const step of lessonOf({ lesson: id, own: OWN }).steps) {
        assert.ok(names[step], `${language}: ${step} has no name`);
        if (isStory(id)) continue;
        assert.ok(lessons[id].steps[step] ?? steps[step], `${language}: ${step} of ${id} has no text`);
      }
    }
  }
});

test('no lesson has a text for a step that it does not have', () => {
  for (const id of LESSON_IDS) {
    const taken = lessonOf({ lesson: id, own: OWN }).steps;
    for (const step of Object.keys({ ...en.lessons[id].steps, ...en.lessons[id].tries }))
      assert.ok(taken.includes(step), `${id} does not take ${step}`);
  }
});

test('the rank of a weight is written as an ordinal', () => {
  assert.equal(LANGUAGES.en.figure.rank(2, 5), 'second of five');
  assert.equal(LANGUAGES.es.figure.rank(2, 5), 'segundo de cinco');
  assert.equal(LANGUAGES.pt.figure.rank(12, 12), 'décimo segundo de doze');
  assert.deepEqual(
    [13, 21, 22, 23, 31].map((rank) => LANGUAGES.en.figure.rank(rank, 32)),
    ['13th of 32', '21st of 32', '22nd of 32', '23rd of 32', '31st of 32'],
  );
  assert.equal(LANGUAGES.es.figure.rank(13, 32), '13.º de 32');
  assert.equal(LANGUAGES.pt.figure.rank(13, 32), '13.º de 32');
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

test('the page has the strings that all rooms share, and gets the strings of a room from its element', () => {
  for (const id of LANGUAGE_IDS) {
    assert.equal(SPOKEN[id].page, LANGUAGES[id].page);
    assert.equal(SPOKEN[id].masks, undefined);
  }
  for (const { words } of [
    HeedLessonElement,
    HeedMapElement,
    HeedMaskElement,
    HeedContrastElement,
    HeedEmbedElement,
  ])
    addWords(words);
  for (const [language, table] of TABLES) {
    // The strings of the Maps room come with its element, those of pictures with the picture script, and
    // those of saving with its menu.
    const { maps, picture, save, ...rest } = /** @type {typeof en} */ (table);
    assert.ok(maps && picture && save);
    assert.deepEqual(SPOKEN[/** @type {Language} */ (language)], rest, language);
  }
});
