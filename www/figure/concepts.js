/**
 * What figures know of concepts: ratings, their factors, what is left of them at rank k, and new viewers. It is in one place because most lessons have none, and scripts
 * of such lessons do without it.
 */
/** @import { Concepts, Graph, Lesson, MatrixData, State } from '../types.js' */
/** @import { Formula } from './notation.js' */

/** What the rows and columns of each matrix are. @type {Record<string, [string, string]>} */
export const CONCEPT_AXES = {
  ratings: ['person', 'film'],
  u: ['person', 'concept'],
  s: ['feature', 'concept'],
  vT: ['concept', 'film'],
  uK: ['person', 'concept'],
  sK: ['feature', 'concept'],
  vK: ['film', 'concept'],
  approximation: ['person', 'film'],
  difference: ['person', 'film'],
  rowConcepts: ['person', 'concept'],
  viewers: ['viewer', 'film'],
  viewerConcepts: ['viewer', 'concept'],
};

/** How each is written. @type {Record<string, Formula>} */
export const CONCEPT_NOTATION = {
  ratings: 'R',
  u: 'U',
  s: 's',
  vT: ['transposed', 'V'],
  uK: ['sub', 'U', 'k'],
  sK: ['sub', 's', 'k'],
  vK: ['sub', 'V', 'k'],
  approximation: ['sub', 'R', 'k'],
  difference: ['row', 'R', '−', ['sub', 'R', 'k']],
  rowConcepts: ['row', 'R', ['sub', 'V', 'k']],
  viewers: 'P',
  viewerConcepts: ['row', 'P', ['sub', 'V', 'k']],
};

/** At which step each is worked out: the steps of attention come before. @type {Record<string, number>} */
export const CONCEPT_STEP_OF = {
  ratings: 7,
  u: 8,
  s: 8,
  vT: 8,
  uK: 9,
  sK: 9,
  vK: 9,
  approximation: 9,
  difference: 9,
  viewers: 10,
  viewerConcepts: 10,
  rowConcepts: 10,
};

/** The names along an axis; null for one that has none, or is none of these. @param {Lesson} lesson @param {string} axis @returns {string[] | null} */
export function conceptLabels({ ratings }, axis) {
  if (axis === 'person') return ratings?.people ?? null;
  if (axis === 'film') return ratings?.films ?? null;
  return axis === 'viewer' ? (ratings?.newViewers ?? null) : null;
}

/** A decomposition has no cell that comes from a few others: each depends on the whole matrix. @returns {Graph} */
export function conceptsGraph() {
  const whole = /** @type {const} */ ({ kind: 'softmax', of: 'ratings', axis: 'all' });
  return {
    ratings: { kind: 'input', edits: 'ratings' },
    u: whole,
    s: whole,
    vT: whole,
    uK: { kind: 'same', of: ['u'] },
    sK: { kind: 'same', of: ['s'] },
    vK: { kind: 'transpose', of: 'vT' },
    approximation: { kind: 'lowRank', u: 'uK', s: 'sK', v: 'vK' },
    difference: { kind: 'same', of: ['ratings', 'approximation'] },
    rowConcepts: { kind: 'product', left: 'ratings', right: 'vK' },
    viewers: { kind: 'input', edits: 'viewers' },
    viewerConcepts: { kind: 'product', left: 'viewers', right: 'vK' },
  };
}

/**
 * Worked by the engine; null for a lesson that has none.
 *
 * @param {typeof import('../engine/attention.js')} engine
 * @param {Lesson} lesson
 * @param {Record<string, MatrixData>} inputs
 * @param {State} state
 * @returns {Concepts | null}
 */
export function conceptsOf(engine, lesson, { ratings, viewers }, state) {
  if (!lesson.ratings) return null;
  const rank = Math.min(state.rank, ratings.rows, ratings.cols);
  return engine.concepts({ rank }, ratings, viewers, lesson.ratings.reference ?? null);
}

/** @param {Concepts} concepts @returns {Record<string, MatrixData>} */
export function conceptMatrices({
  u,
  s,
  vT,
  uK,
  sK,
  vK,
  approximation,
  difference,
  rowConcepts,
  viewerConcepts,
}) {
  const matrices = { u, s, vT, uK, sK, vK, approximation, difference, rowConcepts };
  return viewerConcepts ? { ...matrices, viewerConcepts } : matrices;
}
