/** The matrices of concepts: ratings, their factors, the approximation of rank k, and new viewers. */
/** @import { Matrix } from '../matrices.js' */
/** @import { Node } from '../../types.js' */

/** @type {[string, string]} */
const RATINGS = ['person', 'film'];
/** @type {[string, string]} */
const PEOPLE = ['person', 'concept'];
/** @type {[string, string]} */
const VALUES = ['feature', 'concept'];

/**
 * A matrix of lessons with ratings.
 *
 * @param {Node} node @param {Omit<Matrix, 'from'>} about @returns {Matrix}
 */
const matrix = (node, about) => ({ ...about, from: ({ lesson }) => (lesson.ratings ? node : null) });

/** Each cell of a factor depends on all ratings. @type {Node} */
const FACTOR = { kind: 'factor', of: 'ratings' };

/** @type {Record<string, Matrix>} */
export const CONCEPTS = {
  ratings: matrix(
    { kind: 'input', edits: 'ratings' },
    { axes: RATINGS, step: 'ratings', columnNames: 'shortened', notation: 'R' },
  ),
  u: matrix(FACTOR, { axes: PEOPLE, step: 'factor', notation: 'U', onWorksheet: 'given' }),
  s: matrix(FACTOR, { axes: VALUES, isVector: true, step: 'factor', notation: 's', onWorksheet: 'given' }),
  vT: matrix(FACTOR, {
    axes: ['concept', 'film'],
    step: 'factor',
    columnNames: 'shortened',
    letter: 'Vᵀ',
    notation: ['transposed', 'V'],
    onWorksheet: 'given',
  }),
  uK: matrix(
    { kind: 'cut', of: 'u' },
    { axes: PEOPLE, step: 'cut', notation: ['sub', 'U', 'k'], onWorksheet: 'omitted' },
  ),
  sK: matrix(
    { kind: 'cut', of: 's' },
    { axes: VALUES, isVector: true, step: 'cut', notation: ['sub', 's', 'k'], onWorksheet: 'omitted' },
  ),
  vK: matrix(
    { kind: 'transpose', of: 'vT' },
    {
      axes: ['film', 'concept'],
      step: 'cut',
      letter: 'Vₖ',
      notation: ['sub', 'V', 'k'],
      onWorksheet: 'given',
    },
  ),
  approximation: matrix(
    { kind: 'lowRank', u: 'uK', s: 'sK', v: 'vK', vT: 'vT' },
    {
      axes: RATINGS,
      step: 'cut',
      columnNames: 'initials',
      notation: ['sub', 'R', 'k'],
      rule: (row, col) => `Σ U[${row},c] · s[c] · V[${col},c]`,
    },
  ),
  difference: matrix(
    { kind: 'difference', of: ['ratings', 'approximation'] },
    { axes: RATINGS, step: 'cut', columnNames: 'initials', notation: ['row', 'R', '−', ['sub', 'R', 'k']] },
  ),
  rowConcepts: matrix(
    { kind: 'product', left: 'ratings', right: 'vK' },
    {
      axes: PEOPLE,
      step: 'compare',
      letter: 'RVₖ',
      notation: ['row', 'R', ['sub', 'V', 'k']],
      onWorksheet: 'omitted',
    },
  ),
  viewers: matrix(
    { kind: 'input', edits: 'viewers' },
    { axes: ['viewer', 'film'], step: 'compare', columnNames: 'initials', notation: 'P' },
  ),
  viewerConcepts: matrix(
    { kind: 'product', left: 'viewers', right: 'vK' },
    {
      axes: ['viewer', 'concept'],
      step: 'compare',
      letter: 'PVₖ',
      notation: ['row', 'P', ['sub', 'V', 'k']],
    },
  ),
};
