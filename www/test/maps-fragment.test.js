import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode } from '../rooms/maps/fragment.js';
import { OF_TEXT } from '../rooms/maps/live/settings.js';
import { maps } from '../rooms/maps/settings.js';
import { BOUNDS, freshState, liveState, MEASURES, NO_CORRECTIONS } from '../rooms/maps/state.js';
import { MAX_PLAIN } from '../state/fragment-frame.js';
/** @import { Corrections, MapsState } from '../rooms/maps/types.js' */

/** @type {Corrections} */
const CORRECTED = {
  candidate: 2,
  part: 'cross',
  axes: ['fixed', 'layer', 'head', 'key', 'query'],
  heads: 12,
  batch: 3,
  average: true,
  tokens: 'byte_level',
  scale: 0.125,
  causal: 'lower_right',
  window: 4,
  softcap: 50,
  rope: { base: 500000, pairs: 'interleaved', dim: 32 },
};
/** Only a running model has these. */
const { text, model, off, replacement, second, answer, asked, temperature, topK, topP, seed } = freshState();
/** A state of a file in which nothing is as the room opens. @type {MapsState} */
const OTHER = {
  ...{ text, model, off, replacement, second, answer, asked, temperature, topK, topP, seed },
  pair: 7,
  grid: { columns: 24, rows: 18, before: 5 },
  corpus: { name: 'run 1: a.zarr', text: 7 },
  file: { name: 'a b&c=d#e/ñ😀.npy', layers: 12, heads: 32, queries: 512, keys: 513 },
  corrections: CORRECTED,
  layer: 3,
  head: 4,
  suggested: null,
  scatter: {
    across: 'entropy',
    up: 'causal_share',
    color: 'mean_distance',
    box: { left: -1, right: 2.5, bottom: 0, top: 1 },
  },
  chosen: [
    { layer: 2, head: 9 },
    { layer: 0, head: 2 },
  ],
  source: 'rollout',
  over: 'all',
  values: 'share',
  words: true,
  view: 'lines',
  erase: 'without',
  picks: 'h2o',
  budget: 48,
  compare: { slot: 1, layer: 2, head: 1 },
  map: 'viridis',
  scale: 'percentile',
  pooling: 'mass',
  leaveOut: 3,
  sight: { row: 12.5, col: -0.25, cell: 8 },
  cursor: { query: 7, key: 9 },
  threshold: 0.25,
  frameRate: 50,
  sort: 'induction',
  order: 'down',
  filter: { measure: 'sink_share', least: 0.1234, most: 1e-7 },
  measure: 'mean_distance',
  alike: true,
  language: 'es',
  theme: 'dark',
};

test('the initial room has the shortest link', () => {
  assert.equal(encode(freshState()), 'v=1&room=maps');
  assert.deepEqual(decode('v=1&room=maps').state, freshState());
});

test('a state in which everything differs is restored from its link', () => {
  const others = Object.keys(OTHER).filter(
    (each) => each !== 'suggested' && !['text', 'model'].includes(each) && !Object.hasOwn(OF_TEXT, each),
  );
  for (const name of others)
    assert.notDeepEqual(
      OTHER[/** @type {'head'} */ (name)],
      freshState()[/** @type {'head'} */ (name)],
      name,
    );
  assert.deepEqual(decode(encode(OTHER)).state, OTHER);
});

test('the text of a running model and its settings are restored from their link', () => {
  const state = {
    ...liveState({}),
    model: 'ä b.gguf',
    text: 'Ünd, #so & "weiter"=1',
    off: [{ layer: 2, head: 1 }],
    seed: 7,
  };
  assert.deepEqual(decode(encode(state)).state, state);
  assert.equal(encode(liveState({}, 'a')), 'v=1&room=maps&text=a');
  assert.deepEqual(decode('v=1&room=maps&text=').state, liveState({}, ''));
  const all = {
    ...state,
    replacement: 'mean',
    temperature: 0.5,
    topK: 5,
    topP: 0.9,
    layer: 3,
    head: 0,
    suggested: null,
  };
  assert.deepEqual(decode(encode(/** @type {MapsState} */ (all))).state, all);
  for (const broken of ['off=1', 'off=1:2:3', 'off=a:b', 'temperature=11', 'topP=2', 'seed=-1'])
    assert.equal(decode(`v=1&room=maps&text=a&${broken}`).state, null, broken);
  // Only a running model has these settings.
  assert.equal(decode('v=1&room=maps&seed=3').state, null);
  assert.equal(encode({ ...freshState(), seed: 3 }), encode(freshState()));
});

test('what is off and what is asked about a running model is restored from its link', () => {
  const state = {
    ...liveState({}, 'a b'),
    off: [
      { layer: 2, head: 1 },
      { layer: 3, mlp: true },
      { layer: 0, token: 4 },
      { layer: null, token: 2 },
    ],
    replacement: 'text',
    second: 'c d',
    answer: 871,
    asked: 'patch',
  };
  const link = encode(/** @type {MapsState} */ (state));
  assert.match(
    decodeURIComponent(link),
    /off=2:1,3:mlp,0:v4,v2&replacement=text&second=c\+d&answer=871&asked=patch/,
  );
  assert.deepEqual(decode(link).state, state);
  for (const broken of ['off=v', 'off=1:v', 'off=w1', 'off=mlp', 'off=1:mlp:2', 'answer=-1', 'asked=how'])
    assert.equal(decode(`v=1&room=maps&text=a&${broken}`).state, null, broken);
});

test('each part of the state, and each correction, is restored by itself', () => {
  for (const [name, value] of Object.entries(OTHER)) {
    if (name === 'file') continue;
    const state = { ...freshState(), [name]: value };
    assert.deepEqual(decode(encode(state)).state, state, name);
  }
  for (const [name, value] of Object.entries({ ...CORRECTED, rope: 'none' })) {
    const state = { ...freshState(), corrections: { ...NO_CORRECTIONS, [name]: value } };
    assert.deepEqual(decode(encode(state)).state, state, name);
  }
});

test('every value of every choice is restored', () => {
  for (const name of /** @type {const} */ ([
    'source',
    'over',
    'values',
    'view',
    'scale',
    'sort',
    'order',
    'measure',
  ])) {
    for (const value of maps.fields[name].choices)
      assert.equal(
        decode(encode(/** @type {MapsState} */ ({ ...freshState(), [name]: value }))).state?.[name],
        value,
        `${name} ${value}`,
      );
  }
});

test('a link to a file without a head leaves the choice to the page, and one with a head names it', () => {
  const file = { name: 'a.npy', layers: 6, heads: 12, queries: 17, keys: 17 };
  assert.equal(encode(freshState({}, file)), 'v=1&room=maps&file=a.npy&shape=6:12:17:17');
  assert.deepEqual(decode('v=1&room=maps&file=a.npy&shape=6:12:17:17&head=3:5').state, {
    ...freshState({}, file),
    layer: 3,
    head: 5,
    suggested: null,
  });
  const first = { ...freshState({}, file), suggested: null };
  assert.equal(encode(first), 'v=1&room=maps&file=a.npy&shape=6:12:17:17&head=0:0');
  assert.deepEqual(decode(encode(first)).state, first);
  const suggested = { ...freshState({}, file), layer: 2, head: 9, suggested: { layer: 2, head: 9 } };
  assert.match(encode(suggested), /&head=2:9$/, 'whoever opens the link sees the same head at once');
});

test('no cursor differs from the sample’s own cursor', () => {
  assert.equal(decode(encode({ ...freshState(), cursor: null })).state?.cursor, null);
});

test('random states are restored from their links', () => {
  let seed = 7;
  const next = (/** @type {number} */ most) => (seed = (seed * 48271) % 2147483647) % (most + 1);
  const some = (/** @type {readonly any[]} */ list) => list[next(list.length - 1)];
  const real = () => (next(2e6) - 1e6) / some([1, 3, 1e5, 1e-9]);
  for (let round = 0; round < 500; round += 1) {
    const file = next(1)
      ? {
          name: String.fromCharCode(...Array.from({ length: next(BOUNDS.name) }, () => 1 + next(5000))),
          layers: 1 + next(99),
          heads: 1 + next(99),
          queries: 1 + next(9999),
          keys: 1 + next(9999),
        }
      : null;
    /** @type {MapsState} */
    const state = {
      ...freshState({}, file),
      suggested: null,
      layer: next(BOUNDS.layers - 1),
      head: next(BOUNDS.heads - 1),
      cursor: next(1) ? { query: next(BOUNDS.side - 1), key: next(BOUNDS.side - 1) } : null,
      leaveOut: next(BOUNDS.leaveOut),
      sight: next(1) ? { row: next(1e6) / 3, col: next(1e6) / 7, cell: 1 / (1 + next(999)) } : null,
      threshold: next(1000) / 1000,
      filter: next(1) ? { measure: some(MEASURES), least: real(), most: real() } : null,
      source: some(maps.fields.source.choices),
      over: some(maps.fields.over.choices),
      sort: some(maps.fields.sort.choices),
      view: some(maps.fields.view.choices),
      scale: some(maps.fields.scale.choices),
      compare: next(1) ? { slot: some([0, 1]), layer: next(99), head: next(99) } : null,
    };
    assert.deepEqual(decode(encode(state)).state, state);
  }
});

test('an empty fragment is not an error, a later version is reported, and a fragment above the limit is not read', () => {
  assert.deepEqual(decode(''), { state: null, error: null });
  assert.deepEqual(decode('v=2&room=maps&wonder=1'), { state: null, error: 'later' });
  assert.deepEqual(decode(`v=1&room=maps&file=${'a'.repeat(MAX_PLAIN)}&shape=1:1:1:1`), {
    state: null,
    error: 'tooLarge',
  });
});

test('an invalid state is a broken link', () => {
  const broken = [
    'head=1',
    'head=1:2:3',
    'head=-1:2',
    'head=4096:0',
    'head=1.5:2',
    'file=a',
    'shape=1:1:1:1',
    'file=a&shape=0:1:1:1',
    'file=a&shape=1:1:1',
    'file=a&shape=1:1:1:16777217',
    `file=${'a'.repeat(256)}&shape=1:1:1:1`,
    'source=all',
    'over=none',
    'values=1',
    'view=3d',
    'scale=linear',
    'sort=name',
    'order=left',
    'measure=layer',
    'words=0',
    'alike=yes',
    'compare=2:0:0',
    'compare=0:0',
    'leaveOut=9',
    'leaveOut=-1',
    'sight=1:2',
    'sight=1:2:0',
    'sight=1:2:513',
    'sight=1:2:NaN',
    'sight=1e9:2:3',
    'cursor=1',
    'cursor=1:x',
    'threshold=2',
    'threshold=-0.1',
    'threshold=Infinity',
    'filter=layer:0:1',
    'filter=entropy:0',
    'filter=entropy:0:1:2',
    'filter=entropy:a:b',
    'candidate=4096',
    'candidate=x',
    'axes=layer,depth',
    'axes=',
    'batch=-1',
    'tokens=bpe',
    'multiply=1/8',
    'causal=yes',
    'window=0',
    'softcap=0',
    'softcap=-1',
    'rope=half',
    'rope=half:0:all',
    'rope=half:10000:1',
    'rope=whole:10000:all',
    'map=rainbow',
    'unknown=1',
    'head=1:1&head=1:1',
    '__proto__=1',
  ];
  for (const fragment of broken) {
    const { state, error } = /** @type {any} */ (decode(`v=1&room=maps&${fragment}`));
    assert.deepEqual([state, error], [null, 'broken'], fragment);
  }
  for (const fragment of ['room=maps', 'v=1', 'v=1&room=masks', '%', '&&&', '\u0000'])
    assert.deepEqual(decode(fragment), { state: null, error: 'broken' }, fragment);
});

test('random bytes never throw', () => {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647);
  const names = ['head', 'file', 'shape', 'sight', 'filter', 'rope', 'axes', 'cursor', 'compare'];
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: next() % 60 }, () => String.fromCharCode(next() % 300)).join('');
    const read = decode(`v=1&room=maps&${names[next() % names.length]}=${text}`);
    assert.ok(read.state || ['broken', 'later'].includes(String(/** @type {any} */ (read).error)));
  }
});
