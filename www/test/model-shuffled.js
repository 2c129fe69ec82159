/** The tiny GPT with the numbers of each matrix in another order: its sizes without its circuits. */
import { readFile } from 'node:fs/promises';
import { FOLDER, fixture } from './model-plain.js';

/** Numbers from 0 to 1, the same each time (mulberry32). @param {number} seed */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The files of the model. @returns {Promise<File[]>} */
export async function shuffledFolder() {
  const file = new Uint8Array(await readFile(new URL('model.safetensors', FOLDER)));
  const view = new DataView(file.buffer);
  const length = Number(view.getBigUint64(0, true));
  const listed = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  const next = random(1);
  for (const { shape, data_offsets: offsets } of Object.values(listed)) {
    if (shape?.length !== 2) continue;
    const cells = new Uint16Array(file.buffer.slice(8 + length + offsets[0], 8 + length + offsets[1]));
    for (let at = cells.length - 1; at > 0; at -= 1) {
      const other = Math.floor(next() * (at + 1));
      [cells[at], cells[other]] = [cells[other], cells[at]];
    }
    file.set(new Uint8Array(cells.buffer), 8 + length + offsets[0]);
  }
  return [
    await fixture('config.json'),
    new File([file], 'model.safetensors'),
    await fixture('tokenizer.json'),
  ];
}
