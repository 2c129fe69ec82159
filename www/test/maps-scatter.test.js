/** The points of all heads by two measures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf, valuesAt } from '../rooms/maps/scatter/draw.js';
import {
  axisOf,
  firstPoints,
  headsInBox,
  nearest,
  pointByKey,
  pointsOf,
  spans,
} from '../rooms/maps/scatter/points.js';
import { pointed } from '../rooms/maps/scatter/pointed.js';
import { decode, encode } from '../rooms/maps/fragment.js';
import { freshState } from '../rooms/maps/state.js';
/** @import { Scatter } from '../rooms/maps/scatter/settings.js' */

/** @param {number} layer @param {number} head @param {number | null} sink @param {number | null} induction @returns {any} */
const found = (layer, head, sink, induction) => ({
  layer,
  head,
  measures: { sink_share: sink, induction, entropy: layer + head },
});
const HEADS = [
  found(0, 0, 0.1, 0.2),
  found(0, 1, 0.9, 0.1),
  found(1, 0, 0.5, null),
  undefined,
  found(1, 1, 0.5, 0.7),
];
/** @type {Scatter} */
const SCATTER = { across: 'sink_share', up: 'induction', color: 'layer', box: null };

test('a head with both measures is a point, and its color is its layer or a third measure', () => {
  const points = pointsOf(HEADS, SCATTER);
  assert.deepEqual(
    points.map(({ layer, head, x, y, color }) => [layer, head, x, y, color]),
    [
      [0, 0, 0.1, 0.2, 0],
      [0, 1, 0.9, 0.1, 0],
      [1, 1, 0.5, 0.7, 1],
    ],
  );
  assert.deepEqual(
    pointsOf(HEADS, { ...SCATTER, color: 'entropy' }).map(({ color }) => color),
    [0, 1, 2],
  );
});

test('an axis has round numbers around its values, and begins at 0 unless a value is below', () => {
  assert.deepEqual(axisOf([0.1, 0.73], 4).ticks, [0, 0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual(axisOf([-1, 2.5], 4).ticks, [-1, 0, 1, 2, 3]);
  assert.deepEqual(axisOf([], 4).ticks, [0, 1]);
  assert.deepEqual(axisOf([0, 0], 4), { low: 0, high: 1, ticks: [0, 0.5, 1] });
});

test('a place stands for its values, and the nearest point in reach is found among 1,000', () => {
  const frame = { width: 400, height: 300, across: axisOf([0, 1], 4), up: axisOf([0, 2], 4) };
  const place = placeOf(frame, { x: 0.25, y: 1.5 });
  const back = valuesAt(frame, place);
  assert.ok(Math.abs(back.x - 0.25) < 1e-9 && Math.abs(back.y - 1.5) < 1e-9);
  const places = Array.from({ length: 1000 }, (_, at) => ({
    x: (at % 40) * 10,
    y: Math.floor(at / 40) * 10,
  }));
  assert.equal(nearest(places, { x: 121, y: 82 }, 14), 8 * 40 + 12);
  assert.equal(nearest(places, { x: 800, y: 82 }, 14), -1);
});

test('keys go to the next point across or up, and stop at the ends', () => {
  const points = pointsOf(HEADS, SCATTER);
  // Across: 0·0, 1·1, 0·1. Up: 0·1, 0·0, 1·1.
  assert.equal(pointByKey(points, 0, 'ArrowRight'), 2);
  assert.equal(pointByKey(points, 1, 'ArrowRight'), 1);
  assert.equal(pointByKey(points, 1, 'ArrowUp'), 0);
  assert.equal(pointByKey(points, 1, 'ArrowDown'), 1);
  assert.equal(pointByKey(points, 2, 'Home'), 0);
  assert.equal(pointByKey(points, 2, 'End'), 1);
  assert.equal(pointByKey(points, -1, 'ArrowLeft'), 0);
  assert.equal(pointByKey(points, 0, 'x'), -1);
});

test('a box selects the heads in it, and a link restores it', () => {
  const box = { left: 0.4, right: 1, bottom: 0.05, top: 0.8 };
  const state = { ...freshState(), scatter: { ...SCATTER, box } };
  const heads = HEADS.flatMap((each) => (each ? [{ layer: each.layer, head: each.head, found: each }] : []));
  assert.deepEqual(
    headsInBox(state, heads).map(({ layer, head }) => [layer, head]),
    [
      [0, 1],
      [1, 1],
    ],
  );
  assert.deepEqual(headsInBox({ scatter: SCATTER }, heads), []);
  assert.ok(encode(state).endsWith('&scatter=sink_share:induction:layer:0.4:1:0.05:0.8'));
  assert.deepEqual(decode(encode(state)).state, state);
  for (const text of [
    'x:induction:layer',
    'entropy',
    'entropy:entropy:layer:1:0:0:1',
    'entropy:entropy:layer:1',
  ])
    assert.equal(decode(`v=1&room=maps&scatter=${text}`).state, null, text);
});

test('who listens hears of a head that is pointed at once', () => {
  const link = pointed();
  let told = 0;
  const end = link.listen(() => (told += 1));
  link.set({ layer: 1, head: 2 });
  link.set({ layer: 1, head: 2 });
  link.set(null);
  end();
  link.set({ layer: 0, head: 0 });
  assert.equal(told, 2);
});

test('means over texts have crosses, which an axis shows as far as a measure can be', () => {
  const spread = { sink_share: 0.3, induction: 0.4, entropy: 2, mean_distance: null };
  const points = pointsOf([{ ...found(0, 0, 0.1, 0.9), spread }], {
    across: 'sink_share',
    up: 'induction',
    color: 'layer',
  });
  assert.deepEqual(points[0].errors, { x: 0.3, y: 0.4 });
  assert.deepEqual(spans(points, 'x', 'sink_share'), [0, 0.4]);
  assert.deepEqual(spans(points, 'y', 'induction'), [0.5, 1]);
  assert.deepEqual(spans(points, 'y', 'entropy'), [0.5, 1.3]);
});

test('points begin with the usual measures, or with those that heads have', () => {
  assert.deepEqual(firstPoints(HEADS), SCATTER);
  assert.deepEqual(firstPoints([undefined]), SCATTER);
  const without = HEADS.map((head) => head && { ...head, measures: { ...head.measures, induction: null } });
  assert.deepEqual(firstPoints(without), { ...SCATTER, up: 'entropy' });
  assert.equal(pointsOf(without, firstPoints(without)).length, 4);
});
