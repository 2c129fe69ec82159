import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readAddress } from '../page/link.js';
import { matrix } from '../rooms/learn/lessons/matrix.js';
import { fromBase64Url, MAX_LENGTH, packLink, SHORT, toBase64Url, unpackLink } from '../state/packed-link.js';
import { decode, encode } from '../rooms/learn/state/fragment.js';
import { MAX_PLAIN } from '../state/fragment-frame.js';
import { BrokenLink } from '../state/fragment-values.js';
import { freshState } from '../rooms/learn/state/state.js';

/**
 * A custom lesson with pasted square matrices of one size.
 *
 * @param {number} side @param {(place: number) => number} value @param {string[]} names
 */
function own(side, value, names) {
  const state = freshState('own');
  state.own = { ...state.own, model: side, key: side, value: side, embeddings: 'randn' };
  state.pasted = Object.fromEntries(
    names.map((name, which) => [
      name,
      matrix(
        Array.from({ length: side }, (_, row) =>
          Array.from({ length: side }, (_, col) => value((which * side + row) * side + col)),
        ),
      ),
    ]),
  );
  return state;
}

/** Numbers that look random, each a multiple of a fraction. @param {number} place @param {number} parts */
const some = (place, parts) => Math.round(((Math.sin(place * 12.9898) * 43758.5453) % 1) * parts) / parts;

test('a short link is not changed by packing and unpacking', async () => {
  for (const plain of ['', 'v=1&lesson=words', `v=1&room=masks&mask=${'a'.repeat(SHORT - 20)}`]) {
    assert.ok(plain.length <= SHORT);
    assert.equal(await packLink(plain), plain);
    assert.equal(await unpackLink(plain), plain);
  }
});

test('a long link is deflated and base64url-encoded, and restored', async () => {
  const plain = encode(own(32, (place) => some(place, 10), ['wQ', 'wK', 'wV']));
  assert.ok(plain.length > MAX_LENGTH - 5000);
  const packed = await packLink(plain);
  assert.match(packed, /^z=1\.[\w-]+$/);
  assert.equal(inflateRawSync(Buffer.from(packed.slice(4), 'base64url')).toString(), plain);
  assert.ok(packed.length < plain.length / 2, `${packed.length} of ${plain.length}`);
  assert.equal(await unpackLink(packed), plain);
  assert.equal(
    await unpackLink(`z=1.${deflateRawSync(plain).toString('base64url')}`),
    plain,
    'whoever deflated it',
  );
});

test('two whole layers of numbers with three decimals fit a URL and are restored to the last bit', async () => {
  const state = own(32, (place) => some(place, 1000), ['wQ', 'wK']);
  const plain = encode(state);
  const packed = await packLink(plain);
  assert.ok(packed.length <= MAX_LENGTH, `${packed.length} characters`);
  assert.deepEqual(decode(await unpackLink(packed)).state, state);
});

test('numbers with all digits hardly compress: one matrix of 32 × 32 fits a URL, and a second does not', async () => {
  const value = (/** @type {number} */ place) => Math.sin(place) / 3;
  assert.ok((await packLink(encode(own(32, value, ['wQ'])))).length <= MAX_LENGTH);
  const two = await packLink(encode(own(32, value, ['wQ', 'wK'])));
  assert.ok(two.length > MAX_LENGTH);
  assert.ok(two.length < MAX_PLAIN);
});

test('a link that does not become shorter stays plain', async () => {
  const noise = Array.from({ length: 4000 }, (_, place) =>
    String.fromCharCode(33 + Math.floor(Math.abs(some(place, 1e6)) * 93)),
  ).join('');
  const packed = await packLink(noise);
  assert.ok(packed === noise || packed.length < noise.length);
  assert.equal(await unpackLink(packed), noise);
  const bytes = toBase64Url(
    Uint8Array.from({ length: 3000 }, (_, place) => Math.floor(Math.abs(some(place, 1e6)) * 255)),
  );
  assert.equal(await packLink(bytes), bytes);
});

test('a packed link that is truncated or damaged is broken', async () => {
  const packed = await packLink(encode(own(16, (place) => some(place, 100), ['wQ', 'wK', 'wV'])));
  for (const cut of [1, 2, 3, 10, 100, packed.length - 5, packed.length - 4])
    await assert.rejects(unpackLink(packed.slice(0, -cut)), BrokenLink, `without its last ${cut}`);
  const other = (/** @type {string} */ letter) => (letter === 'A' ? 'B' : 'A');
  let differ = 0;
  for (let place = 4; place < packed.length; place += 37) {
    const damaged = packed.slice(0, place) + other(packed[place]) + packed.slice(place + 1);
    await unpackLink(damaged).then(
      () => {
        differ += 1;
      },
      (error) => assert.ok(error instanceof BrokenLink),
    );
  }
  for (const broken of ['z=1.', 'z=1.A', 'z=1.!!!!', 'z=1.AAAA=', 'z=1._____w', 'z=1.AA AA', 'z=1.…'])
    await assert.rejects(unpackLink(broken), BrokenLink, broken);
  assert.ok(differ < packed.length / 37, 'some damage is noticed');
});

test('bytes that are not text are a broken link', async () => {
  await assert.rejects(
    unpackLink(`z=1.${deflateRawSync(Buffer.from([0x76, 0x3d, 0xff, 0xfe])).toString('base64url')}`),
    BrokenLink,
  );
});

test('a short text that inflates to more than any link is rejected', async () => {
  const bomb = (/** @type {number} */ bytes) =>
    `z=1.${deflateRawSync('a'.repeat(bytes), { level: 9 }).toString('base64url')}`;
  assert.equal((await unpackLink(bomb(MAX_PLAIN))).length, MAX_PLAIN);
  await assert.rejects(unpackLink(bomb(MAX_PLAIN + 1)), BrokenLink);
  const large = bomb(12_000_000);
  assert.ok(large.length <= MAX_LENGTH);
  await assert.rejects(unpackLink(large), BrokenLink);
  await assert.rejects(unpackLink(bomb(300_000_000)), BrokenLink);
});

test('inflating stops soon after the limit', async () => {
  const real = globalThis.DecompressionStream;
  let size = 0;
  globalThis.DecompressionStream = class extends real {
    /** @param {CompressionFormat} format */
    constructor(format) {
      super(format);
      const counted = super.readable.pipeThrough(
        new TransformStream({
          transform(part, out) {
            size += part.length;
            out.enqueue(part);
          },
        }),
      );
      Object.defineProperty(this, 'readable', { value: counted });
    }
  };
  try {
    await assert.rejects(
      unpackLink(`z=1.${deflateRawSync('a'.repeat(12_000_000)).toString('base64url')}`),
      BrokenLink,
    );
  } finally {
    globalThis.DecompressionStream = real;
  }
  assert.ok(size > MAX_PLAIN && size < 4 * MAX_PLAIN, `${size} bytes`);
});

test('without compression streams links stay plain, and a packed one is broken', async () => {
  const plain = encode(own(16, (place) => some(place, 100), ['wQ', 'wK', 'wV']));
  const packed = await packLink(plain);
  const { CompressionStream: deflate, DecompressionStream: inflate } = globalThis;
  const older = class {
    constructor() {
      throw new TypeError('unsupported format');
    }
  };
  try {
    for (const stream of [undefined, older]) {
      Object.assign(globalThis, { CompressionStream: stream, DecompressionStream: stream });
      assert.equal(await packLink(plain), plain);
      assert.equal(await unpackLink(plain), plain);
      await assert.rejects(unpackLink(packed), BrokenLink);
    }
  } finally {
    Object.assign(globalThis, { CompressionStream: deflate, DecompressionStream: inflate });
  }
  assert.equal(await packLink(plain), packed);
});

test('a fragment is read packed or plain, and a longer one than the limit is not read', async () => {
  const plain = encode(own(16, (place) => some(place, 100), ['wQ', 'wK', 'wV']));
  assert.deepEqual(await readAddress('v=1&lesson=words'), { plain: 'v=1&lesson=words', error: null });
  assert.deepEqual(await readAddress(await packLink(plain)), { plain, error: null });
  assert.equal((await readAddress('z=1.AAAA')).error, 'broken');
  assert.equal((await readAddress(`v=1&room=masks&mask=${'a'.repeat(MAX_LENGTH)}`)).error, 'tooLarge');
  assert.equal((await readAddress(`z=1.${'A'.repeat(MAX_LENGTH)}`)).error, 'tooLarge');
});

test('a packed link is unpacked only once', async () => {
  const inner = `z=1.${deflateRawSync('v=1&lesson=words').toString('base64url')}`;
  const outer = `z=1.${deflateRawSync(inner).toString('base64url')}`;
  assert.equal(await unpackLink(outer), inner);
  assert.deepEqual(decode(inner), { state: null, error: 'broken' });
});

test('base64url is the same as in Node', () => {
  for (const length of [0, 1, 2, 3, 4, 255, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, place) => place * 7919);
    assert.equal(toBase64Url(bytes), Buffer.from(bytes).toString('base64url'));
    assert.deepEqual(fromBase64Url(toBase64Url(bytes)), bytes);
  }
});
