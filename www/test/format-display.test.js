import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widest } from '../format/cell-text.js';
import { fixed } from '../format/decimal.js';
import { cellText, number, percent } from '../format/display.js';

/** @param {number} value @param {number[]} rooms */
const inRooms = (value, rooms) => rooms.map((room) => cellText(value, room));

test('a cell shows the whole number if it fits', () => {
  assert.deepEqual(
    [0.5, 0.25, -0.125, 8, -3, 1.5, 100].map((value) => cellText(value, 6)),
    ['0.5', '0.25', '−0.125', '8', '−3', '1.5', '100'],
  );
});

test('a cell shows as many decimals as fit', () => {
  assert.deepEqual(inRooms(0.2361, [4, 5, 6, 9]), ['0.24', '0.236', '0.2361', '0.2361']);
  assert.deepEqual(inRooms(-63.72869, [4, 5, 6, 9]), ['−64', '−63.7', '−63.73', '−63.72869']);
});

test('the zero before the point is omitted only if its place is needed for a second decimal', () => {
  assert.deepEqual(inRooms(0.2361, [2, 3, 4]), ['.2', '.24', '0.24']);
  assert.deepEqual(inRooms(-0.2361, [3, 4, 5]), ['−.2', '−.24', '−0.24']);
  assert.equal(cellText(0.5, 3), '0.5');
});

test('a zero without a point in a cell is exactly zero', () => {
  assert.deepEqual(
    [0, -0].map((value) => cellText(value, 4)),
    ['0', '0'],
  );
  assert.deepEqual(inRooms(1e-9, [2, 3, 4, 5]), ['.0', '.00', '0.00', '0.000']);
  assert.deepEqual(inRooms(-1e-9, [2, 3, 4, 5]), ['−0', '−.0', '−.00', '−0.00']);
});

test('a share just below one does not look like one', () => {
  assert.deepEqual(inRooms(0.9999, [2, 3, 4, 6]), ['1.', '1.0', '1.00', '0.9999']);
});

test('a number too long for its cell is written with an exponent', () => {
  assert.deepEqual(inRooms(123456, [3, 5, 6]), ['1e5', '1.2e5', '123456']);
  assert.deepEqual(inRooms(-1e300, [4, 6]), ['…', '−1e300']);
  assert.equal(cellText(-0.3, 1), '…');
});

test('infinities and missing numbers have signs of their own', () => {
  assert.deepEqual(
    [-Infinity, Infinity, NaN].map((value) => cellText(value, 4)),
    ['−∞', '∞', 'NaN'],
  );
  assert.deepEqual(
    [-Infinity, Infinity, NaN].map((value) => cellText(value, 1)),
    ['…', '∞', '?'],
  );
});

test('no text is longer than its cell, and only zero is shown as zero', () => {
  for (let exponent = -12; exponent < 13; exponent += 1) {
    for (const first of [1, 1.5, 4.999999, 9.9999999, 7 / 9]) {
      for (const value of [first * 10 ** exponent, -first * 10 ** exponent]) {
        for (let room = 1; room < 12; room += 1) {
          const text = cellText(value, room);
          assert.ok(text.length <= room, `${value} in ${room}: ${text}`);
          assert.notEqual(text, '0', `${value} in ${room}`);
        }
      }
    }
  }
});

/**
 * Tries every number of decimals, from the most that could fit.
 *
 * @param {number} size
 * @param {number} room
 * @param {boolean} tight
 */
function triedOut(size, room, tight) {
  for (let decimals = room; decimals > 0; decimals -= 1) {
    const text = tight ? fixed(size, decimals).replace(/^0/, '') : fixed(size, decimals);
    if (text.length <= room) return text;
  }
  return null;
}

test('the number of decimals is the same as if every count were tried', () => {
  let word = 1;
  // A simple generator (Lehmer's), so that every run has the same numbers.
  const random = () => (word = (word * 48271) % 2147483647) / 2147483647;
  const edges = [
    0.5, 0.05, 0.95, 0.995, 0.9995, 9.5, 9.95, 9.995, 99.5, 99.95, 999.995, 0.9999999999, 9.9999999999,
    5e-324, 1e21, 123456.789,
  ];
  const sizes = [
    ...edges,
    ...Array.from({ length: 6000 }, (_, i) =>
      i % 3 === 0
        ? 10 ** Math.ceil(random() * 6 - 3) * (1 - 10 ** (-random() * 9))
        : random() * 10 ** (random() * 16 - 8),
    ),
  ];
  for (const size of sizes) {
    const whole = Math.trunc(size);
    const before = whole === 0 ? 1 : BigInt(whole).toString().length;
    for (let room = 0; room < 12; room += 1) {
      assert.equal(widest(size, room, before), triedOut(size, room, false), `${size} in ${room}`);
      if (whole === 0)
        assert.equal(widest(size, room, 0), triedOut(size, room, true), `${size} in ${room}, tight`);
    }
  }
});

/** Counts how often a call formats a number; each attempt formats it once. @param {() => void} call */
function countDigits(call) {
  let count = 0;
  const { toExponential } = Number.prototype;
  Number.prototype.toExponential = function (...rest) {
    count += 1;
    return toExponential.apply(this, rest);
  };
  try {
    call();
  } finally {
    Number.prototype.toExponential = toExponential;
  }
  return count;
}

test('the largest number of decimals that fits is found at the first attempt, or at the second if rounding adds a digit', () => {
  assert.equal(
    countDigits(() => fixed(1 / 3, 4)),
    1,
  );
  const tries = [
    [1 / 3, 1],
    [123.456, 3],
    [9.9999999, 1],
    [0.9999999, 1],
    [0.9999999, 0],
    [99.9999999, 2],
  ].map(([size, before]) => countDigits(() => widest(size, 6, before)));
  assert.deepEqual(tries, [1, 1, 2, 1, 2, 2]);
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
