import { number, localized } from '../../format/display.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { Cell } from '../../types.js' */
/** @import { ContrastModel } from './session.js' */

const DECIMALS = 4;

/**
 * The labels of the queries and keys: their positions, or `pad` for padding. A key that stands for several
 * tokens has the range of their positions, and the queries come after them.
 *
 * @param {Pick<ContrastModel, 'result' | 'figure' | 'options' | 't'>} model
 */
export function labelsOf({ result, figure, options, t }) {
  const { weights } = result.right;
  const { padding = 0, past = 0, block = figure.block } = options;
  const { pad } = t.contrast;
  if (block !== undefined) {
    const size = Number(block);
    return {
      queries: Array.from({ length: weights.rows }, (_, row) => String(weights.cols * size + row)),
      keys: Array.from({ length: weights.cols }, (_, entry) => `${entry * size}–${(entry + 1) * size - 1}`),
    };
  }
  const label = (/** @type {number} */ position) => (position < Number(padding) ? pad : String(position));
  return {
    queries: Array.from({ length: weights.rows }, (_, row) => label(Number(past) + row)),
    keys: Array.from({ length: weights.cols }, (_, col) => label(col)),
  };
}

/** The name of a cell. @param {ContrastModel} model @param {Cell} cell */
export function cellName(model, { matrix, row, col }) {
  const { cell: words, pad } = model.t.contrast;
  const { queries, keys } = labelsOf(model);
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

/** Smaller differences of weights are roundoff. */
const LEAST = 1e-6;

/**
 * The first cell whose weight differs between the sides, in the order of rows; null if none does.
 *
 * @param {Contrast} result
 * @returns {Cell | null}
 */
export function firstWrong({ wrong, right }) {
  const { cols, data } = right.weights;
  const at = data.findIndex((weight, cell) => !(Math.abs(weight - wrong.weights.data[cell]) <= LEAST));
  return at < 0 ? null : { matrix: 'weights', row: Math.floor(at / cols), col: at % cols };
}
