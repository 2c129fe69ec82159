/**
 * Writes `packed.js`, the sample of the Maps room, from the attention of a real model:
 * `node www/rooms/maps/sample/pack.mjs`. A test compares it with the fixture.
 *
 * Weights are rounded to multiples of 1 / STEPS so that every row sums to 1: each is rounded down, and the
 * weights with the largest remainders are rounded up instead. They are written as 16-bit integers, deflated,
 * in base64.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { SHAPE, STEPS } from './sample.js';

const SOURCE = new URL('../../../../fixtures/measures/minilm_trophy.npy', import.meta.url);
const PACKED = new URL('packed.js', import.meta.url);

/** The weights in the fixture, by layer, head, query and key. */
export async function weights() {
  const bytes = await readFile(SOURCE);
  const header = 10 + bytes.readUInt16LE(8);
  const { layers, heads, tokens } = SHAPE;
  const count = layers * heads * tokens * tokens;
  if (bytes.length !== header + 4 * count)
    throw new Error(`the fixture has no ${layers} x ${heads} x ${tokens} x ${tokens} floats`);
  return Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(header + 4 * i));
}

/**
 * The weights of a row in steps. They sum to STEPS. Of equal remainders, the first is rounded up.
 *
 * @param {ArrayLike<number>} row - weights, whose sum is approximately 1
 */
export function stepsOf(row) {
  const scaled = Array.from(row, (weight) => weight * STEPS);
  const steps = scaled.map(Math.floor);
  const left = STEPS - steps.reduce((sum, step) => sum + step, 0);
  const order = scaled
    .map((_, i) => i)
    .sort((a, b) => scaled[b] - steps[b] - (scaled[a] - steps[a]) || a - b);
  for (const i of order.slice(0, left)) steps[i] += 1;
  return steps;
}

/** The text of `packed.js`. */
async function packedModule() {
  const all = await weights();
  const { tokens } = SHAPE;
  const rows = Array.from({ length: all.length / tokens }, (_, row) =>
    stepsOf(all.subarray(row * tokens, (row + 1) * tokens)),
  );
  const base64 = deflateRawSync(new Uint8Array(Uint16Array.from(rows.flat()).buffer), { level: 9 }).toString(
    'base64',
  );
  return [
    '/** The weights of the sample in steps, deflated: written by pack.mjs. The model is under Apache-2.0; see fixtures/README.md. */',
    'export const packed =',
    `${(base64.match(/.{1,100}/g) ?? []).map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(PACKED, await packedModule());
