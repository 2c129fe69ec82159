/**
 * Two texts of unequal length side by side: the longest common subsequence of their tokens, or of the words
 * that they are merged into. Each pair has one row and one column in both maps. A token without a partner has
 * its own, in which the other map has no numbers.
 */
import { isLarge } from '../large/shape.js';
import { groupsIn, namedTexts } from './groups.js';
/** @import { MapsData, MapsState } from '../types.js' */

/** The place of a token that a text does not have. */
export const NOWHERE = 0xffffffff;
/** The maximum number of cells of the table of lengths. */
const MOST_CELLS = 2 ** 24;

/**
 * @typedef {object} Alignment
 * @property {Uint32Array} a - the token of the first text at each place, or `NOWHERE`
 * @property {Uint32Array} b - that of the second text
 * @property {string[]} texts - of the tokens, by place
 */

/** @typedef {NonNullable<MapsData['other']>} Other */

/** @type {WeakMap<Other, { tokens: unknown, by: string, alignment: Alignment | null }>} */
const cache = new WeakMap();

/**
 * How the tokens of two files are aligned; null if their maps have the same shape, or cannot be aligned.
 *
 * @param {Pick<MapsState, 'compare' | 'words' | 'pair' | 'grid'>} state
 * @param {Pick<MapsData, 'reading' | 'tokens' | 'queryTokens'> & { other?: MapsData['other'] }} data
 * @returns {Alignment | null}
 */
export function alignmentOf(state, data) {
  const { compare, words, pair, grid } = state;
  const { tokens, other } = data;
  if (compare?.slot !== 1 || !other?.tokens || !tokens) return null;
  const known = cache.get(other);
  const by = JSON.stringify([words, pair, grid]);
  if (known?.tokens === tokens && known.by === by) return known.alignment;
  const texts = [data, { ...other, queryTokens: null }].map((each) =>
    textsOf(state, /** @type {any} */ (each)),
  );
  const isOther = data.reading.keys !== other.reading.keys;
  const [a, b] = texts;
  const alignment = isOther && a && b && a.length * b.length <= MOST_CELLS ? aligned(a, b) : null;
  cache.set(other, { tokens, by, alignment });
  return alignment;
}

/**
 * Whether a text can be aligned with another one: its queries and keys are the same tokens.
 *
 * @param {MapsData['reading']} reading
 */
export const canAlign = (reading) =>
  !isLarge(reading) &&
  reading.queries === reading.keys &&
  reading.tokens.length === reading.keys &&
  reading.queryTokens.length === 0;

/**
 * The texts of the rows of a map; null if they are no tokens.
 *
 * @param {Pick<MapsState, 'words' | 'pair' | 'grid'>} state @param {MapsData} data
 */
function textsOf(state, data) {
  if (!canAlign(data.reading) || !data.tokens) return null;
  const groups = groupsIn(state.words, data, state);
  return groups ? namedTexts(groups.key) : data.tokens.tokens.map(({ text }) => text);
}

/**
 * The longest common subsequence. Spaces around a token do not count, because the first token of a text has
 * none.
 *
 * @param {string[]} a @param {string[]} b @returns {Alignment}
 */
export function aligned(a, b) {
  const [left, right] = [a, b].map((texts) => texts.map((text) => text.trim()));
  const width = right.length + 1;
  /** The length of the longest common subsequence of what is left, by the places in both texts. */
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        left[i] === right[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  /** @type {[a: number, b: number, text: string][]} */
  const places = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      places.push([i, j, a[i]]);
      [i, j] = [i + 1, j + 1];
    } else if (
      j >= right.length ||
      (i < left.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
    ) {
      places.push([i, NOWHERE, a[i]]);
      i += 1;
    } else {
      places.push([NOWHERE, j, b[j]]);
      j += 1;
    }
  }
  return {
    a: Uint32Array.from(places, ([place]) => place),
    b: Uint32Array.from(places, ([, place]) => place),
    texts: places.map(([, , text]) => text),
  };
}

/**
 * The tokens at the places of two aligned texts, or what they are merged into; null if none are aligned.
 *
 * @param {Pick<MapsState, 'compare' | 'words' | 'pair' | 'grid'>} state @param {MapsData} data
 */
export function alignedTokens(state, data) {
  const alignment = alignmentOf(state, data);
  const { other, reading } = data;
  if (!alignment || !other) return null;
  const { a, b, texts } = alignment;
  if (state.words) return texts;
  return texts.map((_, at) => (a[at] === NOWHERE ? other.reading.tokens[b[at]] : reading.tokens[a[at]]));
}

/** The tokens of each text without a partner. @param {Alignment} alignment */
export function alone({ a, b, texts }) {
  return {
    here: texts.filter((_, place) => b[place] === NOWHERE),
    there: texts.filter((_, place) => a[place] === NOWHERE),
  };
}
