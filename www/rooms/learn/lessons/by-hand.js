import { matrices, matrix } from './matrix.js';
import table from './by-hand.json' with { type: 'json' };
import defaults from './defaults.json' with { type: 'json' };
import concepts from './inputs/concepts.json' with { type: 'json' };
import inputs from './inputs/scale-mask.json' with { type: 'json' };
/** @import { Lesson } from '../../../types.js' */

/**
 * The properties that a lesson has unless it sets them: attention as in the paper, without positions and
 * mask.
 */
export const DEFAULTS = /** @type {Omit<Lesson, 'id' | 'tokens' | 'dims'>} */ (defaults);

/** The decays to choose from. @type {readonly number[]} */
export const DECAYS = Object.freeze(table.state.layer.choices);
/** The ranges of the sliders of position encodings. A typed base may be any number above 0. */
export const RANGES = Object.freeze({ base: [10, 1e6], shift: [0, 1024] });

/** @param {string} id - of a lesson in the table @returns {Lesson} */
function lessonFrom(id) {
  const own = /** @type {Record<string, any>} */ (table)[id];
  const { like, switches, given = {}, asks, ...rest } = { .../** @type {any} */ (table)[own.like], ...own };
  return {
    ...DEFAULTS,
    ...rest,
    id,
    switches: { ...DEFAULTS.switches, ...switches },
    given: Object.fromEntries(
      Object.entries(given).map(([name, rows]) => [name, matrix(/** @type {number[][]} */ (rows))]),
    ),
    asks: asks.map((/** @type {[string, number, number]} */ [id, row, col]) => ({ matrix: id, row, col })),
  };
}

/** A matrix with the eight decimals that notebook 002 printed. @param {typeof inputs.q} matrix */
const printed = ({ data, ...shape }) => ({ ...shape, data: data.map((value) => Number(value.toFixed(8))) });

/**
 * The lessons that are computed by hand. Those with a number reproduce a notebook.
 *
 * - 000: embeddings times the root of their size, and sinusoids with the notebook's exponent. Its softmax
 *   normalizes the whole matrix.
 * - 001: four words, computed for one query first, and then for all four as matrices.
 * - 002: why scores are scaled, and the causal mask. The notebook drew Q, K and V without a seed and printed
 *   eight decimals. The digits after those are chosen so that everything printed later is reproduced exactly:
 *   the scores, the scaled scores, the weights, the new values, and the four variances to their last bit.
 *   Many such completions exist; this one was found by linear programming and is not the author's lost
 *   values. The reader can switch to the printed values.
 * - 003, in Spanish: positions written by hand, random embeddings and projections, no scaling.
 * - 004: the attention of notebook 001, then concepts found in ratings by a singular value decomposition. The
 *   reference fixes what the decomposition does not determine: the sign of each pair of singular vectors, and
 *   the vectors of singular value 0 (columns 4 and 5 of U, rows 4 and 5 of V^T), for which any orthonormal
 *   basis of the null space would do. It is what NumPy's LAPACK returns, which prints as the notebook does in
 *   every digit. Zeros of the reference are rounding noise in LAPACK's answer, so the sign that the notebook
 *   printed before one of them (-0.00) has no meaning.
 * - `distance`: two tokens are the same word, so only their positions differ. The projections are the
 *   identity, so queries and keys are the embeddings until an encoding changes them.
 * - `state`: keys have length 1, so a second write at the same key replaces the first. word_3 has a key
 *   between those of word_1 and word_2, and word_4 has the key of word_1.
 * - `picked`: for word_3 two keys have the same index score, and the one that is not picked has as much
 *   weight as the other.
 */
export const BY_HAND = /** @type {Record<string, Lesson>} */ (
  Object.fromEntries(Object.keys(table).map((id) => [id, lessonFrom(id)]))
);
Object.assign(BY_HAND['scale-mask'], {
  given: matrices(inputs),
  variant: matrices({ q: printed(inputs.q), k: printed(inputs.k), v: printed(inputs.v) }),
});
BY_HAND.concepts.ratings = {
  ...concepts,
  ratings: matrix(concepts.ratings),
  viewers: matrix(concepts.viewers),
  reference: { u: matrix(concepts.reference.u), vT: matrix(concepts.reference.vT) },
  print: { precision: 2, suppress: true, floatmode: 'maxprec_equal' },
};
