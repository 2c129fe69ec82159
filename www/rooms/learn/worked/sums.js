import { inSum } from '../../../figure/digits.js';
/** @import { Model } from '../../../types.js' */

/**
 * A line of a calculation: text, with some parts in bold.
 *
 * @typedef {(string | { strong: string })[]} Line
 */

/** Longer sums are cut in the middle, because they would fill the column and explain nothing. */
const MAX_TERMS = 10;

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
export function valueAt({ matrices }, id, row, col) {
  const matrix = matrices[id];
  return matrix.data[row * matrix.cols + col];
}

/**
 * A number in a product or a sum, in parentheses if it is negative.
 *
 * @param {Model} model @param {number} value
 */
export function term(model, value) {
  const text = inSum(model.state, value);
  return text.startsWith('−') ? `(${text})` : text;
}

/**
 * The dot product of a cell with its digits: `= 4·2 + 0·2 + 2·2`. `keep` filters its terms: masked keys are
 * omitted.
 *
 * @param {Model} model
 * @param {string} left
 * @param {string} right
 * @param {number} row
 * @param {number} col
 * @param {(index: number) => boolean} [keep]
 * @returns {Line}
 */
export function dotLine(model, left, right, row, col, keep = () => true) {
  const size = model.matrices[left].cols;
  const terms = Array.from({ length: size }, (_, index) => index).filter(keep);
  return joined(model, terms, (index) => [
    { strong: term(model, valueAt(model, left, row, index)) },
    `·${term(model, valueAt(model, right, index, col))}`,
  ]);
}

/**
 * The sum of a cell of a low-rank approximation, concept by concept.
 *
 * @param {Model} model
 * @param {{ u: string, s: string, v: string }} node
 * @param {number} row
 * @param {number} col
 * @returns {Line}
 */
export function lowRankLine(model, { u, s, v }, row, col) {
  const concepts = Array.from({ length: model.matrices[s].cols }, (_, index) => index);
  return joined(model, concepts, (index) => [
    { strong: term(model, valueAt(model, u, row, index)) },
    `·${term(model, valueAt(model, s, 0, index))}·${term(model, valueAt(model, v, col, index))}`,
  ]);
}

/**
 * `= a + b + c` over some indices, cut in the middle if it is long.
 *
 * @param {Model} model
 * @param {number[]} indices
 * @param {(index: number) => Line} write
 * @returns {Line}
 */
export function joined(model, indices, write) {
  if (indices.length === 0) return ['= 0'];
  const terms = indices.map(write);
  if (terms.length > MAX_TERMS) {
    const omitted = terms.length - MAX_TERMS + 1;
    terms.splice(MAX_TERMS - 2, omitted, [model.t.figure.inspector.more({ n: omitted })]);
  }
  return ['= ', ...terms.flatMap((term, place) => (place > 0 ? [' + ', ...term] : term))];
}

/** An index of a formula in subscript digits, counted from 1. @param {number} n - counted from 0 */
export function sub(n) {
  return String(n + 1).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);
}
