/** Two texts of unequal length, compared with alignments by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aligned, alone, NOWHERE } from '../rooms/maps/head/aligned.js';

test('equal tokens have one place, in the order of both texts, and others one of their own', () => {
  const here = ['When', ' Mary', ' and', ' John', ' went', '.'];
  const there = [' When', ' John', ' went', ' home', '.'];
  const found = aligned(here, there);
  assert.deepEqual(found, {
    a: Uint32Array.of(0, 1, 2, 3, 4, NOWHERE, 5),
    b: Uint32Array.of(0, NOWHERE, NOWHERE, 1, 2, 3, 4),
    texts: ['When', ' Mary', ' and', ' John', ' went', ' home', '.'],
  });
  assert.deepEqual(alone(found), { here: [' Mary', ' and'], there: [' home'] });
});

test('as many tokens as possible have a partner', () => {
  /** The length of the longest common subsequence, by trying all subsets of the shorter text. */
  const longest = (/** @type {string[]} */ a, /** @type {string[]} */ b) => {
    let best = 0;
    for (let subset = 0; subset < 2 ** a.length; subset += 1) {
      const chosen = a.filter((_, at) => (subset >> at) & 1);
      let from = 0;
      const fits = chosen.every((text) => {
        const at = b.indexOf(text, from);
        from = at + 1;
        return at >= 0;
      });
      if (fits) best = Math.max(best, chosen.length);
    }
    return best;
  };
  for (let seed = 0; seed < 40; seed += 1) {
    const letters = (/** @type {number} */ n, /** @type {number} */ step) =>
      Array.from({ length: n }, (_, at) => 'abc'[(at * at * step + seed * (at + 1)) % 3]);
    const [a, b] = [letters(7, 2), letters(9, 5)];
    const found = aligned(a, b);
    const { here, there } = alone(found);
    assert.equal(found.texts.length - here.length - there.length, longest(a, b));
    assert.deepEqual(
      [...found.a].filter((place) => place !== NOWHERE),
      a.map((_, at) => at),
    );
    assert.deepEqual(
      [...found.b].filter((place) => place !== NOWHERE),
      b.map((_, at) => at),
    );
  }
});

test('a text without a common token, and an empty one, are beside each other', () => {
  assert.deepEqual(aligned(['a'], ['b']).texts, ['a', 'b']);
  assert.deepEqual(aligned([], ['b']).texts, ['b']);
});
