import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, writersOf, number, percent, significant } from '../format/display.js';

/** The texts of a matrix in each of its formats. @param {number[]} data */
const written = (data) => writersOf(data).map((write) => data.map(write));

test('integers have no decimals', () => {
  assert.deepEqual(written([0, -0, 8, -3, 100]), [['0', '0', '8', '−3', '100']]);
});

test('numbers with few decimals are shown exactly where they fit, all with the same decimals', () => {
  assert.deepEqual(written([0.5, 0.25, -0.25]), [['0.50', '0.25', '−0.25']]);
  assert.deepEqual(written([0.125, 1.5]), [
    ['0.125', '1.500'],
    ['0.12', '1.50'],
    ['0.1', '1.5'],
  ]);
});

test('other numbers have two decimals, and the largest keeps at least two digits', () => {
  assert.deepEqual(written([0.23608986, 0.00739]), [['0.24', '0.01']]);
  assert.deepEqual(written([-63.72869, 0.04]), [
    ['−63.73', '0.04'],
    ['−63.7', '0.0'],
    ['−64', '0'],
  ]);
  assert.deepEqual(written([0.012345, -0.0001]), [['0.012', '0.000']]);
});

test('a number that rounds to zero has no sign', () => {
  assert.equal(cellText(-0.00371309, 2), '0.00');
  assert.equal(cellText(-0, 2), '0.00');
  assert.equal(cellText(-0.005000001, 2), '−0.01');
});

test('ties round to the even digit, as in NumPy', () => {
  assert.deepEqual(
    [0.125, 0.375, -0.125, 2.5, 3.5].map((value) => cellText(value, value % 1 === 0.5 ? 0 : 2)),
    ['0.12', '0.38', '−0.12', '2', '4'],
  );
  assert.equal(significant(1.125, 3), 1.12);
  assert.equal(significant(-1.375, 3), -1.38);
  assert.equal(significant(99.96, 3), 100);
});

test('numbers too long for any cell have an exponent and at least two digits', () => {
  assert.deepEqual(written([123456, -2]), [
    ['123456', '−2'],
    ['1.23e5', '−2.00e0'],
    ['1.2e5', '−2.0e0'],
  ]);
  assert.deepEqual(written([1.5e-9, 0]), [
    ['1.50e−9', '0'],
    ['1.5e−9', '0'],
  ]);
});

test('infinities and missing numbers have texts of their own', () => {
  assert.deepEqual(
    [-Infinity, Infinity, NaN].map((value) => cellText(value, 2)),
    ['−∞', '∞', 'NaN'],
  );
  assert.deepEqual(written([Infinity, 0.5]), [['∞', '0.5']]);
});

test('no text ends or begins with a point, or has a sign before zero', () => {
  for (let exponent = -12; exponent < 13; exponent += 1)
    for (const first of [1, 1.5, 4.999999, 9.9999999, 7 / 9])
      for (const texts of written([first * 10 ** exponent, -first * 10 ** exponent, -1e-3, 0]))
        for (const text of texts)
          assert.match(text, /^(?:0(?:\.0+)?|−?(?=.*[1-9])\d+(?:\.\d+)?(?:e−?\d+)?)$/);
});

test('a number in a sentence has the given decimals, without trailing zeros', () => {
  assert.deepEqual(
    [0.23608986, 8, -0.5, 12.0000001, 63.72869222].map((value) => number(value, 4)),
    ['0.2361', '8', '−0.5', '12', '63.7287'],
  );
  assert.equal(number(0, 4), '0');
  assert.equal(number(2.5, 0), '2');
});

test('a number in a sentence never reads as zero unless it is zero', () => {
  assert.deepEqual(
    [0.00073892, 0.0000739, -1e-9, 5e-324].map((value) => number(value, 4)),
    ['0.0007', '7.39e−5', '−1e−9', '4.941e−324'],
  );
  assert.equal(number(0.3, 0), '0.3');
});

test('a huge number in a sentence has an exponent', () => {
  assert.deepEqual(
    [9999999999, 1e10, -2.34567e30].map((value) => number(value, 4)),
    ['9999999999', '1e10', '−2.346e30'],
  );
});

test('a sentence has infinity with its sign, and NaN as such', () => {
  assert.deepEqual(
    [-Infinity, Infinity, NaN].map((value) => number(value, 2)),
    ['−∞', '∞', 'NaN'],
  );
});

test('a share is a whole percentage, and only 0 is 0 % and only 1 is 100 %', () => {
  const shares = [0, 0.001, 0.2361, 0.285, 0.99, 0.995, 1, 1.25, -0.5, -0.001].map(percent);
  assert.deepEqual(
    shares.map((text) => text.replace('\u202F', ' ')),
    ['0 %', '<1 %', '24 %', '28 %', '99 %', '>99 %', '100 %', '125 %', '−50 %', '>−1 %'],
  );
});
