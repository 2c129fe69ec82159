import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { inflate } from '../engine/inflate.js';

const PACKED = deflateRawSync(Buffer.from('a program')).toString('base64');

test('a packed file is inflated', async () => {
  assert.equal(new TextDecoder().decode(await inflate(PACKED)), 'a program');
});

for (const [what, missing] of /** @type {[string, unknown][]} */ ([
  ['the stream', undefined],
  [
    'its raw format',
    class {
      constructor() {
        throw new TypeError('Unsupported compression format');
      }
    },
  ],
]))
  test(`a browser without ${what} gets a sentence that names it`, async (t) => {
    const { DecompressionStream } = globalThis;
    t.after(() => Object.assign(globalThis, { DecompressionStream }));
    Object.assign(globalThis, { DecompressionStream: missing });
    await assert.rejects(inflate(PACKED), {
      message:
        'This browser is too old for this page: it has no DecompressionStream with the format deflate-raw.',
    });
  });
