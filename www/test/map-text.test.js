import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnLayout, plainLabel } from '../ui/labels.js';
import { evenDecimals, fit, textOf } from '../ui/cell-digits.js';

const ADVANCE = 0.602;
const cell = { cellWidth: 34, cellHeight: 26 };
const cellText = (/** @type {number} */ value, /** @type {number} */ room) => `${value}`.slice(0, room);

test('four characters fit a usual cell at the preferred size', () => {
  assert.deepEqual(fit(cell, ADVANCE), { size: 11, room: 4 });
});

test('a wider cell leaves space around its digits, and texts of the host use it', () => {
  assert.equal(fit({ cellWidth: 46, cellHeight: 26 }, ADVANCE)?.room, 5);
  assert.deepEqual(fit({ cellWidth: 46, cellHeight: 26 }, ADVANCE, 6), { size: 11, room: 6 });
});

test('longer texts make the digits of the whole map smaller, down to nine pixels', () => {
  assert.equal(fit(cell, ADVANCE, 5)?.size, 9.5);
  assert.deepEqual(fit(cell, ADVANCE, 20), { size: 9, room: 5 });
});

test('the digits fit if the fit says so', () => {
  for (let width = 12; width < 80; width += 1) {
    for (const longest of [1, 4, 6, 9, 21]) {
      const { size, room } = fit({ cellWidth: width, cellHeight: 26 }, ADVANCE, longest) ?? assert.fail();
      assert.ok(
        room === 1 || room * size * ADVANCE <= width - 4,
        `${room} characters of ${size} px in ${width} px`,
      );
    }
  }
});

test('cells too small for a digit show none', () => {
  assert.equal(fit({ cellWidth: 10, cellHeight: 26 }, ADVANCE), null);
  assert.equal(fit({ cellWidth: 34, cellHeight: 9 }, ADVANCE), null);
});

test('digits are no higher than their row', () => {
  assert.equal(fit({ cellWidth: 34, cellHeight: 12 }, ADVANCE)?.size, 10);
});

test('texts of the host are shown if they fit, otherwise the digits that fit', () => {
  assert.equal(textOf({ value: 0.2393, state: 0, text: '0.24' }, 4, cellText), '0.24');
  assert.equal(textOf({ value: 0.2393, state: 0, text: '0.239300' }, 4, cellText), '0.23');
  assert.equal(textOf({ value: 0.2393, state: 0, text: '' }, 4, cellText), '');
});

test('a masked and a missing cell show no digit unless the host gives one', () => {
  assert.equal(textOf({ value: 1, state: 1, text: undefined }, 4, cellText), '');
  assert.equal(textOf({ value: Number.NaN, state: 0, text: undefined }, 4, cellText), '');
  assert.equal(textOf({ value: 1, state: 1, text: '−∞' }, 4, cellText), '−∞');
});

test('a blank cell shows nothing, whatever the host sets', () => {
  assert.equal(textOf({ value: 1, state: 2, text: '1' }, 4, cellText), '');
});

test('a number without a sign leaves room for a sign if its neighbours have one', () => {
  const even = evenDecimals([0.05, -0.02, 3], (_, room) => String(room));
  assert.deepEqual(
    [0.05, -0.02, 3].map((value) => even(value, 4)),
    ['3', '4', '4'],
  );
  const unsigned = evenDecimals([0.05, 0.02, -3], (_, room) => String(room));
  assert.equal(unsigned(0.05, 4), '4');
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
