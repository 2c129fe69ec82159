import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode } from '../rooms/learn/state/fragment.js';
import { MAX_PLAIN } from '../state/fragment-frame.js';
import { freshState, withEdit, withSwitch } from '../rooms/learn/state/state.js';
import { matrix } from '../rooms/learn/lessons/matrix.js';

/** @param {import('../types.js').State} state */
function roundTrip(state) {
  const read = decode(encode(state));
  assert.ok(read.state, `not read back: ${encode(state)}`);
  return read.state;
}

test('every initial lesson is restored from its link', () => {
  for (const lesson of ['positions', 'words', 'scale-mask', 'frase', 'concepts', 'heads', 'own']) {
    assert.deepEqual(roundTrip(freshState(lesson)), freshState(lesson));
  }
});

test('a state in which everything is changed is restored from its link', () => {
  let state = freshState('words');
  state = withSwitch(state, 'mask', 'causal');
  state = withSwitch(state, 'scale', 0.125);
  state = withEdit(state, { matrix: 'wQ', row: 0, col: 1, value: -1.5e-7 });
  state = withEdit(state, { matrix: 'embeddings', row: 3, col: 2, value: 0.1 + 0.2 });
  state = {
    ...state,
    step: 2,
    seed: 4294967295,
    projections: 'randn * 0.1',
    rows: { show: 'upto', query: 2 },
    rank: 3,
    cursor: { matrix: 'scores', row: 2, col: 0 },
    pasted: {
      wV: matrix([
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9.25],
      ]),
    },
    digits: 'full',
    map: 'viridis',
    tables: ['scores', 'weights'],
    language: 'es',
    theme: 'dark',
  };
  assert.deepEqual(roundTrip(state), state);
});

test('custom tokens are restored as typed, including markup', () => {
  const state = freshState('own');
  state.own = {
    ...state.own,
    tokens: ['<img', 'onerror=alert(1)>', 'a&b=c', '猫', '%41', '#'],
    embeddings: 'randn',
    model: 5,
  };
  assert.deepEqual(roundTrip(state).own, state.own);
});

test('a link has only what differs, and is readable', () => {
  const state = withEdit(withSwitch(freshState('words'), 'mask', 'causal'), {
    matrix: 'wQ',
    row: 0,
    col: 1,
    value: 5,
  });
  assert.equal(encode(state), 'v=1&lesson=words&show=step&mask=causal&edit=wQ:0:1:5');
});

test('a setting that is moved back to the default is removed from the link', () => {
  const state = withSwitch(withSwitch(freshState('words'), 'mask', 'causal'), 'mask', 'none');
  assert.equal(encode(state), 'v=1&lesson=words&show=step');
});

test('a link from before the stage existed opens the whole view at the last step of attention', () => {
  const { state } = decode('v=1&lesson=concepts');
  assert.deepEqual([state?.shown, state?.step], ['whole', 6]);
  assert.equal(encode(/** @type {any} */ (state)), 'v=1&lesson=concepts');
  assert.equal(encode({ .../** @type {any} */ (state), step: 0 }), 'v=1&lesson=concepts&step=1');
});

test('a link to one step has the view and the step', () => {
  const state = { ...freshState('words'), step: 2 };
  assert.equal(encode(state), 'v=1&lesson=words&show=step&step=3');
  assert.deepEqual(roundTrip(state), state);
});

test('many digits are written as bytes, and restored to the last bit', () => {
  const rows = Array.from({ length: 32 }, (_, row) =>
    Array.from({ length: 32 }, (_, col) => Math.sin(row * 32 + col) / 3),
  );
  const state = { ...freshState('words'), pasted: { wQ: matrix(rows) } };
  assert.deepEqual(roundTrip(state), state);
  assert.ok(encode(state).length < 32 * 32 * 12, 'eight bytes a number, in base64');
});

test('a single query needs softmax over rows and an existing query', () => {
  const state = decode('v=1&lesson=words&rows=one:31').state;
  assert.deepEqual(state?.rows, { show: 'one', query: 3 });
  assert.equal(decode('v=1&lesson=words&rows=one:1&softmaxAxis=columns').state?.rows.show, 'all');
});

test('a link may name the room, which links from the page do not', () => {
  assert.deepEqual(decode('v=1&room=learn&lesson=heads'), decode('v=1&lesson=heads'));
  for (const room of ['masks', ''])
    assert.deepEqual(decode(`v=1&room=${room}&lesson=heads`), { state: null, error: 'broken' });
  assert.doesNotMatch(encode(freshState('heads')), /room/);
});

test('an empty fragment is not an error', () => {
  assert.deepEqual(decode(''), { state: null, error: null });
});

test('a later version is reported as later', () => {
  assert.deepEqual(decode('v=2&lesson=words&wonder=1'), { state: null, error: 'later' });
});

test('a fragment above the limit is not read', () => {
  assert.deepEqual(decode(`v=1&lesson=words&seed=${'1'.repeat(MAX_PLAIN)}`), {
    state: null,
    error: 'tooLarge',
  });
});

test('an invalid state is a broken link', () => {
  const broken = [
    'lesson=words',
    'v=1',
    'v=1&lesson=nope',
    'v=x&lesson=words',
    'v=1&lesson=words&lesson=words',
    'v=1&lesson=words&unknown=1',
    'v=1&lesson=words&step=8',
    'v=1&lesson=words&step=0',
    'v=1&lesson=words&mask=maybe',
    'v=1&lesson=words&scale=Infinity',
    'v=1&lesson=words&seed=4294967296',
    'v=1&lesson=words&seed=-1',
    'v=1&lesson=words&edit=wQ:0:1',
    'v=1&lesson=words&edit=wQ:0:1:NaN',
    'v=1&lesson=words&edit=output:0:0:1',
    'v=1&lesson=words&edit=wQ:99:0:1',
    'v=1&lesson=words&cursor=__proto__:0:0',
    'v=1&lesson=words&paste=wQ:2x2:1,2,3',
    'v=1&lesson=words&paste=wQ:99x99:1',
    'v=1&lesson=words&paste=wQ',
    'v=1&lesson=words&rows=one',
    'v=1&lesson=words&rows=two:1',
    'v=1&lesson=words&digits=13',
    'v=1&lesson=words&map=rainbow',
    'v=1&lesson=own&tokens=',
    'v=1&lesson=own&model=',
    'v=1&lesson=own&tokens=a&model=0&key=1&value=1&from=1&embeddings=one-hot&drawn=randn',
    'v=01&lesson=words',
    'v=1&lesson=words&edit=wQ:0:0:1,wQ:0:0:2',
    'v=1&lesson=words&paste=wQ:1x1:*AAAA',
    'v=1&lesson=words&paste=wQ:1x1:*AAAAAAAA8H8',
    'v=1&lesson=words&paste=wQ:1x1:*A',
    '%',
    '=',
    '&&&',
    'v=1&lesson=words&__proto__=1',
    '\u0000',
  ];
  for (const fragment of broken) {
    const { state, error } = /** @type {any} */ (decode(fragment));
    assert.deepEqual([state, error], [null, 'broken'], fragment);
  }
});

test('a custom size that is too large is rejected with the figures and the limits', () => {
  const own = (/** @type {Record<string, number>} */ sizes) => {
    const all = Object.entries({ model: 4, key: 4, value: 4, from: 1, ...sizes }).map(
      ([name, size]) => `${name}=${size}`,
    );
    return decode(`v=1&lesson=own&tokens=a+b&${all.join('&')}&embeddings=one-hot&drawn=randn`);
  };
  assert.ok(own({}).state);
  for (const [name, most] of /** @type {const} */ ([
    ['model', 32],
    ['key', 32],
    ['value', 32],
    ['heads', 8],
    ['kvHeads', 8],
  ])) {
    assert.deepEqual(own({ [name]: 100_000 }), {
      state: null,
      error: 'broken',
      figures: { name, value: '100000', least: 1, most },
    });
  }
  const tokens = decode(`v=1&lesson=own&tokens=${Array(33).fill('a').join('+')}`);
  assert.deepEqual(tokens, {
    state: null,
    error: 'broken',
    figures: { name: 'tokens', value: '33', least: 1, most: 32 },
  });
});

test('random bytes never throw', () => {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647);
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: next() % 60 }, () => String.fromCharCode(next() % 300)).join('');
    const read = decode(`v=1&lesson=words&${text}`);
    assert.ok(read.state || ['broken', 'later'].includes(String(/** @type {any} */ (read).error)));
  }
});
