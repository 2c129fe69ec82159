/**
 * What tells how likely the numbers of the sample are, for packing and unpacking alike. Both walk the rows in order; a number is written as its
 * length in bits, which is guessed from its neighbours, and its bits below the first, which are anybody's guess.
 */

/** The shape of the sample. */
export const SHAPE = { layers: 6, heads: 12, tokens: 17 };
/** Weights are whole multiples of one part in so many, and a row sums to exactly all of them. */
export const STEPS = 1024;

/** A length in bits takes so many bits: at most 11 for 1024. */
export const LENGTH_BITS = 4;
/** Lengths of the number above, and one for what has none above it; lengths of what is left for a key, in pairs. */
const [ABOVES, LEFTS] = [13, 7];
export const CONTEXTS = (ABOVES * LEFTS) << LENGTH_BITS;

/** @param {number} whole - at least 0 */
export const lengthOf = (whole) => 32 - Math.clz32(whole);

/**
 * Where the probabilities of a number's length begin. Keys that the query before looked at are looked at again, and what is left of the row has to go
 * somewhere.
 *
 * @param {number | null} above - the weight of the same key in the row before
 * @param {number} left - of the row
 * @param {number} keys - that it is left for
 */
export function contextOf(above, left, keys) {
  const row = above === null ? ABOVES - 1 : lengthOf(above);
  return (row * LEFTS + (lengthOf(Math.floor(left / keys)) >> 1)) << LENGTH_BITS;
}
