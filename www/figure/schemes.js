/** @import { Cell, Distance, State } from '../types.js' */

/** The ways of telling positions, in the order in which they stand side by side. */
export const SCHEMES = /** @type {const} */ (['none', 'sinusoidal', 'rope', 'alibi']);

/** @typedef {typeof SCHEMES[number]} Scheme */

/** The name of each scheme's scores among the matrices of a model. @type {Record<Scheme, string>} */
export const SCORES = {
  none: 'scoresNone',
  sinusoidal: 'scoresSinusoidal',
  rope: 'scoresRope',
  alibi: 'scoresAlibi',
};

/** The name of each scheme's weights. @type {Record<Scheme, string>} */
export const WEIGHTS = {
  none: 'weightsNone',
  sinusoidal: 'weightsSinusoidal',
  rope: 'weightsRope',
  alibi: 'weightsAlibi',
};

/** Where each input of all schemes stands, as in a product worked by hand: row and column. @type {[string, number, number][]} */
export const INPUTS = [
  ['wQ', 1, 2],
  ['wK', 1, 3],
  ['x', 2, 1],
  ['q', 2, 2],
  ['k', 2, 3],
];

/**
 * Whose scores or weights a matrix holds; null for one that all schemes share.
 *
 * @param {string} matrix
 * @returns {Scheme | null}
 */
export function schemeOf(matrix) {
  return SCHEMES.find((scheme) => SCORES[scheme] === matrix || WEIGHTS[scheme] === matrix) ?? null;
}

/**
 * The pair of tokens whose curves follow from selecting a cell: that of the cell, where it belongs to a query and a key.
 *
 * @param {State} state
 * @param {Cell} cell
 * @returns {{ distance?: Distance }} what changes in the state
 */
export function selectedPair({ distance }, { matrix, row, col }) {
  if (!schemeOf(matrix) || (distance.query === row && distance.key === col)) return {};
  return { distance: { ...distance, query: row, key: col } };
}
