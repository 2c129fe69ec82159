import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exact, fixed, positional } from '../format/decimal.js';

/** Rounds the exact digits, without the fast path. @param {number} value @param {number} decimals */
function slowly(value, decimals) {
  const { whole, fraction } = positional(exact(value), decimals);
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

test('rounding the shortest digits gives the same result as rounding all digits', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let n = 0; n < 20000; n += 1) {
    // Every third number has few decimals, where ties occur.
    const value =
      n % 3 === 0
        ? Math.round(random() * 1e6) / 10 ** (n % 7)
        : random() * 10 ** Math.floor(random() * 20 - 10);
    const decimals = n % 9;
    assert.equal(fixed(value, decimals), slowly(value, decimals), `${value} to ${decimals} decimals`);
  }
});

test('a tie in the shortest digits is decided by the exact digits', () => {
  // 1.005 and 1.015 are a little below their shortest digits; 2.5 is an exact tie.
  assert.deepEqual(
    [fixed(1.005, 2), fixed(1.015, 2), fixed(2.5, 0), fixed(3.5, 0), fixed(0.5, 0)],
    ['1.00', '1.01', '2', '4', '0'],
  );
});
