import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thumbnailScale } from '../rooms/maps/overview/atlas.js';
import { isIndexed } from '../rooms/maps/overview/best-view.js';
import { bytesText, columnValue, longValue, shortValue } from '../rooms/maps/overview/figures.js';
import { cornerOf, visiblePlaces, layOut, spotAt, moveByKey } from '../rooms/maps/overview/geometry.js';
import { largestHeads, listHeads, measureRange } from '../rooms/maps/overview/order.js';
import { aboutSpot } from '../rooms/maps/overview/speech.js';
import { freshState } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { MapsData, MapsState } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;

/** Two layers of three heads, of which the last is not measured yet and one has no entropy. */
const data = /** @type {MapsData} */ (
  /** @type {unknown} */ ({
    reading: { layers: 2, heads: 3, keys: 4, queries: 4 },
    heads: [0.5, 0.1, null, 0.9, 0.5]
      .map((entropy, place) => ({
        layer: Math.floor(place / 3),
        head: place % 3,
        measures: { entropy, sink_share: place / 10 },
        thumb: { rows: 1, cols: 2, data: Float32Array.of(0, place / 8) },
      }))
      .concat(/** @type {any} */ ([undefined])),
    similar: [
      { layer: 1, head: 0, similarity: 0.8 },
      { layer: 0, head: 1, similarity: 0.2 },
      { layer: 0, head: 2, similarity: null },
    ],
  })
);
/** @param {Partial<MapsState>} [patch] @returns {MapsState} */
const state = (patch) => ({
  ...freshState({}, { name: 'a', layers: 2, heads: 3, queries: 4, keys: 4 }),
  ...patch,
});
/** @param {ReturnType<typeof listHeads>} list */
const names = ({ heads }) => heads.map(({ layer, head }) => `${layer}·${head}`).join(' ');

test('the heads of a single layer take several lines if they are wider than the room', () => {
  const of = (/** @type {number} */ heads) =>
    listHeads({ ...data, heads: [], reading: { ...data.reading, layers: 1, heads } }, state());
  assert.deepEqual([of(12).flow, of(32).flow], [false, true]);
  assert.equal(
    of(32)
      .heads.map(({ head }) => head)
      .join(),
    Array.from({ length: 32 }, (_, head) => head).join(),
  );
});

test('the layout by layer has all heads, including those that are not measured yet', () => {
  const list = listHeads(data, state());
  assert.deepEqual([list.flow, names(list), list.passing], [false, '0·0 0·1 0·2 1·0 1·1 1·2', 6]);
  assert.deepEqual(
    list.heads.map(({ value }) => value),
    [0.5, 0.1, null, 0.9, 0.5, null],
  );
});

test('last layer first reverses the layers and not the heads', () => {
  assert.equal(names(listHeads(data, state({ order: 'down' }))), '1·0 1·1 1·2 0·0 0·1 0·2');
});

test('sorting by a measure is stable, and heads without a value come last in both directions', () => {
  assert.equal(names(listHeads(data, state({ sort: 'entropy', order: 'up' }))), '0·1 0·0 1·1 1·0 0·2 1·2');
  assert.equal(names(listHeads(data, state({ sort: 'entropy', order: 'down' }))), '1·0 0·0 1·1 0·1 0·2 1·2');
});

test('a filter counts the heads in its range, ends included; a head without the measure fails', () => {
  const filter = { measure: /** @type {const} */ ('entropy'), least: 0.1, most: 0.5 };
  const grid = listHeads(data, state({ filter }));
  assert.deepEqual([grid.passing, grid.heads.length], [3, 6]);
  assert.deepEqual(
    grid.heads.map(({ passes }) => passes),
    [true, true, false, false, true, false],
  );
  assert.equal(names(listHeads(data, state({ filter, sort: 'sink_share', order: 'down' }))), '1·1 0·1 0·0');
});

test('sorting by similarity puts the open head first, then the most similar with their cosine', () => {
  const list = listHeads(data, state({ alike: true, layer: 0, head: 0 }));
  assert.equal(names(list), '0·0 1·0 0·1 0·2 1·1 1·2');
  assert.deepEqual(
    list.heads.slice(0, 4).map(({ value }) => value),
    [1, 0.8, 0.2, null],
  );
  assert.equal(listHeads({ ...data, similar: null }, state({ alike: true })).flow, false);
});

test('the range of a measure covers the heads that have it', () => {
  assert.deepEqual(measureRange(data, 'entropy'), { least: 0.1, most: 0.9, values: [0.5, 0.1, 0.9, 0.5] });
  assert.equal(measureRange(data, 'induction'), null);
});

test('a thumbnail has whole pixels for each cell if that takes little space', () => {
  const grid = layOut({ space: 454, ratio: 1, flow: false, count: 72, columns: 12, cells: 17 });
  assert.equal(grid.size, 34);
  assert.equal(layOut({ space: 454, ratio: 2, flow: false, count: 72, columns: 12, cells: 17 }).size, 34);
  assert.equal(
    layOut({ space: 420, ratio: 1, flow: false, count: 72, columns: 12, cells: 17 }).size,
    31,
    '17 would be half as large',
  );
});

test('a grid of thumbnails fits the height of the window, as long as they are legible', () => {
  const sixteen = { space: 356, ratio: 1, flow: false, count: 16, columns: 4, cells: 8 };
  assert.equal(layOut(sixteen).size, 80);
  const fitted = layOut({ ...sixteen, height: 364 });
  assert.equal(fitted.size, 72);
  assert.ok(fitted.height <= 364, `${fitted.height} px`);
  assert.equal(layOut({ ...sixteen, height: 100 }).size, 56);
});

test('thumbnails of many heads stay large enough, and their box scrolls', () => {
  const grid = layOut({ space: 362, ratio: 1, flow: false, count: 48 * 64, columns: 64, cells: 32 });
  assert.ok(grid.size >= 26);
  assert.ok(grid.width > 362);
  assert.equal(
    layOut({ space: 362, ratio: 1, flow: false, count: 144, columns: 12, cells: 32 }).width,
    356,
    'twelve fit on a phone, beside numbers of two digits',
  );
});

test('a flow layout fills its rows at any width', () => {
  for (const space of [100, 362, 454, 900]) {
    const flow = layOut({ space, ratio: 1, flow: true, count: 50, columns: 12, cells: 17 });
    assert.ok(flow.width <= space, `${space}`);
    assert.ok(flow.height >= Math.ceil(50 / flow.columns) * flow.size);
  }
});

test('each thumbnail is found at its position', () => {
  for (const flow of [false, true]) {
    const geometry = layOut({ space: 454, ratio: 1, flow, count: 72, columns: 12, cells: 17 });
    for (let place = 0; place < 72; place += 1) {
      const { x, y } = cornerOf(geometry, place);
      assert.deepEqual(spotAt(geometry, x + 1, y + 1, { left: 0, top: 0 }), { place });
      assert.deepEqual(spotAt(geometry, x + geometry.size - 1, y + geometry.size - 1, { left: 0, top: 0 }), {
        place,
      });
    }
    assert.equal(spotAt(geometry, 5000, 20, { left: 0, top: 0 }), null);
  }
});

test('the numbers of layers and heads label rows and columns, also when the box is scrolled', () => {
  const geometry = layOut({ space: 454, ratio: 1, flow: false, count: 72, columns: 12, cells: 17 });
  const { x, y } = cornerOf(geometry, 12 * 3 + 4);
  assert.deepEqual(spotAt(geometry, 3, y + 5, { left: 0, top: 0 }), { row: 3 });
  assert.deepEqual(spotAt(geometry, x + 5, 3, { left: 0, top: 0 }), { column: 4 });
  assert.deepEqual(spotAt(geometry, 3, 3, { left: 0, top: 0 }), { all: true });
  assert.deepEqual(spotAt(geometry, x + 5, y - 20, { left: x - 30, top: y - 30 }), { column: 4 });
});

test('only visible thumbnails are drawn', () => {
  const geometry = layOut({ space: 454, ratio: 1, flow: false, count: 48 * 64, columns: 64, cells: 32 });
  assert.deepEqual(visiblePlaces(geometry, { left: 0, top: 0, width: 40, height: 40 }), [0]);
  const { x, y } = cornerOf(geometry, 64 * 10 + 20);
  assert.deepEqual(visiblePlaces(geometry, { left: x + 1, top: y + 1, width: 10, height: 10 }), [660]);
  assert.equal(visiblePlaces(geometry, { left: 0, top: 0, width: 1e6, height: 1e6 }).length, 48 * 64);
});

test('the cursor moves over the grid, to the numbers at its edges, and no farther', () => {
  const geometry = layOut({ space: 454, ratio: 1, flow: false, count: 72, columns: 12, cells: 17 });
  const walk = (/** @type {string} */ key, /** @type {{ row: number, col: number }} */ at, ctrlKey = false) =>
    moveByKey({ key, ctrlKey, metaKey: false }, at, geometry);
  assert.deepEqual(walk('ArrowRight', { row: 0, col: 0 }), { row: 0, col: 1 });
  assert.deepEqual(walk('ArrowLeft', { row: 2, col: 0 }), { row: 2, col: -1 });
  assert.deepEqual(walk('ArrowUp', { row: 0, col: -1 }), { row: -1, col: -1 });
  assert.deepEqual(walk('ArrowLeft', { row: -1, col: -1 }), { row: -1, col: -1 });
  assert.deepEqual(walk('ArrowDown', { row: 5, col: 3 }), { row: 5, col: 3 });
  assert.deepEqual(walk('PageUp', { row: 3, col: 3 }), { row: 0, col: 3 });
  assert.deepEqual(walk('End', { row: 1, col: 3 }, true), { row: 5, col: 11 });
  assert.equal(walk('a', { row: 0, col: 0 }), null);
});

test('in a flow layout the cursor stops at the last head, and there are no numbers to move to', () => {
  const geometry = layOut({ space: 454, ratio: 1, flow: true, count: 15, columns: 12, cells: 17 });
  const walk = (/** @type {string} */ key, /** @type {{ row: number, col: number }} */ at) =>
    moveByKey({ key, ctrlKey: false, metaKey: false }, at, geometry);
  assert.equal(geometry.columns, 12);
  assert.deepEqual(walk('ArrowDown', { row: 0, col: 9 }), { row: 1, col: 2 });
  assert.deepEqual(walk('End', { row: 1, col: 0 }), { row: 1, col: 2 });
  assert.deepEqual(walk('ArrowUp', { row: 0, col: 0 }), { row: 0, col: 0 });
});

test('a value below a thumbnail takes four characters, and only 0 is shown as 0', () => {
  const written = [
    0,
    0.001,
    0.0049,
    0.005,
    0.377,
    1,
    9.994,
    9.996,
    12.34,
    99.94,
    99.96,
    511.5,
    null,
    undefined,
    NaN,
    -0.25,
  ];
  assert.deepEqual(
    written.map((value) => shortValue(value, 'en')),
    [
      '0.00',
      '<.01',
      '<.01',
      '0.01',
      '0.38',
      '1.00',
      '9.99',
      '10.0',
      '12.3',
      '99.9',
      '100',
      '512',
      '–',
      '–',
      '–',
      '−0.25',
    ],
  );
  assert.deepEqual([longValue(0.37712, 'en'), longValue(null, 'en')], ['0.377', '–']);
});

test('values have decimal commas in Spanish', () => {
  assert.deepEqual(
    [0.001, 0.375, -0.25].map((value) => shortValue(value, 'es')),
    ['<,01', '0,38', '−0,25'],
  );
  assert.equal(columnValue(4.05e-8, 'es'), '<,001');
  assert.equal(longValue(0.37712, 'es'), '0,377');
  assert.equal(bytesText(1500, 'es'), '1,5\u202fKB');
});

test('sizes of files are written in the usual units', () => {
  assert.deepEqual(
    [0, 999, 1500, 151e6, 2.1e9].map((bytes) => bytesText(bytes, 'en')),
    ['0\u202fB', '999\u202fB', '1.5\u202fKB', '151\u202fMB', '2.1\u202fGB'],
  );
});

test('a color means the same number in all thumbnails', () => {
  assert.deepEqual(thumbnailScale('unit', data), { kind: 'sequential', low: 0, high: 1 });
  assert.deepEqual(thumbnailScale('largest', data), { kind: 'sequential', low: 0, high: 0.5 });
  for (const kind of /** @type {const} */ (['row', 'percentile']))
    assert.deepEqual(thumbnailScale(kind, data), { kind: 'sequential', low: 0, high: 1 });
  assert.equal(thumbnailScale('log', data).kind, 'log');
  assert.equal(thumbnailScale('largest', { ...data, heads: [undefined] }).high, 1);
});

test('pixels that stand for many cells have a scale that ends at their 95th percentile, if that of the open map ends before', () => {
  const thumb = (/** @type {number} */ factor) => ({
    rows: 10,
    cols: 10,
    // A causal head: pixels of later keys are 0. The first key is a sink.
    data: Float32Array.from({ length: 100 }, (_, at) =>
      at % 10 > Math.floor(at / 10) ? 0 : at % 100 === 0 ? 1 : (factor * (1 + (at % 7))) / 7,
    ),
  });
  const heads = [0.01, 0.02, 0.04].map((factor, head) => ({ layer: 0, head, thumb: thumb(factor) }));
  const long = /** @type {any} */ ({ heads, reading: { ...data.reading, queries: 1000, keys: 1000 } });
  const open = /** @type {const} */ ({ kind: 'sequential', low: 0, high: 0.0007 });
  const all = heads.flatMap(({ thumb }) => [...thumb.data].filter((each) => each > 0)).sort((a, b) => a - b);
  const percentile = all[Math.floor(0.95 * (all.length - 1))];
  assert.ok(percentile > 0.02 && percentile <= 0.05, String(percentile));
  assert.deepEqual(thumbnailScale('auto', long, open), { kind: 'sequential', low: 0, high: 0.05 });
  const wide = /** @type {const} */ ({ ...open, high: percentile });
  assert.deepEqual(thumbnailScale('auto', long, wide), wide, 'the open map’s, where it is enough');
  const sharp = { ...long, heads: [{ layer: 0, head: 0, thumb: thumb(0.9) }] };
  assert.equal(thumbnailScale('auto', sharp, open).high, 1);
  assert.equal(thumbnailScale('unit', { ...long }, open).high, 1);
});

test('the automatic scale of the thumbnails is that of the open map, and 0 to 1 until there is one', () => {
  const open = /** @type {const} */ ({ kind: 'sequential', low: 0, high: 0.02 });
  // Each pixel is a cell.
  const short = { ...data, reading: { ...data.reading, queries: 1, keys: 2 } };
  assert.deepEqual(thumbnailScale('auto', short, open), open);
  assert.deepEqual(thumbnailScale('auto', short), { kind: 'sequential', low: 0, high: 1 });
  assert.deepEqual(thumbnailScale('unit', data, open), { kind: 'sequential', low: 0, high: 1 });
});

test('a head is announced with its place, its measure and its value', () => {
  const model = /** @type {any} */ ({
    state: state({ filter: { measure: 'entropy', least: 0.6, most: 1 } }),
    data,
    t: en,
  });
  const { heads } = listHeads(data, model.state);
  assert.equal(aboutSpot(model, heads, { place: 3 }, 3).aloud, 'Layer 1, head 0: entropy 0.9');
  assert.equal(
    aboutSpot(model, heads, { place: 0 }, 3).aloud,
    'Layer 0, head 0: entropy 0.5, left out by the filter',
  );
  assert.equal(aboutSpot(model, heads, { place: 5 }, 3).aloud, 'Layer 1, head 2: not measured yet');
  assert.match(aboutSpot(model, heads, { row: 1 }, 3).aloud, /^mean of the heads of layer 1/);
  assert.match(aboutSpot(model, heads, { column: 2 }, 3).aloud, /head 2/);
  assert.match(
    aboutSpot({ ...model, state: state({ source: 'max' }) }, heads, { all: true }, 3).aloud,
    /^maximum of all heads/,
  );
});

test('a value in the column of measures has three decimals at most, and neither an exponent nor more digits than the column is wide', () => {
  const written = [1024.767, 102.088, 99.94, 3.5415, 0.65, 9.06e-4, 4.05e-8, -1e-9, 0, null, undefined];
  assert.deepEqual(
    written.map((value) => columnValue(value, 'en')),
    ['1025', '102.1', '99.94', '3.542', '0.65', '<.001', '<.001', '≈−0', '0', '–', '–'],
  );
});

test('the cells of an index fit their space, and are 6 to 23 pixels wide', () => {
  const index = (/** @type {number} */ space, /** @type {number} */ columns) =>
    layOut({ space, ratio: 1, flow: false, count: columns * columns, columns, cells: 17, isIndex: true });
  const [few, many, most] = [index(356, 12), index(356, 24), index(356, 64)];
  assert.deepEqual([few.size, few.width], [23, 320]);
  assert.deepEqual([many.size, many.width], [12, 356]);
  // Then the index scrolls.
  assert.deepEqual([most.size, most.width], [6, 532]);
  // There are no labels between the rows.
  assert.equal(few.down, 25);
  assert.deepEqual(spotAt(few, 20 + 25 + 3, 15 + 25 + 3, { left: 0, top: 0 }), { place: 13 });
});

test('from 144 heads on, the layout by layer is an index, unless nothing is measured', () => {
  const many = (/** @type {number} */ count, /** @type {object} */ head) =>
    /** @type {any} */ ({ flow: false, heads: Array(count).fill(head), passing: count });
  const found = { thumb: {} };
  assert.equal(isIndexed(many(143, { value: 0.5, found }), false), false);
  assert.equal(isIndexed(many(144, { value: 0.5, found }), false), true);
  assert.equal(isIndexed(many(40, { value: 0.5, found }), true), true, 'a layer is wider than the page');
  // Before the first measure nothing jumps; a running model has thumbnails before there are measures.
  assert.equal(isIndexed(many(144, { value: null, found: undefined }), false), true);
  assert.equal(isIndexed(many(144, { value: null, found }), false), false);
  assert.equal(isIndexed({ ...many(144, { value: 0.5, found }), flow: true }, false), false);
});

test('the best heads have the largest values, without those that are filtered out', () => {
  const heads = [0.1, 0.7, null, 0.9, 0.7].map((value, head) => ({
    layer: 0,
    head,
    value,
    passes: head !== 3,
  }));
  const best = largestHeads(/** @type {any} */ (heads), 2);
  assert.deepEqual(
    best.map(({ head }) => head),
    [1, 4],
  );
});
