import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { inkColors, legend, legendPixels, load, paint, paintPixels } from '../engine.js';
import { PAINT, refusal } from './engine-support.js';
/** @import { PaintOptions, PaintedPixels } from '../engine.js' */

before(() => load());

/** @param {Partial<PaintOptions>} options @param {number[]} values @param {number[]} [states] */
const painted = (options, values, states = values.map(() => 0)) =>
  paintPixels(
    { ...PAINT, cols: values.length, ...options },
    Float64Array.from(values),
    Uint8Array.from(states),
  );

/** @param {PaintedPixels} image @param {number} x @param {number} y */
const pixel = ({ pixels, width }, x, y) =>
  Array.from(pixels.slice((y * width + x) * 4, (y * width + x) * 4 + 4));

/**
 * The pixels of the cell that begins at x.
 *
 * @param {PaintedPixels} image @param {number} x @param {number} [side]
 */
const cell = (image, x, side = 20) =>
  Array.from({ length: side * side }, (_, i) => pixel(image, x + (i % side), Math.floor(i / side)).join());

test('a cell has one color, and equal values have equal colors', () => {
  const image = painted({}, [0, 0.5, 0.5]);
  assert.deepEqual([image.width, image.height, image.pixels.length], [60, 20, 60 * 20 * 4]);
  for (const x of [0, 20, 40]) assert.equal(new Set(cell(image, x)).size, 1);
  assert.notDeepEqual(pixel(image, 0, 0), pixel(image, 20, 0));
  assert.deepEqual(pixel(image, 20, 0), pixel(image, 40, 0));
});

test('the low end is almost the background, and the high end is far from it, in both themes', () => {
  const light = painted({ theme: 'light' }, [0, 1]);
  assert.ok(
    pixel(light, 0, 0)
      .slice(0, 3)
      .every((channel) => channel > 230),
  );
  assert.ok(
    pixel(light, 20, 0)
      .slice(0, 3)
      .every((channel) => channel < 90),
  );
  const dark = painted({ theme: 'dark' }, [0, 1]);
  assert.ok(
    pixel(dark, 0, 0)
      .slice(0, 3)
      .every((channel) => channel < 60),
  );
  assert.ok(
    pixel(dark, 20, 0)
      .slice(0, 3)
      .every((channel) => channel > 180),
  );
});

test('a diverging map is blue below zero, ember above, and neutral at zero', () => {
  const image = painted({ kind: 'diverging', low: -1, high: 3 }, [-3, 0, 3]);
  const [[nr, , nb], [zr, zg, zb], [pr, , pb]] = [0, 20, 40].map((x) => pixel(image, x, 0));
  assert.ok(nb > nr + 50 && pr > pb + 50);
  assert.ok(Math.max(zr, zg, zb) - Math.min(zr, zg, zb) < 16);
});

test('zero, masked, missing and blank all look different', () => {
  const image = painted({}, [0, 0, NaN, 0], [0, 1, 0, 2]);
  const [zero, masked, missing, blank] = [0, 20, 40, 60].map((x) => cell(image, x).join(' '));
  assert.equal(new Set([zero, masked, missing, blank]).size, 4);
  assert.ok(new Set(cell(image, 20)).size > 1, 'a hatch has lines');
  assert.ok(new Set(cell(image, 40)).size > 1, 'a missing value has a mark');
  assert.deepEqual(new Set(cell(image, 60)), new Set(['0,0,0,0']));
});

test('infinities have the colors of the ends', () => {
  const image = painted({}, [Infinity, 1, -Infinity, 0]);
  assert.deepEqual(pixel(image, 0, 0), pixel(image, 20, 0));
  assert.deepEqual(pixel(image, 40, 0), pixel(image, 60, 0));
});

test('a gap shows the background and moves no cell', () => {
  const image = painted({ gap: 2 }, [1, 1]);
  assert.equal(image.width, 40);
  const row = Array.from({ length: 40 }, (_, x) => pixel(image, x, 10)[3]);
  assert.deepEqual(
    row.flatMap((alpha, x) => (alpha === 0 ? [x] : [])),
    [0, 19, 20, 39],
  );
});

test('digits have a contrast of 4.5 on every value of every map', () => {
  const channel = (/** @type {number} */ stored) =>
    stored <= 0.04045 ? stored / 12.92 : ((stored + 0.055) / 1.055) ** 2.4;
  const luminance = (/** @type {number[]} */ [r, g, b]) =>
    0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const inks = Object.values(inkColors()).map((color) =>
    [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)),
  );
  const values = Array.from({ length: 257 }, (_, i) => i / 128 - 1);
  for (const map of /** @type {const} */ (['ember', 'viridis', 'cividis', 'grey'])) {
    for (const kind of /** @type {const} */ (['sequential', 'diverging'])) {
      for (const theme of /** @type {const} */ (['light', 'dark'])) {
        const image = painted({ map, kind, theme, low: -1, cellWidth: 1, cellHeight: 1 }, values);
        values.forEach((value, x) => {
          const [one, other] = [luminance(pixel(image, x, 0)), luminance(inks[image.inks[x]])];
          const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
          assert.ok(contrast >= 4.5, `${map}, ${kind}, ${theme}, ${value}: ${contrast}`);
        });
      }
    }
  }
});

test('a legend goes from the low end to the high end', () => {
  const { pixels, width, height } = legendPixels({
    map: 'viridis',
    kind: 'sequential',
    theme: 'light',
    width: 30,
    height: 2,
  });
  assert.deepEqual([width, height, pixels.length], [30, 2, 240]);
  const ends = painted({ map: 'viridis' }, [0, 1]);
  assert.deepEqual(Array.from(pixels.slice(0, 4)), pixel(ends, 0, 0));
  assert.deepEqual(Array.from(pixels.slice(116, 120)), pixel(ends, 20, 0));
});

test('invalid options give a message', () => {
  const sentence = (/** @type {any} */ options, values = [0], states = [0]) =>
    refusal(() => painted(options, values, states));
  assert.equal(
    sentence({ low: 2 }),
    'a color scale needs two finite ends, the lower first, but goes from 2 to 1',
  );
  assert.equal(
    sentence({ high: NaN }),
    'a color scale needs two finite ends, the lower first, but goes from 0 to NaN',
  );
  assert.equal(sentence({ gap: 20 }), 'a gap of 20 pixels leaves nothing of a cell of 20 x 20 pixels');
  assert.equal(sentence({ cols: 2 }), 'the number of values is 1, but there are 1 x 2 cells');
  assert.equal(sentence({}, [0], [0, 0]), 'the number of states is 2, but there are 1 x 1 cells');
  assert.match(sentence({}, [0], [4]), /^a cell has the state 4/);
  assert.equal(sentence({ map: 'jet' }), 'paint options: map must be ember or viridis or cividis or grey');
  assert.match(sentence({ rows: 0, cols: 0 }, [], []), /^a heatmap needs at least one row/);
});

test('outside a browser there is no ImageData, and the message names the alternative', () => {
  const sentence = 'there is no ImageData here: outside a browser, use paintPixels and legendPixels';
  assert.equal(
    refusal(() => paint({ ...PAINT, cols: 1 }, Float64Array.of(0), Uint8Array.of(0))),
    sentence,
  );
  assert.equal(
    refusal(() => legend({ map: 'ember', kind: 'sequential', theme: 'light', width: 2, height: 1 })),
    sentence,
  );
});

test('in a browser the image owns its pixels', () => {
  class FakeImageData {
    /** @param {Uint8ClampedArray} data @param {number} width @param {number} height */
    constructor(data, width, height) {
      Object.assign(this, { data, width, height });
    }
  }
  Object.assign(globalThis, { ImageData: FakeImageData });
  try {
    const { image, inks } = paint({ ...PAINT, cols: 1 }, Float64Array.of(1), Uint8Array.of(0));
    assert.deepEqual([image.width, image.height, image.data.length, inks.length], [20, 20, 1600, 1]);
    assert.equal(image.data.buffer.byteLength, 1600);
  } finally {
    Reflect.deleteProperty(globalThis, 'ImageData');
  }
});
