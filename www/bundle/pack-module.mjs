/** Packs a wasm module for a script to carry, so that unpack-module.js unpacks it: `node www/bundle/pack-module.mjs MODULE PACKED`. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from './expectation.js';

/** @param {Uint8Array} module */
export function packModule(module) {
  /** @type {number[]} */
  const packed = [];
  const word = (/** @type {number} */ value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  let [low, high, place] = [0, 2 ** 32 - 1, 0];
  expect(new Uint8Array(module.length), (probability) => {
    const split = low + Math.floor((high - low) * probability);
    const one = (module[place >> 3] >> (7 - (place & 7))) & 1;
    place++;
    if (one) high = split;
    else low = split + 1;
    while ((low ^ high) >>> 24 === 0) {
      packed.push(high >>> 24);
      low = (low << 8) >>> 0;
      high = ((high << 8) | 255) >>> 0;
    }
    return one;
  });
  return Uint8Array.from([...word(module.length).reverse(), ...packed, ...word(low)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(process.argv[3], packModule(await readFile(process.argv[2])));
