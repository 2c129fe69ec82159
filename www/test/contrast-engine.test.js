import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as engine from '../engine.js';
import { cellValue, cellName, firstWrong, scoreOf } from '../rooms/contrast/cell.js';
import { FIGURES } from '../rooms/contrast/figures.js';
import { figureOf, marksOf, sumTexts } from '../rooms/contrast/map-figure.js';
import { session } from '../rooms/contrast/session.js';
import { withOption } from '../rooms/contrast/settings.js';
import { freshState, engineOptions } from '../rooms/contrast/state.js';
import { indicatorsOf } from '../rooms/contrast/indicators.js';
import { LANGUAGES } from '../page/words/index.js';
import { refusal } from './engine-support.js';
/** @import { ContrastOptions } from '../engine.js' */

await engine.load();
const PLACE = { width: 30, height: 30, activeCell: null };

/** @param {ContrastOptions['figure']} figure @param {Partial<ContrastOptions>} [options] */
function model(figure, options) {
  const state = { ...freshState(figure), options: /** @type {any} */ (options ?? {}) };
  return session(engine, state, () => ({ t: LANGUAGES.en, language: 'en' })).model;
}

test('every figure has both sides, with matrices of equal shapes', () => {
  for (const { id } of FIGURES) {
    const { wrong, right, curve } = engine.contrast(engineOptions(freshState(id)));
    for (const matrix of /** @type {const} */ (['masked', 'allowed', 'weights', 'sums', 'output'])) {
      assert.deepEqual(
        [wrong[matrix].rows, wrong[matrix].cols],
        [right[matrix].rows, right[matrix].cols],
        `${id} ${matrix}`,
      );
    }
    assert.deepEqual(curve, [], id);
  }
});

test('the curve is computed again only if more than the features has changed', () => {
  const now = session(engine, freshState('unscaled'), () => ({ t: LANGUAGES.en, language: 'en' }));
  const { curve } = now.model.result;
  assert.equal(curve.length, 11);
  now.commit(withOption(now.state, 'd', 1024));
  assert.equal(now.model.result.curve, curve);
  assert.deepEqual(now.model.result.wrong.figures, curve[10].wrong);
  now.commit(withOption(now.state, 'd', 3));
  assert.deepEqual(now.model.result.curve.map(({ d }) => d).slice(0, 4), [1, 2, 3, 4]);
  now.commit(withOption(now.state, 'seed', 8));
  assert.notDeepEqual(now.model.result.curve[0], curve[0]);
});

test('the right side is the result of attend for the same numbers', () => {
  const [q, k, v] = engine.draw(
    7,
    [
      { rows: 8, cols: 16 },
      { rows: 8, cols: 16 },
      { rows: 8, cols: 3 },
    ].map((size) => ({ distribution: 'randn', ...size })),
  );
  const head = (/** @type {engine.MatrixData} */ { rows, cols, data }) => ({
    shape: [1, 1, rows, cols],
    data,
  });
  const attended = engine.attend({ causal: true }, { q: head(q), k: head(k), v: head(v) });
  const { right } = engine.contrast({ figure: 'late', seed: 7, tokens: 8, d: 16 });
  assert.deepEqual(right.weights.data, attended.weights.data);
  assert.deepEqual(right.output.data, attended.output.data);
});

test('unknown mistakes, missing options and unknown options are rejected by name', () => {
  const options = engineOptions(freshState('cache'));
  assert.match(
    refusal(() => engine.contrast({ ...options, figure: /** @type {any} */ ('nope') })),
    /figure must be axis or late/,
  );
  const { past: _, ...withoutPast } = options;
  assert.match(
    refusal(() => engine.contrast(withoutPast)),
    /past must be a whole number/,
  );
  assert.match(
    refusal(() => engine.contrast(/** @type {any} */ ({ ...options, pasts: 1 }))),
    /no key "pasts"/,
  );
  for (const d of [0, 1025, 1e9])
    assert.equal(
      refusal(() => engine.contrast({ ...options, d })),
      `d is ${d}: it must be from 1 to 1024`,
    );
  for (const d of [NaN, -1, 0.5, Infinity, /** @type {any} */ ('8')])
    assert.match(
      refusal(() => engine.contrast({ ...options, d })),
      /d must be a whole number/,
    );
});

test('the wrong side outlines leaked weights, and the right side those that the wrong mask removes', () => {
  const { result } = model('padding');
  assert.deepEqual(marksOf(result, 'wrong', 'weights', null), [
    { row: 0, col: 0, rows: 8, cols: 3, level: 'upstream' },
  ]);
  assert.deepEqual(marksOf(result, 'right', 'weights', null), [
    { row: 0, col: 5, rows: 8, cols: 3, level: 'downstream' },
  ]);
  const late = model('late').result;
  assert.deepEqual(marksOf(late, 'wrong', 'weights', null), [], 'zeros where they belong');
  assert.equal(marksOf(late, 'wrong', 'sums', null).length, 7);
  assert.deepEqual(marksOf(late, 'right', 'sums', { matrix: 'sums', row: 2, col: 0 }), [
    { row: 2, col: 0, rows: 1, cols: 1, level: 'focus' },
  ]);
});

test('hidden keys are hatched, and NaN is not', () => {
  const { states } = figureOf(model('empty'), 'wrong', 'weights', PLACE);
  assert.deepEqual(Array.from(states ?? []).slice(0, 8), [0, 0, 0, 0, 0, 0, 0, 0], 'a row of NaN');
  assert.deepEqual(Array.from(states ?? []).slice(24, 32), [1, 1, 0, 0, 1, 1, 1, 1]);
});

test('keys that could have been picked are flat, and only keys that cannot be seen are hatched', () => {
  const { states } = figureOf(model('shared'), 'right', 'weights', PLACE);
  const row = (/** @type {number} */ query) => Array.from(states ?? []).slice(12 * query, 12 * query + 12);
  assert.deepEqual(row(3), [3, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
  assert.equal(row(11).filter((state) => state === 0).length, 3, 'three picks');
  assert.equal(row(11).filter((state) => state === 3).length, 9);
  const text = figureOf(model('late'), 'wrong', 'weights', PLACE).states;
  assert.ok(!text?.includes(3), 'without picks, no key is unpicked');
});

test('an entry is labeled by its tokens, and queries come after them', () => {
  const cell = { matrix: 'weights', row: 0, col: 1 };
  assert.equal(cellName(model('pooled'), cell), 'Weight of key 3–5 for query 12');
  assert.equal(cellName(model('slot'), cell), 'Weight of key 4–7 for query 24');
});

test('the first wrong cell is the first in the order of rows, and there is none if nothing is wrong', () => {
  for (const { id } of FIGURES) {
    const { result } = model(id);
    const first = firstWrong(result);
    const { cols, data } = result.right.weights;
    const wrongs = Array.from(data, (weight, at) => Math.abs(weight - result.wrong.weights.data[at]) < 1e-6);
    assert.equal(first && first.row * cols + first.col, wrongs.indexOf(false), id);
  }
  assert.equal(firstWrong(model('prefill', { picks: 3 }).result), null);
  assert.deepEqual(firstWrong(model('shared').result), { matrix: 'weights', row: 3, col: 0 });
});

test('the number of keys that a query uses tells shared picks', () => {
  assert.equal(indicatorsOf(model('shared'), 'wrong')[0][1], '9');
  assert.equal(indicatorsOf(model('shared'), 'right')[0][1], '3');
});

test('both outputs have the same scale', () => {
  const of = (/** @type {'wrong' | 'right'} */ side) => figureOf(model('late'), side, 'output', PLACE);
  const { result } = model('late');
  const largest = Math.max(...[...result.wrong.output.data, ...result.right.output.data].map(Math.abs));
  assert.deepEqual([of('wrong').high, of('right').high], [largest, largest]);
});

test('a cell has both of its numbers and its score', () => {
  const now = model('zeroed');
  const cell = { matrix: 'weights', row: 0, col: 3 };
  assert.equal(cellName(now, cell), 'Weight of key 3 for query 0');
  assert.equal(scoreOf(now, 'wrong', cell), 'from a score of 0');
  assert.equal(scoreOf(now, 'right', cell), 'from a score of −∞');
  assert.equal(cellValue(now, 'right', cell), '0');
  assert.notEqual(cellValue(now, 'wrong', cell), '0');
  const says = figureOf(now, 'wrong', 'weights', PLACE).describe(0, 3);
  assert.equal(
    says,
    `Weight of key 3 for query 0, wrong ${cellValue(now, 'wrong', cell)}, from a score of 0, right 0`,
  );
});

test('padding is labeled by its position, and tokens after a cache by theirs', () => {
  assert.equal(
    cellName(model('padding'), { matrix: 'weights', row: 1, col: 0 }),
    'Weight of key pad 0 for query pad 1',
  );
  assert.equal(
    cellName(model('cache'), { matrix: 'output', row: 0, col: 0 }),
    'Output of query 6, feature 1',
  );
});

test('the figures that show a mistake belong to their side', () => {
  assert.deepEqual(indicatorsOf(model('empty'), 'wrong'), [
    ['Rows that are not a number', '2'],
    ['Row sums', 'NaN'],
  ]);
  assert.deepEqual(indicatorsOf(model('empty'), 'right'), [
    ['Rows of zeros', '2'],
    ['Row sums', '0 – 1'],
  ]);
  assert.deepEqual(indicatorsOf(model('cache'), 'right'), [
    ['Last query sees', '10 of 10'],
    ['Weight on forbidden keys, up to', '0\u202f%'],
  ]);
  const ahead = indicatorsOf(model('cache', { offset: 7 }), 'wrong');
  assert.deepEqual(ahead[1], ['Weight lost by allowed keys, up to', '0\u202f%']);
  assert.notEqual(ahead[2][1], '0\u202f%');
});

test('a row sum that is not 1 is not written as 1, and all sums of a side have the same decimals', () => {
  assert.deepEqual(sumTexts([1, 0.9981, 1.189], [1, 2]), ['1.000', '0.998', '1.189']);
  assert.deepEqual(sumTexts([1, 0.66, NaN], [1, 2]), ['1.00', '0.66', '']);
  assert.deepEqual(sumTexts([1, 1 - 1e-12, 0], [2]), ['1', '1', '0']);
  const inNarrowCells = () => false;
  assert.deepEqual(
    sumTexts([1, 0.9981, 1.0004, 1.189, 0.66], [1, 2, 3, 4], inNarrowCells),
    ['1.0', '<1', '>1', '1.2', '0.7'],
    'a sum that is not 1 is never written as 1',
  );
});

test('the weights of both sides have the same number of decimals, or none has digits', () => {
  for (const width of [14, 20, 22, 24, 27, 34, 60])
    for (const { id } of FIGURES)
      for (const matrix of /** @type {const} */ (['weights', 'output'])) {
        const now = model(id);
        const texts = (/** @type {'wrong' | 'right'} */ side) =>
          figureOf(now, side, matrix, { ...PLACE, width }).texts ?? [];
        assert.equal(texts('wrong').length, now.result.wrong[matrix].data.length);
        const decimals = [...texts('wrong'), ...texts('right')]
          .filter((text) => /\d$/.test(text))
          .map((text) => text.split('.')[1]?.length ?? 0);
        assert.ok(new Set(decimals).size <= 1, `${id} ${matrix} at ${width}: ${decimals}`);
      }
});
