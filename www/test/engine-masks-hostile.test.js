/** For all arguments the functions of masks return a result or throw one message with its place. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { refusal } from './engine-support.js';

before(() => engine.load());

/** The types are broken on purpose. @type {any} */
const loose = engine;

const MODEL = { heads: 32, kvHeads: 8, size: 64, bytes: 2 };
const DRAW = {
  text: 'causal',
  queries: 24,
  keys: 24,
  seed: 7,
  size: 16,
  cellWidth: 4,
  cellHeight: 4,
  map: 'ember',
  theme: 'light',
};

/** The message of an error, and its place. @param {() => unknown} call */
function placed(call) {
  /** @type {unknown[]} */
  let found = [];
  const sentence = refusal(() => {
    try {
      call();
    } catch (/** @type {any} */ error) {
      found = [error.message, error.column, error.clause];
      throw error;
    }
  });
  assert.equal(found[0], sentence);
  return found;
}

test('an error in the text has its column, and an error in a size its clause', () => {
  assert.deepEqual(
    placed(() => engine.maskExpression('causal and window(-2)')),
    ['column 19: the window is -2: it must be -1, for no bound, or at least 1', 19, null],
  );
  assert.deepEqual(
    placed(() => engine.maskExpression('')),
    ['column 1: expected a clause, `not` or `(`, found the end', 1, null],
  );
  assert.deepEqual(
    placed(() => engine.maskExpression('causal & window(2)')),
    ['column 8: `&` is not part of an expression; write `and`', 8, null],
  );
  assert.deepEqual(
    placed(() => engine.maskPlay('causal and prefix(25)', 24, 24, MODEL)),
    ['prefix(25): 25 tokens, but there are 24 keys', 12, 1],
  );
  assert.deepEqual(
    placed(() => engine.maskCode('none', 24, 2049)),
    ['2049 keys: a mask has 1 to 2048', null, null],
  );
});

test('an invalid number of queries or keys is rejected by name', () => {
  assert.equal(
    refusal(() => engine.maskCode('all', 0, 24)),
    '0 queries: a mask has 1 to 2048',
  );
  assert.equal(
    refusal(() => engine.maskCode('all', 24, 2 ** 32 - 1)),
    '4294967295 keys: a mask has 1 to 2048',
  );
  for (const queries of [
    NaN,
    Infinity,
    -1,
    1.5,
    2 ** 32,
    '24',
    null,
    undefined,
    {},
    [24],
    true,
    2n,
    Symbol('2'),
  ]) {
    assert.equal(
      refusal(() => loose.maskCode('all', queries, 24)),
      'mask: queries must be a whole number from 0 up',
    );
    assert.equal(
      refusal(() => loose.maskPixels({ ...DRAW, keys: queries })),
      'mask: keys must be a whole number from 0 up',
    );
  }
});

test('anything but a text, or a text that is far too long, is rejected before it is parsed', () => {
  for (const text of [3, null, undefined, {}, ['all'], new String('all'), Symbol('all')]) {
    assert.equal(
      refusal(() => loose.maskExpression(text)),
      'the mask must be a string',
    );
    assert.equal(
      refusal(() => loose.maskPixels({ ...DRAW, text })),
      'the mask must be a string',
    );
  }
  const long = 'all or '.repeat(3000);
  assert.equal(
    refusal(() => engine.maskExpression(long)),
    'the text of the mask has 21000 characters, and at most 16384 are read',
  );
  assert.match(
    refusal(() => engine.maskExpression('ä'.repeat(16_000))),
    /^column 1: the text has 32000 bytes, and at most 16384 are read$/,
  );
  assert.match(
    refusal(() => engine.maskExpression(`${'('.repeat(8000)}all`)),
    /nested more than 64 deep/,
  );
  assert.match(
    refusal(() => engine.maskExpression('\ud800')),
    /is not part of an expression$/,
  );
});

test('missing cells and rows are rejected with the figures', () => {
  const outside = 'query 24, key 0 is out of range: there are 24 queries and 24 keys, counted from 0';
  assert.equal(
    refusal(() => engine.maskExplain('all', 24, 24, 24, 0)),
    outside,
  );
  assert.equal(
    refusal(() => engine.maskPainted('all', 24, 24, 'allow', Uint32Array.of(24, 0))),
    outside,
  );
  assert.equal(
    refusal(() => loose.maskRow({ text: 'all', queries: 24, keys: 24, seed: 7, size: 16 }, 24)),
    'query 24 is out of range: there are 24, counted from 0',
  );
  assert.equal(
    refusal(() => loose.maskRow({ text: 'all', queries: 24, keys: 24, seed: 7, size: 16 }, -1)),
    'mask: query must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => engine.maskPixels({ .../** @type {any} */ (DRAW), rows: 25 })),
    '25 queries are shown, but there are 24',
  );
  assert.equal(
    refusal(() => engine.maskPainted('all', 4, 4, 'allow', Uint32Array.of(1))),
    'the cells must be pairs of a query and a key, but their number, 1, is odd',
  );
  assert.equal(
    refusal(() => loose.maskPainted('all', 4, 4, 'erase', new Uint32Array())),
    'mask: brush must be allow or forbid',
  );
  for (const cells of [[0, 1], new Uint8Array(2), null, { length: 2 }]) {
    assert.equal(
      refusal(() => loose.maskPainted('all', 4, 4, 'allow', cells)),
      'the cells must be a Uint32Array that is still attached to its memory',
    );
  }
  const chequered = Array.from({ length: 64 * 64 }, (_, at) => [Math.floor(at / 64), at % 64]).filter(
    ([query, key]) => (query + key) % 2 === 0,
  );
  assert.match(
    refusal(() => engine.maskPainted('none', 64, 64, 'allow', Uint32Array.from(chequered.flat()))),
    /^painted cells take up to 512 rectangles/,
  );
});

test('an invalid model is rejected with the figures', () => {
  const refused = (/** @type {any} */ model) =>
    refusal(() => loose.maskFigures('all', 4, 4, { ...MODEL, ...model }));
  assert.equal(
    refused({ kvHeads: 5 }),
    '32 heads cannot share 5 key heads: the first must be a multiple of the second',
  );
  assert.equal(refused({ heads: 0 }), 'the number of heads is 0: it must be 1 to 65536');
  assert.equal(refused({ bytes: 17 }), 'the number of bytes an element is 17: it must be 1 to 16');
  assert.equal(refused({ size: NaN }), 'model: size must be a whole number from 0 up');
  assert.match(refused({ layers: 3 }), /^model has no key "layers"/);
  assert.equal(
    refusal(() => loose.maskPlay('all', 4, 4, null)),
    'model must be a plain object',
  );
});

test('options of pictures are read one by one', () => {
  const refused = (/** @type {any} */ more) => refusal(() => loose.maskPixels({ ...DRAW, ...more }));
  assert.equal(refused({ seed: -1 }), 'seed -1 is out of range: NumPy takes 0 to 4294967295');
  assert.equal(refused({ seed: '7' }), 'mask options: seed must be a number');
  assert.equal(refused({ size: 0 }), 'the number of features is 0: it must be 1 to 256');
  assert.equal(refused({ size: 257 }), 'the number of features is 257: it must be 1 to 256');
  assert.equal(
    refused({ alibi: { heads: 8, head: 8 } }),
    'head 8 is out of range: there are 8, counted from 0',
  );
  assert.equal(refused({ alibi: 3 }), 'mask options: alibi must be a plain object');
  assert.match(
    refused({ alibi: { heads: 8, head: 0, slope: 1 } }),
    /^mask options: alibi has no key "slope"/,
  );
  assert.match(refused({ color: 1 }), /^mask options have no key "color"/);
  assert.equal(refused({ map: 'jet' }), 'mask options: map must be ember or viridis or cividis or grey');
  assert.equal(refused({ gap: 4 }), 'a gap of 4 pixels leaves nothing of a cell of 4 x 4 pixels');
  assert.match(refused({ cellWidth: 2 ** 20 }), /^an image of 25165824 x 96 pixels is too large/);
  assert.equal(
    refused({ cellWidth: null, width: 0, height: 9 }),
    'the number of pixel columns is 0: it must be 1 to 24',
  );
  assert.equal(refused({ cellWidth: null }), 'mask options: width must be a whole number from 0 up');
  assert.match(refused({ scoresLow: 2, scoresHigh: 1 }), /the lower first, but goes from 2 to 1$/);
  assert.match(refused({ weightsHigh: NaN }), /the lower first, but goes from 0 to NaN$/);
  assert.equal(
    refusal(() => loose.maskPixels(null)),
    'mask options must be a plain object',
  );
  assert.equal(
    refusal(() => loose.maskAligned('causal', 0, 'middle')),
    'mask: alignment must be upper_left or lower_right or a whole number',
  );
  assert.equal(
    refusal(() => loose.maskWithout('causal', -1)),
    'mask: clause must be a whole number from 0 up',
  );
  assert.match(
    refusal(() => loose.maskAligned('causal', 0, -(2 ** 31))),
    /2147483648 is too large: at most 2147483647$/,
  );
});

test('errors of getters become one message, and the engine still works', () => {
  const throwing = {
    ...DRAW,
    get text() {
      throw new Error('ha ha ha');
    },
  };
  assert.equal(
    refusal(() => loose.maskPixels(throwing)),
    'mask options could not be read: ha ha ha',
  );
  const nested = {
    ...DRAW,
    alibi: {
      heads: 8,
      get head() {
        throw new Error('ha ha ha');
      },
    },
  };
  assert.equal(
    refusal(() => loose.maskPixels(nested)),
    'alibi could not be read: ha ha ha',
  );
  const model = {
    ...MODEL,
    get heads() {
      throw new Error('ha ha ha');
    },
  };
  assert.equal(
    refusal(() => loose.maskFigures('all', 4, 4, model)),
    'the model could not be read: ha ha ha',
  );
  const proxy = new Proxy(/** @type {any[]} */ ([]), {
    get() {
      throw new Error('ha ha ha');
    },
  });
  assert.equal(
    refusal(() => loose.maskExplain('causal', 4, 4, proxy, 0)),
    'mask: query must be a whole number from 0 up',
  );
  assert.equal(engine.maskWithout('causal', 0), 'all');
});

test('a thousand malformed calls give results or messages', () => {
  let state = 1;
  const next = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const nasty = [
    undefined,
    null,
    NaN,
    -1,
    0,
    0.5,
    2049,
    2 ** 31,
    1e308,
    '',
    'all',
    'window(-2)',
    'x'.repeat(20_000),
    true,
    1n,
    Symbol('s'),
    [],
    {},
    () => 1,
    new Uint32Array(3),
    new Uint8Array(3),
    new Proxy({}, { get: () => 1 }),
    '\ud800',
    'cells(0-2047:0-2047)',
  ];
  /** @type {[string, any[]][]} */
  const calls = [
    ['maskExpression', ['causal']],
    ['maskWithout', ['causal or window(3)', 1]],
    ['maskAligned', ['causal', 0, 'lower_right']],
    ['maskPainted', ['causal', 8, 8, 'allow', Uint32Array.of(0, 3)]],
    ['maskExplain', ['causal', 8, 8, 3, 3]],
    ['maskFigures', ['causal', 8, 8, MODEL]],
    ['maskPlay', ['causal', 8, 8, MODEL]],
    ['maskCode', ['causal', 8, 8]],
    ['maskRow', [{ text: 'causal', queries: 8, keys: 8, seed: 7, size: 4, alibi: { heads: 8, head: 0 } }, 3]],
    ['maskPixels', [{ ...DRAW, queries: 8, keys: 8, alibi: { heads: 8, head: 0 }, model: MODEL }]],
  ];
  for (let count = 0; count < 1000; count += 1) {
    const [name, sound] = calls[next(calls.length)];
    const given = sound.map((each) =>
      typeof each === 'object' && !ArrayBuffer.isView(each) ? { ...each } : each,
    );
    const at = next(given.length);
    const keys =
      typeof given[at] === 'object' && !ArrayBuffer.isView(given[at]) ? Object.keys(given[at]) : [];
    if (keys.length > 0 && next(4) > 0) given[at][keys[next(keys.length)]] = nasty[next(nasty.length)];
    else given[at] = nasty[next(nasty.length)];
    try {
      loose[name](...given);
    } catch (error) {
      assert.ok(error instanceof Error && error.constructor === Error, name);
      assert.doesNotMatch(error.message, /restarted/, name);
    }
  }
  assert.equal(engine.maskExplain('causal', 8, 8, 3, 3).allows, true);
});
