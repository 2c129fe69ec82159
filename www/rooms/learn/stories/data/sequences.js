import texts from './sequences.json' with { type: 'json' };
/** @import { MatrixData } from '../../../../types.js' */

/**
 * Queries, keys and values of a small GPT that was trained on the novels of Jane Austen, which are in the
 * public domain. `pack.mjs` writes them from fixtures/stories.json, which has the numbers of this project’s
 * own model under its own license, MIT or Apache-2.0. They are 16-bit integers, in multiples of
 * 1 / PARTS_PER_UNIT.
 */
export const PARTS_PER_UNIT = 6400;
/** The number of features of a query, a key and a value. */
export const SIZE = 32;

/**
 * @typedef {{ tokens: string[], q: MatrixData, k: MatrixData, v: MatrixData }} Sequence - one head over one
 *   text
 */
/** @typedef {keyof typeof texts} SequenceId */
/** @typedef {{ words: string, like?: string, start?: number, q: string, k: string, v?: string }} Text */

/** The identifiers of the texts. */
export const SEQUENCE_IDS = /** @type {SequenceId[]} */ (Object.keys(texts));

/** Built on first use. @type {Record<string, Sequence>} */
const built = {};

/**
 * One head of the model over one text: its words, and their queries, keys and values. Values that no story
 * uses are 0.
 *
 * @param {SequenceId} id
 * @param {number} [length] - keeps only this many words
 * @returns {Sequence}
 */
export function sequence(id, length) {
  const all = (built[id] ??= build(/** @type {Text} */ (texts[id])));
  return length === undefined || length >= all.tokens.length ? all : firstOf(all, length);
}

/** @param {Text} text @returns {Sequence} */
function build({ words, like, start = 0, ...packed }) {
  const tokens = words.split(' ');
  const base = like ? sequence(/** @type {SequenceId} */ (like)) : null;
  // Rows before `start` are the same in the text `like`, because a word does not depend on later ones.
  const matrix = (/** @type {'q' | 'k' | 'v'} */ part) => {
    const data = new Float64Array(tokens.length * SIZE);
    const given = packed[part];
    if (given === undefined) return { rows: tokens.length, cols: SIZE, data };
    if (base) data.set(base[part].data.subarray(0, start * SIZE));
    data.set(unpacked(given), start * SIZE);
    return { rows: tokens.length, cols: SIZE, data };
  };
  return { tokens, q: matrix('q'), k: matrix('k'), v: matrix('v') };
}

/** @param {string} base64 */
function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return Array.from(new Int16Array(bytes.buffer), (steps) => steps / PARTS_PER_UNIT);
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
