import { packed, texts } from './packed.js';
/** @import { MatrixData } from '../../../../types.js' */

/** Numbers are multiples of one part in so many. */
export const PARTS_PER_UNIT = 6400;
/** Features of a query, a key and a value. */
export const SIZE = 32;

/**
 * @typedef {{ tokens: string[], q: MatrixData, k: MatrixData, v: MatrixData }} Sequence - one head over one
 *   text
 */
/** @typedef {keyof typeof texts} SequenceId */
/** @typedef {{ words: string, like?: string, start?: number, hasValues?: boolean }} Text */

/** @type {Record<string, Sequence> | null} */
let unpacked = null;

/**
 * One head of the model over one text: its words, and their queries, keys and values. Where a story does not
 * use the values, they are 0.
 *
 * @param {SequenceId} id
 * @param {number} [length] - the first so many words; all unless given
 * @returns {Sequence}
 */
export function sequence(id, length) {
  unpacked ??= unpack();
  const all = unpacked[id];
  return length === undefined || length >= all.tokens.length ? all : firstOf(all, length);
}

/** @returns {Record<string, Sequence>} */
function unpack() {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const steps = new Int16Array(bytes.buffer);
  /** @type {Record<string, Sequence>} */
  const sequences = {};
  let place = 0;
  for (const [id, text] of /** @type {[string, Text][]} */ (Object.entries(texts))) {
    const { words, like, start = 0, hasValues = false } = text;
    const tokens = words.split(' ');
    const base = like ? sequences[like] : null;
    const count = (tokens.length - start) * SIZE;
    // Rows before `start` are those of the other text: a word does not depend on later words.
    const read = (/** @type {'q' | 'k' | 'v'} */ part) => {
      const data = new Float64Array(tokens.length * SIZE);
      if (base) data.set(base[part].data.subarray(0, start * SIZE));
      for (let i = 0; i < count; i += 1) data[start * SIZE + i] = steps[place + i] / PARTS_PER_UNIT;
      place += count;
      return { rows: tokens.length, cols: SIZE, data };
    };
    const [q, k] = [read('q'), read('k')];
    const v = hasValues
      ? read('v')
      : { rows: tokens.length, cols: SIZE, data: new Float64Array(tokens.length * SIZE) };
    sequences[id] = { tokens, q, k, v };
  }
  return sequences;
}

/** @param {Sequence} sequence @param {number} length @returns {Sequence} */
function firstOf({ tokens, q, k, v }, length) {
  const cut = (/** @type {MatrixData} */ { cols, data }) => ({
    rows: length,
    cols,
    data: data.slice(0, length * cols),
  });
  return { tokens: tokens.slice(0, length), q: cut(q), k: cut(k), v: cut(v) };
}
