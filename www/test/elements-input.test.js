import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAttributes } from '../element/attributes.js';
import { labelsIn } from '../state/attributes.js';
import { cursorOf, ownFigure } from '../heatmap/own.js';
import { ATTRIBUTES, PLAIN, REFUSED, inputOf } from '../heatmap/input.js';
import { compute } from '../rooms/learn/compute/compute.js';
import { matrixFromText, matrixToText, toMatrix } from '../format/parse.js';
import { learn } from '../rooms/learn/settings.js';
import { ownState } from '../rooms/learn/own-data.js';
import { selectedIn } from '../rooms/learn/describe.js';
import { contrast } from '../rooms/contrast/settings.js';
import { freshState as freshContrast } from '../rooms/contrast/state.js';
import { DEFAULT_STATE, freshState } from '../rooms/learn/state/state.js';
import { LANGUAGES } from '../page/words/index.js';
import * as engine from '../engine/attention.js';

const { map } = LANGUAGES.en;

const settings = (/** @type {Partial<typeof PLAIN>} */ some) => ({ ...PLAIN, ...some });
const now = { cursor: null, table: false, room: 668 };

/**
 * @param {Record<string, import('../state/settings.js').Attribute<any>>} table
 * @param {any} state
 * @param {Record<string, string>} texts
 */
const applied = (table, state, texts) =>
  withAttributes(state, table, Object.keys(texts), (name) => texts[name] ?? null);

test('numbers in an attribute are rows ended by semicolons, or JSON rows', () => {
  for (const text of ['1 0; 0.25 0.75', '[[1, 0], [0.25, 0.75]]', '1\t0\n0.25\t0.75']) {
    assert.deepEqual(matrixFromText(text), { rows: 2, cols: 2, data: Float64Array.of(1, 0, 0.25, 0.75) });
  }
});

test('an empty address is ignored, because it would mean the page itself', () => {
  assert.equal(applied(ATTRIBUTES, settings({}), { src: '' }).state.src, null);
  assert.equal(applied(ATTRIBUTES, settings({}), { src: 'weights.json' }).state.src, 'weights.json');
});

test('infinities and NaN are accepted as NumPy, Python and JavaScript write them', () => {
  const matrix = { rows: 2, cols: 2, data: Float64Array.of(1.5, -Infinity, NaN, Infinity) };
  for (const text of [
    '1.5 -inf; nan inf',
    '[[1.5, -Infinity], [NaN, Infinity]]',
    '[[ 1.5 -inf]\n [ nan  inf]]',
    '1.5 −∞; NaN +∞',
    matrixToText(matrix),
  ])
    assert.deepEqual(matrixFromText(text), matrix, text);
  for (const text of ['naninity', 'inf.', '--inf', 'infinite', 'null'])
    assert.throws(() => matrixFromText(`1 ${text}`), /column 2: .* is not a number/);
});

test('an invalid matrix is rejected with the place of the error', () => {
  assert.throws(() => matrixFromText(' '), /there is no number/);
  assert.throws(() => matrixFromText('1 2; 3'), /^Error: row 2 has 1 number and the first has 2$/);
  assert.throws(() => matrixFromText('1 2; 3 four'), /row 2, column 2: "four" is not a number/);
  assert.throws(
    () => matrixFromText(`${'1 '.repeat(513)}`),
    /1 × 513 cells are too many: 512 × 512 can be drawn/,
  );
});

test('numbers in a property are typed arrays with their size, or rows', () => {
  const data = Float32Array.of(1, 2, 3, 4);
  assert.deepEqual(
    toMatrix({ rows: 2, cols: 2, data }),
    toMatrix([
      [1, 2],
      [3, 4],
    ]),
  );
  data[0] = 9;
  assert.deepEqual(toMatrix({ rows: 1, cols: 4, data }).data[0], 9);
});

test('a data array of the wrong length is rejected with both figures', () => {
  assert.throws(
    () => toMatrix({ rows: 2, cols: 4, data: [1, 2, 3, 4, 5, 6] }),
    /^Error: 6 numbers but 2 × 4 cells$/,
  );
  assert.throws(() => toMatrix({ rows: 0, cols: 4, data: [] }), /at least one cell/);
  assert.throws(() => toMatrix([[1, 2], [3]]), /row 2 has 1 number and the first has 2/);
  assert.throws(() => toMatrix([[1, '2']]), /row 1, column 2: "2" is not a number/);
  assert.throws(() => toMatrix({ rows: 1e9, cols: 1e9, data: [] }), /are too many/);
  for (const broken of [null, undefined, 3, 'x', {}, [], [[]], [1, 2], { rows: 1, cols: 1, data: 'a' }])
    assert.throws(() => toMatrix(broken));
});

test('data from the page is copied', () => {
  const data = Float64Array.of(1, 2);
  const { matrix } = inputOf({ rows: 1, cols: 2, data, queryLabels: ['a'] });
  data[0] = 5;
  assert.equal(matrix.data[0], 1);
});

test('labels are words, or a JSON list where one has a space in it', () => {
  assert.deepEqual(labelsIn(' the  cat sat '), ['the', 'cat', 'sat']);
  assert.deepEqual(labelsIn('["New York", 2]'), ['New York', '2']);
  assert.throws(() => labelsIn('[broken'), /is not a list of labels/);
});

test('labels that do not fit are reported and omitted', () => {
  const { figure, problems } = ownFigure(
    inputOf([[1], [0], [0], [0]]),
    settings({ queryLabels: ['a', 'b', 'c'] }),
    { map, language: 'en' },
    now,
  );
  assert.deepEqual(problems, ['3 query labels but 4 rows']);
  assert.equal(figure.rowLabels, null);
});

test('the scale is the unit interval, the range of the numbers, or symmetric around 0', () => {
  const input = inputOf([[-2, NaN, 1]]);
  const ends = (/** @type {Partial<typeof PLAIN>} */ some) => {
    const {
      figure: { kind, low, high },
      problems,
    } = ownFigure(input, settings(some), { map, language: 'en' }, now);
    return [kind, low, high, ...problems];
  };
  assert.deepEqual(ends({}), ['sequential', 0, 1]);
  assert.deepEqual(ends({ scale: 'data' }), ['sequential', -2, 1]);
  assert.deepEqual(ends({ scale: 'symmetric' }), ['diverging', -2, 2]);
  assert.deepEqual(ends({ low: -1, high: 3 }), ['sequential', -1, 3]);
  assert.deepEqual(ends({ low: 4 }), ['sequential', 0, 1, 'low: 4 is not below high, 1']);
});

test('a causal mask hides the keys after the query', () => {
  const { figure } = ownFigure(
    inputOf([
      [1, 2],
      [3, 4],
    ]),
    settings({ mask: 'causal' }),
    { map, language: 'en' },
    now,
  );
  assert.deepEqual([...(figure.states ?? [])], [0, 1, 0, 0]);
});

test('labels of cells smaller than a line are announced but not drawn', () => {
  const input = inputOf({
    rows: 2,
    cols: 100,
    data: new Float32Array(200),
    keyLabels: Array.from({ length: 100 }, (_, n) => `t${n}`),
  });
  const { figure } = ownFigure(input, PLAIN, { map, language: 'en' }, { ...now, room: 300 });
  assert.equal(figure.colLabels, null);
  assert.match(figure.describe?.(0, 7) ?? '', /key t7/);
});

test('a cursor outside of the matrix is reported and omitted', () => {
  assert.deepEqual(cursorOf(settings({ query: 1 }), { rows: 2, cols: 2, data: new Float64Array(4) }).cursor, {
    row: 1,
    col: 0,
  });
  const { cursor, problems } = cursorOf(settings({ query: 2, key: 5 }), {
    rows: 2,
    cols: 2,
    data: new Float64Array(4),
  });
  assert.deepEqual(
    [cursor, problems],
    [null, ['query: 2 is beyond the last row, 1', 'key: 5 is beyond the last column, 1']],
  );
});

test('attributes of a heatmap fall back independently', () => {
  const { state, errors } = applied(ATTRIBUTES, PLAIN, {
    values: '1 x',
    digits: '3',
    scale: 'huge',
    query: '-1',
  });
  assert.deepEqual([state.values, state.digits, state.scale, state.query], [null, 3, 'unit', null]);
  assert.equal(errors.length, 3);
});

test('a lesson reads its settings, its step by number or name, and a pair of tokens', () => {
  const { state, errors } = applied(learn.attributes, DEFAULT_STATE, {
    lesson: 'frase',
    step: 'softmax',
    scale: '0.5',
    mask: 'causal',
    'softmax-axis': 'columns',
    query: '1',
    key: '2',
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    [state.lesson, state.step, state.cursor],
    ['frase', 5, { matrix: 'weights', row: 1, col: 2 }],
  );
  assert.deepEqual(state.switches, { scale: 0.5, mask: 'causal', softmaxAxis: 'columns' });
  assert.equal(applied(learn.attributes, DEFAULT_STATE, { step: '3' }).state.step, 2);
  assert.match(
    applied(learn.attributes, DEFAULT_STATE, { step: '8' }).errors[0],
    /^step: "8" is neither a number from 1 to 7 nor one of embed, /,
  );
  assert.equal(
    applied(learn.attributes, DEFAULT_STATE, { lesson: 'heads', 'kv-heads': '2' }).state.kvHeads,
    2,
  );
  assert.deepEqual(applied(learn.attributes, DEFAULT_STATE, { lesson: 'words', 'kv-heads': '2' }).errors, [
    'kv-heads: "2" is not 1, the only possible value',
  ]);
  assert.match(
    applied(learn.attributes, DEFAULT_STATE, { lesson: 'nosuch' }).errors[0],
    /^lesson: "nosuch" is not one of first, words/,
  );
});

const tokens = ['a', 'b', 'c'];
const eye = [
  [1, 0],
  [0, 1],
];

test('custom numbers make a lesson that is computed from them', async () => {
  await engine.load();
  const state = ownState(
    {
      tokens,
      embeddings: [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
      wQ: eye,
      wK: eye,
      wV: [[1], [2]],
    },
    freshState('own'),
  );
  const { matrices } = compute(engine, state);
  assert.deepEqual(matrices.scores.data, Float64Array.of(1, 0, 1, 0, 1, 1, 1, 1, 2));
  assert.deepEqual(matrices.v.data, Float64Array.of(1, 2, 3));
  const selected = selectedIn(
    /** @type {any} */ ({ state: { cursor: { matrix: 'scores', row: 2, col: 1 } }, matrices }),
  );
  assert.deepEqual(selected, { head: null, query: 2, key: 1, weight: matrices.weights.data[7] });
});

test('several custom heads share keys and values', async () => {
  await engine.load();
  const wide = Array.from({ length: 2 }, () => [1, 2, 3, 4]);
  const state = ownState(
    { tokens, wQ: wide, wK: eye, wV: eye, wO: Array.from({ length: 4 }, () => [1, 0]), heads: 2, kvHeads: 1 },
    freshState('own'),
  );
  const { matrices } = compute(engine, state);
  assert.deepEqual([matrices.q2.cols, matrices.projectedOutput.cols], [2, 2]);
});

test('custom matrices that do not match are rejected with the figures', () => {
  const own = (/** @type {any} */ data) => () => ownState(data, freshState('own'));
  assert.throws(
    own({ tokens, embeddings: [[1], [2], [3], [4]] }),
    /^Error: 3 tokens but embeddings have 4 rows$/,
  );
  assert.throws(
    own({
      tokens,
      embeddings: [
        [1, 2],
        [2, 1],
        [3, 0],
      ],
      wQ: [[1], [2], [3]],
    }),
    /embeddings have 2 features but wQ has 3 rows/,
  );
  assert.throws(own({ tokens, wQ: eye, wK: [[1], [2]] }), /wQ has 2 columns but wK has 1/);
  assert.throws(own({ tokens, wQ: eye, wK: eye, wO: [[1, 2, 3]] }), /wO is 1 × 3, not 1 × 2/);
  assert.throws(
    own({
      tokens,
      embeddings: [
        [1, NaN],
        [1, 1],
        [1, 1],
      ],
    }),
    /embeddings: row 1, column 2: NaN is not a finite number/,
  );
  assert.throws(own({ tokens: [] }), /tokens are a list/);
  assert.throws(own({ tokens: Array.from({ length: 33 }, String) }), /33 tokens are too many: 32 fit/);
  assert.throws(own({ tokens, wX: eye }), /has no "wX"/);
  for (const broken of [null, 3, 'x', [], {}, { tokens: 'a b' }]) assert.throws(own(broken));
});

test('a mistake accepts the options of its figure, within their ranges', () => {
  const { state, errors } = applied(contrast.attributes, freshContrast(''), {
    figure: 'cache',
    tokens: '3',
    past: '2',
    offset: '9',
  });
  assert.deepEqual([state.figure, state.options.tokens, state.options.past], ['cache', 3, 2]);
  assert.match(errors[0], /^offset: "9" is not a whole number from 0 to 3$/);
  assert.match(
    applied(contrast.attributes, freshContrast(''), { figure: 'late', past: '2' }).errors[0],
    /^past: the figure late has no such option: it has tokens, seed$/,
  );
});

test('a boolean attribute is true if present, except as the text false, which React 18 writes', () => {
  for (const [table, state, name, key] of /** @type {[any, any, string, string][]} */ ([
    [ATTRIBUTES, settings({}), 'table', 'table'],
    [ATTRIBUTES, settings({}), 'editable', 'editable'],
    [learn.attributes, DEFAULT_STATE, 'table', 'tables'],
    [contrast.attributes, freshContrast(''), 'table', 'tables'],
  ])) {
    const off = applied(table, state, {}).state[key];
    for (const text of ['', 'true', name, 'table'])
      assert.notDeepEqual(applied(table, state, { [name]: text }).state[key], off, `${name}=${text}`);
    for (const text of ['false', ' False '])
      assert.deepEqual(applied(table, state, { [name]: text }).state[key], off, `${name}=${text}`);
  }
});

test('an array or object that was converted to text is rejected, and so is an attribute that only exists as a property', () => {
  const says = (/** @type {Record<string, string>} */ texts) =>
    applied({ ...ATTRIBUTES, ...REFUSED }, settings({}), texts).errors;
  for (const input of [
    [
      [1, 0],
      [0.25, 0.75],
    ],
    [
      [1e-7, NaN],
      [-Infinity, null],
    ],
    Float32Array.of(1, 0.1),
    { rows: 1 },
    [{ a: 1 }, { b: 2 }],
  ]) {
    assert.match(
      says({ values: String(input) }).join(),
      /^values: ".*" is a list turned into text.*semicolon between rows, or set the property data$/,
      String(input),
    );
    assert.match(
      says({ data: String(input) }).join(),
      /^data: ".*" is text, and data is a property: set element\.data.*values="1 0; 0\.25 0\.75"$/,
      String(input),
    );
  }
  for (const text of [
    '1 0; 0.25 0.75',
    '1, 0, .25, .75',
    '[1,0,0.25]',
    '[[1,0],[0.25,0.75]]',
    '0.5',
    '1,0;0,1',
    '1,0\n0,1',
  ])
    assert.deepEqual(says({ values: text }), [], text);
});
