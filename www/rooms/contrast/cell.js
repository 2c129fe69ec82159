import { number } from '../../format/display.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Cell } from '../../types.js' */
/** @import { ContrastModel } from './session.js' */

/** Decimals of a number in a sentence. */
const DECIMALS = 4;

/**
 * Positions as labels; padding is labelled as such.
 *
 * @param {Contrast} found
 * @param {ContrastModel['options']} options
 * @param {string} pad
 */
export function labelsOf({ right: { weights } }, { padding = 0, past = 0 }, pad) {
  const label = (/** @type {number} */ position) => (position < Number(padding) ? pad : String(position));
  return {
    queries: Array.from({ length: weights.rows }, (_, row) => label(Number(past) + row)),
    keys: Array.from({ length: weights.cols }, (_, col) => label(col)),
  };
}

/** What a cell is. @param {ContrastModel} model @param {Cell} cell */
export function named({ result, options, t }, { matrix, row, col }) {
  const { cell: words, pad } = t.contrast;
  const { queries, keys } = labelsOf(result, options, pad);
  // Padding is recognized by its position.
  const query = queries[row] === pad ? `${pad} ${row}` : queries[row];
  if (matrix === 'weights') return words.weight(query, keys[col] === pad ? `${pad} ${col}` : keys[col]);
  return matrix === 'sums' ? words.sum(query) : words.output(query, String(col + 1));
}

/**
 * The number of a cell on one side.
 *
 * @param {ContrastModel} model @param {'wrong' | 'right'} side @param {Cell} cell
 */
export function cellValue({ result }, side, { matrix, row, col }) {
  const { data, cols } = result[side][/** @type {'weights'} */ (matrix)];
  return number(data[row * cols + col], DECIMALS);
}

/**
 * The score that became a weight.
 *
 * @param {ContrastModel} model @param {'wrong' | 'right'} side @param {Cell} cell
 */
export function scoreInto({ result, t }, side, { row, col }) {
  const { data, cols } = result[side].masked;
  return t.contrast.cell.from(number(data[row * cols + col], DECIMALS));
}
