/** What is packed by expectation comes out again, byte for byte. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { KINDS, moduleWalk } from '../bundle/module-walk.js';
import { packModule } from '../bundle/pack-module.mjs';
import { unpackModule } from '../bundle/unpack-module.js';

const built = (/** @type {string} */ name) => readFile(new URL(`../pkg/${name}`, import.meta.url));

/** A module with one function: (i32) -> f64, a block in it, and instructions with every form of operand. */
const SMALL = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 6, 1, 0x60, 1, 0x7f, 1, 0x7c, 3, 2, 1, 0, 5, 3, 1, 0, 1, 10, 33, 1, 31, 1, 1, 0x7e, 2, 0x40, 0x20, 0, 0x0e, 1, 0, 0, 0x0b, 0x41, 0x80, 1, 0x28, 2, 4, 0x1a,
  0x43, 0, 0, 0, 0, 0xfc, 0, 0x1a, 0x44, 0, 0, 0, 0, 0, 0,
];

/** Bytes that mean nothing. @param {number} count */
function noise(count) {
  let seed = 1;
  return Uint8Array.from({ length: count }, () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 24);
}

test('the module that the page carries comes out as it was built, in less than five sixths of what LZMA takes', async () => {
  const module = await built('heedmap_maps_wasm_bg.wasm');
  const packed = await built('heedmap_maps_wasm_bg.tight');
  assert.deepEqual(Buffer.from(unpackModule(packed)), module);
  assert.ok(packed.length < ((await built('heedmap_maps_wasm_bg.lzma')).length * 5) / 6);
});

for (const [name, bytes] of Object.entries({
  'nothing': new Uint8Array(0),
  'one byte': Uint8Array.of(7),
  'the beginning of a module': Uint8Array.from(SMALL),
  'bytes that are no module': noise(5000),
  'noise where code should be': Uint8Array.from([...SMALL.slice(0, 25), 10, 0xff, 0xff, 3, 200, ...noise(5000)]),
  'one byte again and again': new Uint8Array(5000).fill(255),
})) {
  test(`${name} comes out as it went in`, () => assert.deepEqual(unpackModule(packModule(bytes)), bytes));
}

test('what repeats is told once', () => {
  assert.ok(packModule(new Uint8Array(5000).fill(255)).length < 100);
});

test('packed bytes that were cut short are refused', () => {
  const packed = packModule(Uint8Array.from(SMALL));
  for (let length = 4; length < packed.length; length++) {
    assert.throws(() => unpackModule(packed.slice(0, length)), { name: 'RangeError', message: 'the packed bytes end too early' });
  }
});

test('the walk knows opcodes from what stands behind them, and what came before', () => {
  const seen = { place: 0, opcodes: 0, locals: 0 };
  const walk = moduleWalk(seen);
  const kinds = [Number(walk.next(0).value)];
  for (const byte of SMALL) {
    seen.place++;
    kinds.push(Number(walk.next(byte).value));
  }
  const opcodes = SMALL.filter((_, i) => kinds[i] === 18);
  assert.deepEqual(opcodes, [0x02, 0x20, 0x0e, 0x0b, 0x41, 0x28, 0x1a, 0x43, 0xfc, 0x1a, 0x44]);
  assert.equal(seen.opcodes, (0x43 * 2 ** 24 + 0xfc1a44) | 0);
  assert.ok(kinds.every((kind) => kind >= 0 && kind < KINDS));
});
