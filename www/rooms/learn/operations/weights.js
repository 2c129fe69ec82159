/** What is said about scores, weights and outputs of attention. */
import { percent } from '../../../format/display.js';
import { headOf, ofHead } from '../../../figure/heads.js';
import { matrixOf } from '../../../figure/matrices.js';
import { rowOf } from '../lessons/matrix.js';
import { valueAt } from './operation.js';
/** @import { Model } from '../../../types.js' */
/** @import { At } from './operation.js' */

/**
 * Whether the mask forbids a cell.
 *
 * @param {Model} model @param {string} id @param {number} row @param {number} col
 */
export const isMasked = (model, id, row, col) =>
  matrixOf(id).isMasked === true && isForbidden(model, row, col);

/** @param {Model} model @param {number} row @param {number} col */
const isForbidden = (model, row, col) =>
  model.switches.mask !== 'none' && valueAt(model, 'allowed', row, col) === 0;

/** The query and the key of a cell. @param {At} at */
export const pairOf = ({ model: { lesson }, row, col }) => ({
  query: lesson.tokens[row],
  key: lesson.tokens[col],
});

/** Whether a pair is allowed. @param {At} at */
export function pairSays(at) {
  const words = at.model.t.figure.inspector;
  return [isForbidden(at.model, at.row, at.col) ? words.forbidden(pairOf(at)) : words.allowed(pairOf(at))];
}

/** Explains the weight that a score becomes. @param {At} at */
export const scoreSays = (at) => weightSays({ ...at, id: ofHead('weights', headOf(at.id)) });

/**
 * Explains a weight: "Of everything word_3 takes in, 24 % comes from word_1."
 *
 * @param {At} at @returns {string[]}
 */
export function weightSays(at) {
  const { model, id, row, col } = at;
  const words = model.t.figure.inspector;
  const { query } = pairOf(at);
  if (isForbidden(model, row, col)) return [words.forbidden(pairOf(at))];
  const weight = valueAt(model, id, row, col);
  if (Number.isNaN(weight)) return [missing(model)];
  if (rowOf(model.matrices[id], row).every((each) => each === 0)) return [words.takesNothing({ query })];
  // Only weights that sum to 1 by row are shares of what the query takes in.
  return sharesRows(model, id) ? [words.takes({ ...pairOf(at), percent: percent(weight) })] : [];
}

/** Whether each row of weights sums to 1. @param {Model} model @param {string} id */
function sharesRows({ graph }, id) {
  const node = graph[id];
  return node?.kind !== 'softmax' || node.axis === 'rows';
}

/** Explains an output by its largest weight. @param {At} at @returns {string[]} */
export function outputSays({ model, node: { left }, row }) {
  const { lesson, matrices, t } = model;
  const weights = rowOf(matrices[left], row);
  if (weights.some(Number.isNaN)) return [missing(model)];
  const largest = weights.indexOf(Math.max(...weights));
  if (weights[largest] === 0) return [t.figure.inspector.takesNothing({ query: lesson.tokens[row] })];
  if (!sharesRows(model, left)) return [];
  return [
    t.figure.inspector.mixes({
      token: lesson.tokens[row],
      key: lesson.tokens[largest],
      percent: percent(weights[largest]),
    }),
  ];
}

/** A matrix of every head, or the one of a single head. @param {Model} model @param {string} base */
const ofHeads = ({ matrices, heads }, base) =>
  heads ? heads.each.map((_, head) => matrices[ofHead(base, head)]) : [matrices[base]];

/** Whether a weight is NaN. @param {Model} model */
export const isMissing = (model) => ofHeads(model, 'weights').some(({ data }) => data.some(Number.isNaN));

/** Whether a weight is NaN because the naive softmax overflowed. @param {Model} model */
export const isOverflow = (model) =>
  model.switches.softmaxForm === 'naive' &&
  ofHeads(model, 'scaled').every(({ data }) => data.every(Number.isFinite));

/** Why a weight is NaN. @param {Model} model */
const missing = (model) => model.t.figure.inspector[isOverflow(model) ? 'overflow' : 'notFinite'];
