import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { extended, firstHeads, settledChoice, toggled } from '../rooms/maps/chosen/chosen.js';
import { HEAD_COLORS, lanesOf, paintHeads, shareOf } from '../rooms/maps/chosen/colors.js';
import { MOST_CHOSEN } from '../rooms/maps/chosen/settings.js';
import { keptSource } from '../rooms/maps/head/kept.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { decode, encode } from '../rooms/maps/fragment.js';
import { ATTRIBUTES } from '../rooms/maps/settings.js';
import { freshState, settled } from '../rooms/maps/state.js';
import { sourceName } from '../rooms/maps/source-name.js';
import { chosen as savedMaps, largestOfRows, savedState } from '../page/save/heads.js';
import { titleOfHeads } from '../page/save/captions.js';
import { atOnce } from '../page/save/turns.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { MapsState } from '../rooms/maps/types.js' */

before(() => engine.load());

const FILE = { name: 'a.npy', layers: 3, heads: 8, queries: 4, keys: 4 };
const reading = /** @type {any} */ ({ ...FILE, v: [], numbers: 'weights', kind: 'weights' });
/** @param {Partial<MapsState>} patch @returns {MapsState} */
const stateOf = (patch = {}) => ({ ...freshState({}, FILE), ...patch });
const at = (/** @type {number} */ layer, /** @type {number} */ head) => ({ layer, head });

test('the first chosen head joins the open one, each in its own color, and a head that is chosen again leaves', () => {
  const two = stateOf(toggled(stateOf({ layer: 1, head: 2 }), at(0, 3), reading));
  assert.deepEqual(two.chosen, [at(1, 2), at(0, 3)]);
  assert.deepEqual([two.source, two.over], ['each', 'chosen']);
  const one = stateOf({ ...two, ...toggled(two, at(1, 2), reading) });
  assert.deepEqual([one.chosen, one.source], [[at(0, 3)], 'each']);
  const none = stateOf({ ...one, ...toggled(one, at(0, 3), reading) });
  assert.deepEqual([none.chosen, none.source, none.over], [[], 'head', 'heads']);
});

test('Shift adds the heads from the last chosen one to another in the order of the thumbnails, and at most as many as can be chosen', () => {
  const heads = Array.from({ length: 24 }, (_, place) => at(Math.floor(place / 8), place % 8));
  const two = stateOf({ chosen: [at(2, 7), at(0, 6)], source: 'each', over: 'chosen' });
  const down = extended(two, heads, at(1, 1), reading);
  assert.deepEqual(down.chosen, [at(2, 7), at(0, 6), at(0, 7), at(1, 0), at(1, 1)]);
  assert.equal(down.source, 'each');
  assert.deepEqual(extended(two, heads, at(0, 4), reading).chosen, [at(2, 7), at(0, 6), at(0, 5), at(0, 4)]);
  const open = stateOf({ layer: 0, head: 1 });
  assert.deepEqual(extended(open, heads, at(0, 2), reading).chosen, [at(0, 1), at(0, 2)]);
  // A head of another layer than those that are listed, and heads that the layer does not have.
  assert.deepEqual(extended(two, heads.slice(8), at(1, 1), reading).chosen, [at(2, 7), at(0, 6), at(1, 1)]);
  const lacking = heads.map((head) => ({ ...head, isMissing: head.head === 7 }));
  assert.deepEqual(extended(two, lacking, at(1, 0), reading).chosen, [at(2, 7), at(0, 6), at(1, 0)]);
  const many = Array.from({ length: 100 }, (_, head) => at(0, head));
  assert.equal(extended(open, many, at(0, 99), reading).chosen?.length, MOST_CHOSEN);
});

test('more heads than there are colors are shown as their mean, and a mean stays a mean', () => {
  const five = [0, 1, 2, 3, 4].map((head) => at(0, head));
  const colored = stateOf({ chosen: five, source: 'each', over: 'chosen' });
  const six = stateOf({ ...colored, ...toggled(colored, at(0, 5), reading) });
  assert.deepEqual([six.chosen.length, six.source], [6, 'mean']);
  const again = { ...six, ...toggled(six, at(0, 5), reading) };
  assert.deepEqual([again.chosen.length, again.source], [5, 'mean']);
  const largest = { ...again, source: /** @type {const} */ ('max') };
  assert.equal(toggled(largest, at(2, 7), reading).source, 'max');
});

test('no more heads than fit into a link can be chosen', () => {
  const all = Array.from({ length: MOST_CHOSEN }, (_, head) => at(0, head));
  assert.deepEqual(toggled(stateOf({ chosen: all, source: 'mean', over: 'chosen' }), at(1, 0), reading), {});
});

test('heads that a file does not have are left out, and without any the open head is shown', () => {
  const state = stateOf({ chosen: [at(2, 7), at(9, 0), at(0, 8)], source: 'each', over: 'chosen' });
  const next = settled(state, { reading, other: null });
  assert.deepEqual([next.chosen, next.source], [[at(2, 7)], 'each']);
  const without = settled({ ...state, chosen: [at(9, 0)] }, { reading, other: null });
  assert.deepEqual([without.chosen, without.source, without.over], [[], 'head', 'heads']);
  assert.equal(settled(stateOf({ source: 'mean', over: 'chosen' }), { reading, other: null }).source, 'head');
  // Signed weights have a color scale with two sides.
  const signed = { ...reading, kinds: [null, null, 'delta'] };
  assert.equal(settledChoice({ chosen: [at(2, 0)], source: 'each', over: 'chosen' }, signed).source, 'mean');
});

test('a link and the attribute have the chosen heads, and a link with a broken list is refused', () => {
  const state = stateOf({ chosen: [at(2, 7), at(0, 3)], source: 'each', over: 'chosen', suggested: null });
  assert.match(
    encode(state),
    /&chosen=2%3A7%2C0%3A3&source=each&over=chosen|&chosen=2:7,0:3&source=each&over=chosen/,
  );
  assert.deepEqual(decode(encode(state)).state, state);
  assert.equal(/** @type {any} */ (decode('v=1&room=maps&chosen=1:9999')).error, 'broken');
  for (const broken of ['2', '2:7:1', '2:x', '-1:0', Array(65).fill('0:0').join(',')])
    assert.deepEqual(decode(`v=1&room=maps&chosen=${broken}`), { state: null, error: 'broken' }, broken);
  const { chosen } = ATTRIBUTES;
  assert.deepEqual(chosen('2:7 0:3, 2:7', freshState()).chosen, [at(2, 7), at(0, 3)]);
  assert.deepEqual(chosen('', freshState()).chosen, []);
  assert.throws(() => chosen('two', freshState()), /'two' is not a list of at most 64 heads/);
});

test('the first heads are those of the reader’s order, or by layer those with the largest values', () => {
  const heads = /** @type {any[]} */ (
    [3, 9, null, 5, 7].map((value, head) => ({ layer: 0, head, value, passes: head !== 4, isMissing: false }))
  );
  const byLayer = /** @type {const} */ ({ sort: 'layer', alike: false });
  assert.deepEqual(firstHeads(heads, byLayer, 2), [at(0, 1), at(0, 3)]);
  assert.deepEqual(firstHeads(heads, { sort: 'entropy', alike: false }, 2), [at(0, 0), at(0, 1)]);
});

test('a cell has the color of the head with the largest weight, stronger for larger weights', () => {
  const parts = [
    [0.5, 0.1, 0, NaN, 1],
    [0.2, 0.4, 0, NaN, 1],
    [0.3, 0.3, 0, 0.25, 0],
  ].map((row) => Float32Array.from(row));
  const scale = { kind: /** @type {const} */ ('sequential'), low: 0, high: 1 };
  const colors = { map: /** @type {const} */ ('ember'), theme: /** @type {const} */ ('light'), scale };
  const pixels = paintHeads(parts, colors);
  const ground = [...pixels.slice(8, 11)];
  const mixed = (/** @type {number} */ head, /** @type {number} */ share) =>
    ground.map((channel, c) => Math.round(channel + share * (HEAD_COLORS.light[head][c] - channel)));
  const expected = [mixed(0, 0.5), mixed(1, 0.4), ground, mixed(2, 0.25), mixed(0, 1)];
  for (const [cell, color] of expected.entries())
    for (const [c, channel] of color.entries())
      assert.ok(
        Math.abs(pixels[4 * cell + c] - channel) <= 1,
        `cell ${cell}: ${pixels[4 * cell + c]}, ${channel}`,
      );
  assert.deepEqual([...paintHeads([Float32Array.of(NaN)], colors)], [0, 0, 0, 0]);
});

test('the place of a value on a logarithmic scale and on one by percentiles', () => {
  assert.equal(shareOf({ kind: 'log', low: 0.01, high: 1 }, 0.1), 0.5);
  assert.equal(shareOf({ kind: 'log', low: 0.01, high: 1 }, 0), 0);
  const quantiles = Float32Array.of(0, 0.25, 0.5, 0.75, 1);
  assert.equal(shareOf({ kind: 'percentile', low: 0, high: 1, quantiles }, 0.5), 0.5);
  assert.equal(shareOf({ kind: 'sequential', low: 0, high: 0.25 }, 0.5), 1);
});

test('a line below a token is thick from 0.2 on, at the height of its head, and there is none below 0.01', () => {
  const { light } = HEAD_COLORS;
  assert.equal(lanesOf([0.009, NaN], light), '');
  const lines = lanesOf([0, 0.25, 0.04], light).split(', linear-gradient');
  assert.equal(lines.length, 2);
  assert.match(lines[0], /43 98 168 \/ 0\.681.* 0 4px \/ 100% 3\.5px/);
  assert.match(lines[1], /31 122 92 \/ 0\.422.* 0 8px \/ 100% 2px/);
});

test('each colored head is a map of its own, and the map of the numbers is the largest of all', () => {
  const data = /** @type {any} */ ({ reading, tokens: null, queryTokens: null, other: null });
  const state = stateOf({ chosen: [at(2, 7), at(0, 3)], source: 'each', over: 'chosen' });
  const { specs } = specsOf(state, data);
  assert.deepEqual(specs.a?.source, { of: 'max', over: 'chosen', heads: [at(2, 7), at(0, 3)] });
  assert.deepEqual(specs['head 0']?.source, { of: 'head', ...at(2, 7) });
  assert.deepEqual(specs['head 1']?.source, { of: 'head', ...at(0, 3) });
  assert.deepEqual(Object.keys(specsOf({ ...state, source: 'mean' }, data).specs), ['a']);
});

test('a saved figure of colored heads has each of them, with its colors and its name', () => {
  const data = /** @type {any} */ ({ reading, tokens: null, queryTokens: null, other: null });
  const state = stateOf({ chosen: [at(2, 7), at(0, 3)], source: 'each', over: 'chosen' });
  const openMaps = /** @type {any} */ ({ data, specs: specsOf(state, data).specs });
  const { specs, shape } = savedMaps(openMaps, 'shown');
  assert.deepEqual(shape, [1, 2, 4, 4]);
  assert.deepEqual(
    specs.map(({ source }) => source),
    [
      { of: 'head', ...at(2, 7) },
      { of: 'head', ...at(0, 3) },
    ],
  );
  const saved = savedState(state, 'a', shape, 'shown');
  assert.deepEqual(
    [saved.source, saved.over, saved.chosen, saved.compare],
    ['each', 'chosen', [at(0, 0), at(0, 1)], null],
  );
  const metadata = [['heedmap_sources', JSON.stringify(specs.map(({ source }) => source))]];
  const opened = /** @type {any} */ ({
    opened: { files: [{ metadata }] },
    reading: { ...reading, heads: 2 },
  });
  const { titles } = LANGUAGES.en.maps.head;
  const source = /** @type {const} */ ({ of: 'max', over: 'chosen', heads: saved.chosen });
  assert.equal(sourceName(keptSource(source, opened), titles), 'Largest of heads 2·7, 0·3');
});

test('of each row the largest weights are kept, the earlier ones of equal weights, and missing numbers stay missing', () => {
  const rows = [0.1, 0.4, 0.2, 0.3, 0.25, 0.25, 0.25, 0.25, NaN, 0.5, NaN, 0.1, NaN, 0.2, 0.3, 0.4];
  const kept = [0, 0.4, 0, 0.3, 0.25, 0.25, 0, 0, NaN, 0.5, NaN, 0.1, NaN, 0, 0.3, 0.4];
  assert.deepEqual([...atOnce(largestOfRows(Float32Array.from(rows), 4, 2))], [...Float32Array.from(kept)]);
  assert.deepEqual([...atOnce(largestOfRows(Float32Array.of(1, 2), 2, 8))], [1, 2]);
});

test('a layer and the chosen heads can be saved, with the names of the file', () => {
  const data = /** @type {any} */ ({
    reading: { ...reading, layerNumbers: [3, 5, 11] },
    opened: { files: [] },
  });
  const state = stateOf({ layer: 2, head: 1, chosen: [at(2, 7), at(0, 3)] });
  const openMaps = /** @type {any} */ ({ data, state, specs: specsOf(state, data).specs });
  const layer = savedMaps(openMaps, 'layer');
  assert.deepEqual(layer.shape, [1, 8, 4, 4]);
  assert.deepEqual(layer.specs[7].source, { of: 'head', ...at(2, 7) });
  const ofLayer = savedState(state, 'a', layer.shape, 'layer');
  assert.deepEqual([ofLayer.layer, ofLayer.head, ofLayer.source, ofLayer.chosen], [0, 1, 'head', []]);
  const some = savedMaps(openMaps, 'chosen');
  assert.deepEqual(some.shape, [1, 2, 4, 4]);
  assert.deepEqual(savedState(state, 'a', some.shape, 'chosen').chosen, [at(0, 0), at(0, 1)]);
  assert.equal(titleOfHeads(openMaps, 'layer', 'a.npy', LANGUAGES.en), 'Layer 11, a.npy');
  assert.equal(titleOfHeads(openMaps, 'chosen', 'a.npy', LANGUAGES.en), '2 chosen heads, a.npy');
});
