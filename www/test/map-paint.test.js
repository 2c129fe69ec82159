import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { load } from '../engine.js';
import { complete } from '../heatmap/figure.js';
import { pixelGrid } from '../ui/grid.js';
import { paintMap } from '../heatmap/screen.js';
import { matrix } from './engine-support.js';
/** @import { Figure } from '../heatmap/figure.js' */
/** @import { Painted } from '../heatmap/screen.js' */

/** Counts how often the canvas got new pixels. */
let paintings = 0;
/** Counts how often all numbers of a matrix were read for their digits. */
let readings = 0;
/** What was written last, cell by cell. @type {string[]} */
let written = [];

/** The part of a canvas that painting uses. */
const context = {
  putImageData() {
    paintings += 1;
    written = [];
  },
  /** @param {string} text */
  fillText: (text) => written.push(text),
  /** @param {string} text */
  measureText: (text) => ({ width: text.length * 7 }),
};
const canvas = /** @type {HTMLCanvasElement} */ (
  /** @type {unknown} */ ({ width: 0, height: 0, getContext: () => context })
);

class FakeImageData {
  /** @param {Uint8ClampedArray} data @param {number} width @param {number} height */
  constructor(data, width, height) {
    Object.assign(this, { data, width, height });
  }
}

before(async () => {
  Object.assign(globalThis, { ImageData: FakeImageData, document: { createElement: () => canvas } });
  await load();
});
after(() => ['ImageData', 'document'].forEach((name) => Reflect.deleteProperty(globalThis, name)));
beforeEach(() => {
  paintings = 0;
  readings = 0;
});

/** A matrix that counts reads of its numbers. @param {number[][]} rows */
function watched(rows) {
  const made = matrix(rows);
  const iterator = Float64Array.prototype[Symbol.iterator];
  Object.defineProperty(made.data, Symbol.iterator, {
    value() {
      readings += 1;
      return iterator.call(made.data);
    },
  });
  return made;
}

const NUMBERS = [
  [0.25, 0.75],
  [-0.5, 1],
];
/** @type {Figure} */
const FIGURE = { matrix: matrix(NUMBERS), name: 'weights', kind: 'sequential', low: 0, high: 1 };
/** @type {{ theme: 'light' | 'dark', ratio: number, font: string }} */
const DISPLAY = { theme: 'light', ratio: 1, font: 'monospace' };

/** @param {Partial<Figure>} figure @param {Painted | null} earlier @param {Partial<typeof DISPLAY>} [look] */
function painted(figure, earlier, look) {
  const whole = complete({ ...FIGURE, ...figure }) ?? assert.fail();
  const appearance = { ...DISPLAY, ...look };
  return paintMap(
    canvas,
    whole,
    pixelGrid(whole.matrix, whole.cellWidth, whole.cellHeight, appearance.ratio),
    appearance,
    earlier,
  );
}

test('moving marks and cursors paints nothing and computes no digits', () => {
  const numbers = watched(NUMBERS);
  const first = painted({ matrix: numbers }, null);
  assert.deepEqual([paintings, readings], [1, 1]);
  const marks = [{ row: 0, col: 1, rows: 1, cols: 1, level: /** @type {const} */ ('focus') }];
  assert.equal(painted({ matrix: numbers, marks, cursor: { row: 0, col: 1 } }, first), first);
  assert.deepEqual([paintings, readings], [1, 1]);
});

test('equal numbers, states and texts in new arrays paint nothing', () => {
  const texts = ['a', 'b', 'c', 'd'];
  const first = painted({ texts, states: new Uint8Array(4) }, null);
  assert.equal(
    painted({ matrix: watched(NUMBERS), texts: [...texts], states: new Uint8Array(4) }, first),
    first,
  );
  assert.deepEqual([paintings, readings], [1, 0]);
});

test('everything visible in a map is painted when it changes', () => {
  /** @type {Partial<Figure>[]} */
  const changes = [
    {
      matrix: matrix([
        [0.25, 0.75],
        [-0.5, 0.875],
      ]),
    },
    { matrix: matrix([[0.25, 0.75, -0.5, 1]]) },
    { states: Uint8Array.of(0, 1, 0, 0) },
    { low: -1 },
    { high: 2 },
    { kind: 'diverging' },
    { map: 'grey' },
    { cellWidth: 60 },
    { cellHeight: 40 },
    { texts: ['a', '', '', ''] },
  ];
  for (const change of changes) {
    const first = painted({}, null);
    assert.notEqual(painted(change, first), first, Object.keys(change)[0]);
  }
  for (const look of [{ theme: /** @type {const} */ ('dark') }, { ratio: 2 }, { font: 'serif' }]) {
    const first = painted({}, null);
    assert.notEqual(painted({}, first, look), first, Object.keys(look)[0]);
  }
});

test('texts from the host are painted when they are set, changed and removed', () => {
  const digits = painted({}, null);
  assert.deepEqual(written, digits.texts);
  const named = painted({ texts: ['a', 'b', 'c', 'd'] }, digits);
  assert.deepEqual(written, ['a', 'b', 'c', 'd']);
  const renamed = painted({ texts: ['a', 'b', 'c', 'e'] }, named);
  assert.deepEqual(written, ['a', 'b', 'c', 'e']);
  painted({}, renamed);
  assert.deepEqual(written, digits.texts);
});
