import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formulaWidth, spoken } from '../figure/formula.js';
import { bandsOf } from '../rooms/learn/views/bands.js';
import { cellWidth, titleWidth } from '../rooms/learn/views/bands-layout.js';
import { notation } from '../figure/matrices.js';
import { spans } from '../rooms/learn/spans.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { Language } from '../state/languages.js' */

const SWITCHES = /** @type {any} */ ({ scale: 'sqrt', softmaxAxis: 'columns', positions: 'textbook' });
const aloud = (/** @type {string} */ matrix, /** @type {Language} */ language) =>
  spoken(notation(matrix, SWITCHES), LANGUAGES[language].figure.formula);

/** A font in which every character is half as wide as high. @param {string} text @param {number} size */
const measure = (text, size) => (text.length * size) / 2;

test('formulas have spoken text in English and in Spanish', () => {
  assert.equal(aloud('kT', 'en'), 'K transposed');
  assert.equal(aloud('scores', 'en'), 'S equals Q times K transposed');
  assert.equal(aloud('scores', 'es'), 'S igual a Q por K traspuesta');
  assert.equal(aloud('masked', 'en'), 'S divided by the square root of d k plus M');
  assert.equal(aloud('masked', 'es'), 'S dividido entre la raíz cuadrada de d k más M');
  assert.equal(aloud('weights', 'en'), 'A equals softmax columns');
  assert.equal(aloud('kT2', 'en'), 'K 2 transposed');
  assert.equal(aloud('allowed', 'es'), 'j menor o igual que i');
  assert.equal(aloud('projectedOutput', 'en'), 'Y equals O times W O');
  const distance = spoken(['row', 'm', '·', ['abs', 'i', '−', 'j']], LANGUAGES.en.figure.formula);
  assert.equal(distance, 'm times the absolute value of i minus j');
});

test('the T of a transposed matrix is an upright superscript in pictures too', () => {
  assert.deepEqual(spans(notation('kT', SWITCHES)), [
    { text: 'K', italic: true },
    { text: 'T', at: 'sup' },
  ]);
});

test('the width of a formula includes its letters, its indices in their size, and its root', () => {
  assert.equal(formulaWidth('Q', 10, measure), 5);
  assert.equal(formulaWidth(['sub', 'd', 'k'], 10, measure), 5 + 3.2);
  assert.ok(formulaWidth(['sqrt', 'd'], 10, measure) > 5 + 5.4);
  // The index is below the T, not next to it.
  assert.equal(
    formulaWidth(notation('kT2', SWITCHES), 10, measure),
    formulaWidth(notation('kT', SWITCHES), 10, measure),
  );
});

test('cells are narrower if wide fonts make titles and labels wider, so that a band still fits', () => {
  const matrix = (/** @type {number} */ rows, /** @type {number} */ cols) => ({
    rows,
    cols,
    data: new Float64Array(rows * cols),
  });
  const square = matrix(4, 4);
  const wide = matrix(4, 8);
  const matrices = {
    q: wide,
    k: wide,
    v: wide,
    kT: matrix(8, 4),
    scores: square,
    scaled: square,
    allowed: square,
    additive: square,
    masked: square,
    weights: square,
    output: wide,
  };
  const model = /** @type {any} */ ({
    matrices,
    switches: { ...SWITCHES, softmaxAxis: 'rows' },
    lesson: { given: { q: 'drawn' }, tokens: ['MY', 'NAME'] },
  });
  const bands = bandsOf({ ...model, graph: matrices, heads: null, t: LANGUAGES.en });
  const widths = (/** @type {number} */ em) => ({
    formula: (/** @type {any} */ formula) =>
      formulaWidth(formula, 15, (text, size) => text.length * size * em),
    size: (/** @type {string} */ text) => text.length * 11 * em,
    label: (/** @type {string} */ label) => label.length * 12.5 * em,
  });
  const [narrow, broad] = [0.45, 0.62].map((em) => cellWidth(bands, model, 1034, 14, widths(em)));
  assert.ok(narrow > broad, `${narrow} and ${broad}`);
  const columns = [8, 4, 4, 4, 4, 8];
  const titles = ['q', 'scores', 'scaled', 'masked', 'weights', 'output'].map((id) =>
    titleWidth(model, id, widths(0.62)),
  );
  const band = columns.reduce((sum, cols, at) => sum + Math.max(cols * broad, titles[at]), 5 * 14 + 39);
  assert.ok(band <= 1034, `${band}`);
});

test('a count of one is in the singular', () => {
  for (const [language, one, other] of /** @type {const} */ ([
    ['en', '1 head', '2 heads'],
    ['es', '1 cabeza', '2 cabezas'],
  ])) {
    const { overview, reading } = /** @type {any} */ (LANGUAGES[language]).maps;
    assert.equal(overview.count({ all: '1' }), one);
    assert.equal(overview.count({ all: '2' }), other);
    assert.ok(overview.countOf({ passing: '1', all: '1' }).endsWith(one));
    assert.equal(reading.heads({ n: 1 }), one);
  }
});
