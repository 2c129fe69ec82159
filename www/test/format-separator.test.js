import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/attention.js';
import { parseNumber } from '../format/parse.js';
import { listed, localized, separatorOf } from '../format/display.js';
import { digitsOf } from '../heatmap/scene.js';
import { LANGUAGES } from '../page/words/index.js';
import { asShown, inSum, textsOf, worksheetTexts } from '../rooms/learn/numbers.js';
import { cellValue } from '../rooms/contrast/cell.js';
import { numpyOf } from '../rooms/learn/numpy.js';
import { session } from '../rooms/learn/session.js';
import { freshState } from '../rooms/learn/state/state.js';
/** @import { Language } from '../state/languages.js' */

before(() => engine.load());

/** @param {Language} language */
const modelIn = (language) =>
  session(engine, { ...freshState('words'), language }, () => ({ t: LANGUAGES[language], language })).model;

test('numbers have decimal points in English, and commas in Spanish and Portuguese', () => {
  assert.deepEqual(
    /** @type {const} */ (['en', 'es', 'pt']).map((language) => localized('0.5 and −12.25', language)),
    ['0.5 and −12.25', '0,5 and −12,25', '0,5 and −12,25'],
  );
  assert.equal(localized('7.39e−5. x.', 'es'), '7,39e−5. x.');
  assert.deepEqual([separatorOf('en'), separatorOf('pt')], ['.', ',']);
  assert.equal(listed(['0.5', '1'], 'en'), '0.5, 1');
  assert.equal(listed(['0,5', '1'], 'es'), '0,5; 1');
});

test('a number is read with a point or a comma, and a thousands separator only where commas are no decimals', () => {
  for (const text of ['1,25', '1.25'])
    for (const separator of /** @type {const} */ (['.', ',']))
      assert.deepEqual(parseNumber(text, separator), { value: 1.25 }, text + separator);
  assert.deepEqual(parseNumber('1,000', ','), { value: 1 });
  assert.ok('error' in parseNumber('1,000', '.'));
  assert.ok('error' in parseNumber('1,000'));
});

test('cells, sums and worksheets have the separator of the language, and code keeps points', () => {
  const [english, spanish] = [modelIn('en'), modelIn('es')];
  const { weights } = spanish.matrices;
  assert.deepEqual(textsOf(spanish, 'weights', weights).slice(0, 2), ['0,24', '0,01']);
  assert.deepEqual(textsOf(english, 'weights', weights).slice(0, 2), ['0.24', '0.01']);
  assert.deepEqual([inSum(english, 0.23931), inSum(spanish, 0.23931)], ['0.2393', '0,2393']);
  assert.equal(asShown(spanish, 0.2361, 'weights'), 0.24);
  assert.equal(worksheetTexts(weights, false, 'pt')[0], '0,24');
  assert.equal(numpyOf(spanish, 'softmax'), numpyOf(english, 'softmax'));
});

test('a heatmap writes the digits that fit with its separator', () => {
  /** @type {any} */
  const figure = { matrix: { data: [0.25, -1.5] }, states: [0, 0], separator: ',' };
  assert.deepEqual(digitsOf(figure, { cellWidth: 60, cellHeight: 30 }, 0.6).texts, ['0,25', '−1,50']);
});

test('the values of mistakes have the separator of the language', () => {
  const matrix = { rows: 1, cols: 1, data: [0.123] };
  /** @type {any} */
  const model = { result: { right: { weights: matrix } }, language: 'es' };
  assert.equal(
    cellValue(model, 'right', /** @type {any} */ ({ matrix: 'weights', row: 0, col: 0 })),
    '0,123',
  );
});
