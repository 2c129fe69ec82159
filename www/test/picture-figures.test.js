import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as contrastEngine from '../engine/contrast.js';
import * as engine from '../engine/attention.js';
import * as masks from '../engine/masks.js';
import { FIGURES } from '../rooms/contrast/figures.js';
import { sceneOf as contrastScene } from '../rooms/contrast/picture.js';
import { session as contrastSession } from '../rooms/contrast/session.js';
import { freshState as contrastState } from '../rooms/contrast/state.js';
import { sceneOf as lessonScene } from '../rooms/learn/picture.js';
import { session as lessonSession } from '../rooms/learn/session.js';
import { KINDS } from '../rooms/learn/kinds/all.js';
import { shownSteps } from '../rooms/learn/kinds/kind.js';
import { shownMatrix } from '../rooms/learn/stage/scene.js';
import { plain } from '../rooms/learn/stage/sentence.js';
import { matricesOf } from '../rooms/learn/stage/spec.js';
import { LESSON_IDS } from '../rooms/learn/lessons/index.js';
import { sceneOf as maskScene } from '../rooms/masks/picture.js';
import { freshState as maskState } from '../rooms/masks/state.js';
import { pngUrl } from '../picture/png-url.js';
import { svgOf } from '../picture/svg.js';
import { estimate as measure } from '../picture/lines.js';
import { freshState } from '../rooms/learn/state/state.js';
import { COLORS } from '../picture/scene.js';
import { LANGUAGES } from '../page/words/index.js';
import { elementsIn, parsed, textsOf } from './svg-parsed.js';
/** @import { Scene, Shape } from '../picture/types.js' */
/** @import { State } from '../types.js' */
/** @import { Language } from '../state/languages.js' */

before(async () => {
  await Promise.all([engine, contrastEngine, masks].map(({ load }) => load()));
});

/** @param {Language} language */
const words = (language) => ({ language, t: LANGUAGES[language] });
/**
 * @param {Partial<State> & { lesson: string }} state
 * @param {Language} [language]
 * @param {'light' | 'dark'} [theme]
 */
const lesson = (state, language = 'en', theme = 'light') =>
  lessonScene(lessonSession(engine, { ...freshState(state.lesson), ...state }, () => words(language)).model, {
    theme,
    measure,
  });
/**
 * @param {Scene} scene @template {Shape['kind']} K @param {K} kind @returns {Extract<Shape, { kind: K }>[]}
 */
const only = (scene, kind) => /** @type {any} */ (scene.shapes.filter((shape) => shape.kind === kind));
/** @param {Scene} scene */
const said = (scene) =>
  only(scene, 'text').map(({ text }) =>
    typeof text === 'string'
      ? text
      : text
          .map((span) => span.text)
          .join('')
          .replaceAll('\u2009', ''),
  );

/**
 * Asserts that everything is inside the picture, and that the drawing is valid XML.
 *
 * @param {Scene} scene @param {string} name
 */
function sound(scene, name) {
  for (const shape of scene.shapes) {
    const [right, down] =
      'width' in shape ? [shape.x + shape.width, shape.y + shape.height] : [shape.x, shape.y];
    assert.ok(
      shape.x >= 0 && shape.y >= 0 && right <= scene.width + 0.01 && down <= scene.height + 0.01,
      `${name}: ${JSON.stringify({ ...shape, pixels: null })} in ${scene.width} x ${scene.height}`,
    );
    if (shape.kind !== 'text' || shape.turn !== undefined) continue;
    const text = typeof shape.text === 'string' ? shape.text : shape.text.map((span) => span.text).join('');
    const wide = measure(text, shape.size, shape.mono);
    const end =
      shape.anchor === 'start' ? shape.x + wide : shape.anchor === 'middle' ? shape.x + wide / 2 : shape.x;
    assert.ok(end <= scene.width && end - wide >= 0, `${name}: ${text} ends at ${end} of ${scene.width}`);
  }
  const root = parsed(svgOf(scene, { picture: pngUrl }));
  assert.equal(textsOf(root).length, only(scene, 'text').length);
  return root;
}

test('every step of every lesson has a picture with its title, its step and the legend, in both languages', () => {
  for (const id of LESSON_IDS) {
    for (const language of /** @type {const} */ (['en', 'es'])) {
      const { lessons, stepNames: own, stories, legend } = LANGUAGES[language];
      const { steps, isStory } = lessonSession(engine, freshState(id), () => words(language)).model.lesson;
      /** @type {Record<string, string>} */
      const stepNames = isStory ? stories.stepNames : own;
      steps.forEach((step, at) => {
        const scene = lesson({ lesson: id, step: at }, language, at % 2 ? 'dark' : 'light');
        sound(scene, `${id}, ${step}`);
        const all = said(scene).join(' ');
        assert.equal(scene.title, lessons[id].title);
        assert.ok(all.includes(`${at + 1}: ${stepNames[step]}`), `${id}: ${all.slice(0, 200)}`);
        if (!isStory) assert.ok(all.includes(LANGUAGES[language].picture.each), all);
        assert.equal(
          all.includes(legend.axes),
          all.includes(legend.weights),
          'axes are cellName where there are weights',
        );
      });
    }
  }
});

test('the picture of a step on the stage has its figure, the sum of the chosen cell and its sentence, in every language', () => {
  for (const id of LESSON_IDS)
    for (const language of /** @type {const} */ (['en', 'es', 'pt'])) {
      const { model } = lessonSession(engine, freshState(id), () => words(language));
      shownSteps(KINDS, model).forEach((step, at) => {
        if (!step.spec) return;
        const theme = at % 2 ? 'dark' : 'light';
        const scene = lessonScene(model, { theme, measure, step });
        sound(scene, `${id}, ${step.id}, ${language}`);
        const shown = matricesOf(step.spec).map((each) =>
          shownMatrix(model, /** @type {any} */ (step.spec), each),
        );
        const drawn = only(scene, 'cells').filter(
          ({ pixels, rows, cols }) => pixels.length === 4 * rows * cols,
        );
        for (const { rows, cols } of shown)
          assert.ok(
            drawn.some((cells) => cells.rows === rows && cells.cols === cols),
            `${id}, ${step.id}: ${rows} x ${cols}`,
          );
        assert.ok(said(scene).join(' ').includes(plain(step.sentence)), step.sentence);
      });
    }
  const model = lessonSession(engine, { ...freshState('words'), step: 2 }, () => words('en')).model;
  const scene = lessonScene(model, { theme: 'light', measure, step: shownSteps(KINDS, model)[2] });
  // The score of the third query and the first key: (4, 0, 2) times (2, 2, 2).
  assert.ok(
    said(scene).some((text) => text.replaceAll(/\s/gu, '').endsWith('4·2+0·2+2·2=12')),
    said(scene).join('; '),
  );
  assert.equal(
    only(scene, 'frame').filter(({ thickness }) => thickness === 2.5).length,
    3,
    'row, column and result',
  );
});

test('a picture of a lesson has the matrices of the page with their names and sizes, and matrices of later steps are quiet', () => {
  const scene = lesson({ lesson: 'words', step: 2 });
  const texts = said(scene);
  for (const text of [
    'X',
    'WQ',
    'WK',
    'WV',
    'Q',
    'K',
    'V',
    'KT',
    'S=QKT',
    'S/√dk',
    'A=softmax',
    'AV',
    '3×3',
    '4×3',
    '3×4',
    '4×4',
    'word_1',
    'w1',
  ])
    assert.ok(texts.includes(text), `${text} is in ${texts}`);
  const matrices = only(scene, 'cells').filter(({ rows }) => rows > 1);
  assert.equal(matrices.length, 14);
  assert.equal(
    matrices.filter(({ opacity = 1 }) => opacity < 1).length,
    3,
    'scaled scores, weights and the output come later',
  );
});

test('a masked lesson is hatched and the legend has the hatch; one without a mask has neither', () => {
  const masked = lesson({ lesson: 'words', step: 6, switches: { mask: 'causal' } });
  assert.ok(only(masked, 'hatch').length > 1 && said(masked).includes(LANGUAGES.en.legend.masked));
  const open = lesson({ lesson: 'words', step: 6 });
  assert.ok(only(open, 'hatch').length === 0 && !said(open).includes(LANGUAGES.en.legend.masked));
});

test('each missing number has a cross, and the legend has one', () => {
  const edits = [
    { matrix: 'embeddings', row: 0, col: 0, value: 1e200 },
    { matrix: 'wQ', row: 0, col: 0, value: 1e200 },
    { matrix: 'wK', row: 0, col: 0, value: 1e200 },
  ];
  const scene = lesson({ lesson: 'words', step: 6, edits });
  const crosses = only(scene, 'line').filter(({ stroke }) => stroke === COLORS.light.cross);
  assert.ok(crosses.length > 2, 'there are crosses');
  assert.ok(said(scene).includes(LANGUAGES.en.legend.missing));
});

test('every mistake has a picture of both sides with its figures, and a legend of what is there', () => {
  for (const { id } of FIGURES) {
    const model = contrastSession(contrastEngine, contrastState(id), () => words('en')).model;
    const scene = contrastScene(model, { theme: 'dark', measure });
    sound(scene, id);
    const texts = said(scene);
    const { headings, figures, outlined, dashed } = LANGUAGES.en.contrast;
    for (const text of [headings.wrong, headings.right, figures[id].title, 'weights', 'Σ', 'output'])
      assert.ok(texts.includes(text), `${id}: ${text} is in ${texts}`);
    const frames = only(scene, 'frame').filter(({ stroke }) => stroke === '#f08a4b');
    for (const [isDashed, text] of /** @type {const} */ ([
      [false, outlined],
      [true, dashed],
    ])) {
      assert.equal(
        frames.some((frame) => Boolean(frame.dashed) === isDashed),
        texts.includes(text),
        `${id}: ${text}`,
      );
    }
  }
});

test('forbidden cells are hatched in all three maps of a mask, and its text is the title', () => {
  const scene = maskScene(
    { ...maskState(), text: 'causal and window(3)', queries: 6, keys: 6 },
    { theme: 'light', t: LANGUAGES.en, measure },
  );
  sound(scene, 'mask');
  assert.equal(scene.title, 'causal and window(3)');
  const maps = only(scene, 'cells').filter(({ rows }) => rows === 6);
  assert.equal(maps.length, 3);
  for (const { pixels } of maps) {
    assert.deepEqual(
      Array.from({ length: 36 }, (_, cell) => pixels[4 * cell + 3] > 0),
      Array.from({ length: 36 }, (_, cell) => {
        const [query, key] = [Math.floor(cell / 6), cell % 6];
        return key <= query && query - key < 3;
      }),
    );
  }
  const texts = said(scene);
  for (const text of [
    'pattern',
    'masked scores',
    'weights',
    'allowed',
    LANGUAGES.en.masks.maskedSample,
    '0',
    '5',
  ])
    assert.ok(texts.includes(text), text);
});

test('a mask of many tokens has three pictures of pixels, and during generation they end with its row', () => {
  const scene = maskScene(
    { ...maskState(), text: 'causal', queries: 700, keys: 900 },
    { theme: 'dark', t: LANGUAGES.es, measure },
  );
  const images = elementsIn(sound(scene, 'large')).filter(({ tag }) => tag === 'image');
  assert.equal(images.length, 3);
  assert.ok(images.every(({ attributes }) => attributes.href.startsWith('data:image/png;base64,iVBOR')));
  const played = maskScene(
    { ...maskState(), text: 'all', queries: 4, keys: 4, rows: 2 },
    { theme: 'light', t: LANGUAGES.en, measure },
  );
  const [pattern] = only(played, 'cells').filter(({ rows }) => rows === 4);
  assert.deepEqual(
    Array.from({ length: 4 }, (_, row) => pattern.pixels[16 * row + 3] > 0),
    [true, true, false, false],
  );
});

test('an expression of any length and any letters is a title that fits the picture', () => {
  for (const text of [
    `cells(${Array.from({ length: 200 }, (_, at) => `${at % 6}:${at % 5}`).join(', ')})`,
    `causal ${'and causal '.repeat(40)}`.trim(),
  ]) {
    sound(
      maskScene({ ...maskState(), text, queries: 6, keys: 6 }, { theme: 'light', t: LANGUAGES.en, measure }),
      text.slice(0, 20),
    );
  }
});
