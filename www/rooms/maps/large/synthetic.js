/**
 * Queries and keys of heads with a known structure, of any length, as a .safetensors file whose metadata says
 * that it is synthetic. No DOM: the page and the command use it.
 */
import { safetensorsHeader } from '../../../format/safetensors.js';
import { saidIn } from '../source-name.js';

/** @typedef {'local' | 'sink' | 'needle' | 'induction'} Structure */
/** @typedef {{ tokens: number, structures: readonly Structure[], causal: boolean, seed?: number }} Synthetic */

export const STRUCTURES = /** @type {const} */ (['local', 'sink', 'needle', 'induction']);
/** The head size. */
export const SIZE = 64;
/** The fewest and the most tokens. q and k of longer heads would exceed the limit of the room. */
export const [FEWEST, LONGEST] = [16, 2 ** 24 / SIZE];
/** The metadata key of synthetic files. */
const KEY = 'synthetic';
/** The number of rows in a piece. */
const AT_ONCE = 8192;
/**
 * The scores of structures over ln n, in nats. A score of ln n among n keys with score 0 has half the weight.
 */
const [SINK, NEEDLE, INDUCTION] = [1, 5, 8];
/** The amplitude of the noise in all other numbers. */
const NOISE = 0.5;
/**
 * The code of a position: pairs of features, the shortest and longest period in tokens, and the amplitude.
 */
const [PAIRS, SHORTEST, FARTHEST, AMPLITUDE] = [16, 8, 4096, 3];

/** The query and the key of the needle. @param {number} tokens */
export function needleOf(tokens) {
  return { query: Math.floor(tokens * 0.83), key: Math.floor(tokens * 0.37) };
}

/** The file as consecutive pieces. @param {Synthetic} how @returns {Generator<Uint8Array<ArrayBuffer>>} */
export function* syntheticPieces({ tokens, structures, causal, seed = 1 }) {
  const shape = [structures.length, tokens, SIZE];
  const bytes = structures.length * tokens * SIZE * 4;
  yield safetensorsHeader(
    [
      ['layers.0.query', 'F32', shape, bytes],
      ['layers.0.key', 'F32', shape, bytes],
    ],
    {
      [KEY]: `${structures.join(', ')}; ${tokens} tokens, seed ${seed}`,
      causal: String(causal),
      rope: 'applied',
      layout: '(heads, tokens, size)',
      heedmap: '1',
    },
  );
  for (const isKey of [false, true])
    for (const [head, structure] of structures.entries())
      for (let first = 0; first < tokens; first += AT_ONCE) {
        const rows = Math.min(AT_ONCE, tokens - first);
        const cells = vectors(structure, isKey, { tokens, first, rows, seed: seed * 64 + head });
        yield new Uint8Array(cells.buffer);
      }
}

/** @param {Synthetic} how */
export const syntheticName = ({ tokens, structures }) =>
  `synthetic-${structures.length === 1 ? `${structures[0]}-` : ''}${tokens}.safetensors`;

/**
 * Some rows of the queries or the keys of a head.
 *
 * @param {Structure} structure
 * @param {boolean} isKey
 * @param {{ tokens: number, first: number, rows: number, seed: number }} part
 */
export function vectors(structure, isKey, { tokens, first, rows, seed }) {
  const cells = new Float32Array(rows * SIZE);
  const even = Math.log(tokens);
  const needle = needleOf(tokens);
  for (let row = 0; row < rows; row += 1) {
    const place = first + row;
    const cell = cells.subarray(row * SIZE, (row + 1) * SIZE);
    const random = randomOf(seed * 2 + Number(isKey), place);
    for (let at = 0; at < SIZE; at += 1) cell[at] = (random() * 2 - 1) * NOISE;
    // Scores are products of queries and keys times 1 / √64.
    if (structure === 'local') position(cell, place);
    else if (structure === 'sink') {
      if (!isKey) cell[0] = 4;
      else cell[0] = place === 0 ? (Math.sqrt(SIZE) * (even + SINK)) / 4 : 0;
    } else if (structure === 'needle') {
      if (place === (isKey ? needle.key : needle.query))
        code(cell, seed, -1, Math.sqrt(Math.sqrt(SIZE) * (even + NEEDLE)));
    } else {
      // A key encodes the token before it, a query its own token. The text is repeated once, so a query
      // attends to the key after the earlier occurrence of its token.
      const half = Math.ceil(tokens / 2);
      const token = isKey ? place - 1 : place;
      if (token >= 0) code(cell, seed, token % half, Math.sqrt(Math.sqrt(SIZE) * (even + INDUCTION)));
    }
  }
  return cells;
}

/**
 * A position as angles with several periods. The product of two is largest if they are equal.
 *
 * @param {Float32Array} cell @param {number} place
 */
function position(cell, place) {
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const period = SHORTEST * (FARTHEST / SHORTEST) ** (pair / (PAIRS - 1));
    const angle = (2 * Math.PI * place) / period;
    cell[2 * pair] = AMPLITUDE * Math.cos(angle);
    cell[2 * pair + 1] = AMPLITUDE * Math.sin(angle);
  }
}

/**
 * A pseudorandom direction for each token, with the given length.
 *
 * @param {Float32Array} cell @param {number} seed @param {number} token @param {number} length
 */
function code(cell, seed, token, length) {
  const random = randomOf(seed + 0.5, token);
  for (let at = 0; at < SIZE; at += 1) cell[at] = ((random() < 0.5 ? -1 : 1) * length) / Math.sqrt(SIZE);
}

/**
 * Random numbers from 0 to 1 (mulberry32), seeded by two numbers.
 *
 * @param {number} seed @param {number} place
 */
function randomOf(seed, place) {
  let state = (Math.imul(Math.round(seed * 2) + 1, 0x9e3779b1) ^ Math.imul(place + 7, 0x85ebca6b)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The description of synthetic data in the metadata of a file; empty for other data.
 *
 * @param {{ metadata: [string, string][] }[]} files
 */
export function syntheticOf(files) {
  return saidIn(files, KEY);
}
