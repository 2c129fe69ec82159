/** The layout of every step of every lesson, as data: no browser, and widths of texts from a table. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/attention.js';
import { KINDS } from '../rooms/learn/kinds/all.js';
import { stepsOf } from '../rooms/learn/kinds/kind.js';
import { LESSON_IDS, isStory } from '../rooms/learn/lessons/index.js';
import { session } from '../rooms/learn/session.js';
import { textsOf } from '../rooms/learn/numbers.js';
import { operandsIn } from '../rooms/learn/stage/outlines.js';
import { asDrawn, chosenCell, stepScene } from '../rooms/learn/stage/scene.js';
import { sumOf } from '../rooms/learn/stage/sum.js';
import { widenTexts } from '../rooms/learn/stage/shown.js';
import { freshState } from '../rooms/learn/state/state.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { MatrixScene } from '../rooms/learn/stage/scene.js' */
/** @import { Space } from '../rooms/learn/stage/stage.js' */
/** @import { MatrixSpec } from '../rooms/learn/stage/spec.js' */
/** @import { Model } from '../types.js' */

before(() => engine.load());

/** The widths of letters, in font sizes. */
const LETTERS = { label: 0.56, plain: 0.52, name: 0.52, italic: 0.5 };
/** @param {string} text @param {number} size @param {keyof typeof LETTERS} font */
const widthOf = (text, size, font) => text.length * size * LETTERS[font];

/** @param {string} lesson @returns {Model} */
const modelOf = (lesson) =>
  session(engine, freshState(lesson), () => ({ t: LANGUAGES.en, language: 'en' })).model;

/** @type {any} */
const tools = {
  activeCell: null,
  questionIn: () => null,
  ask: null,
  isAsked: () => false,
};

/** The steps of every lesson of matrices. */
function everyStep() {
  return LESSON_IDS.filter((lesson) => !isStory(lesson)).flatMap((lesson) => {
    const model = modelOf(lesson);
    return stepsOf(KINDS, model, tools).flatMap(({ id, spec }) =>
      spec ? [{ name: `${lesson}, ${id}`, model, spec }] : [],
    );
  });
}

/** @param {Model} model @param {MatrixSpec} spec @param {Space} room */
function matrixScene(model, spec, room) {
  const scene = stepScene(model, spec, room, widthOf);
  return 'isBars' in scene ? null : scene;
}

/** The box of a matrix. @param {MatrixScene['matrices'][number]} place */
const boxOf = ({ x, y, rows, cols, cell }) => ({
  left: x,
  top: y,
  right: x + cols * cell.width,
  bottom: y + rows * cell.height,
});

/** @type {Record<string, Space>} */
const ROOMS = {
  projector: { width: 1180, height: 440, size: 'page' },
  presentation: { width: 1180, height: 560, size: 'present' },
  phone: { width: 362, height: 560, size: 'narrow' },
};
/** A phone that lies on its side. @type {Space} */
const LYING = { width: 592, height: 272, size: 'page', large: 0.85 };

test('every step of every lesson fits a projector, a presentation and a phone, with digits that can be read', () => {
  for (const { name, model, spec } of everyStep())
    for (const [where, room] of Object.entries(ROOMS)) {
      const scene = stepScene(model, spec, room, widthOf);
      assert.ok(scene.width <= room.width, `${name} on a ${where}: ${scene.width} px wide`);
      // On a phone, the highest figure also takes space from the words.
      const height = where === 'phone' ? room.height + 30 : room.height;
      assert.ok(scene.height <= height, `${name} on a ${where}: ${scene.height} px high`);
      const digits = 'isBars' in scene ? [scene.sizes.digits] : scene.matrices.map((each) => each.digits);
      const isLeast = (/** @type {number} */ size) => size >= (where === 'phone' ? 11.5 : 16) || size === 0;
      assert.ok(digits.every(isLeast), `${name} on a ${where}: digits of ${digits}`);
    }
});

test('no matrix lies on another, on its column labels, or outside of the figure', () => {
  for (const { name, model, spec } of everyStep())
    for (const [where, room] of Object.entries(ROOMS)) {
      const scene = matrixScene(model, spec, room);
      if (!scene) continue;
      const boxes = scene.matrices.map(boxOf);
      const heads = scene.columnLabels.map(({ x, y, width, height, texts }) => ({
        left: x,
        top: y - height,
        right: x + texts.length * width,
        bottom: y,
      }));
      for (const box of [...boxes, ...heads]) {
        assert.ok(box.left >= 0 && box.top >= 0, `${name} on a ${where}: ${JSON.stringify(box)}`);
        assert.ok(
          box.right <= scene.width + 0.01 && box.bottom <= scene.height + 0.01,
          `${name} on a ${where}`,
        );
      }
      [...boxes, ...heads].forEach((a, index) =>
        [...boxes, ...heads].slice(index + 1).forEach((b) => {
          const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          assert.ok(isApart, `${name} on a ${where}: ${JSON.stringify([a, b])}`);
        }),
      );
    }
});

test('the bars of a softmax have one length and stand apart: beside the scores on a projector, below them on a phone', () => {
  const model = modelOf('words');
  const spec = /** @type {MatrixSpec} */ ({ form: 'bars', from: 'scaled', result: 'weights' });
  for (const [where, isBeside] of /** @type {const} */ ([
    ['projector', true],
    ['phone', false],
  ])) {
    const scene = stepScene(model, spec, ROOMS[where], widthOf);
    assert.ok('isBars' in scene, where);
    const { isStacked, bar, labels, column, row, note, sizes, scoreLine, ticks, most } = scene;
    assert.equal(isStacked, !isBeside, where);
    // The design has a length of at least 298 px, and digits below the bar that do not reach the next row.
    assert.ok(bar.length >= 280 && bar.height >= 30, `${where}: ${bar.length} × ${bar.height}`);
    assert.ok(note >= bar.y + bar.height && note + sizes.note <= row, where);
    assert.ok(isBeside ? bar.x > labels + 4 * column : bar.y >= scoreLine, where);
    assert.deepEqual([most, ticks], [1, isBeside ? [0, 0.5, 1] : []], where);
  }
});

test('the scale of a softmax over columns reaches the largest sum of a row', () => {
  const model = modelOf('words');
  const weights = { rows: 2, cols: 2, data: Float64Array.of(0.25, 0.5, 0.75, 0.5) };
  const matrices = { ...model.matrices, scaled: weights, weights };
  const spec = /** @type {MatrixSpec} */ ({ form: 'bars', from: 'scaled', result: 'weights' });
  const scene = stepScene({ ...model, matrices }, spec, ROOMS.projector, widthOf);
  assert.ok('isBars' in scene);
  assert.deepEqual([scene.most, scene.ticks], [1.25, [0, 1]]);
});

test('the rows of a token are at one height in a product, with its label beside them', () => {
  const model = modelOf('words');
  const spec = /** @type {MatrixSpec} */ ({ form: 'product', left: 'q', right: 'kT', result: 'scores' });
  const scene = /** @type {MatrixScene} */ (matrixScene(model, spec, ROOMS.projector));
  const [left, right, result] = scene.matrices;
  const [labels] = scene.rowLabels;
  assert.deepEqual([left.y, labels.y], [result.y, result.y]);
  assert.deepEqual([labels.row, labels.texts], [left.cell.height, model.lesson.tokens]);
  assert.equal(scene.columnLabels[0].x, right.x);
  assert.deepEqual(scene.columnLabels[0].texts, ['w1', 'w2', 'w3', 'w4']);
});

/**
 * The texts of the cells of operands in the sum of the chosen cell.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {MatrixScene} scene @param {{ row: number, col: number }} chosen
 */
const operandTexts = (model, spec, scene, chosen) =>
  scene.matrices.flatMap((place) => {
    if (place.id === spec.result || place.digits === 0) return [];
    const texts = textsOf(model, place.id, model.matrices[place.id], place.precision);
    if (spec.form === 'product' && place.id === spec.over) return texts;
    const rects = operandsIn(model, spec, place, chosen).map(({ rect }) => rect);
    for (const rect of rects) widenTexts(model, place, rect, texts);
    return rects.flatMap(({ row, col, rows = 1, cols = 1 }) =>
      Array.from(
        { length: rows * cols },
        (_, at) => texts[(row + Math.floor(at / cols)) * place.cols + col + (at % cols)],
      ),
    );
  });

test('every number of a sum is written as its cell shows it, on every screen', () => {
  let count = 0;
  for (const { name, model, spec } of everyStep()) {
    if (spec.form === 'bars' || spec.form === 'board') continue;
    const chosen = chosenCell(model, spec, null, null);
    for (const [where, room] of Object.entries({ ...ROOMS, lying: LYING })) {
      const scene = matrixScene(model, spec, room);
      if (!scene || scene.matrices.some(({ id, digits }) => id !== spec.result && digits === 0)) continue;
      const factors = sumOf(asDrawn(model, spec, scene), spec, chosen)
        .flatMap((term) => (typeof term === 'object' && 'factors' in term ? term.factors : []))
        .map(([, text]) => text.replace(/[()]/g, ''));
      const cells = operandTexts(model, spec, scene, chosen);
      for (const text of factors)
        assert.ok(cells.includes(text), `${name} on a ${where}: ${text} in ${cells}`);
      count += factors.length;
    }
  }
  assert.ok(count > 100, `${count} numbers`);
});

test('a scene is plain data, and the same step in the same space has the same scene', () => {
  for (const { name, model, spec } of everyStep()) {
    const scene = stepScene(model, spec, ROOMS.phone, widthOf);
    assert.deepEqual(structuredClone(scene), scene, name);
    assert.deepEqual(stepScene(model, spec, ROOMS.phone, widthOf), scene, name);
  }
});
