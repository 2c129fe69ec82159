/** Writes the large synthetic files for maps.mjs. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {{ path: string, bytes: number }} WrittenFile */

/**
 * Writes weights of shape (layers, heads, side, side) in 32 bits as `.npy`: causal softmax rows. Heads attend
 * over different distances.
 *
 * @param {string} folder
 * @param {string} name
 * @param {{ layers: number, heads: number, side: number }} shape
 * @returns {Promise<WrittenFile>}
 */
export async function npy(folder, name, { layers, heads, side }) {
  const path = join(folder, name);
  const file = await open(path, 'w');
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${layers}, ${heads}, ${side}, ${side}), }`;
  const text = `${dict.padEnd(Math.ceil((dict.length + 11) / 64) * 64 - 11)}\n`;
  const header = Buffer.alloc(10 + text.length);
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(text.length, 8);
  header.write(text, 10, 'latin1');
  await file.write(header);
  for (let head = 0; head < layers * heads; head++)
    await file.write(new Uint8Array(causal(side, 2 + (head % 24) * 3, head).buffer));
  await file.close();
  return { path, bytes: header.length + 4 * layers * heads * side * side };
}

/**
 * Rows whose weights fall exponentially with the distance, plus weight on the first key, each times a random
 * number, because even numbers would be compressed in saved files.
 *
 * @param {number} side
 * @param {number} reach
 * @param {number} seed
 */
function causal(side, reach, seed) {
  const cells = new Float32Array(side * side);
  const fall = Float64Array.from({ length: side }, (_, distance) => Math.exp(-distance / reach));
  let random = seed;
  for (let query = 0; query < side; query++) {
    const row = cells.subarray(query * side, query * side + query + 1);
    let sum = 0;
    for (let key = 0; key <= query; key++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      row[key] = (fall[query - key] + (key === 0 ? 1 : 0)) * (0.5 + random / 2 ** 32);
      sum += row[key];
    }
    for (let key = 0; key <= query; key++) row[key] /= sum;
  }
  return cells;
}

/**
 * Writes q and k of 32 layers of 32 heads for 4,096 tokens, in 16 bits, as a `.safetensors` of 2 GiB. The
 * file is sparse: only its header uses disk space.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<WrittenFile>}
 */
export async function sparse(folder, name) {
  const shape = [32, 4096, 128];
  const each = 2 * shape.reduce((product, side) => product * side, 1);
  const names = Array.from({ length: 64 }, (_, i) => `layers.${i >> 1}.self_attn.${i % 2 === 0 ? 'q' : 'k'}`);
  const entries = names.map((tensor, i) => [
    tensor,
    { dtype: 'F16', shape, data_offsets: [i * each, (i + 1) * each] },
  ]);
  const json = JSON.stringify(Object.fromEntries(entries));
  const text = json.padEnd(Math.ceil(json.length / 8) * 8);
  const head = Buffer.alloc(8 + text.length);
  head.writeBigUInt64LE(BigInt(text.length));
  head.write(text, 8);
  const path = join(folder, name);
  const file = await open(path, 'w');
  await file.write(head);
  const bytes = head.length + names.length * each;
  await file.truncate(bytes);
  await file.close();
  return { path, bytes };
}
