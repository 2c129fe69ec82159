/** Bytes as letters, and the files in figures of the Python package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packedFile } from '../page/frame/heads-file.js';
import { bytesOfLetters, LETTERS, lettersOf, unpacked } from '../page/frame/packed.js';
import { singleFile } from '../page/save/single-file.js';

/** A file that holds its numbers asks for none. */
const never = () => Promise.reject(new Error('asked for numbers'));

test('there are 91 letters, and none is special in JSON, HTML or an attribute', () => {
  assert.equal(new Set(LETTERS).size, 91);
  assert.doesNotMatch(LETTERS, /["&<\\\x7f-\uffff\0-\x1f]/);
  assert.equal(JSON.stringify(LETTERS), `"${LETTERS}"`);
});

test('any number of bytes is restored from its letters', () => {
  for (let length = 0; length < 60; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 89 + length * 31) % 256);
    const text = lettersOf(bytes);
    assert.deepEqual(bytesOfLetters(text), bytes, String(length));
    assert.equal(
      text.length,
      2 * Math.floor((8 * length) / 13) + [0, 1, 2][Math.ceil(((8 * length) % 13) / 6.5)],
    );
  }
});

test('deflated and packed data is restored', async () => {
  const bytes = Buffer.from('attention '.repeat(500));
  assert.deepEqual(Buffer.from(await unpacked(lettersOf(deflateRawSync(bytes)))), bytes);
});

test('tensors of a packed file become a .safetensors with floats, and 255 becomes NaN', async () => {
  const bytes = Uint8Array.from([0, 1, 254, 255, 0, 0x3c]);
  const file = await packedFile(
    {
      name: 'heads',
      tensors: [
        { name: 'a', shape: [2, 2], bits: 8, low: 0, step: 1 / 254 ** 2, power: 2 },
        { name: 'b', shape: [1], bits: 16 },
      ],
      metadata: { tokens: '["x"]' },
      data: lettersOf(deflateRawSync(bytes)),
    },
    never,
  );
  const view = new DataView(await file.arrayBuffer());
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(view.buffer, 8, length)));
  assert.deepEqual(header, {
    __metadata__: { tokens: '["x"]' },
    a: { dtype: 'F32', shape: [2, 2], data_offsets: [0, 16] },
    b: { dtype: 'F16', shape: [1], data_offsets: [16, 18] },
  });
  const numbers = [0, 1, 2, 3].map((at) => view.getFloat32(8 + length + 4 * at, true));
  assert.deepEqual(numbers, [0, Math.fround(1 / 254 ** 2), 1, NaN]);
  assert.equal(view.getUint16(8 + length + 16, true), 0x3c00);
});

test('a packed file without tensors is restored unchanged', async () => {
  const file = await packedFile(
    { name: 'a.csv', data: lettersOf(deflateRawSync(Buffer.from('1,0\n'))) },
    never,
  );
  assert.deepEqual([file.name, await file.text()], ['a.csv', '1,0\n']);
});

test('the numbers of a live figure are those that the page around it sends, deflated', async () => {
  const bytes = deflateRawSync(Buffer.from('1,0\n'));
  const file = await packedFile({ name: 'a.csv', data: null }, async () => Uint8Array.from(bytes).buffer);
  assert.equal(await file.text(), '1,0\n');
});

test('the policy of a page with packed scripts allows only the one that creates them', () => {
  const text = singleFile({
    title: 'a title',
    theme: null,
    scripts: ['load();'],
    packed: ['one', 'two'],
    note: '',
    about: 'about',
    needs: 'needs',
    payload: { room: 'maps', link: '', language: 'en', heads: null },
  });
  assert.match(text, /trusted-types heedmap-worker heedmap-scripts"/);
  assert.match(text, /<script type="application\/json" id="heedmap-scripts">\["one","two"\]<\/script>/);
});
