import quoted from './figures.json' with { type: 'json' };
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
 * Figures about the model that the texts quote, from fixtures/stories.json. Heads are named by layer and
 * head, counted from 0; "without" means that the output of the head is set to 0.
 *
 * - `figures`: `chances` are the probabilities of the words that the model wrote after the eight words of the
 *   sentence; `chanceWithout` that of Jane as the next word without head 2.1, 2.2 or 2.3; `relayWithout` the
 *   weight on Jane without heads 0.1 and 0.2, and `relayOthersWithout` without 0.0 and 0.3; `chanceMasked`
 *   the probability of Jane after "Elinor met" with all masks, and `chanceUnmasked` without those of heads
 *   1.2, 2.1 and 2.2.
 * - `likeliest`: the words that it expects after the eight words; `early`: after the first two, and the one
 *   that follows.
 * - `measured`, from fixtures/stories_measured.json: `sentences` like the first one, the `smallest` weight
 *   on the right word and the share in which the model `guessed` it; then the `tokens` of a longer text,
 *   the mean weight of the head on the next word without its mask (`ahead`), and the shares of right
 *   guesses with and without the masks of four heads.
 */
export const { figures: FIGURES, likeliest: LIKELIEST, early: EARLY, measured: MEASURED } = quoted;

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
