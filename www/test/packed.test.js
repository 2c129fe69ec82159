/** Bytes as letters, and the files in figures of the Python package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packedFile } from '../page/frame/heads-file.js';
import { bytesOfLetters, letters, LETTERS, lettersOf, unpacked } from '../page/frame/packed.js';
import { singleFile } from '../page/save/single-file.js';
import { atOnce, inTurns } from '../page/save/turns.js';

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
  assert.equal(await unpacked(lettersOf(deflateRawSync(bytes))).text(), bytes.toString());
});

test('tensors of a packed file become a .safetensors whose numbers stay in 8 bits', async () => {
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
    __metadata__: {
      tokens: '["x"]',
      // How `a` was rounded: the step and its power.
      heedmap_rounding: `${1 / 254 ** 2} 2`,
      byte_steps: JSON.stringify({ a: { low: 0, step: 1 / 254 ** 2, power: 2 } }),
    },
    a: { dtype: 'U8', shape: [2, 2], data_offsets: [0, 4] },
    b: { dtype: 'F16', shape: [1], data_offsets: [4, 6] },
  });
  assert.deepEqual(new Uint8Array(view.buffer, 8 + length), bytes);
});

test('a packed file with too few numbers is rejected with the figures', async () => {
  const tensors = [{ name: 'a', shape: [2, 2], bits: /** @type {const} */ (8), low: 0, step: 1, power: 1 }];
  await assert.rejects(
    packedFile({ name: 'heads', tensors, data: lettersOf(deflateRawSync(Buffer.alloc(3))) }, never),
    { message: 'heads: the figure has 3 bytes of numbers, but its tensors need 4.' },
  );
});

test('an unpacked file that the browser cannot keep is rejected with its name and size', async (context) => {
  context.mock.method(Blob.prototype, 'arrayBuffer', () => Promise.reject(new Error('no memory')));
  const data = lettersOf(deflateRawSync(Buffer.alloc(2_500_000)));
  await assert.rejects(packedFile({ name: 'a.csv', data }, never), {
    message: 'a.csv: the browser has no memory for its 3 MB: a figure of fewer layers or heads needs less.',
  });
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

test('bytes are encoded in parts as they are at once, and a computation ends if nobody wants it', async () => {
  const bytes = Uint8Array.from({ length: 250_001 }, (_, at) => (at * 31) % 251);
  assert.equal(atOnce(letters(bytes)), lettersOf(bytes));
  assert.equal(await inTurns(letters(bytes)), lettersOf(bytes));
  let isCurrent = true;
  /** @returns {Generator<void, string>} */
  function* endless() {
    for (;;) yield;
  }
  const run = inTurns(endless(), () => isCurrent);
  setTimeout(() => (isCurrent = false));
  await assert.rejects(run, { name: 'AbortError' });
});
