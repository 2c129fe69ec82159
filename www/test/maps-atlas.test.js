/** The thumbnails of all heads in one canvas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atlas } from '../rooms/maps/overview/atlas.js';

/** An atlas with a canvas that records the corners where thumbnails are painted. */
function recorded() {
  /** @type {[number, number][]} */
  const corners = [];
  const context = {
    putImageData: (/** @type {unknown} */ _, /** @type {number} */ x, /** @type {number} */ y) =>
      corners.push([x, y]),
  };
  const scope = /** @type {any} */ (globalThis);
  scope.document = { createElement: () => ({ getContext: () => context }) };
  scope.ImageData = class {};
  return { pictures: atlas(/** @type {any} */ (() => new Uint8ClampedArray(16))), corners };
}

const DISPLAY = /** @type {any} */ ({
  map: 'ember',
  theme: 'light',
  scale: { kind: 'sequential', low: 0, high: 1 },
});
const head = () => /** @type {any} */ ({ thumb: { rows: 2, cols: 2, data: new Float32Array(4) } });

test('thumbnails of another file are removed before its first head is measured', () => {
  const { pictures, corners } = recorded();
  const first = [head(), head()];
  pictures.update(first, DISPLAY);
  assert.ok(pictures.pictureOf(0) && pictures.pictureOf(1));
  /** The heads of another file with the same shape. @type {any[]} */
  const second = [undefined, undefined];
  pictures.update(second, DISPLAY);
  assert.deepEqual([pictures.pictureOf(0), pictures.pictureOf(1)], [null, null]);
  second[1] = head();
  pictures.update(second, DISPLAY);
  assert.deepEqual([pictures.pictureOf(0), pictures.pictureOf(1)?.x], [null, 4]);
  assert.deepEqual(corners.at(-1), [4, 0]);
});

test('a head with wrong numbers has no thumbnail, also if the one of another file was there', () => {
  const { pictures, corners } = recorded();
  const wrong = { thumb: { rows: 1, cols: 1, data: new Float32Array([NaN]) }, problem: 'The bias is NaN.' };
  pictures.update([head(), head()], DISPLAY);
  pictures.update(/** @type {any} */ ([wrong, head()]), DISPLAY);
  assert.deepEqual([pictures.pictureOf(0), pictures.pictureOf(1)?.x], [null, 4]);
  assert.equal(corners.length, 3);
  const heads = [head(), head()];
  pictures.update(heads, DISPLAY);
  heads[1] = /** @type {any} */ (wrong);
  pictures.update(heads, DISPLAY);
  assert.deepEqual([pictures.pictureOf(0)?.x, pictures.pictureOf(1)], [0, null]);
});

test('a thumbnail is painted once, and again when its head is measured further', () => {
  const { pictures, corners } = recorded();
  const heads = [head(), head()];
  pictures.update(heads, DISPLAY);
  pictures.update(heads, DISPLAY);
  assert.equal(corners.length, 2);
  heads[0] = head();
  pictures.update(heads, DISPLAY);
  assert.equal(corners.length, 3);
});
