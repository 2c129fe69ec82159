/**
 * Bytes that are read ahead, and heads that are copied from blocks, compared with the original bytes and
 * numbers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockCache, matrixOfBlock } from '../rooms/maps/service/blocks.js';
import { bytesOf, feed } from '../rooms/maps/service/bytes.js';

const FILE = Uint8Array.from({ length: 1000 }, (_, index) => (index * 31 + (index >> 4)) % 251);

/** A file that counts reads and bytes. */
function counted(bytes = FILE) {
  const blob = new Blob([bytes]);
  const reads = /** @type {number[]} */ ([]);
  const slice = blob.slice.bind(blob);
  blob.slice = (start, end) => {
    reads.push(Number(end) - Number(start));
    return slice(start, end);
  };
  return { blob, reads };
}

test('bytes are correct at every offset', async () => {
  for (const window of [1, 7, 64, 5000]) {
    const bytes = bytesOf(new Blob([FILE]), window);
    for (const [offset, length] of [
      [0, 10],
      [10, 60],
      [70, 1],
      [500, 90],
      [3, 4],
      [64, 64],
      [128, 64],
      [192, 300],
      [999, 1],
    ]) {
      const got = [];
      // Fewer bytes may come than were requested, but never none.
      while (got.length < length) {
        const piece = await bytes.at(offset + got.length, length - got.length);
        assert.ok(piece.length > 0 && piece.length <= length - got.length);
        got.push(...piece);
      }
      assert.deepEqual(got, [...FILE.subarray(offset, offset + length)], `${window}: ${offset} + ${length}`);
    }
  }
});

test('many consecutive small pieces take few reads, and no byte is read twice', async () => {
  const { blob, reads } = counted();
  const bytes = bytesOf(blob, 250);
  for (let offset = 0; offset < 1000; offset += 10) await bytes.at(offset, 10);
  assert.deepEqual(reads, [250, 250, 250, 250]);
});

test('two places that are read in turn, such as queries and keys, are each read ahead, and no byte is read twice', async () => {
  const { blob, reads } = counted();
  const bytes = bytesOf(blob, 100);
  for (let at = 0; at < 400; at += 50)
    for (const start of [0, 500])
      assert.deepEqual(await bytes.at(start + at, 50), FILE.subarray(start + at, start + at + 50));
  // Of each place one window was read ahead.
  assert.deepEqual(reads, Array(10).fill(100));
});

test('a file that was cut off since it was opened is an error, in the window in use and in the one that is read ahead', async () => {
  const blob = new Blob([FILE]);
  const slice = blob.slice.bind(blob);
  blob.slice = (start, end) => slice(start, Math.min(Number(end), 300));
  const reads = { done: 0, failed: 0 };
  const bytes = bytesOf(blob, 250, reads);
  assert.deepEqual(await bytes.at(0, 250), FILE.subarray(0, 250));
  await assert.rejects(bytes.at(250, 250), { class: 'unreadable' });
  await assert.rejects(bytes.at(500, 10), { class: 'unreadable' });
  assert.equal(reads.done, 1);
  assert.ok(reads.failed >= 2);
});

test('a file whose single bytes can be read is not called missing: the browser has no memory for a larger part', async (context) => {
  const { arrayBuffer } = Blob.prototype;
  context.mock.method(
    Blob.prototype,
    'arrayBuffer',
    /** @this {Blob} */ function () {
      return this.size > 100 ? Promise.reject(new Error('no memory')) : arrayBuffer.call(this);
    },
  );
  const reads = { done: 0, failed: 0 };
  const bytes = bytesOf(new Blob([FILE]), 250, reads);
  await assert.rejects(bytes.at(0, 10), {
    class: 'memory',
    message:
      'The browser has no memory to read 250 bytes of the file at once: close other files and tabs, or open heads of fewer tokens.',
  });
  await assert.rejects(bytes.spans([{ offset: 0, length: 200 }]), { class: 'memory' });
  // The file is there, so nobody has to read it in another way.
  assert.equal(reads.failed, 0);
});

test('a missing file is an error, and is read again on the next request', async () => {
  const blob = new Blob([FILE]);
  let isThere = false;
  const slice = blob.slice.bind(blob);
  blob.slice = (start, end) =>
    isThere
      ? slice(start, end)
      : /** @type {any} */ ({
          arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
        });
  const bytes = bytesOf(blob, 100);
  await assert.rejects(bytes.at(0, 10), {
    class: 'unreadable',
    message: /^The file cannot be read any more/,
  });
  isThere = true;
  assert.deepEqual([...(await bytes.at(0, 10))], [...FILE.subarray(0, 10)]);
});

test('a reader gets all bytes that it requests, and stops on an error', async () => {
  const got = /** @type {number[]} */ ([]);
  const asking = {
    need: () => (got.length < 30 ? { offset: 5 + got.length, length: 30 - got.length } : null),
    supply: (/** @type {Uint8Array} */ bytes) => void got.push(...bytes),
  };
  await feed(asking, bytesOf(new Blob([FILE]), 8), () => {});
  assert.deepEqual(got, [...FILE.subarray(5, 35)]);
  got.length = 0;
  await assert.rejects(
    feed(asking, bytesOf(new Blob([FILE])), () => {
      throw new Error('enough');
    }),
    { message: 'enough' },
  );
  assert.equal(got.length, 0);
});

test('a large read is supplied in several calls of the engine that yield to other messages', async () => {
  const file = new Uint8Array(300 << 10).map((_, index) => index % 251);
  const got = /** @type {number[]} */ ([]);
  let between = 0;
  const size = () => got.reduce((sum, length) => sum + length, 0);
  const asking = {
    need: () => (size() < file.length ? { offset: size(), length: file.length - size() } : null),
    supply: (/** @type {Uint8Array} */ { length }) => void got.push(length),
  };
  await feed(
    asking,
    bytesOf(new Blob([file])),
    () => {},
    () => {
      between += 1;
    },
  );
  assert.deepEqual([got.map((length) => length >> 10), between], [[128, 128, 44], 2]);
});

test('a matrix is copied from a block by the distances of its rows and columns', () => {
  // Each number is its place.
  const numbers = Float32Array.from({ length: 120 }, (_, place) => place);
  for (const [down, along] of [
    [5, 1],
    [20, 1],
    [1, 4],
    [15, 3],
  ]) {
    const cells = matrixOfBlock(numbers, { shape: [4, 5], block: { start: 7, strides: [down, along] } });
    assert.deepEqual(
      [...cells],
      Array.from({ length: 20 }, (_, cell) => 7 + Math.floor(cell / 5) * down + (cell % 5) * along),
    );
  }
});

test('the block cache keeps the most recently used blocks, and drops those of a closed file', () => {
  const blocks = blockCache();
  // Only the length matters, so the array of 16 million numbers does not exist.
  const block = /** @type {any} */ ({ length: 2 ** 24 });
  blocks.keep('1 0', block);
  blocks.keep('2 0', block);
  assert.ok(blocks.get('1 0') && blocks.get('2 0'));
  blocks.get('1 0');
  blocks.keep('3 0', block);
  assert.deepEqual(
    [1, 2, 3].map((file) => blocks.get(`${file} 0`) !== null),
    [true, false, true],
  );
  assert.equal(blocks.get('1 1'), null);
  blocks.forget(1);
  assert.equal(blocks.get('1 0'), null);
});
