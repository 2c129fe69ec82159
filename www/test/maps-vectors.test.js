/** The program of Maps, which is compiled for size, computes rows of layers with a state in vectors. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** The code of `f64x2.mul`. */
const PRODUCT = Buffer.of(0xfd, 0xf2, 0x01);

test('the program of Maps multiplies 64-bit numbers in pairs', async () => {
  const program = await readFile(new URL('../pkg/heedmap_maps_wasm_bg.wasm', import.meta.url));
  let [count, at] = [0, program.indexOf(PRODUCT)];
  for (; at >= 0; at = program.indexOf(PRODUCT, at + 1)) count += 1;
  // The two loops over a block with decays by channel have 32. A few may be other bytes that look the same.
  assert.ok(count >= 32, `${count} products of pairs`);
});
