import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fileOf,
  freshState,
  initialOf,
  isChanged,
  sameNumbers,
  sameShape,
  withDisplayOf,
  settled,
} from '../rooms/maps/state.js';
/** @import { MapsState } from '../rooms/maps/types.js' */

const FILE = { name: 'a.npy', layers: 2, heads: 3, queries: 4, keys: 5 };
const reading = { layers: 2, heads: 3, queries: 4, keys: 5, v: [] };

test('the sample opens at an interesting head, and a file at its first head', () => {
  const sample = freshState();
  assert.deepEqual([sample.layer, sample.head, sample.cursor], [5, 10, { query: 11, key: 2 }]);
  const file = freshState({}, FILE);
  assert.deepEqual([file.layer, file.head, file.cursor, file.file], [0, 0, null, FILE]);
});

test('a state is clamped to the contents of the file', () => {
  const state = {
    ...freshState(),
    layer: 9,
    head: 9,
    cursor: { query: 9, key: 9 },
    values: /** @type {const} */ ('norm'),
    compare: { slot: /** @type {const} */ (0), layer: 7, head: 1 },
  };
  const next = settled(state, { reading, other: null });
  assert.deepEqual(
    [next.layer, next.head, next.cursor, next.values, next.compare],
    [1, 2, { query: 3, key: 4 }, 'none', { slot: 0, layer: 1, head: 1 }],
  );
});

test('a missing second file is waited for, and a present one limits the comparison', () => {
  const compare = { slot: /** @type {const} */ (1), layer: 0, head: 0 };
  assert.deepEqual(
    settled({ ...freshState({}, FILE), compare: { ...compare, layer: 7 } }, { reading, other: null }).compare,
    { ...compare, layer: 7 },
  );
  assert.deepEqual(
    settled({ ...freshState({}, FILE), compare }, { reading, other: { reading } }).compare,
    compare,
  );
  const wide = { ...compare, layer: 7, head: 9 };
  assert.deepEqual(
    settled(
      { ...freshState({}, FILE), compare: wide },
      { reading, other: { reading: { layers: 8, heads: 2 } } },
    ).compare,
    { slot: 1, layer: 7, head: 1 },
    'its heads are counted, not ours',
  );
});

test('a state that fits, or whose file is missing, is unchanged', () => {
  const state = { ...freshState({}, FILE), layer: 1, head: 2, cursor: { query: 3, key: 4 } };
  assert.equal(settled(state, { reading, other: null }), state);
  assert.equal(settled({ ...state, layer: 99 }, null).layer, 99);
});

test('undo restores what was shown, and not the position in it', () => {
  /** @type {MapsState} */
  const past = {
    ...freshState(),
    scale: 'log',
    leaveOut: 2,
    filter: { measure: 'entropy', least: 0, most: 1 },
  };
  /** @type {MapsState} */
  const now = {
    ...freshState(),
    layer: 2,
    head: 3,
    map: 'grey',
    language: 'es',
    sort: 'induction',
    view: 'lines',
  };
  const back = withDisplayOf(past, now);
  assert.deepEqual([back.scale, back.leaveOut, back.filter], ['log', 2, past.filter]);
  assert.deepEqual(
    [back.layer, back.head, back.map, back.language, back.sort, back.view],
    [2, 3, 'grey', 'es', 'induction', 'lines'],
  );
});

test('a slider that returns to its start leaves no undo step', () => {
  const filter = () => ({ measure: /** @type {const} */ ('entropy'), least: 0.5, most: 1 });
  assert.equal(
    sameNumbers({ ...freshState(), filter: filter() }, { ...freshState(), filter: filter() }),
    true,
  );
  assert.equal(sameNumbers({ ...freshState(), filter: filter() }, freshState()), false);
});

test('reset keeps the language and the colors', () => {
  assert.equal(isChanged({ ...freshState(), language: 'es', theme: 'dark', map: 'viridis' }), false);
  assert.equal(isChanged({ ...freshState({}, FILE), head: 1 }), true);
});

test('views are kept for files of the same shape, whatever their names', () => {
  assert.equal(sameShape(FILE, { ...FILE, name: 'b.npy' }), true);
  for (const name of /** @type {const} */ (['layers', 'heads', 'queries', 'keys']))
    assert.equal(sameShape(FILE, { ...FILE, [name]: 7 }), false, name);
  assert.equal(sameShape(null, null), false);
});

test('a name that does not fit a link is shortened and made valid', () => {
  assert.equal(fileOf('x'.repeat(999), reading).name.length, 255);
  const { name } = fileOf(`\ud800a${'x'.repeat(252)}😀`, reading);
  assert.equal(name, `\ufffda${'x'.repeat(252)}\ufffd`);
});

test('a store of texts stays open when the reader starts over, at its first head', () => {
  const corpus = { name: 'run.zarr', text: null };
  const listed = { ...freshState(), corpus, layer: 3, head: 2, scatter: null, measure: 'induction' };
  const first = initialOf(/** @type {MapsState} */ (listed));
  assert.deepEqual([first.corpus, first.layer, first.head, first.cursor], [corpus, 0, 0, null]);
  const ofText = { ...freshState({}, FILE), corpus: { ...corpus, text: 4 }, head: 2 };
  assert.deepEqual(initialOf(ofText).corpus, { name: 'run.zarr', text: 4 });
  assert.equal(initialOf(freshState()).corpus, null);
});

test('words are no patches of a picture, nor are the tokens of a large head', () => {
  const state = { ...freshState({}, FILE), view: /** @type {const} */ ('image') };
  assert.equal(settled(state, { reading, other: null }).view, 'image');
  assert.equal(settled({ ...state, words: true }, { reading, other: null }).view, 'map');
  const large = { ...reading, queries: 100_000, keys: 100_000 };
  assert.equal(settled(state, { reading: large, other: null }).view, 'map');
});
