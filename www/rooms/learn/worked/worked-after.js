import { percent } from '../../../format/display.js';
import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { inSum } from '../../../figure/digits.js';
import { valueAt } from './sums.js';
/** @import { Model } from '../../../types.js' */
/** @import { Line } from './sums.js' */

/** The matrices through which a score becomes a weight. */
const CHAIN = ['scores', 'scaled', 'masked', 'weights'];

/**
 * The values that are computed from a score: scaled, masked, and the weight.
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @returns {Line[]}
 */
export function nextValues(model, id, row, col) {
  const from = CHAIN.indexOf(baseOf(id));
  if (from < 0) return [];
  const here = (/** @type {string} */ base) => ofHead(base, headOf(id));
  return CHAIN.slice(from + 1)
    .filter((next) => model.graph[here(next)] && !(next === 'scaled' && model.switches.scale === 'none'))
    .map((next) => {
      const value = inSum(model.state, valueAt(model, here(next), row, col));
      return [`${verb(model, next)} `, next === 'weights' ? { strong: value } : value];
    });
}

/** @param {Model} model @param {string} id */
function verb(model, id) {
  const { switches, t } = model;
  if (id === 'scaled') return switches.scale === 'sqrt' ? `÷ √${keySize(model)} =` : `· ${switches.scale} =`;
  return id === 'masked' ? '+ M =' : `${t.figure.inspector.thenWeight} →`;
}

/** The number of features of a key in one head. @param {Model} model */
export function keySize({ matrices, heads }) {
  return matrices[heads ? ofHead('q', 0) : 'q'].cols;
}

/**
 * Explains a weight: "Of everything word_3 takes in, 24 % comes from word_1."
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @returns {string[]}
 */
export function weightExplanation(model, id, row, col) {
  const { lesson, switches, t } = model;
  const words = t.figure.inspector;
  const [query, key] = [lesson.tokens[row], lesson.tokens[col]];
  if (switches.mask !== 'none' && valueAt(model, 'allowed', row, col) === 0)
    return [words.forbidden({ query, key })];
  const weight = valueAt(model, id, row, col);
  if (Number.isNaN(weight)) return [missing(model)];
  const weights = rowOf(model, id, row);
  if (weights.every((each) => each === 0)) return [words.takesNothing({ query })];
  // Only weights that sum to 1 by row are shares of what the query takes in.
  return switches.softmaxAxis === 'rows' || baseOf(id) === 'weightsRows'
    ? [words.takes({ query, key, percent: percent(weight) })]
    : [];
}

/**
 * Explains an output by its largest weight.
 *
 * @param {Model} model
 * @param {string} id - `output` or `outputRows`
 * @param {number} row
 * @returns {string[]}
 */
export function outputExplanation(model, id, row) {
  const { lesson, switches, t } = model;
  const from = baseOf(id) === 'outputRows' ? 'weightsRows' : 'weights';
  const weights = rowOf(model, ofHead(from, headOf(id)), row);
  if (weights.some(Number.isNaN)) return [missing(model)];
  const largest = weights.indexOf(Math.max(...weights));
  if (weights[largest] === 0) return [t.figure.inspector.takesNothing({ query: lesson.tokens[row] })];
  if (from === 'weights' && switches.softmaxAxis !== 'rows') return [];
  return [
    t.figure.inspector.mixes({
      token: lesson.tokens[row],
      key: lesson.tokens[largest],
      percent: percent(weights[largest]),
    }),
  ];
}

/** Why a weight is NaN: the naive softmax overflowed, or a score is not finite. @param {Model} model */
function missing({ switches, matrices, heads, t }) {
  const scaled = heads ? heads.each.map((_, head) => matrices[ofHead('scaled', head)]) : [matrices.scaled];
  const finite = scaled.every(({ data }) => data.every(Number.isFinite));
  return switches.softmaxForm === 'naive' && finite
    ? t.figure.inspector.overflow
    : t.figure.inspector.notFinite;
}

/** @param {Model} model @param {string} id @param {number} row */
function rowOf({ matrices }, id, row) {
  const { cols, data } = matrices[id];
  return Array.from(data.subarray(row * cols, (row + 1) * cols));
}
