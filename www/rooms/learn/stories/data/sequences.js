import { packed, texts } from './packed.js';
/** @import { MatrixData } from '../../../../types.js' */

/** Packed numbers are multiples of 1 / PARTS_PER_UNIT. */
export const PARTS_PER_UNIT = 6400;
/** The number of features of a query, a key and a value. */
export const SIZE = 32;

/**
 * @typedef {{ tokens: string[], q: MatrixData, k: MatrixData, v: MatrixData }} Sequence - one head over one
 *   text
 */
/** @typedef {keyof typeof texts} SequenceId */
/** @typedef {{ words: string, like?: string, start?: number, hasValues?: boolean }} Text */

/** Unpacked on first use. @type {Record<string, Sequence> | null} */
let unpacked = null;

/**
 * One head of the model over one text: its words, and their queries, keys and values. Values that no story
 * uses are 0.
 *
 * @param {SequenceId} id
 * @param {number} [length] - keeps only this many words
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
  let offset = 0;
  for (const [id, text] of /** @type {[string, Text][]} */ (Object.entries(texts))) {
    const { words, like, start = 0, hasValues = false } = text;
    const tokens = words.split(' ');
    const base = like ? sequences[like] : null;
    const count = (tokens.length - start) * SIZE;
    // Rows before `start` are the same in the text `like`, because a word does not depend on later ones.
    const read = (/** @type {'q' | 'k' | 'v'} */ part) => {
      const data = new Float64Array(tokens.length * SIZE);
      if (base) data.set(base[part].data.subarray(0, start * SIZE));
      for (let i = 0; i < count; i += 1) data[start * SIZE + i] = steps[offset + i] / PARTS_PER_UNIT;
      offset += count;
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
