/**
 * Writes `steps.json`, the sample of the Models room, from the attention of a real model:
 * `node www/rooms/maps/sample/pack.mjs`. A test compares it with the fixture.
 *
 * Weights are rounded to multiples of 1 / STEPS so that every row sums to 1: each is rounded down, and the
 * weights with the largest remainders are rounded up instead.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SHAPE, STEPS } from './sample.js';

const SOURCE = new URL('../../../../fixtures/measures/minilm_trophy.npy', import.meta.url);
const STEPS_FILE = new URL('steps.json', import.meta.url);

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

/** The text of `steps.json`: by layer, head, query and key, a line for each query. */
async function text() {
  const all = await weights();
  const { tokens } = SHAPE;
  const rows = Array.from({ length: all.length / tokens }, (_, row) =>
    JSON.stringify(stepsOf(all.subarray(row * tokens, (row + 1) * tokens))),
  );
  return `{\n"rows": [\n${rows.join(',\n')}\n]\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(STEPS_FILE, await text());
