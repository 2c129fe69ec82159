import { axesOf, isPairs, placeName } from '../../figure/axes.js';
import { baseOf, matrixName, queryHeadOf, headOf, ofHead } from '../../figure/heads.js';
import { rowOf } from './lessons/matrix.js';
import { inSum } from './numbers.js';
import { schemeOf, WEIGHTS } from '../../figure/schemes.js';
import { cellStates, BLANK, MASKED } from '../../figure/reveal.js';
/** @import { Model } from '../../types.js' */
/** @import { Selected } from '../../element/events.js' */

/**
 * Describes a cell for screen readers: "query estudiar, key gusta, weight 0.2003, third of five". The rank
 * is among the weights of the row, from the largest.
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @returns {string}
 */
export function describe(model, id, row, col) {
  const { matrices, t } = model;
  const matrix = matrices[id];
  const state = cellStates(model, id)[row * matrix.cols + col];
  const value = matrix.data[row * matrix.cols + col];
  const places = isPairs(id)
    ? pairPlaces(model, id, row, col)
    : [matrixName(t, id), ...otherPlaces(model, id, row, col)];
  if (state === BLANK) return [...places, t.figure.hidden].join(', ');
  if (state === MASKED) return [...places, t.figure.masked].join(', ');
  // The scores of compared schemes are scaled.
  const kind = id.startsWith('scores') ? 'scaled' : 'weights';
  const name = t.figure.valueNames[schemeOf(id) ? kind : baseOf(id)];
  const text = Number.isNaN(value) ? t.figure.missing : inSum(model, value);
  const rank = id.startsWith('weights') ? rankIn(model, id, row, col) : null;
  return [...places, name ? `${name} ${text}` : text, ...(rank ? [rank] : [])].join(', ');
}

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
function pairPlaces({ lesson, t }, id, row, col) {
  const head = queryHeadOf(id);
  return [
    ...(head === null ? [] : [t.figure.heads.head({ n: head + 1 })]),
    `${t.figure.axes.query} ${lesson.tokens[row]}`,
    `${t.figure.axes.key} ${lesson.tokens[col]}`,
  ];
}

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
function otherPlaces(model, id, row, col) {
  const axes = axesOf(id);
  return id === 's' || id === 'sK'
    ? [placeName(model, axes.col, col)]
    : [placeName(model, axes.row, row), placeName(model, axes.col, col)];
}

/**
 * The rank of a weight in its row. Equal weights share the better rank.
 *
 * @param {Model} model @param {string} id @param {number} row @param {number} col
 */
function rankIn({ matrices, t }, id, row, col) {
  const weights = rowOf(matrices[id], row);
  if (weights.some(Number.isNaN)) return null;
  const larger = weights.filter((weight) => weight > weights[col]).length;
  return t.figure.rank({ rank: larger + 1, of: weights.length });
}

/**
 * The query and the key of the cell under the cursor, and their weight.
 *
 * @param {Model} model
 * @returns {Selected | null}
 */
export function selectedIn({ state: { cursor }, matrices }) {
  const matrix = cursor && matrices[cursor.matrix];
  if (!cursor || !matrix || cursor.row >= matrix.rows || cursor.col >= matrix.cols) return null;
  const axes = axesOf(cursor.matrix);
  const at = (/** @type {string} */ axis) =>
    axes.row === axis ? cursor.row : axes.col === axis ? cursor.col : null;
  const [query, key] = [at('query'), at('key')];
  const scheme = schemeOf(cursor.matrix);
  const weights = matrices[scheme ? WEIGHTS[scheme] : ofHead('weights', headOf(cursor.matrix))];
  const weight = query === null || key === null || !weights ? null : weights.data[query * weights.cols + key];
  return { head: queryHeadOf(cursor.matrix), query, key, weight };
}
