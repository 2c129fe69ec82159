import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingLayout } from '../rooms/learn/stories/figures/opening-layout.js';

const WORDS = ['Elinor', 'met', 'Jane', 'in', 'Bath', ';', 'Elinor', 'met'];
/** Every character is as wide as in a wide serif font. @param {string} text @param {number} size */
const measure = (text, size) => text.length * size * 0.58;

const SPACES = [
  { width: 1224, height: 330, hasLines: false },
  { width: 1384, height: 420, hasLines: false },
  { width: 700, height: 260, hasLines: false },
  { width: 362, height: 420, hasLines: true },
  { width: 332, height: 300, hasLines: true },
  { width: 292, height: 500, hasLines: true },
];

/** Points along an SVG path of moves, lines and cubic curves. @param {string} path */
function pointsOf(path) {
  const points = /** @type {[number, number][]} */ ([]);
  for (const [, kind, text] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const n = text.trim().split(/\s+/).map(Number);
    const [x, y] = points.at(-1) ?? [n[0], n[1]];
    const count = kind === 'C' ? 24 : 1;
    for (let i = 1; i <= count; i += 1) {
      const t = i / count;
      const at = (/** @type {number} */ from, /** @type {number} */ c) =>
        kind === 'C'
          ? (1 - t) ** 3 * from +
            3 * (1 - t) ** 2 * t * n[c] +
            3 * (1 - t) * t * t * n[c + 2] +
            t ** 3 * n[c + 4]
          : n[c];
      points.push([at(x, 0), at(y, 1)]);
    }
  }
  return points;
}

/** Whether two segments cross. @param {number[][]} a @param {number[][]} b */
function cross([p, q], [r, s]) {
  const side = (/** @type {number[]} */ a, /** @type {number[]} */ b, /** @type {number[]} */ c) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

test('words, blank and ways are inside the space, and no word covers another', () => {
  for (const space of SPACES) {
    const { boxes, blank, ways } = openingLayout(WORDS, measure, space);
    const all = [...boxes, blank];
    for (const { left, top, width } of all)
      assert.ok(left >= 0 && left + width <= space.width + 0.5 && top >= 0, JSON.stringify(space));
    all.forEach((a, i) =>
      all.slice(i + 1).forEach((b) => {
        const isBeside = a.left + a.width <= b.left || b.left + b.width <= a.left;
        assert.ok(isBeside || a.top + a.height <= b.top || b.top + b.height <= a.top, `${i} is covered`);
      }),
    );
    for (const [x, y] of ways.flatMap(({ path }) => pointsOf(path)))
      assert.ok(x >= 0 && x <= space.width && y >= -0.5, `a way leaves ${space.width} at ${x}, ${y}`);
  }
});

test('each way ends at its word, and no way crosses another', () => {
  for (const space of SPACES) {
    const { boxes, ways } = openingLayout(WORDS, measure, space);
    assert.equal(ways.length, WORDS.length - 1);
    ways.forEach(({ end }, place) => {
      const { left, width } = boxes[place];
      assert.ok(end.x > left && end.x < left + width);
    });
    const lines = ways.map(({ path }) => pointsOf(path));
    lines.forEach((a, i) =>
      lines.slice(i + 1).forEach((b, j) => {
        for (let m = 1; m < a.length; m += 1)
          for (let n = 1; n < b.length; n += 1)
            assert.ok(
              !cross(a.slice(m - 1, m + 1), b.slice(n - 1, n + 1)),
              `${space.width}: the ways to ${i} and ${i + j + 1} cross`,
            );
      }),
    );
  }
});

test('no way to the upper line runs through a word of the middle line', () => {
  for (const space of SPACES.filter(({ hasLines }) => hasLines)) {
    const { boxes, ways } = openingLayout(WORDS, measure, space);
    for (const { path } of ways.slice(0, 3))
      for (const [x, y] of pointsOf(path))
        for (const { left, top, width, height } of boxes.slice(3, 6))
          assert.ok(
            x < left || x > left + width || y < top || y > top + height,
            `${space.width}: ${x}, ${y}`,
          );
  }
});
