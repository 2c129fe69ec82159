import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreadLink } from '../state/fragment-frame.js';
import { LANGUAGES } from '../page/words/index.js';
import { decode, encode, freshState } from '../rooms/masks/state.js';
import { MAX_PLAIN } from '../state/fragment-frame.js';
/** @import { MaskState } from '../rooms/masks/types.js' */

const { en, es } = LANGUAGES;

/** A state in which nothing is as the room opens. @type {MaskState} */
const OTHER = {
  text: 'causal(offset=3) and (window(6) or global(0, 7-9)) and not cells(1:2, 3-5:0-4)',
  queries: 40,
  keys: 2048,
  tied: false,
  seed: 4294967295,
  size: 128,
  heads: 32,
  kvHeads: 4,
  bytes: 4,
  alibi: 31,
  rows: 17,
  speed: 128,
  cursor: { query: 16, key: 2047 },
  brush: 'forbid',
  code: 'flex',
  table: 'scores',
  scale: 'largest',
  map: 'viridis',
  language: 'es',
  theme: 'dark',
};

test('the initial room has the shortest link', () => {
  assert.equal(encode(freshState()), 'v=1&room=masks');
  assert.deepEqual(decode('v=1&room=masks').state, freshState());
});

test('a state in which everything differs is restored from its link', () => {
  for (const name of Object.keys(OTHER))
    assert.notDeepEqual(
      OTHER[/** @type {'text'} */ (name)],
      freshState()[/** @type {'text'} */ (name)],
      name,
    );
  assert.deepEqual(decode(encode(OTHER)).state, OTHER);
});

test('each part of the state is restored by itself', () => {
  for (const [name, value] of Object.entries(OTHER)) {
    if (name === 'kvHeads' || name === 'alibi') continue;
    const state = {
      ...freshState(),
      [name]: value,
      ...(name === 'queries' || name === 'keys' || name === 'cursor'
        ? { tied: false, queries: 17, keys: 2048, cursor: { query: 3, key: 4 } }
        : {}),
    };
    assert.deepEqual(decode(encode(state)).state, state, name);
  }
});

test('a link is readable', () => {
  assert.equal(
    encode({
      ...freshState(),
      text: 'causal(offset=3) or cells(1:2)',
      queries: 8,
      keys: 8,
      cursor: { query: 7, key: 3 },
    }),
    'v=1&room=masks&mask=causal(offset=3)+or+cells(1:2)&queries=8&keys=8',
  );
});

test('a text keeps every typed character', () => {
  for (const text of ['a+b&c=d#e%20f', 'window(-2)', 'ñ 😀', '  all ', ''])
    assert.equal(decode(encode({ ...freshState(), text })).state?.text, text);
});

test('a cursor beyond the mask is clamped to its last cell', () => {
  assert.deepEqual(decode('v=1&room=masks&queries=4&keys=4&cursor=9:2').state?.cursor, { query: 3, key: 2 });
});

test('an empty fragment is not an error, and a later version is reported as later', () => {
  assert.deepEqual(decode(''), { state: null, error: null });
  assert.deepEqual(decode('v=2&room=masks&wonder=1'), { state: null, error: 'later' });
});

test('a fragment above the limit is not read', () => {
  assert.deepEqual(decode(`v=1&room=masks&mask=${'a'.repeat(MAX_PLAIN)}`), {
    state: null,
    error: 'tooLarge',
  });
});

test('an invalid state is a broken link', () => {
  const broken = [
    'room=masks',
    'v=1',
    'v=1&room=learn',
    'v=x&room=masks',
    'v=1&room=masks&room=masks',
    'v=1&room=masks&unknown=1',
    'v=1&room=masks&queries=0',
    'v=1&room=masks&keys=2049',
    'v=1&room=masks&keys=-1',
    'v=1&room=masks&seed=1.5',
    'v=1&room=masks&heads=129',
    'v=1&room=masks&bytes=3',
    'v=1&room=masks&alibi=-1',
    'v=1&room=masks&rows=0',
    'v=1&room=masks&cursor=1',
    'v=1&room=masks&cursor=1:2:3',
    'v=1&room=masks&cursor=1:x',
    'v=1&room=masks&code=fortran',
    'v=1&room=masks&map=rainbow',
    'v=1&room=masks&table=all',
    'v=1&room=masks&same=1',
    'v=1&room=masks&mask=a&mask=b',
    'v=1&room=masks&__proto__=1',
    '%',
    '&&&',
    '\u0000',
  ];
  for (const fragment of broken) {
    const { state, error } = /** @type {any} */ (decode(fragment));
    assert.deepEqual([state, error], [null, 'broken'], fragment);
  }
});

test('a size that is too large is rejected with the figures and the limits', () => {
  const huge = '9'.repeat(400);
  for (const [name, value, least, most] of /** @type {const} */ ([
    ['queries', '2049', 1, 2048],
    ['keys', '99999999999', 1, 2048],
    ['size', '257', 1, 256],
    ['heads', '129', 1, 128],
    ['queries', huge, 1, 2048],
  ])) {
    /** @type {any} */
    const read = decode(`v=1&room=masks&${name}=${value}`);
    const text = value.length > 20 ? `${value.slice(0, 20)}…` : value;
    assert.deepEqual(
      { ...read },
      { state: null, error: 'broken', figures: { name, value: text, least, most } },
    );
    assert.equal(
      unreadLink(read, en.links),
      `The link has ${name} = ${text}, but only ${least}–${most} is possible, so the page shows its defaults.`,
    );
    assert.match(unreadLink(read, es.links), new RegExp(`${name} = ${text}, .* ${least}–${most}, así que`));
  }
  assert.equal(unreadLink(/** @type {const} */ ({ error: 'broken' }), en.links), en.links.broken);
});

test('random bytes never throw', () => {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647);
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: next() % 60 }, () => String.fromCharCode(next() % 300)).join('');
    const read = decode(`v=1&room=masks&${text}`);
    assert.ok(read.state || ['broken', 'later'].includes(String(/** @type {any} */ (read).error)));
  }
});
