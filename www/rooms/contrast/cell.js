import { number } from '../../format/display.js';
import { localized } from '../../format/separator.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Cell } from '../../types.js' */
/** @import { ContrastModel } from './session.js' */

const DECIMALS = 4;

/**
 * The labels of the queries and keys: their positions, or `pad` for padding.
 *
 * @param {Contrast} result
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

/** The name of a cell. @param {ContrastModel} model @param {Cell} cell */
export function cellName({ result, options, t }, { matrix, row, col }) {
  const { cell: words, pad } = t.contrast;
  const { queries, keys } = labelsOf(result, options, pad);
  // All padding has the same label, so its position is added.
  const unique = (/** @type {string} */ label, /** @type {number} */ at) =>
    label === pad ? `${pad} ${at}` : label;
  const query = unique(queries[row], row);
  if (matrix === 'weights') return words.weight({ query, key: unique(keys[col], col) });
  return matrix === 'sums' ? words.sum({ query }) : words.output({ query, feature: String(col + 1) });
}

/**
 * The value of a cell on one side.
 *
 * @param {ContrastModel} model @param {'wrong' | 'right'} side @param {Cell} cell
 */
export function cellValue({ result, language }, side, { matrix, row, col }) {
  const { data, cols } = result[side][/** @type {'weights'} */ (matrix)];
  return localized(number(data[row * cols + col], DECIMALS), language);
}

/**
 * The score before softmax of a cell of the weights.
 *
 * @param {ContrastModel} model @param {'wrong' | 'right'} side @param {Cell} cell
 */
export function scoreOf({ result, language, t }, side, { row, col }) {
  const { data, cols } = result[side].masked;
  return t.contrast.cell.from({ score: localized(number(data[row * cols + col], DECIMALS), language) });
}
