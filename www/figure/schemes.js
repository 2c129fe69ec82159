/** @import { Cell, Distance, State } from '../types.js' */

/** The position schemes, in order. */
export const SCHEMES = /** @type {const} */ (['none', 'sinusoidal', 'rope', 'alibi']);

/** @typedef {typeof SCHEMES[number]} Scheme */

/**
 * The names of the matrices of a kind, such as `scoresRope`.
 *
 * @param {string} kind
 */
const namesOf = (kind) =>
  /** @type {Record<Scheme, string>} */ (
    Object.fromEntries(SCHEMES.map((each) => [each, `${kind}${each[0].toUpperCase()}${each.slice(1)}`]))
  );

/** The name of each scheme's scores among the matrices of a model. */
export const SCORES = namesOf('scores');

/** The name of each scheme's weights. */
export const WEIGHTS = namesOf('weights');

/** The row and column of each shared input in the layout. @type {[string, number, number][]} */
export const INPUTS = [
  ['wQ', 1, 2],
  ['wK', 1, 3],
  ['x', 2, 1],
  ['q', 2, 2],
  ['k', 2, 3],
];

/**
 * The scheme of a matrix of scores or weights; null for the other matrices, which all schemes share.
 *
 * @param {string} matrix
 * @returns {Scheme | null}
 */
export function schemeOf(matrix) {
  return SCHEMES.find((scheme) => SCORES[scheme] === matrix || WEIGHTS[scheme] === matrix) ?? null;
}

/**
 * Selects the query and key of a cell for the curves, if it is a cell of scores or weights.
 *
 * @param {State} state
 * @param {Cell} cell
 * @returns {{ distance?: Distance }} the change of the state
 */
export function selectedPair({ distance }, { matrix, row, col }) {
  if (!schemeOf(matrix) || (distance.query === row && distance.key === col)) return {};
  return { distance: { ...distance, query: row, key: col } };
}
