import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LOGIT, logistic } from '../bundle/packing/logistic.js';
import { pack } from '../bundle/packing/pack.mjs';
import { INSTRUCTION, instructionOf, operandOf, roles } from '../bundle/packing/roles.js';
import { unpack } from '../bundle/packing/unpack.js';

/** A module with a function that adds 1 to what it is given, and one that jumps by a table and copies memory. */
const MODULE = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f,
  3, 3, 2, 0, 0,
  5, 3, 1, 0, 1,
  10, 54, 2,
  // One local of type i64; local.get 0, i32.const 1, i32.add, end.
  9, 1, 1, 0x7e, 0x20, 0, 0x41, 1, 0x6a, 0x0b,
  // f64.const 1; drop; block; block; local.get 0; br_table 0 1; end; end; i32.const 300 three times; memory.copy 0 0; local.get 0; i32.load 2 8; end.
  42, 0, 0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x1a, 0x02, 0x40, 0x02, 0x40, 0x20, 0, 0x0e, 1, 0, 1, 0x0b, 0x0b, 0x41, 0xac, 2, 0x41, 0xac, 2, 0x41, 0xac, 2, 0xfc, 10, 0, 0, 0x20, 0, 0x28, 2, 8, 0x0b,
]);

/** @param {Uint8Array} bytes @returns {number[]} the role of each */
function rolesIn(bytes) {
  const following = roles();
  let role = following.next().value;
  return Array.from(bytes, (byte) => {
    const now = role;
    role = following.next(byte).value;
    return now;
  });
}

test('instructions are told from their operands, and both from what is no code', () => {
  assert.ok(WebAssembly.validate(MODULE), 'the module of this test is one');
  const told = rolesIn(MODULE);
  const instructions = Array.from(MODULE).filter((_, at) => told[at] === INSTRUCTION);
  assert.deepEqual(instructions, [0x20, 0x41, 0x6a, 0x0b, 0x44, 0x1a, 0x02, 0x02, 0x20, 0x0e, 0x0b, 0x0b, 0x41, 0x41, 0x41, 0xfc, 0x20, 0x28, 0x0b]);
  const load = MODULE.lastIndexOf(0x28);
  assert.deepEqual([load + 1, load + 2].map((at) => [instructionOf(told[at]), operandOf(told[at])]), [[0x28, 0], [0x28, 1]]);
  const table = MODULE.indexOf(0x0e);
  assert.deepEqual([1, 2, 3].map((after) => [instructionOf(told[table + after]), operandOf(told[table + after])]), [[0x0e, 0], [0x0e, 1], [0x0e, 1]]);
});

test('every instruction of a program is told: its functions end where they say they do', async () => {
  const bytes = await readFile(new URL('../pkg/heedmap_embed_wasm_bg.wasm', import.meta.url));
  const told = rolesIn(bytes);
  // The last instruction of a function is `end`, and what comes next is no code.
  const last = told.flatMap((role, at) => (role <= INSTRUCTION && told[at + 1] > INSTRUCTION ? [bytes[at]] : []));
  assert.ok(last.length > 100);
  assert.deepEqual([...new Set(last)], [0x0b]);
});

for (const program of ['heedmap_embed_map_wasm', 'heedmap_embed_wasm']) {
  test(`${program} is unpacked byte for byte, and is a tenth smaller than LZMA makes it`, async () => {
    const bytes = await readFile(new URL(`../pkg/${program}_bg.wasm`, import.meta.url));
    const lzma = await readFile(new URL(`../pkg/${program}_bg.lzma`, import.meta.url));
    const packed = pack(bytes);
    assert.ok(Buffer.from(await unpack(packed)).equals(bytes));
    assert.ok(packed.length < 0.9 * lzma.length, `${packed.length} and ${lzma.length} bytes`);
  });
}

test('what is no program is packed and unpacked as well', async () => {
  const noise = Uint8Array.from({ length: 3000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 11);
  const text = new TextEncoder().encode('the query asks, the key answers; '.repeat(40));
  const cutOff = MODULE.slice(0, 40);
  for (const bytes of [new Uint8Array(), Uint8Array.of(7), noise, text, cutOff, MODULE]) assert.deepEqual(await unpack(pack(bytes)), bytes);
  assert.ok(pack(text).length < 100);
});

test('packed bytes that end too early are refused with a sentence', async () => {
  const packed = pack(MODULE);
  for (const end of [0, 4, 7, 20, packed.length - 8]) await assert.rejects(unpack(packed.slice(0, end)), { name: 'RangeError', message: 'the packed program ends too early' }, `cut at ${end}`);
});

test('the same bytes are packed the same as ever, and so in every engine', () => {
  const mixed = Uint8Array.from([...MODULE, ...Array.from({ length: 9000 }, (_, i) => Math.imul(i % 700, 0x9e3779b1) >>> (20 + (i % 5)))]);
  assert.equal(createHash('sha256').update(pack(mixed)).digest('hex'), '756dd5d3a502b26f31de28cea14d7bbd42b9b7b38a24704082d68d39e8fddebb');
});

test('the logistic function and its inverse are near those of the mathematics', () => {
  for (const x of [-8, -2.5, -0.1, 0, 0.7, 3, 7.9]) assert.ok(Math.abs(logistic(x) - 1 / (1 + Math.exp(-x))) < 0.003, String(x));
  for (const p of [1, 100, 2047, 2048, 3000, 4090]) assert.ok(Math.abs(LOGIT[p] - Math.log((p + 0.5) / (4095.5 - p))) < 0.03 * Math.abs(LOGIT[p]) + 0.001, String(p));
});

test('a page does what it has to while a program is unpacked', async (t) => {
  const packed = pack(new Uint8Array(20_000));
  let now = 0;
  // As on a machine that takes a second for every few bytes.
  t.mock.method(performance, 'now', () => (now += 1000));
  let turns = 0;
  let isUnpacked = false;
  const turn = () => {
    turns += 1;
    if (!isUnpacked) setImmediate(turn);
  };
  setImmediate(turn);
  await unpack(packed);
  isUnpacked = true;
  assert.ok(turns > 50, `${turns} turns`);
});
