/** Matrices whose nodes their lesson makes: `compute/state.js` and `compute/picked.js` of Learn. */
/** @import { Formula, Matrix } from '../matrices.js' */

/** The node of such a matrix, which its lesson makes. */
export const made = () => null;

/**
 * A table of queries and keys.
 *
 * @param {string} step @param {Formula} notation @param {Partial<Matrix>} [more] @returns {Matrix}
 */
export const table = (step, notation, more = {}) => ({
  axes: ['query', 'key'],
  step,
  columnNames: 'full',
  isMasked: true,
  notation,
  from: made,
  ...more,
});
