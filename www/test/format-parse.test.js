import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawText, parseDraw } from '../format/parse-draw.js';
import { parseMatrix, parseNumber } from '../format/parse.js';

/** @param {string} text */
const value = (text) => {
  const read = parseNumber(text);
  return 'value' in read ? read.value : read.error;
};

/** @param {string} text */
const rows = (text) => {
  const read = parseMatrix(text);
  if ('error' in read) return read;
  return Array.from({ length: read.rows }, (_, row) =>
    Array.from(read.data.subarray(row * read.cols, (row + 1) * read.cols)),
  );
};

test('plain numbers are parsed, with either minus sign', () => {
  assert.deepEqual(
    ['1.5', '-2', '−2', '+2', '.5', '1.', ' 7 ', '1e-3', '1e−3', '-1E+2'].map(value),
    [1.5, -2, -2, 2, 0.5, 1, 7, 0.001, 0.001, -100],
  );
});

test('a comma is a decimal comma where it is unambiguous', () => {
  assert.deepEqual(
    ['0,5', '-12,25', '0,125', '1234,567', ',5'].map(value),
    [0.5, -12.25, 0.125, 1234.567, 0.5],
  );
  assert.deepEqual(['1,234', '1,2,3', '1,234.5'].map(value), ['notNumber', 'notNumber', 'notNumber']);
});

test('anything but a finite number is rejected', () => {
  for (const text of [
    'abc',
    '1.2.3',
    'Infinity',
    '-inf',
    'NaN',
    '0x10',
    '1e999',
    '1/2',
    '1 2',
    '.',
    '-',
    'e5',
    '--1',
    '1_000',
    '１',
    '<img onerror=1>',
  ]) {
    assert.equal(value(text), 'notNumber', text);
  }
  assert.deepEqual(['', '  ', '\n'].map(value), ['empty', 'empty', 'empty']);
});

test('the message about a wrong number quotes at most twenty characters of it', () => {
  const read = parseNumber('x'.repeat(1e6));
  assert.ok('error' in read);
  assert.equal(read.figures.text, `${'x'.repeat(19)}…`);
});

test('rows are on lines or end with semicolons, their numbers separated by blanks, tabs or commas', () => {
  const expected = [
    [1, 2],
    [3, -4.5],
  ];
  for (const text of [
    '1 2\n3 -4.5',
    '1, 2; 3, −4.5',
    '1\t2\r\n3\t-4.5\r\n',
    ' 1,2,\n\n 3,-4.5,',
    '1 2;\n3 -4.5;',
  ])
    assert.deepEqual(rows(text), expected, text);
});

test('in text separated by tabs, as from a spreadsheet, a comma is a decimal comma', () => {
  assert.deepEqual(rows('0,5\t1\n2\t3,25'), [
    [0.5, 1],
    [2, 3.25],
  ]);
  assert.deepEqual(rows('1,\t2,\n3,\t4'), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(rows('1\t\t3'), { error: 'notNumber', figures: { row: 1, column: 2, text: '' } });
});

test('if blanks separate numbers, a comma within them is a decimal comma', () => {
  for (const text of ['0,25 0,75; 1 -0,5', '[[0,25 0,75]\n [1 -0,5]]'])
    assert.deepEqual(rows(text), [
      [0.25, 0.75],
      [1, -0.5],
    ]);
  assert.deepEqual(rows('1, 2 3'), [[1, 2, 3]]);
  assert.deepEqual(rows('1,5 1,234'), { error: 'notNumber', figures: { row: 1, column: 2, text: '1,234' } });
});

test('the output of NumPy is parsed', () => {
  assert.deepEqual(rows('array([[ 1.,  0.],\n       [ 1.,  1.]])'), [
    [1, 0],
    [1, 1],
  ]);
  assert.deepEqual(rows('[[0.1984 0.203 ]\n [0.177  0.194 ]]'), [
    [0.1984, 0.203],
    [0.177, 0.194],
  ]);
  assert.deepEqual(rows('array([[2.36089863e-01, 7.38987555e-03]], dtype=float32)'), [
    [0.236089863, 0.00738987555],
  ]);
  assert.deepEqual(rows('k:  [[ 0.3  0.2\n  -0.1]\n [-0.03  1.3\n   2.3]]'), [
    [0.3, 0.2, -0.1],
    [-0.03, 1.3, 2.3],
  ]);
});

test('typed NumPy arrays are parsed', () => {
  for (const text of [
    '[[1, 2], [3, 4]]',
    'W_Q = np.array([[1, 2], [3, 4]])',
    '[1, 2], [3, 4]',
    '[1 2][3 4]',
    '[[1, 2,], [3, 4,],]',
  ]) {
    assert.deepEqual(
      rows(text),
      [
        [1, 2],
        [3, 4],
      ],
      text,
    );
  }
  assert.deepEqual(rows('[1, 2, 3]'), [[1, 2, 3]]);
});

test('a row of another length than the first is reported with the figures', () => {
  assert.deepEqual(rows('1 2\n3 4\n5'), { error: 'ragged', figures: { row: 3, got: 1, expected: 2 } });
  assert.deepEqual(rows('[[1], [2, 3]]'), { error: 'ragged', figures: { row: 2, got: 2, expected: 1 } });
  assert.deepEqual(rows('[[1], []]'), { error: 'ragged', figures: { row: 2, got: 0, expected: 1 } });
});

test('a cell that is not a number is reported with its place', () => {
  assert.deepEqual(rows('1 2\n3 four'), { error: 'notNumber', figures: { row: 2, column: 2, text: 'four' } });
  assert.deepEqual(rows('1,,3'), { error: 'notNumber', figures: { row: 1, column: 2, text: '' } });
  assert.deepEqual(rows('[[1, inf]]'), { error: 'notNumber', figures: { row: 1, column: 2, text: 'inf' } });
  assert.deepEqual(rows('[[1, 2], x, [3, 4]]'), {
    error: 'notNumber',
    figures: { row: 2, column: 1, text: 'x' },
  });
  assert.deepEqual(rows('[[1, 2], [3'), { error: 'notNumber', figures: { row: 2, column: 1, text: '[3' } });
  assert.deepEqual(rows('[[[1, 2]]]'), { error: 'notNumber', figures: { row: 1, column: 1, text: '[[[' } });
});

test('an empty paste is reported as empty', () => {
  for (const text of ['', ' \n\t', '[]', '[[]]', 'array([])', ';;'])
    assert.deepEqual(rows(text), { error: 'empty', figures: {} }, text);
});

test('a paste of a million characters is parsed quickly', () => {
  const before = process.cpuUsage();
  const blanks = ' '.repeat(1e6);
  for (const text of [
    `1${blanks}2`,
    `1\t${blanks}2`,
    `[1,${blanks}2]`,
    '1\t'.repeat(5e5),
    ','.repeat(1e6),
    '1 '.repeat(5e5),
    '['.repeat(1e6),
    '[1,'.repeat(3e5),
    '[1] '.repeat(2e5),
    blanks,
    'x'.repeat(1e6),
    ']'.repeat(1e6),
    `[1]${blanks}x`,
    `[1] ${'x '.repeat(5e5)}`,
  ])
    parseMatrix(text);
  // Processor time, because other programs may be running.
  assert.ok(process.cpuUsage(before).user < 5_000_000);
});

test('calls of the generator are parsed', () => {
  assert.deepEqual(parseDraw('randint(3)'), { distribution: 'randint', low: 0, high: 3, factor: 1 });
  assert.deepEqual(parseDraw('randint(-3, 4)'), { distribution: 'randint', low: -3, high: 4, factor: 1 });
  assert.deepEqual(parseDraw('randn'), { distribution: 'randn', factor: 1 });
  assert.deepEqual(parseDraw(' randn() * 0.1 '), { distribution: 'randn', factor: 0.1 });
  assert.deepEqual(parseDraw('0.1*np.random.randn()'), { distribution: 'randn', factor: 0.1 });
  assert.deepEqual(parseDraw('rand()'), { distribution: 'rand', factor: 1 });
  assert.deepEqual(parseDraw('uniform(−1, 1)'), { distribution: 'uniform', low: -1, high: 1, factor: 1 });
  assert.deepEqual(parseDraw('uniform'), { distribution: 'uniform', low: 0, high: 1, factor: 1 });
  assert.deepEqual(parseDraw('normal(0, 0.5)'), {
    distribution: 'normal',
    mean: 0,
    deviation: 0.5,
    factor: 1,
  });
});

test('other calls are rejected', () => {
  for (const text of [
    '',
    'randint',
    'randint()',
    'randint(0)',
    'randint(4, 4)',
    'randint(1.5)',
    'randint(1e30)',
    'randint(1, 2, 3)',
    'randn(3)',
    'normal(0, -1)',
    'uniform(a)',
    'uniform(1,)',
    'poisson(3)',
    'randn * x',
    'randn * 2 * 3',
    'randn * randn',
    'randn + 1',
    'alert(1)',
  ]) {
    assert.ok('error' in parseDraw(text), text);
  }
});

test('a call that is written is parsed back unchanged', () => {
  for (const text of [
    'randint(3)',
    'randint(-3, 4)',
    'randn',
    'randn * 0.1',
    'rand',
    'uniform(-1, 1)',
    'uniform(0, 1)',
    'normal(0, 0.5)',
    'normal(2, 1) * -3',
  ]) {
    const spec = parseDraw(text);
    assert.ok(!('error' in spec), text);
    assert.equal(drawText(spec), text);
  }
});

test('a call from a notebook is parsed, and its size is ignored', () => {
  const plain = parseDraw('randint(3)');
  for (const text of [
    'np.random.randint(3, size=(3, 3))',
    'random.randint(3, size = 9)',
    'randint(3,size=(3,))',
  ])
    assert.deepEqual(parseDraw(text), plain, text);
  assert.ok('error' in parseDraw('randint(size=(3, 3))'), 'a size is not a bound');
});
