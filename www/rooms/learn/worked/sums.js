import { inSum } from '../../../figure/digits.js';
/** @import { Model } from '../../../types.js' */

/**
 * A line of a worked sum: text, and what stands out in it.
 *
 * @typedef {(string | { strong: string })[]} Line
 */

/** More terms than these are cut in the middle: a sum that fills the column explains nothing. */
const MOST_TERMS = 10;

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
export function valueAt({ matrices }, id, row, col) {
  const matrix = matrices[id];
  return matrix.data[row * matrix.cols + col];
}

/**
 * A number inside a product or a sum: negative ones stand in brackets.
 *
 * @param {Model} model
 * @param {number} value
 */
export function term(model, value) {
  const text = inSum(model.state, value);
  return text.startsWith('−') ? `(${text})` : text;
}

/**
 * The dot product that makes a cell, with its digits: `= 4·2 + 0·2 + 2·2`. Terms whose left factor is skipped
 * (masked keys) are left out.
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
 * The sum that multiplies a decomposition back, concept by concept.
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
 * `= a + b + c` over some indices, cut in the middle when they are many.
 *
 * @param {Model} model
 * @param {number[]} indices
 * @param {(index: number) => Line} write
 * @returns {Line}
 */
export function joined(model, indices, write) {
  if (indices.length === 0) return ['= 0'];
  const cut = indices.length > MOST_TERMS;
  const shown = cut ? [...indices.slice(0, MOST_TERMS - 2), ...indices.slice(-1)] : indices;
  const line = shown.flatMap((index, place) => {
    const dots =
      cut && place === shown.length - 1
        ? [model.t.figure.inspector.more(indices.length - shown.length), ' + ']
        : [];
    return [...(place > 0 ? [' + '] : []), ...dots, ...write(index)];
  });
  return ['= ', ...line];
}

/** Digits below the line, for an index in a formula. @param {number} n counted from 0 */
export function sub(n) {
  return String(n + 1).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);
}
