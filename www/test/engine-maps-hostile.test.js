/** Invalid arguments of the Models room's engine, the messages, and that it continues to work. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { refusal } from './engine-support.js';
import { npy, opened, randomNumbers } from './engine-maps-support.js';

const loose = /** @type {any} */ (engine);
const WEIGHTS = { scale: null, causal: 'none', window: null, softcap: null, rope: null, offset: 0 };
const OVERVIEW = { side: 4, tokens: null, offset: 0, sink: 1, reach: 1 };
const VIEW = { perRow: false, leaveOut: 0, reach: null, minus: null };
const PAINT = {
  rows: 1,
  cols: 2,
  data: Float32Array.of(0, 1),
  map: 'ember',
  theme: 'dark',
  scale: { kind: 'sequential', low: 0, high: 1 },
};

before(() => engine.load());

const square = () => engine.headMap(2, 2, Float32Array.of(1, 0, 0.5, 0.5));

/** The class of the error that a call throws. @param {() => unknown} call */
function classOf(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof Error && error.constructor === Error);
    return /** @type {any} */ (error).class;
  }
  throw new Error('nothing was refused');
}

test('files that cannot be read are rejected with a class', () => {
  assert.equal(
    classOf(() => opened(new Uint8Array())),
    'truncated',
  );
  assert.equal(
    classOf(() => opened(new TextEncoder().encode('<html>'))),
    'magic',
  );
  assert.equal(
    classOf(() => engine.openFile(8).finish()),
    'call',
  );
  const opening = engine.openFile(100);
  assert.equal(
    classOf(() => opening.supply(new Uint8Array())),
    'call',
  );
  assert.equal(
    refusal(() => loose.openFile(-1)),
    'the length of the file must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => loose.openFile('8')),
    'the length of the file must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => engine.openFile(2 ** 54)),
    'the length of the file must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => opening.supply(/** @type {any} */ ([1, 2]))),
    'the bytes must be a Uint8Array that is still attached to its memory',
  );
});

test('missing parts of tensors are rejected', () => {
  const bytes = npy([2, 2], Float32Array.of(1, 2, 3, 4));
  const file = opened(bytes);
  assert.equal(
    classOf(() => file.read(1, [])),
    'call',
  );
  assert.equal(
    classOf(() => file.read(0, [2])),
    'call',
  );
  assert.equal(
    classOf(() => file.read(0, [[1, 2]])),
    'call',
  );
  assert.equal(
    classOf(() => file.read(0, [null, null, null])),
    'call',
  );
  assert.equal(
    refusal(() => file.read(-1, [])),
    'the tensor must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => file.read(0, /** @type {any} */ (null))),
    'the picks must be an array',
  );
  for (const pick of [-1, 0.5, '0', [1], [0, 1, 2], [0, -1], undefined, {}]) {
    assert.equal(
      refusal(() => file.read(0, /** @type {any} */ ([null, pick]))),
      'pick 1 must be null, a place, or [start, length], counted from 0',
    );
  }
  const row = file.read(0, [0]);
  row.supply(bytes.subarray(/** @type {any} */ (row.need()).offset));
  assert.equal(
    refusal(() => row.matrix(false)),
    'a matrix has two axes, but what was read of the tensor has 1',
  );
  assert.equal(
    refusal(() => row.values()),
    'the part was already freed',
  );
  assert.equal(
    classOf(() => file.read(0, []).values()),
    'call',
  );
});

test('mismatched maps are rejected with the figures', () => {
  assert.equal(
    refusal(() => engine.headMap(2, 2, new Float32Array(3))),
    'the map is 2 x 2, 4 cells, but 3 numbers were given',
  );
  assert.equal(
    refusal(() => engine.headMap(5000, 5000, new Float32Array())),
    'the map would be 5000 x 5000: at most 16777216 cells fit',
  );
  assert.equal(
    refusal(() => loose.headMap(2, null, new Float32Array())),
    'keys must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => loose.headMap(1, 1, [1])),
    'the data of the map must be a Float32Array that is still attached to its memory',
  );
  const [map, tall] = [square(), engine.headMap(3, 2, new Float32Array(6))];
  assert.equal(
    refusal(() => map.cells([1, 2], [0, 1])),
    '2 rows from 1 on, but there are 2, counted from 0',
  );
  assert.equal(
    refusal(() => map.cells([0, 1], [0, -1])),
    'a start or a length must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => map.cells(/** @type {any} */ (0), [0, 1])),
    'rows must be [start, length]',
  );
  assert.equal(
    refusal(() => engine.stacked([map, tall], 1)),
    'part 0 has 2 keys, but the last row has 1',
  );
  assert.equal(
    refusal(() => loose.stacked([map], -1)),
    'the number of keys must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => loose.stacked(map, 1)),
    'the parts must be an array',
  );
  assert.match(
    refusal(() => engine.similarity(map, tall)),
    /^one head is 2 x 2 but the other is 3 x 2/,
  );
  assert.match(
    refusal(() => engine.valueWeighted(map, tall, 'norm')),
    /^3 norms for 2 keys/,
  );
  assert.equal(
    refusal(() => loose.valueWeighted(map, map, 'sum')),
    'the kind of values must be norm or share',
  );
  assert.match(
    refusal(() => engine.merged(map, Uint32Array.of(0), Uint32Array.of(0, 1))),
    /^1 group for 2 queries/,
  );
  assert.match(
    refusal(() => engine.merged(map, Uint32Array.of(0, 2), Uint32Array.of(0, 1))),
    /^query 1 is in group 2/,
  );
  assert.equal(
    refusal(() => loose.combining('sum')),
    'the kind of combining must be mean or max',
  );
  const combining = engine.combining('mean');
  combining.add(map);
  assert.match(
    refusal(() => combining.add(tall)),
    /^the first head is 2 x 2 but another is 3 x 2/,
  );
  assert.equal(combining.finish().queries, 2);
  assert.match(
    refusal(() => engine.combining('max').finish()),
    /^the number of heads to combine is 0/,
  );
  assert.match(
    refusal(() => engine.rollout(4096)),
    /^a rollout over 4096 tokens/,
  );
  assert.match(
    refusal(() => engine.rollout(3).layer(map)),
    /^layer 0 is 2 x 2, but the rollout is over 3 tokens/,
  );
});

test('options are read one by one', () => {
  const map = square();
  const weights = (/** @type {any} */ more) =>
    refusal(() => loose.weightsOf(map, map, { ...WEIGHTS, ...more }));
  assert.equal(
    weights({ causal: 'yes' }),
    'weights options: causal must be true, false, none, upper_left, lower_right or offset',
  );
  assert.equal(weights({ scale: '1' }), 'weights options: scale must be a number, sqrt or none');
  assert.equal(
    weights({ window: -1 }),
    'weights options: window must be a number of keys from 1 up, or left and right',
  );
  assert.equal(
    weights({ window: 0 }),
    'weights options: window must be a number of keys from 1 up, or left and right',
  );
  assert.match(weights({ softcap: NaN }), /^the softcap/);
  assert.equal(weights({ offset: 0.5 }), 'weights options: offset must be a whole number');
  assert.equal(weights({ rope: 1 }), 'weights options: rope must be a plain object');
  assert.match(weights({ rope: { base: 10_000, pairs: 'half', dim: 3 } }), /features/);
  assert.match(
    weights({ rope: { base: 10_000, pairs: 'half', theta: 3 } }),
    /^weights options: rope has no key "theta"/,
  );
  assert.match(weights({ masks: 1 }), /^weights options have no key "masks"/);
  assert.match(
    refusal(() => loose.weightsOf(map, engine.headMap(2, 3, new Float32Array(6)), WEIGHTS)),
    /features/,
  );
  const overview = (/** @type {any} */ more) => refusal(() => loose.overview(map, { ...OVERVIEW, ...more }));
  assert.equal(overview({ side: 0 }), 'the number of rows of a pooled map is 0: it must be at least 1');
  assert.equal(overview({ sink: null }), 'overview options: sink must be a whole number from 0 up');
  assert.equal(
    overview({ tokens: [1, 2] }),
    'the tokens must be a Uint32Array that is still attached to its memory',
  );
  assert.equal(overview({ tokens: Uint32Array.of(1) }), '1 token for 2 keys: each needs one');
  assert.match(overview({ offset: 2 ** 40 }), /^the offset of the queries is/);
  const paint = (/** @type {any} */ more) => refusal(() => loose.paintMap({ ...PAINT, ...more }));
  assert.match(paint({ rows: 2 }), /2/);
  assert.match(paint({ rows: 0 }), /0/);
  assert.equal(paint({ map: 'jet' }), 'paint options: map must be ember or viridis or cividis or grey');
  assert.equal(paint({ scale: null }), 'paint options: scale must be a plain object');
  assert.equal(
    paint({ scale: { kind: 'cubic' } }),
    'paint options: scale.kind must be sequential or diverging or log or percentile',
  );
  assert.match(paint({ scale: { kind: 'sequential', low: 2, high: 1 } }), /but goes from 2 to 1$/);
  assert.match(paint({ scale: { kind: 'log', low: 0, high: 1 } }), /two finite ends above 0/);
  assert.match(
    paint({ scale: { kind: 'percentile', quantiles: new Float32Array(3) } }),
    /257 quantiles, but is given 3/,
  );
  assert.equal(
    paint({ scale: { kind: 'percentile' } }),
    'the quantiles must be a Float32Array that is still attached to its memory',
  );
  assert.equal(
    refusal(() => loose.readTokens('The')),
    'the tokens must be an array',
  );
  assert.equal(
    refusal(() => loose.readTokens(['a', 1])),
    'tokens[1] must be a string',
  );
  assert.equal(
    refusal(() => loose.readTokens(['a'], 'bpe')),
    'the scheme must be plain or byte_level or sentencepiece or wordpiece',
  );
  assert.match(
    refusal(() => loose.readTokens(new Array(300_000).fill('a'))),
    /^there are 300000 tokens: at most 262144/,
  );
});

test('views reject missing parts, and free maps that they reject', () => {
  const refused = (/** @type {any} */ more, map = square()) =>
    refusal(() => loose.view(map, { ...VIEW, ...more }));
  assert.equal(refused({ reach: Uint32Array.of(1) }), '1 number of keys for 2 queries: each needs one');
  assert.equal(
    refused({ reach: [1, 2] }),
    'reach must be a Uint32Array that is still attached to its memory',
  );
  assert.equal(refused({ leaveOut: -1 }), 'view options: leaveOut must be a whole number from 0 up');
  assert.equal(refused({ perRow: 1 }), 'view options: perRow must be true or false');
  assert.match(
    refused({ minus: engine.headMap(1, 1, new Float32Array(1)) }),
    /^one map is 2 x 2 but the other is 1 x 1/,
  );
  const map = square();
  assert.match(refused({ minus: map }, map), /^a map cannot be taken away from itself/);
  assert.match(refused({ minus: {} }, map), /^the other map is not what it should be/);
  assert.equal(map.queries, 2);
  assert.equal(refused({ leaveOut: NaN }, map), 'view options: leaveOut must be a whole number from 0 up');
  assert.equal(
    refusal(() => map.queries),
    'the map was already freed',
  );
  const view = engine.view(square(), VIEW);
  assert.equal(
    refusal(() => view.tile(3, [0, 1], [0, 1])),
    'level 3 of a map that has 2, counted from 0',
  );
  assert.equal(
    refusal(() => view.tile(1, [0, 2], [0, 1])),
    '2 rows from 0 on, but there are 1, counted from 0',
  );
  assert.equal(
    refusal(() => view.row(2)),
    '1 row from 2 on, but there are 2, counted from 0',
  );
  assert.equal(
    refusal(() => view.row(/** @type {any} */ ('0'))),
    'the query must be a whole number from 0 up',
  );
});

test('freed handles and invalid handles are rejected', () => {
  const map = square();
  map.free();
  map.free();
  assert.equal(
    refusal(() => map.keys),
    'the map was already freed',
  );
  assert.equal(
    refusal(() => engine.overview(map, OVERVIEW)),
    'the map was already freed',
  );
  for (const nothing of [
    undefined,
    null,
    1,
    {},
    engine.rollout(1),
    Object.create(engine.HeadMap.prototype),
  ]) {
    assert.match(
      refusal(() => engine.overview(/** @type {any} */ (nothing), OVERVIEW)),
      /^the map is not what it should be/,
    );
    assert.match(
      refusal(() => engine.stacked(/** @type {any} */ ([nothing]), 2)),
      /^the map is not what it should be/,
    );
  }
});

test('after a restart all handles are invalid and report it', () => {
  const [map, view, file] = [square(), engine.view(square(), VIEW), opened(npy([1, 1], Float32Array.of(1)))];
  engine.reload();
  const later = square();
  assert.equal(
    refusal(() => map.queries),
    'the map is gone: the engine was restarted',
  );
  assert.equal(
    refusal(() => view.row(0)),
    'the view is gone: the engine was restarted',
  );
  assert.equal(
    refusal(() => file.listing()),
    'the file is gone: the engine was restarted',
  );
  [map, view, file].forEach((gone) => gone.free());
  assert.deepEqual([...later.cells([0, 2], [0, 2])], [1, 0, 0.5, 0.5]);
});

test('errors of getters are passed on, and the engine still works', () => {
  const map = square();
  /** @type {any} */
  const throwing = {
    ...VIEW,
    get perRow() {
      throw new Error('ha ha ha');
    },
  };
  assert.equal(
    refusal(() => engine.view(map, throwing)),
    'ha ha ha',
  );
  const get = (/** @type {any} */ on, /** @type {any} */ key) => {
    if (key === '1') throw new Error('ha ha ha');
    return on[key];
  };
  const rows = /** @type {any} */ (new Proxy([0, 1], { get }));
  assert.equal(
    refusal(() => map.cells(rows, [0, 1])),
    'an argument could not be read: ha ha ha',
  );
  assert.equal(map.queries, 2);
});

test('a thousand malformed calls give results or messages', () => {
  const random = randomNumbers(3);
  const next = (/** @type {number} */ below) => Math.floor(random() * below);
  const nasty = () => [
    undefined,
    null,
    NaN,
    -1,
    0,
    0.5,
    4097,
    2 ** 31,
    2 ** 53,
    1e308,
    '',
    'max',
    true,
    1n,
    Symbol('s'),
    [],
    [0, 1],
    {},
    () => 1,
    new Uint32Array(3),
    new Uint8Array(3),
    new Float32Array(4),
    new Proxy({}, { get: () => 1 }),
    '\ud800',
    square(),
    engine.rollout(2),
  ];
  /** @type {[string, () => any[]][]} */
  const calls = [
    ['openFile', () => [80]],
    ['headMap', () => [2, 2, new Float32Array(4)]],
    ['weightsOf', () => [square(), square(), { ...WEIGHTS }]],
    ['stacked', () => [[square(), square()], 3]],
    ['overview', () => [square(), { ...OVERVIEW }]],
    ['combining', () => ['mean']],
    ['rollout', () => [2]],
    ['similarity', () => [square(), square()]],
    ['valueWeighted', () => [square(), square(), 'norm']],
    ['readTokens', () => [['a', 'b'], 'plain']],
    ['merged', () => [square(), Uint32Array.of(0, 1), Uint32Array.of(0, 0)]],
    ['view', () => [square(), { ...VIEW }]],
    ['paintMap', () => [{ ...PAINT }]],
  ];
  for (let count = 0; count < 1000; count += 1) {
    const [name, sound] = calls[next(calls.length)];
    const given = sound();
    const at = next(given.length);
    const isOptions = typeof given[at] === 'object' && Object.getPrototypeOf(given[at]) === Object.prototype;
    const keys = isOptions ? Object.keys(given[at]) : [];
    const bad = nasty()[next(26)];
    if (keys.length > 0 && next(4) > 0) given[at][keys[next(keys.length)]] = bad;
    else given[at] = bad;
    try {
      loose[name](...given);
    } catch (error) {
      assert.ok(error instanceof Error && error.constructor === Error, name);
      assert.doesNotMatch(error.message, /restarted|Invalid stale|null pointer|recursive/, name);
    }
  }
  assert.equal(square().keys, 2);
});
