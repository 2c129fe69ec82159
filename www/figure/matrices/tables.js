import tables from './tables.json' with { type: 'json' };
/** @import { Formula, Matrix } from '../matrices.js' */

/**
 * The matrices of single lessons, as data: of compared position encodings, of concepts (ratings, their
 * factors, the approximation of rank k, and new viewers), of a layer that keeps a state, and of an indexer
 * that picks keys. `node` says how a matrix is computed; without it, the lesson makes its node
 * (`compute/state.js` and `compute/picked.js` of Learn).
 *
 * The digit of an id of a layer is a word, counted from 1: `state2` is the state after the second word, and
 * `before2` the one before it. In the notation it is `n`, and `n-1` is the word before it.
 *
 * @typedef {Omit<Matrix, 'from' | 'notation'> & { node?: import('../../types.js').Node, notation: Formula, needs: 'ratings' | 'schemes' }} Entry
 */

/** A notation with the number of the word. @param {Formula} formula @param {number} n @returns {Formula} */
function numbered(formula, n) {
  if (typeof formula !== 'string') return /** @type {Formula} */ (formula.map((part) => numbered(part, n)));
  return { n: String(n), 'n-1': String(n - 1) }[formula] ?? formula;
}

/** @param {Entry} entry @returns {Matrix} */
const matrixFrom = ({ node, notation, needs, ...about }) => ({
  ...about,
  notation: about.isOfWord ? (_, n) => numbered(notation, Number(n)) : notation,
  from: ({ lesson }) => (lesson[needs] && node) || null,
});

/**
 * @param {unknown} table @param {'ratings' | 'schemes'} [needs] - what a lesson with these matrices has
 * @returns {Record<string, Matrix>}
 */
const matricesFrom = (table, needs = 'ratings') =>
  Object.fromEntries(
    Object.entries(/** @type {Record<string, Entry>} */ (table)).map(([id, entry]) => [
      id,
      matrixFrom({ ...entry, needs }),
    ]),
  );

export const COMPARED = matricesFrom(tables.compared, 'schemes');
export const CONCEPTS = matricesFrom(tables.concepts);
export const STATE = matricesFrom(tables.state);
export const PICKED = matricesFrom(tables.picked);
