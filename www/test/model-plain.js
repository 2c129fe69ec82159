/** A GPT-2 in plain loops and 64 bits, which the tests of models compare with. */
import { readFile } from 'node:fs/promises';
import { tensors } from '../rooms/maps/live/pack.mjs';

export const FOLDER = new URL('../../fixtures/model/tiny-gpt/', import.meta.url);
/** The numbers that PyTorch computed. */
export const reference = JSON.parse(await readFile(new URL('reference.json', FOLDER), 'utf8'));
const config = JSON.parse(await readFile(new URL('config.json', FOLDER), 'utf8'));
export const SIZES = { layers: config.n_layer, heads: config.n_head, width: config.n_embd };

/** A file of the fixture. @param {string} name */
export async function fixture(name) {
  return new File([await readFile(new URL(name, FOLDER))], name);
}

/** The files of the model as a folder. */
export const folder = () =>
  Promise.all(['config.json', 'model.safetensors', 'tokenizer.json'].map((name) => fixture(name)));

/** The numbers of a reference. @param {{ b64: string }} packed */
export function numbers({ b64 }) {
  const bytes = Buffer.from(b64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
}

/**
 * Fails if two lists differ anywhere by more than `within`.
 *
 * @param {ArrayLike<number>} found @param {ArrayLike<number>} expected @param {number} within
 */
export function furthest(found, expected, within) {
  if (found.length !== expected.length) throw new Error(`${found.length} numbers for ${expected.length}`);
  let worst = 0;
  for (let at = 0; at < found.length; at += 1) worst = Math.max(worst, Math.abs(found[at] - expected[at]));
  if (!(worst <= within)) throw new Error(`they differ by up to ${worst}, more than ${within}`);
}

/** @typedef {number[]} Row */

const gelu = (/** @type {number} */ x) =>
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
/** @param {Row} row @param {Row} to */
const add = (row, to) => row.map((cell, at) => cell + to[at]);

/**
 * Logits of the last token, and the weights of all heads.
 *
 * @param {number[]} ids
 * @param {{ layer: number, head: number } | null} [off] - a head whose output is 0
 */
export async function plainPass(ids, off = null) {
  const all = await tensors();
  const numbersOf = (/** @type {string} */ name) => {
    const found = all.get(name);
    if (!found) throw new Error(name);
    return found.data;
  };
  const { width, heads, layers } = SIZES;
  const size = width / heads;
  const rowOf = (/** @type {string} */ name, /** @type {number} */ at) =>
    Array.from(numbersOf(name).subarray(at * width, (at + 1) * width));
  /** @param {Row} row @param {string} name */
  const norm = (row, name) => {
    const mean = row.reduce((sum, cell) => sum + cell, 0) / width;
    const spread = Math.sqrt(row.reduce((sum, cell) => sum + (cell - mean) ** 2, 0) / width + 1e-5);
    const [factor, bias] = [numbersOf(`${name}.weight`), numbersOf(`${name}.bias`)];
    return row.map((cell, at) => ((cell - mean) / spread) * factor[at] + bias[at]);
  };
  /** @param {Row} row @param {string} name */
  const linear = (row, name) => {
    const [matrix, bias] = [numbersOf(`${name}.weight`), numbersOf(`${name}.bias`)];
    return Array.from(bias, (start, out) =>
      row.reduce((sum, cell, at) => sum + cell * matrix[at * bias.length + out], start),
    );
  };
  let stream = ids.map((id, at) => add(rowOf('wte.weight', id), rowOf('wpe.weight', at)));
  /** By layer, head, query and key. @type {number[]} */
  const weights = [];
  for (let layer = 0; layer < layers; layer += 1) {
    const projected = stream.map((row) => linear(norm(row, `h.${layer}.ln_1`), `h.${layer}.attn.c_attn`));
    const mixed = stream.map(() => /** @type {Row} */ ([]));
    for (let head = 0; head < heads; head += 1) {
      const part = (/** @type {number} */ token, /** @type {number} */ which) =>
        projected[token].slice(which * width + head * size, which * width + (head + 1) * size);
      for (let query = 0; query < ids.length; query += 1) {
        const q = part(query, 0);
        const scores = ids.map((_, key) =>
          key > query
            ? -Infinity
            : part(key, 1).reduce((sum, cell, at) => sum + cell * q[at], 0) / Math.sqrt(size),
        );
        const most = Math.max(...scores);
        const parts = scores.map((score) => Math.exp(score - most));
        const sum = parts.reduce((a, b) => a + b, 0);
        const row = parts.map((each) => each / sum);
        weights.push(...row);
        const isOff = off?.layer === layer && off.head === head;
        mixed[query].push(
          ...Array.from({ length: size }, (_, at) =>
            isOff ? 0 : row.reduce((all, weight, key) => all + weight * part(key, 2)[at], 0),
          ),
        );
      }
    }
    stream = stream.map((row, at) => add(row, linear(mixed[at], `h.${layer}.attn.c_proj`)));
    stream = stream.map((row) => {
      const hidden = linear(norm(row, `h.${layer}.ln_2`), `h.${layer}.mlp.c_fc`).map(gelu);
      return add(row, linear(hidden, `h.${layer}.mlp.c_proj`));
    });
  }
  const last = norm(stream[stream.length - 1], 'ln_f');
  const table = numbersOf('wte.weight');
  const logits = Array.from({ length: table.length / width }, (_, id) =>
    last.reduce((sum, cell, at) => sum + cell * table[id * width + at], 0),
  );
  return { logits, weights };
}
