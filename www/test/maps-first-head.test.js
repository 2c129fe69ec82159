import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { load } from '../engine/maps.js';
import { distancesOf, firstHead, firstHeadOf, scoreOf } from '../rooms/maps/first-head.js';
import { mapsService } from '../rooms/maps/service/service.js';
import { NO_CORRECTIONS, chosenBy, freshState, isChanged, ordered, settled } from '../rooms/maps/state.js';
import { readingOf, understand } from './maps-interpretation.js';
import { measuresOf } from './plain/measures.js';
/** @import { HeadFound, MapsState, Reading } from '../rooms/maps/types.js' */

const N = 20;
const SHAPE = { queries: N, keys: N, offset: 0 };
const BOTH = distancesOf(SHAPE, false);

before(() => load(/** @type {any} */ (undefined)));

/**
 * A head by its weights, measured by the plain loops.
 *
 * @param {(query: number, key: number) => number} weight
 * @param {Uint32Array | null} [tokens]
 * @returns {HeadFound}
 */
function head(weight, tokens = null) {
  const rows = Array.from({ length: N }, (_, query) => {
    const row = Array.from({ length: N }, (__, key) => weight(query, key));
    const sum = row.reduce((all, each) => all + each, 0);
    return row.map((each) => each / sum);
  });
  const map = { rows: N, cols: N, data: Float32Array.from(rows.flat()) };
  return { layer: 0, head: 0, ...measuresOf(map, { offset: 0, sink: 1, reach: 1, tokens }), thumb: map };
}
const even = head(() => 1);
const sink = head((_, key) => (key === 0 ? 1 : 0));
const previous = head((query, key) => (key === Math.max(0, query - 1) ? 1 : 0));
const last = head((_, key) => (key === N - 1 ? 1 : 0));
/** Each query attends to its own distant key. */
const content = (/** @type {Uint32Array | null} */ tokens = null) =>
  head((query, key) => (key === (query * 7 + 5) % N ? 1 : 0.01), tokens);
const score = (/** @type {HeadFound} */ found) => scoreOf(found, BOTH)?.score ?? null;

test('the mean distances of an even distribution match plain sums', () => {
  for (const causal of [false, true]) {
    for (const shape of [SHAPE, { queries: 3, keys: 8, offset: 5 }]) {
      const terms = Array.from({ length: shape.queries }, (_, query) => {
        const at = query + shape.offset;
        const keys = Array.from({ length: causal ? at + 1 : shape.keys }, (__, key) => Math.abs(at - key));
        return { first: at, even: keys.reduce((sum, each) => sum + each, 0) / keys.length };
      });
      for (const name of /** @type {const} */ (['first', 'even'])) {
        const mean = terms.reduce((sum, each) => sum + each[name], 0) / terms.length;
        assert.ok(Math.abs(distancesOf(shape, causal)[name] - mean) < 1e-9, `${name} ${causal}`);
      }
    }
  }
});

test('an even distribution, a pure sink, a previous-token head and a column on any key score 0, and a head that attends to distant keys scores most', () => {
  for (const [name, found] of Object.entries({ even, sink, last })) assert.equal(score(found), 0, name);
  assert.ok((score(previous) ?? 1) < 0.01);
  assert.ok((score(content()) ?? 0) > 0.3);
});

test('a head that follows repeated tokens scores more than the same weights without repeated tokens', () => {
  const tokens = Uint32Array.from({ length: N }, (_, place) => place % 5);
  assert.ok((score(content(tokens)) ?? 0) > (score(content()) ?? 1));
});

test('a head without a value for a measure has no score, and invalid weights keep every factor between 0 and 1', () => {
  const measures = { ...even.measures, mean_distance: null };
  assert.equal(scoreOf({ ...even, measures }, BOTH), null);
  const odd = {
    ...even.measures,
    normalised_entropy: -3,
    mean_distance: 1e9,
    sink_share: -5,
    diagonal_share: 7,
    induction: 40,
  };
  const { score: all, ...factors } = /** @type {NonNullable<ReturnType<typeof scoreOf>>} */ (
    scoreOf({ ...even, measures: odd }, BOTH)
  );
  assert.equal(all, 0);
  for (const factor of Object.values(factors)) assert.ok(factor >= 0 && factor <= 1);
});

test('the largest score wins, the first by layer and head among equal ones, and without scores there is no choice', () => {
  const reading = { heads: 2, ...SHAPE };
  const chosen = (/** @type {(HeadFound | undefined)[]} */ ...heads) => {
    const found = firstHead(heads, reading);
    return found && [found.layer, found.head];
  };
  assert.deepEqual(chosen(even, sink, content(), previous), [1, 0]);
  assert.deepEqual(chosen(even, content(), content(), content()), [0, 1]);
  assert.equal(chosen(even, sink, last, even), null);
  assert.equal(chosen(content()), null, 'one head is not a choice');
  // Differences beyond the third decimal are rounding errors.
  const close = content();
  close.measures = { ...close.measures, mean_distance: Number(close.measures.mean_distance) * (1 + 1e-6) };
  assert.deepEqual(chosen(content(), close, even, even), [0, 0]);
});

test('thumbnails for screens with finer pixels choose the same head', () => {
  const fine = Float32Array.from({ length: 64 * 64 }, (_, at) => Math.abs(Math.sin(at * at)) ** 9);
  const pooled = Float32Array.from({ length: 32 * 32 }, (_, at) => {
    const corner = 128 * Math.floor(at / 32) + 2 * (at % 32);
    return Math.max(...[0, 1, 64, 65].map((step) => fine[corner + step]));
  });
  const { measures } = content();
  assert.equal(
    score({ ...even, measures, thumb: { rows: 64, cols: 64, data: fine } }),
    score({ ...even, measures, thumb: { rows: 32, cols: 32, data: pooled } }),
  );
});

test('in real models a head is chosen that attends to the words, not to the first token or the neighbors', async () => {
  for (const [name, expected] of /** @type {const} */ ([
    ['minilm_trophy', [5, 4]],
    ['minilm_street', [5, 11]],
    ['tiny_gpt_bath', [2, 1]],
  ])) {
    const service = mapsService({ module: /** @type {any} */ (undefined), workerText: '' });
    const opened = await service.open([
      new File(
        [await readFile(new URL(`../../fixtures/measures/${name}.npy`, import.meta.url))],
        `${name}.npy`,
      ),
    ]);
    const { reading } = /** @type {{ reading: Reading }} */ (
      readingOf(opened, understand(opened)[0], NO_CORRECTIONS)
    );
    await service.read(0, reading);
    /** @type {HeadFound[]} */
    const heads = [];
    await service.heads(0, { side: 32, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
    service.end();
    const found = firstHead(heads, reading);
    assert.deepEqual([found?.layer, found?.head], expected, name);
  }
});

const FILE = { name: 'a.npy', layers: 2, heads: 2, queries: N, keys: N };
const reading = /** @type {Reading} */ (/** @type {unknown} */ ({ ...FILE, offset: 0, v: [] }));
const heads = [even, sink, previous, content()];
const open = (/** @type {number} */ done) => ({ reading, heads: [...heads], done, other: null });

test('a file opens at its first head until all heads are measured, then at the most interesting one, unless a head is named', () => {
  const fresh = freshState({}, FILE);
  assert.equal(settled(fresh, open(0.9)), fresh);
  const state = settled(fresh, open(1));
  assert.deepEqual([state.layer, state.head, state.suggested], [1, 1, { layer: 1, head: 1 }]);
  assert.equal(isChanged(state), false, 'there is nothing to reset');
  assert.equal(settled(state, open(1)), state);
  const named = { ...fresh, suggested: null };
  assert.equal(settled(named, open(1)), named);
  for (const patch of /** @type {Partial<MapsState>[]} */ ([
    { head: 1 },
    { source: 'mean' },
    { compare: { slot: 0, layer: 0, head: 1 } },
  ])) {
    assert.deepEqual(
      [settled({ ...fresh, ...patch }, open(1)).layer, settled({ ...fresh, ...patch }, open(1)).head],
      [0, patch.head ?? 0],
      JSON.stringify(patch),
    );
  }
});

test('the open head stays if the reader uses it before all are measured; sorting the thumbnails does not count', () => {
  for (const patch of /** @type {Partial<MapsState>[]} */ ([
    { cursor: { query: 1, key: 1 } },
    { layer: 0, head: 0 },
    { sight: null },
    { scale: 'log' },
    { view: 'lines' },
  ])) {
    assert.equal(chosenBy(patch, false).suggested, null, JSON.stringify(patch));
    assert.equal(chosenBy(patch, true), patch);
  }
  for (const patch of /** @type {Partial<MapsState>[]} */ ([
    { language: 'es' },
    { theme: 'dark' },
    { map: 'grey' },
    { sort: 'entropy' },
    { filter: null },
  ]))
    assert.equal(chosenBy(patch, false), patch);
});

test('the choice is cached with its heads, and computed again for others', () => {
  const data = open(1);
  assert.equal(firstHeadOf(data), firstHeadOf({ ...data }));
  assert.equal(firstHeadOf({ ...data, done: 0.5 }), null);
  assert.deepEqual(firstHeadOf({ ...data, heads: [content(), even, even, even] })?.layer, 0);
});

test('a new order opens its first head, unless the reader chose the open one', () => {
  /** @param {number | null} induction @param {number} entropy */
  const measures = (induction, entropy) =>
    /** @type {any} */ ({
      induction,
      entropy,
      normalised_entropy: 0.5,
      mean_distance: 1,
      sink_share: 0,
      diagonal_share: 0,
    });
  const thumb = { rows: 1, cols: 1, data: Float32Array.of(0.1) };
  const heads = [measures(0.1, 3), measures(null, 9), measures(0.7, 1), measures(0.2, 2)].map((each, at) => ({
    layer: at >> 1,
    head: at & 1,
    measures: each,
    causal: false,
    thumb,
  }));
  const reading = { layers: 2, heads: 2, queries: 4, keys: 4, offset: 0, v: [] };
  const data = /** @type {any} */ ({ reading, heads, done: 1, similar: null, other: null });
  const file = { name: 'a.npy', layers: 2, heads: 2, queries: 4, keys: 4 };
  const byInduction = /** @type {const} */ ({
    sort: 'induction',
    measure: 'induction',
    order: 'down',
    alike: false,
  });
  const opened = settled(freshState({}, file), data);
  const sorted = { ...opened, ...ordered(byInduction, opened, data) };
  assert.deepEqual([sorted.layer, sorted.head], [1, 0]);
  // It is still the page's choice, so the next order opens another. A head without a value is never first.
  assert.deepEqual(settled(sorted, data), sorted);
  const up = ordered({ order: 'up' }, sorted, data);
  assert.deepEqual([up.layer, up.head], [0, 0]);
  const chosen = { ...sorted, layer: 0, head: 1 };
  assert.deepEqual(ordered({ order: 'up' }, chosen, data), { order: 'up' });
  // Until all heads are measured, the order changes alone.
  assert.deepEqual(ordered(byInduction, opened, { ...data, done: 0.5 }), byInduction);
  // The sample opens with a head of the page, too.
  const sample = freshState();
  assert.deepEqual(ordered(byInduction, sample, data).suggested, { layer: 1, head: 0 });
  assert.deepEqual(ordered(byInduction, { ...sample, head: 3 }, data), byInduction);
  assert.deepEqual(ordered(byInduction, { ...sample, source: 'mean' }, data), byInduction);
});
