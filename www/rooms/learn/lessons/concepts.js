import { CONCEPT_STEPS } from './steps.js';
import { words } from './words.js';
import { matrix } from './matrix.js';
import inputs from './inputs/concepts.json' with { type: 'json' };
/** @import { Lesson } from '../../../types.js' */

const { ratings, viewers, people, films, newViewers, reference } = inputs;

/**
 * Notebook 004: the attention of notebook 001 with its intermediates, then concepts found in ratings by a
 * singular value decomposition. Seven people rate five films, and there are two new viewers.
 *
 * The reference fixes what the singular value decomposition does not determine: the sign of each pair of
 * singular vectors, and the vectors of singular value 0 (columns 4 and 5 of U, rows 4 and 5 of V^T), for
 * which any orthonormal basis of the null space would do. It is what NumPy's LAPACK returns, which prints as
 * the notebook does in every digit. Zeros of the reference are rounding noise in LAPACK's answer, so the sign
 * that the notebook printed before one of them (-0.00) has no meaning.
 *
 * @type {Lesson}
 */
export const concepts = {
  ...words,
  id: 'concepts',
  notebook: '004',
  steps: [...words.steps, ...CONCEPT_STEPS],
  ratings: {
    people,
    films,
    newViewers,
    ratings: matrix(ratings),
    viewers: matrix(viewers),
    reference: { u: matrix(reference.u), vT: matrix(reference.vT) },
    print: { precision: 2, suppress: true, floatmode: 'maxprec_equal' },
  },
  asks: [
    { matrix: 'scores', row: 2, col: 2 },
    { matrix: 'viewerConcepts', row: 0, col: 0 },
  ],
};
