/**
 * The matrices of lessons on concepts: ratings, their factors, the approximation of rank k, and new viewers.
 */
/** @import { Concepts, Lesson, MatrixData, State } from '../types.js' */

/**
 * The names along an axis of these matrices, or null.
 *
 * @param {Lesson} lesson @param {string} axis @returns {string[] | null}
 */
export function conceptLabels({ ratings }, axis) {
  if (axis === 'person') return ratings?.people ?? null;
  if (axis === 'film') return ratings?.films ?? null;
  return axis === 'viewer' ? (ratings?.newViewers ?? null) : null;
}

/**
 * The results of the engine; null for other lessons.
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
export function conceptMatrices(concepts) {
  const { u, s, vT, uK, sK, vK, approximation, difference, rowConcepts, viewerConcepts } = concepts;
  const matrices = { u, s, vT, uK, sK, vK, approximation, difference, rowConcepts };
  return viewerConcepts ? { ...matrices, viewerConcepts } : matrices;
}
