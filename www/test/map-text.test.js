import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnLayout, labelInterval, plainLabel, thinned, ticks, truncated } from '../ui/labels.js';
import { digitsIn } from '../ui/cell-digits.js';

const ADVANCE = 0.602;
const cell = { cellWidth: 38, cellHeight: 32 };
/** @param {number[]} data @param {Partial<typeof cell>} [size] @param {object} [more] */
const digits = (data, size, more) => digitsIn({ ...cell, ...size }, ADVANCE, { data, ...more });

test('all cells of a matrix have the same decimals, and a number that rounds to zero has no sign', () => {
  assert.deepEqual(digits([0.449, -1.79932, -0.0037, 1, 0])?.texts, [
    '0.45',
    '−1.80',
    '0.00',
    '1.00',
    '0.00',
  ]);
});

test('where two decimals do not fit a large number, all have fewer', () => {
  const data = [1.26, -12.345, 123.45678];
  assert.deepEqual(
    [60, 50, 38].map((cellWidth) => digits(data, { cellWidth })?.texts),
    [
      ['1.26', '−12.35', '123.46'],
      ['1.26', '−12.35', '123.46'],
      ['1.3', '−12.3', '123.5'],
    ],
  );
  assert.deepEqual(digits(data, { cellWidth: 30 })?.texts, ['1', '−12', '123']);
});

test('a cell without room for two digits has none', () => {
  assert.equal(digits([0.25, -0.123456], { cellWidth: 34 }), null);
  assert.equal(digits([0.25, 0.123456], { cellWidth: 28 }), null);
  assert.equal(digits([3], { cellHeight: 13 }), null);
});

test('digits are never smaller than eleven pixels and never wider than their cell', () => {
  for (let cellWidth = 8; cellWidth < 90; cellWidth += 1) {
    for (const data of [[1, 12], [0.123456, 1], [-0.123456], [1234.5678, -0.001], [1.5e-9], [-3e12]]) {
      const found = digits(data, { cellWidth });
      if (!found) continue;
      assert.ok(found.size >= 11, `${data} in ${cellWidth}`);
      for (const text of found.texts)
        assert.ok(text.length * found.size * ADVANCE <= cellWidth - 3, `${text} in ${cellWidth}`);
    }
  }
});

test('texts of the host are shown if they fit, otherwise the digits that fit', () => {
  assert.deepEqual(digits([0.2393], {}, { texts: ['0.239'] })?.texts, ['0.239']);
  assert.deepEqual(digits([0.23931], {}, { texts: ['0.239310'] })?.texts, ['0.24']);
  assert.deepEqual(digits([0.2393], {}, { texts: [''] })?.texts, ['']);
});

test('a masked and a missing cell show no digit unless the host gives one', () => {
  assert.deepEqual(digits([1, Number.NaN, 2], {}, { states: [1, 0, 0] })?.texts, ['', '', '2']);
  assert.deepEqual(digits([1, 2], {}, { states: [1, 0], texts: ['−∞', '2'] })?.texts, ['−∞', '2']);
});

test('a blank cell shows nothing, and the others are formatted as they will be', () => {
  assert.deepEqual(digits([1, 0.123456], {}, { states: [0, 2] })?.texts, ['1.00', '']);
  assert.deepEqual(digits([1, 2], {}, { states: [0, 2], texts: ['1', '2'] })?.texts, ['1', '']);
});

test('labels are text, and markup is shown as typed', () => {
  assert.equal(plainLabel('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>');
});

test('invisible characters and those that change the writing direction are marked', () => {
  assert.equal(plainLabel('a\u202Eb'), 'a\ufffdb');
  assert.equal(plainLabel('a\u0000\u200b'), 'a\ufffd\ufffd');
  assert.equal(plainLabel('\n'), '↵');
  assert.equal(plainLabel('\t'), '⇥');
});

test('spaces, accents, joined emoji and right-to-left words are kept', () => {
  for (const label of [' the', 'niñez', '👩‍👧', 'שלום']) assert.equal(plainLabel(label), label);
});

test('a label of a million characters is clipped', () => {
  const shown = plainLabel('x'.repeat(1e6));
  assert.equal(shown.length, 256);
  assert.ok(shown.endsWith('…'));
});

test('a missing label is not an error', () => {
  assert.equal(plainLabel(undefined), '');
  assert.equal(plainLabel(7), '7');
});

test('column labels are horizontal if each fits its column', () => {
  assert.deepEqual(columnLayout([12, 30, 31], 34), { sloping: false, height: 16, clip: 34 });
});

test('a column label that does not fit makes all of them slope, and none exceeds its share of the height', () => {
  const { sloping, height } = columnLayout([12, 60], 34);
  assert.ok(sloping);
  assert.ok(height > 50 && height < 70, `${height}`);
  assert.equal(columnLayout([500], 34).height, columnLayout([5000], 34).height);
});

test('labels are shown at round intervals, and return as cells grow', () => {
  const steps = [20, 14, 9, 5, 2, 1, 0.5].map(
    (size) => thinned({ first: 0, last: 999, size }, 14, null).step,
  );
  assert.deepEqual(steps, [1, 1, 2, 5, 10, 20, 50]);
  assert.deepEqual(thinned({ first: 7, last: 31, size: 2 }, 14, null).at, [10, 20, 30]);
});

test('the cell in focus has its label, and no other label overlaps it', () => {
  const { at } = thinned({ first: 0, last: 40, size: 2 }, 14, 13);
  assert.deepEqual(at, [0, 13, 20, 30, 40]);
  assert.deepEqual(
    thinned({ first: 0, last: 40, size: 2 }, 14, 99).at,
    [0, 10, 20, 30, 40],
    'outside the view it has none',
  );
});

test('numbers at an axis are skipped until they have room', () => {
  assert.deepEqual(ticks(4, 100, 22), [0, 1, 2, 3]);
  assert.deepEqual(ticks(24, 288, 22), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
  assert.deepEqual(ticks(2048, 300, 40), [0, 512, 1024, 1536]);
  assert.deepEqual(ticks(1, 5, 22), [0]);
});

test('labels are written at intervals of 1, 2, 5, 10, 20 and so on', () => {
  assert.deepEqual(
    [20, 12, 7, 3, 1.3, 1].map((size) => labelInterval(size, 12)),
    [1, 1, 2, 5, 10, 20],
  );
  assert.equal(labelInterval(1e-9, 12, 4), 5, 'a larger interval would change nothing');
});

test('a text is truncated to as many characters as fit, emoji included', () => {
  const measure = (/** @type {string} */ text) => Array.from(text).length;
  assert.deepEqual(
    ['suitcase', '🙂🙂🙂🙂🙂'].map((text) => [8, 5, 4].map((width) => truncated(text, width, measure))),
    [
      ['suitcase', 'suit…', 'sui…'],
      ['🙂🙂🙂🙂🙂', '🙂🙂🙂🙂🙂', '🙂🙂🙂…'],
    ],
  );
});
