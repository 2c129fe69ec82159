/**
 * Packs the attention of a real model as the sample that the Maps room opens with, and writes `packed.js` beside it:
 * `node www/maps/sample/pack.mjs`. A test holds what is written against what this makes.
 *
 * Weights are rounded to whole steps so that every row sums to all of them: each is rounded down, and what is left goes to those that lost most. They
 * are packed by the range coder that the script unpacks its wasm with, in two thirds of what gzip takes for them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { probabilities } from '../../bundle/range-decoder.js';
import { contextOf, CONTEXTS, LENGTH_BITS, lengthOf, SHAPE, STEPS } from './model.js';

const SOURCE = new URL('../../../fixtures/measures/minilm_trophy.npy', import.meta.url);
const PACKED = new URL('packed.js', import.meta.url);

/** The weights of the model, as they are in the fixture: row by row, head by head. */
export async function weights() {
  const bytes = await readFile(SOURCE);
  const header = 10 + bytes.readUInt16LE(8);
  const { layers, heads, tokens } = SHAPE;
  const count = layers * heads * tokens * tokens;
  if (bytes.length !== header + 4 * count) throw new Error(`the fixture has no ${layers} x ${heads} x ${tokens} x ${tokens} floats`);
  return Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(header + 4 * i));
}

/**
 * A row in whole steps that sum to all of them: the largest remainders are rounded up, of equal ones the first.
 *
 * @param {ArrayLike<number>} row - of weights, whose sum is 1 but for rounding
 */
export function stepsOf(row) {
  const scaled = Array.from(row, (weight) => weight * STEPS);
  const steps = scaled.map(Math.floor);
  const left = STEPS - steps.reduce((sum, step) => sum + step, 0);
  const order = scaled.map((_, i) => i).sort((a, b) => scaled[b] - steps[b] - (scaled[a] - steps[a]) || a - b);
  for (const i of order.slice(0, left)) steps[i] += 1;
  return steps;
}

/** The module that carries the sample. */
export async function packedModule() {
  const { tokens } = SHAPE;
  const all = await weights();
  const { bit, even, finish } = rangeEncoder();
  const lengths = probabilities(CONTEXTS);
  /** @type {number[]} */
  let above = [];
  for (let row = 0; row < all.length; row += tokens) {
    const first = row % (tokens * tokens) === 0;
    const steps = stepsOf(all.subarray(row, row + tokens));
    let left = STEPS;
    for (let key = 0; key < tokens - 1; key++) {
      const length = lengthOf(steps[key]);
      const base = contextOf(first ? null : above[key], left, tokens - key);
      for (let i = LENGTH_BITS - 1, node = 1; i >= 0; i--) {
        const one = (length >> i) & 1;
        bit(lengths, base + node, one);
        node = node * 2 + one;
      }
      for (let i = length - 2; i >= 0; i--) even((steps[key] >> i) & 1);
      left -= steps[key];
    }
    above = steps;
  }
  const base64 = Buffer.from(finish()).toString('base64');
  return [
    '/** The weights of the sample in steps, packed: written by pack.mjs. The model is under Apache-2.0; see fixtures/README.md. */',
    'export const packed =',
    `${(base64.match(/.{1,150}/g) ?? []).map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}

/** What range-decoder.js undoes, after the LZMA specification by Igor Pavlov, in the public domain. */
function rangeEncoder() {
  const NARROW = 2 ** 24;
  /** @type {number[]} */
  const bytes = [];
  let low = 0;
  let range = 2 ** 32 - 1;
  // The last byte is held back with those of 255 behind it, as long as a carry may still change them.
  let [held, more] = [0, 1];

  function shift() {
    if (low < 0xff000000 || low >= 2 ** 32) {
      const carry = low >= 2 ** 32 ? 1 : 0;
      for (; more > 0; more--) {
        bytes.push((held + carry) & 255);
        held = 255;
      }
      held = Math.floor(low / NARROW) & 255;
    }
    more += 1;
    low = (low % NARROW) * 256;
  }

  function widen() {
    for (; range < NARROW; range *= 256) shift();
  }

  return {
    /** @param {Uint16Array} model @param {number} index @param {number} one */
    bit(model, index, one) {
      const zero = model[index];
      const bound = Math.floor(range / 2048) * zero;
      if (one) low += bound;
      range = one ? range - bound : bound;
      model[index] = one ? zero - (zero >> 5) : zero + ((2048 - zero) >> 5);
      widen();
    },
    /** @param {number} one */
    even(one) {
      range = Math.floor(range / 2);
      if (one) low += range;
      widen();
    },
    finish() {
      for (let i = 0; i < 5; i++) shift();
      return Uint8Array.from(bytes);
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(PACKED, await packedModule());
